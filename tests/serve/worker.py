"""A server in this process, with a store that can fail and a wall clock that can be set."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, cast

from campaign.cluster import Client, QuickBots, until
from processes import TIMEOUT_S
from underdeck.refusal import Refusal
from underdeck.serve.app import App, new_metrics
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.keys import new_name, new_secret, seat_key
from underdeck.serve.limits import Limits
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.service import Service
from underdeck.serve.steady_clock import SteadyClock
from underdeck.store.store import Store
from underdeck.store.writer import Turn
from underdeck.table.entries import AnyEntry, Began, Clock, Opened, Sat, read_entry

NOON = 1_800_000_000.0
SEED = "0" * 64


@dataclass
class WallClock:
    """A wall clock and a monotonic clock; only the first can be set."""

    wall: float = NOON
    monotonic: float = 1000.0

    def go_on(self, seconds: float) -> None:
        """Move both clocks forward."""
        self.wall += seconds
        self.monotonic += seconds

    def steady(self) -> SteadyClock:
        """Return the clock of a process that starts now."""
        return SteadyClock(lambda: self.wall, lambda: self.monotonic)


@dataclass
class Worker:
    """A worker, its store, and its clients."""

    store: Store
    live: LiveTables
    app: App
    fails: Callable[[Turn], bool] = field(default=lambda _: False)
    clients: list[Client] = field(default_factory=list)

    def __post_init__(self) -> None:
        asked = self.store._submit

        async def ask(work: Any, turn: Turn) -> Any:
            if self.fails(turn):
                raise Refusal("store_unavailable", reason="test")
            return await asked(work, turn)

        self.store._submit = ask  # type: ignore[method-assign]

    def stop_store(self) -> None:
        """Make the database unreachable."""
        self.fails = lambda _: True

    def refuse_writes(self) -> None:
        """Make the database refuse writes, as with a full disk."""
        self.fails = lambda turn: turn is Turn.WRITE

    def start_store(self) -> None:
        """Make the database work again."""
        self.fails = lambda _: False

    async def open(self, entries: list[AnyEntry]) -> tuple[str, list[str]]:
        """Open a table; return its name and the keys of its people."""
        name, secrets, keys = new_name(), [], []
        for version, entry in enumerate(entries, 1):
            if isinstance(entry, Sat):
                secrets.append(new_secret())
                keys.append(seat_key(secrets[-1], name, entry.seat, version))
        await self.live.open(name, entries, tuple(keys))
        return name, secrets

    async def sit(self, secret: str) -> Client:
        """Connect a client, and wait until it has received its table."""
        client = await self.connect(secret)
        await until(lambda: client.table)
        return client

    async def connect(self, secret: str) -> Client:
        """Connect a client, and send its hello."""
        client = Client(None)
        self.clients.append(client)
        scope = {"type": "websocket", "path": "/ws", "headers": [], "client": ("here", 1)}
        client.task = asyncio.ensure_future(self.app(scope, client.outbox.get, client.keep))
        client.outbox.put_nowait({"type": "websocket.connect"})
        client.send("hello", key=secret)
        return client

    async def log(self, name: str) -> list[AnyEntry]:
        """Return the stored entries of a table."""
        return [read_entry(entry.body) for entry in await self.store.entries(name)]


@contextlib.asynccontextmanager
async def running_worker(
    url: str = "sqlite://", clock: WallClock | None = None
) -> AsyncIterator[Worker]:
    """Run a worker, and stop it in the end."""
    store = await Store.open(url)
    live = LiveTables(
        store, cast(BotPool, QuickBots()), new_metrics(), now=clock.steady() if clock else None
    )
    worker = Worker(
        store,
        live,
        App(
            Service(store, live, Limits(1e6, 10**6), Limits(1e6, 10**6)),
            "1",
            max_per_second=1e6,
            max_websockets=10**6,
        ),
    )
    worker.app.hello_timeout_s = TIMEOUT_S
    await live.start()
    try:
        yield worker
    finally:
        worker.start_store()
        for client in worker.clients:
            client.outbox.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(*(client.task for client in worker.clients if client.task))
        await live.stop()
        await store.close()


def run_with_worker(
    body: Callable[[Worker], Awaitable[None]],
    url: str = "sqlite://",
    clock: WallClock | None = None,
) -> None:
    """Run a test body with a worker."""

    async def run() -> None:
        async with asyncio.timeout(TIMEOUT_S), running_worker(url, clock) as worker:
            await body(worker)

    asyncio.run(run())


def duel(**terms: Any) -> list[AnyEntry]:
    """Return the log of a Dungeon of two people."""
    return [
        Opened("dungeon", {"players": 2}, ("", ""), SEED, **terms),
        Sat(0, "Ana", "one"),
        Sat(1, "Luis", "two"),
        Began(),
    ]


def against_bot() -> list[AnyEntry]:
    """Return the log of a Dungeon of a person and a bot that moves at once."""
    return [
        Opened("dungeon", {"players": 2}, ("", "careful"), SEED, pace=0),
        Sat(0, "Ana", "one"),
        Began(),
    ]


def alone() -> list[AnyEntry]:
    """Return the log of a solitaire."""
    return [Opened("tomb", {}, ("",), SEED), Sat(0, "Ana", "one"), Began()]


FAST = Clock(move=60, reserve=300)
