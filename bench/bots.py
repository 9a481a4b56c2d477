"""People's moves beside tables with search bots: the bots must not slow them down.

Bots think in processes of their own, but share the machine's cores with the server. One server has
tables of people, who move at a fixed rate, and tables with one person and one search bot each. The
bots' opponents rest, play and hurry in alternating rounds. A busy machine makes single rounds
worthless: only the median of the ratios of rounds that followed each other says something. Clients
are elsewhere in reality: where the system allows it, the one here never waits for a core.
"""

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

import httpx
import uvloop

from bench.load import Campaign, Load, Result, keep_pace, offer, open_in_groups
from bench.measure import Line, median_ratio, python
from bench.players import TableOpener
from bench.server_process import (
    Server,
    allow_many_sockets,
    children,
    cpu_seconds,
    python_module,
    running,
)

BOT = "master"
COMPILE = "from underdeck.minds.dungeon.analyst import prepare; prepare()"
"""Compiles the bot's programs, which the server's worker then loads from disk."""
HTTP_TIMEOUT_S = 60
GOAL_RATIO = 1.5
MEMORY_FOLDER = Path("/dev/shm")
"""Holds the database where it exists: the flushes of a shared disk would hide everything else."""
QUIET_POLLS, POLL_S = 4, 0.5
"""Bots rest if they answered nothing in this number of polls: longer than the pace of a table."""


@dataclass(frozen=True)
class Plan:
    """What is measured, and for how long."""

    people: Campaign = Campaign(tables=200, moves_per_second=150, seconds=6, warm_up_s=1)
    """The tables of people in each round."""
    bot_tables: int = 50
    rounds: int = 12


STANDARD = Plan()
QUICK = Plan(
    people=Campaign(tables=20, moves_per_second=40, seconds=2, warm_up_s=1),
    bot_tables=4,
    rounds=1,
)
"""These show only that the benchmark works."""


@dataclass(frozen=True)
class Pace:
    """How fast the opponents of bots move."""

    name: str
    moves_per_second: float
    """For each table, if its bot answers in time."""
    goal: str = ""


PACES = (
    Pace("who move every two seconds", 0.5, f"<= {GOAL_RATIO}"),
    Pace("who move at once", 4.0),
)
"""The second is the most that bots can be asked: they wait 0.8 seconds before each move."""


class Counts(NamedTuple):
    """What the bots of a server have done since it started."""

    answers: int
    fallbacks: int
    cpu_s: float

    def since(self, before: "Counts") -> "Counts":
        """Return what they have done since an earlier count."""
        return Counts(
            self.answers - before.answers,
            self.fallbacks - before.fallbacks,
            self.cpu_s - before.cpu_s,
        )


class Round(NamedTuple):
    """The moves of people in one round, and what the bots did meanwhile."""

    people: Result
    bots: Counts


@dataclass
class Stage:
    """A running server with tables of people and of bots."""

    server: Server
    http: httpx.AsyncClient
    people: Load
    opponents: Load
    plan: Plan

    async def open_tables(self) -> None:
        """Open the tables of people."""
        opener = TableOpener(self.people, self.http, self.server.port, keeps_going=True)
        await open_in_groups(self.plan.people.tables, opener.open)

    async def open_bot_tables(self) -> None:
        """Open the tables with one person and one bot each."""
        opener = TableOpener(
            self.opponents, self.http, self.server.port, bots=(BOT,), keeps_going=True
        )
        await open_in_groups(self.plan.bot_tables, opener.open)

    @asynccontextmanager
    async def playing(self, pace: Pace) -> AsyncIterator[None]:
        """Let the opponents of bots play, and afterwards wait until the bots rest."""
        rate = pace.moves_per_second * self.plan.bot_tables
        moving = asyncio.ensure_future(keep_pace(self.opponents, rate, float("inf")))
        try:
            yield
        finally:
            moving.cancel()
            with suppress(asyncio.CancelledError):
                await moving
        await self.wait_for_rest()

    async def wait_for_rest(self) -> None:
        """Wait until the bots have answered all questions."""
        seen: list[int] = []
        while len(seen) < QUIET_POLLS or len(set(seen[-QUIET_POLLS:])) > 1:
            seen.append((await self.count()).answers)
            await asyncio.sleep(POLL_S)

    async def count(self) -> Counts:
        """Return what the bots have done so far."""
        metrics = (await self.http.get("/metrics")).text
        return Counts(
            read_counter(metrics, "underdeck_bot_seconds_count"),
            read_counter(metrics, "underdeck_bot_fallbacks_total"),
            sum(map(cpu_seconds, children(self.server.process.pid))),
        )

    async def measure(self) -> Round:
        """Measure the moves of people."""
        self.people.reset()
        before = await self.count()
        result = await offer(self.people, self.server, self.plan.people)
        after = await self.count()
        return Round(result, after.since(before))


