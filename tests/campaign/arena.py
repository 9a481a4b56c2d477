"""Live tables in this process, over a store that two workers share: for races, many a second.

The database is in memory: races aren't about the disk, which took most of the time.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.app import App, new_metrics
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.keys import new_name, new_secret, seat_key
from underdeck.serve.limits import Limits
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.pov import Pov
from underdeck.serve.service import Service
from underdeck.store.model import Change
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Sat, read_entry
from underdeck.table.table import Table, fold

PATIENCE = 5.0
WORKERS = 2
NOON = 1_800_000_000.0
SHOWN = ("version", "status", "seats", "fair", "window", "view", "result", "undo", "rematch")
"""What everyone must see alike, or as their seat may."""


class QuickBots:
    """Bots who make the last legal move at once."""

    async def choose(self, game: str, bot: str, view: Any, seed: str) -> str:
        """The move."""
        await asyncio.sleep(0)
        return str(view.legal[-1])


@dataclass
class Client:
    """One socket, and all that it was sent."""

    seat: int | None
    said: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    heard: list[dict[str, Any]] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    is_closed: bool = False
    closed_with: int | None = None
    """The close code."""

    async def keep(self, event: dict[str, Any]) -> None:
        """Something is sent."""
        await asyncio.sleep(0)
        if self.is_closed:
            raise RuntimeError("nothing can be sent after a close")
        self.is_closed = event["type"] == "websocket.close"
        self.closed_with = event.get("code")
        if event["type"] == "websocket.send":
            self.heard.append(json.loads(event["text"]))

    def say(self, kind: str, **parts: Any) -> None:
        """One message."""
        self.said.put_nowait(
            {"type": "websocket.receive", "text": json.dumps({"type": kind, **parts})}
        )

    @property
    def table(self) -> dict[str, Any] | None:
        """The table as it was last seen."""
        return {
            name: part
            for frame in self.heard
            if frame["type"] == "table"
            for name, part in frame.items()
        } or None

    async def answer(self, move_id: str) -> dict[str, Any]:
        """What became of a move."""
        answer: dict[str, Any] = await until(
            lambda: next((frame for frame in self.heard if frame.get("id") == move_id), None)
        )
        return answer


async def until(found: Callable[[], Any]) -> Any:
    """What is found as soon as it is there."""
    async with asyncio.timeout(PATIENCE):
        while not (what := found()):
            await asyncio.sleep(0.0005)
    return what


@dataclass
class Hall:
    """Two workers, one store, and a clock that goes when it is told to."""

    store: Store
    random: Random
    now: float = NOON
    apps: list[App] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)
    hinder: Callable[[Change], Awaitable[None]] | None = None
    """What happens before something is written, if anything."""

    def __post_init__(self) -> None:
        metrics = new_metrics()
        for _ in range(WORKERS):
            live = LiveTables(self.store, cast(BotPool, QuickBots()), metrics, now=lambda: self.now)
            self.apps.append(
                App(
                    Service(self.store, live, Limits(1e6, 10**6), Limits(1e6, 10**6)),
                    "1",
                    per_second=1e6,
                    most_sockets=10**6,
                )
            )
        self.store.is_shared = True
        self._write = self.store.commit
        self.store.commit = self._commit  # type: ignore[method-assign]

    async def _commit(self, change: Change) -> None:
        """Write, and let every worker hear of it."""
        if self.hinder is not None:
            await self.hinder(change)
        await self._write(change)
        for app in self.apps:
            asyncio.get_running_loop().call_soon(
                app.service.live.note_version, change.entry.table, change.entry.version
            )

    @property
    def app(self) -> App:
        """Any of the workers."""
        return self.random.choice(self.apps)

    async def open(self, entries: list[AnyEntry], seats: int) -> tuple[str, list[str]]:
        """A table with what happened at it so far, and the keys of its seats."""
        name, secrets = new_name(), [new_secret() for _ in range(seats)]
        taken = {
            entry.seat: version
            for version, entry in enumerate(entries, 1)
            if isinstance(entry, Sat)
        }
        keys = tuple(
            seat_key(secret, name, seat, taken[seat]) for seat, secret in enumerate(secrets)
        )
        await self.app.service.live.open(name, entries, keys)
        return name, secrets

    async def sit(self, secret: str, seat: int | None) -> Client:
        """A socket that has seen the table."""
        client = Client(seat)
        self.clients.append(client)
        scope = {"type": "websocket", "path": "/ws", "headers": [], "client": ("here", 1)}
        client.task = asyncio.ensure_future(self.app(scope, client.said.get, client.keep))
        client.said.put_nowait({"type": "websocket.connect"})
        client.say("hello", key=secret)
        await until(lambda: client.table)
        return client

    async def dawdle(self) -> None:
        """A moment, long or short or none."""
        for _ in range(self.random.randrange(4)):
            await asyncio.sleep(0)
        if self.random.random() < 0.3:
            await asyncio.sleep(self.random.random() * 0.002)

    async def tick(self, name: str, until_then: float) -> None:
        """It gets late, and some worker looks at the table."""
        await self.dawdle()
        self.now = max(self.now, until_then)
        live_tables = self.app.service.live
        with contextlib.suppress(Refusal):
            await (await live_tables.find(name)).advance()

    async def log(self, name: str) -> list[AnyEntry]:
        """What is on disk."""
        return [read_entry(entry.body) for entry in await self.store.entries(name)]

    async def folded(self, name: str) -> Table:
        """The table that the log on disk tells of."""
        return fold(
            name, [(read_entry(entry.body), entry.at) for entry in await self.store.entries(name)]
        )

    async def settled(self, name: str) -> Table:
        """The table from disk, once every client sees the same."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    table = await self.folded(name)
                    if all(
                        shown(client.table) == should_see(table, client.seat)
                        for client in self.clients
                    ):
                        return table
                    await asyncio.sleep(0.001)
        except TimeoutError:
            seen = [client.table and client.table["version"] for client in self.clients]
            raise AssertionError(
                f"clients see other tables than the log tells of: {seen}, not {table.stage}"
            ) from None

    async def clear(self) -> None:
        """Everybody goes, and the tables are forgotten."""
        for client in self.clients:
            client.said.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(*(client.task for client in self.clients if client.task))
        self.clients.clear()
        for app in self.apps:
            for live in app.service.live.loaded.values():
                live.cancel_timer()
            app.service.live.runtime.cancel_tasks()
            app.service.live.loaded.clear()


def should_see(table: Table, seat: int | None) -> dict[str, Any]:
    """What a client of that seat must see."""
    return shown(json.loads(messages.ENCODER.encode(Pov(seat, "en").snapshot(table, 0.0)))) or {}


def shown(frame: dict[str, Any] | None) -> dict[str, Any] | None:
    """The parts of a table that must be the same for all who may see them."""
    return frame and {name: frame[name] for name in SHOWN}


@contextlib.asynccontextmanager
async def opened(seed: int) -> AsyncIterator[Hall]:
    """A hall on a database of its own."""
    store = await Store.open("sqlite://")
    try:
        yield Hall(store, Random(seed))
    finally:
        await store.close()


def in_hall(story: Callable[[Hall], Awaitable[None]]) -> None:
    """Something that happens in a hall."""

    async def tell() -> None:
        async with opened(1) as hall:
            await story(hall)
            await hall.clear()

    asyncio.run(tell())
