"""Offer moves to a server at a steady rate, and measure their latency and what they cost."""

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol

from bench.server_process import Server

TICK_S = 0.001
MAX_BACKLOG_S = 1.0
"""Moves that were due longer ago than this are given up, if nobody could make them."""


@dataclass(frozen=True)
class Campaign:
    """The load that is offered to a server."""

    tables: int = 1_000
    moves_per_second: float = 700
    seconds: float = 20
    warm_up_s: float = 6


class Mover(Protocol):
    """A client that can make moves."""

    def move(self) -> bool:
        """Make a move; return False if it is too late."""


@dataclass
class Load:
    """The clients that may move now, and the results of a load test."""

    ready: list[Mover] = field(default_factory=list)
    delays_s: list[float] = field(default_factory=list)
    """From each move to its acknowledgement, while measuring."""
    errors: int = 0
    stale: int = 0
    """Moves refused while measuring, because another seat of the table was faster."""
    measuring: bool = False
    random: Random = field(default_factory=lambda: Random(0))

    def next_mover(self) -> Mover:
        """Return any client that may move.

        In the order of their arrival the seats of one table would be neighbours: of two that are
        asked at once, one would be refused.
        """
        place = self.random.randrange(len(self.ready))
        self.ready[place], self.ready[-1] = self.ready[-1], self.ready[place]
        return self.ready.pop()

    def refuse(self, code: str) -> None:
        """Count a move that the server refused."""
        if code != "stale":
            self.errors += 1
        elif self.measuring:
            self.stale += 1

    def reset(self) -> None:
        """Forget what was measured, so that the same clients can be measured again."""
        self.delays_s.clear()
        self.errors = self.stale = 0

    def acknowledge(self, sent: float) -> None:
        """Count a move that was sent at this time."""
        if self.measuring:
            self.delays_s.append(time.perf_counter() - sent)


class Result(NamedTuple):
    """What a server did under load."""

    moves_per_second: float
    moves_per_cpu_second: float
    p50_ms: float
    p99_ms: float
    errors: int
    stale: int
    database_cpu_ms: float
    """CPU time of the database's processes for one move; 0 if it works within the server."""
    client_cpu: float
    """The share of one core that the load client took: near 1, it slows the server's clients."""


def quantile_ms(delays_s: list[float], share: float) -> float:
    """Return a quantile of sorted delays in milliseconds; NaN if there are none."""
    return delays_s[int(len(delays_s) * share)] * 1000 if delays_s else float("nan")


async def offer(load: Load, server: Server, campaign: Campaign) -> Result:
    """Have clients move at a rate, or as fast as they can, and measure after the warm-up."""
    rate = campaign.moves_per_second
    gc.collect()
    gc.freeze()  # or full collections of thousands of clients appear as latency of the server
    await keep_pace(load, rate, campaign.warm_up_s)
    before, began = _used(server), time.perf_counter()
    load.measuring = True
    await keep_pace(load, rate, campaign.seconds)
    load.measuring = False
    passed = time.perf_counter() - began
    used, database, own = (now - then for now, then in zip(_used(server), before, strict=True))
    gc.unfreeze()
    delays, made = sorted(load.delays_s), len(load.delays_s)
    return Result(
        made / passed,
        made / max(used, TICK_S),
        quantile_ms(delays, 0.5),
        quantile_ms(delays, 0.99),
        load.errors,
        load.stale,
        database * 1000 / max(made, 1),
        own / passed,
    )


def _used(server: Server) -> tuple[float, float, float]:
    """Return the CPU time of the server, its database and this process."""
    return server.cpu_seconds(), server.database_cpu_seconds(), time.process_time()


async def keep_pace(load: Load, rate: float, seconds: float) -> None:
    """Have clients move at a rate for some time."""
    began, made = time.perf_counter(), 0.0
    while (passed := time.perf_counter() - began) < seconds:
        made = max(made, (passed - MAX_BACKLOG_S) * rate)
        while made < passed * rate and load.ready:
            made += load.next_mover().move()
        await asyncio.sleep(TICK_S)


async def open_in_groups(
    number: int, open_one: Callable[[int], Awaitable[None]], group: int = 20
) -> None:
    """Open tables, some at the same time."""
    for start in range(0, number, group):
        await asyncio.gather(*(open_one(each) for each in range(start, min(start + group, number))))
