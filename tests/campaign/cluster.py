"""Two workers in this process that share a store in memory, for thousands of races."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from processes import TIMEOUT_S
from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.app import App, new_metrics
from underdeck.serve.asgi import Message
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

WORKERS = 2
NOON = 1_800_000_000.0
SHOWN = ("version", "status", "seats", "fair", "window", "view", "result", "undo", "rematch")
"""The parts of a table that must agree with the log."""


class QuickBots:
    """Bots that make the last legal move at once."""

    async def choose(self, game: str, bot: str, view: Any, seed: str, memory: object) -> str:
        """Return the last legal move."""
        await asyncio.sleep(0)
        return str(view.legal[-1])


@dataclass
class Client:
    """A fake socket, and everything that was sent to it."""

    seat: int | None
    wire: "DirectWire | None" = None
    """The direct connection, if the client has one."""
    outbox: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    received: list[dict[str, Any]] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    is_closed: bool = False
    closed_with: int | None = None
    """The close code."""

    async def keep(self, message: Message) -> None:
        """Receive a message from the server."""
        await asyncio.sleep(0)
        if self.is_closed:
            raise RuntimeError("nothing can be sent after a close")
        self.is_closed = message["type"] == "websocket.close"
        self.closed_with = message.get("code")
        if message["type"] == "websocket.send":
            self.read(message["text"])

    def read(self, text: str | bytes) -> None:
        """Keep a message, and the acknowledgement in a table as one of its own."""
        frame = json.loads(text)
        done = frame.pop("done", None)
        self.received.append(frame)
        if done is not None:
            self.received.append({"type": "done", "id": done, "version": frame["version"]})

    def send(self, kind: str, **parts: Any) -> None:
        """Send a message."""
        text = json.dumps({"type": kind, **parts})
        take = self.wire.on_message if self.wire else None
        if take is None or not take(text.encode()):
            self.outbox.put_nowait({"type": "websocket.receive", "text": text})

    @property
    def table(self) -> dict[str, Any] | None:
        """Return the table as last received, or None."""
        return {
            name: part
            for frame in self.received
            if frame["type"] == "table"
            for name, part in frame.items()
        } or None

    async def answer(self, move_id: str) -> dict[str, Any]:
        """Wait for the answer to a move."""
        answer: dict[str, Any] = await until(
            lambda: next((frame for frame in self.received if frame.get("id") == move_id), None)
        )
        return answer

    async def until_newer(self, version: int) -> None:
        """Wait for a table after this version."""
        await until(lambda: (self.table or {"version": 0})["version"] > version)


class DirectWire:
    """The direct connection of a client, and its `send` for everything else."""

    def __init__(self, client: Client) -> None:
        self.wire = self
        self.client = client
        self.on_message: Callable[[bytes], bool] | None = None
        self.on_ready: Callable[[], None] | None = None

    async def __call__(self, message: Message) -> None:
        await self.client.keep(message)

    def is_ready(self) -> bool:
        """Return whether the connection is open."""
        return not self.client.is_closed

    def write(self, text: bytes) -> None:
        """Receive a message from the server."""
        self.client.read(text)

    async def wait_until_ready(self) -> None:
        """Let others run first."""
        await asyncio.sleep(0)


async def until(found: Callable[[], Any]) -> Any:
    """Wait until `found` returns something true, and return it."""
    async with asyncio.timeout(TIMEOUT_S):
        while not (result := found()):
            await asyncio.sleep(0.0005)
    return result


@dataclass
class Cluster:
    """Two workers, one store, and a clock that tests move."""

    store: Store
    random: Random
    now: float = NOON
    apps: list[App] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)
    hinder: Callable[[Change], Awaitable[None]] | None = None
    """Called before each write."""

    def __post_init__(self) -> None:
        metrics = new_metrics()
        for _ in range(WORKERS):
            live = LiveTables(self.store, cast(BotPool, QuickBots()), metrics, now=lambda: self.now)
            self.apps.append(
                App(
                    Service(self.store, live, Limits(1e6, 10**6), Limits(1e6, 10**6)),
                    "1",
                    max_per_second=1e6,
                    max_websockets=10**6,
                )
            )
        self.store.is_shared = True
        self._write = self.store.commit
        self.store.commit = self._commit  # type: ignore[method-assign]

    async def _commit(self, change: Change) -> None:
        """Write a change, and notify every worker."""
        if self.hinder is not None:
            await self.hinder(change)
        await self._write(change)
        for app in self.apps:
            asyncio.get_running_loop().call_soon(
                app.service.live.note_version, change.entry.table, change.entry.version
            )

    @property
    def app(self) -> App:
        """Return a random worker."""
        return self.random.choice(self.apps)

    async def open(self, entries: list[AnyEntry], seats: int) -> tuple[str, list[str]]:
        """Open a table with a log; return its name and the keys of its seats."""
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
        """Connect a client, and wait until it has received the table."""
        client = Client(seat)
        self.clients.append(client)
        scope = {"type": "websocket", "path": "/ws", "headers": [], "client": ("here", 1)}
        if self.random.random() < 0.5:
            client.wire = DirectWire(client)
        send = client.wire or client.keep
        client.task = asyncio.ensure_future(self.app(scope, client.outbox.get, send))
        client.outbox.put_nowait({"type": "websocket.connect"})
        client.send("hello", key=secret, protocol=2)
        await until(lambda: client.table)
        return client

    async def dawdle(self) -> None:
        """Wait for a random short time."""
        for _ in range(self.random.randrange(4)):
            await asyncio.sleep(0)
        if self.random.random() < 0.3:
            await asyncio.sleep(self.random.random() * 0.002)

    async def tick(self, name: str, until_then: float) -> None:
        """Move the clock forward, and let a worker append what is due."""
        await self.dawdle()
        self.now = max(self.now, until_then)
        live_tables = self.app.service.live
        with contextlib.suppress(Refusal):
            await (await live_tables.find(name)).advance()

    async def log(self, name: str) -> list[AnyEntry]:
        """Return the stored entries of a table."""
        return [read_entry(entry.body) for entry in await self.store.entries(name)]

    async def folded(self, name: str) -> Table:
        """Return the table folded from the stored log."""
        return fold(
            name, [(read_entry(entry.body), entry.at) for entry in await self.store.entries(name)]
        )

    async def settled(self, name: str) -> Table:
        """Wait until every client agrees with the stored log, and return the table."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
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
                f"clients disagree with the log: {seen}, not {table.stage}"
            ) from None

    async def clear(self) -> None:
        """Disconnect all clients, and forget the tables in memory."""
        for client in self.clients:
            client.outbox.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(*(client.task for client in self.clients if client.task))
        self.clients.clear()
        for app in self.apps:
            for live in app.service.live.loaded.values():
                live.cancel_timer()
            app.service.live.runtime.cancel_tasks()
            app.service.live.loaded.clear()


def should_see(table: Table, seat: int | None) -> dict[str, Any]:
    """Return what a client of a seat must see."""
    return shown(json.loads(messages.ENCODER.encode(Pov(seat, "en").snapshot(table, 0.0)))) or {}


def shown(frame: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the parts of a table message that are compared."""
    return frame and {name: frame[name] for name in SHOWN}


@contextlib.asynccontextmanager
async def opened(seed: int) -> AsyncIterator[Cluster]:
    """Create workers on a database of their own."""
    store = await Store.open("sqlite://")
    try:
        yield Cluster(store, Random(seed))
    finally:
        await store.close()


def in_cluster(body: Callable[[Cluster], Awaitable[None]]) -> None:
    """Run a test body with two workers."""

    async def run() -> None:
        async with opened(1) as cluster:
            await body(cluster)
            await cluster.clear()

    asyncio.run(run())