def never_wait_for_a_core() -> None:
    """Let this process run whenever it has work, but not the processes it starts, if permitted."""
    if hasattr(os, "SCHED_RESET_ON_FORK"):
        with suppress(PermissionError):
            policy = os.SCHED_RR | os.SCHED_RESET_ON_FORK
            os.sched_setscheduler(0, policy, os.sched_param(os.sched_get_priority_min(os.SCHED_RR)))


def read_counter(metrics: str, name: str) -> int:
    """Return the value of a counter in the text of Prometheus."""
    found = re.search(rf"^{name} (\S+)$", metrics, re.MULTILINE)
    return int(float(found[1])) if found else 0


@asynccontextmanager
async def stage(plan: Plan, folder: Path) -> AsyncIterator[Stage]:
    """Run a server."""
    command = python_module("bench.underdeck_server", f"sqlite:///{folder}/bots.db", "0")
    async with (
        running(command) as server,
        httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{server.port}", timeout=HTTP_TIMEOUT_S
        ) as http,
    ):
        yield Stage(server, http, Load(), Load(), plan)


async def measure(plan: Plan, folder: Path) -> list[list[Round]]:
    """Measure people's moves without bots and beside bots at each pace, in alternating rounds."""
    rounds: list[list[Round]] = []
    async with stage(plan, folder) as now:
        await now.open_tables()
        report("no table of bots", await now.measure())
        await now.open_bot_tables()
        async with now.playing(PACES[-1]):
            report("first questions", await now.measure())
        for _ in range(plan.rounds):
            rounds.append([await now.measure()])
            report("bots rest", rounds[-1][-1])
            for pace in PACES:
                async with now.playing(pace):
                    rounds[-1].append(await now.measure())
                report(f"bots against people {pace.name}", rounds[-1][-1])
    return rounds


def report(name: str, measured: Round) -> None:
    """Print a round while the others are still being measured."""
    result, bots = measured
    print(
        f"{name}: {result.moves_per_second:,.0f} moves/s, p50 {result.p50_ms:.1f} ms, "
        f"p99 {result.p99_ms:.1f} ms, {result.errors} errors; bots: {bots.answers} choices, "
        f"{bots.fallbacks} fallbacks, {bots.cpu_s:.1f} s of CPU time",
        file=sys.stderr,
    )


def comparison(
    quantile: str, plan: Plan, pace: Pace, alone: Sequence[float], beside: Sequence[float]
) -> Line:
    """Compare the delays of people's moves in rounds that followed each other."""
    bots = f"{plan.bot_tables} tables of `{BOT}` with people {pace.name}"
    return Line(
        f"{quantile} of people's moves, beside {bots}, median of {plan.rounds} rounds",
        f"{median(alone):.1f} ms without ({min(alone):.1f} to {max(alone):.1f})",
        f"{median(beside):.1f} ms ({min(beside):.1f} to {max(beside):.1f})",
        f"{median_ratio(beside, alone):.2f}",
        pace.goal if quantile == "p99" else "",
    )


def lines(plan: Plan = STANDARD) -> Iterator[Line]:
    """Measure people's moves with and without bots."""
    allow_many_sockets()
    python("-c", COMPILE)()
    never_wait_for_a_core()
    shared = MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        rounds = uvloop.run(measure(plan, Path(folder)))
    for quantile in ("p50", "p99"):
        delays = [[getattr(each.people, f"{quantile}_ms") for each in row] for row in rounds]
        alone, *others = zip(*delays, strict=True)
        for pace, beside in zip(PACES, others, strict=True):
            yield comparison(quantile, plan, pace, alone, beside)
