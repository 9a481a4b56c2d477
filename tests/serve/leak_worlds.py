"""The worlds of a leak test: tables in memory with all seats connected and all sent bytes kept."""

import asyncio
import contextlib
import copy
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, cast

from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import State
from underdeck.serve.app import App, new_metrics
from underdeck.serve.asgi import Message
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.keys import hash_of
from underdeck.serve.limits import Limits
from underdeck.serve.listings import listing
from underdeck.serve.live_table import LiveTable
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.logs import FIELDS_ATTRIBUTE, LOGGER, allowed_fields
from underdeck.serve.service import Service
from underdeck.store.model import Change, Entry, Key
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Began, Clock, Opened, Sat
from underdeck.table.history import History
from underdeck.table.summaries import summary_of
from underdeck.table.table import Table, fold
from underdeck.table.window import Window

NAME = "table"
NOON = 1_800_000_000.0
WINDOW = 4.0
WATCHING = None
METRICS = new_metrics()
PROTOCOLS: dict[int | None, int] = {0: 1, 1: 2}
"""The protocols of clients that read an older one than the newest."""
TURNS = 12
"""Turns of the event loop after which a message has been handled."""


def secret_of(seat: int | None) -> str:
    """Return the key of a seat or of a spectator."""
    return f"a-key-of-twenty-signs-{'watch' if seat is None else seat}"


def new_table(options: Options, seed: str, clock: Clock | None) -> Table:
    """Return a table whose game has begun, with a person in every seat."""
    values = {name: getattr(options, name) for name in options.__slots__}
    opened = Opened(
        "dungeon",
        values,
        ("",) * options.players,
        seed,
        listed=True,
        clock=clock,
        window=WINDOW,
        rules=GAME.rules,
    )
    people = [Sat(seat, f"Player {seat}", "words") for seat in range(options.players)]
    entries: list[AnyEntry] = [opened, *people, Began()]
    return fold(NAME, [(entry, NOON) for entry in entries])


def shadow_of(table: Table, state: State) -> Table:
    """Return a copy of the table with another state of the game and the same history."""
    other = copy.copy(table)
    other.seats, other.clocks = list(table.seats), copy.deepcopy(table.clocks)
    other.shares = replace(table.shares, seats=other.seats)
    history = table.history
    other.history = History(list(history.stages), list(history.events), list(history.move_stages))
    other.window = Window(table.window.since, dict(table.window.answers))
    other.made = dict(table.made)
    other.resigning, other.wishes = set(table.resigning), set(table.wishes)
    other.played = copy.copy(table.game_played)
    other.played.record = copy.copy(other.played.record)
    other.played.record.moves = list(other.played.record.moves)
    other.played.state = state
    return other


class FakeStore:
    """A store that keeps nothing but the keys of all seats."""

    is_shared = False

    def __init__(self, players: int) -> None:
        self.keys = {hash_of(secret_of(seat)): seat for seat in (*range(players), WATCHING)}

    async def commit(self, change: Change) -> None:
        """Accept every change."""

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return an empty log."""
        return []

    async def key(self, hash: bytes) -> Key | None:  # noqa: A002  the store's own name
        """Return the key with this hash."""
        if hash not in self.keys:
            return None
        seat = self.keys[hash]
        return Key(hash, "watch" if seat is None else "seat", NAME, seat)


class LoggedLines(logging.Handler):
    """Collects logged lines without their times."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(
            json.dumps([record.levelname, allowed_fields(getattr(record, FIELDS_ATTRIBUTE, {}))])
        )

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """Collect lines of all levels for a while."""
        level = LOGGER.level
        LOGGER.addHandler(self)
        LOGGER.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            LOGGER.setLevel(level)
            LOGGER.removeHandler(self)


@dataclass
class FakeSocket:
    """A fake socket: messages of the client, and bytes sent to it."""

    outbox: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    sent: list[bytes] = field(default_factory=list)
    task: asyncio.Task[None] | None = None

    async def keep(self, message: Message) -> None:
        """Receive a message from the server."""
        self.sent.append(json.dumps(message, sort_keys=True).encode())

    def take(self) -> list[bytes]:
        """Return and forget what was sent."""
        sent, self.sent = self.sent, []
        return sent


@cache
def first_app() -> App:
    """Return an application whose expensive descriptions are shared by all worlds."""
    nobody = LiveTables(cast(Store, None), cast(BotPool, None), METRICS)
    return App(
        Service(nobody.store, nobody, Limits(1, 1), Limits(1, 1)),
        "1",
        max_per_second=1e6,
        max_websockets=1000,
    )


def app_for(service: Service) -> App:
    """Return an application for a service."""
    app = copy.copy(first_app())
    app.service = service
    return app


class World:
    """One table with a socket for every seat and one for a spectator."""

    def __init__(self, table: Table, now: float, seats: tuple[int | None, ...]) -> None:
        self.table = table
        self.now = now
        store = cast(Store, FakeStore(len(table.seats)))
        self.live = LiveTables(store, cast(BotPool, None), METRICS, now=lambda: self.now)
        live = LiveTable(NAME, self.live.runtime)
        live.table = table
        self.live.loaded[NAME] = live
        self.app = app_for(
            Service(store, self.live, Limits(1e6, 1_000_000), Limits(1e6, 1_000_000))
        )
        self.sockets = {seat: FakeSocket() for seat in seats}
        self.lines = LoggedLines()
        self.state: State = table.game_played.state

    async def connect(self, *listening: int | None) -> None:
        """Connect all sockets; those in `listening` receive the story from the beginning."""
        scope = {"type": "websocket", "path": "/ws", "headers": [], "client": ("here", 1)}
        for seat, socket in self.sockets.items():
            socket.task = asyncio.ensure_future(self.app(scope, socket.outbox.get, socket.keep))
            socket.outbox.put_nowait({"type": "websocket.connect"})
            hello: dict[str, Any] = {
                "type": "hello",
                "key": secret_of(seat),
                "language": "es" if seat == 1 else "en",
                "protocol": PROTOCOLS.get(seat, 3),
            }
            hello |= (
                {"seen": 0, "story": True}
                if seat in listening
                else {"seen": self.table.stage, "story": False}
            )
            socket.outbox.put_nowait({"type": "websocket.receive", "text": json.dumps(hello)})
        await self.rest()

    async def rest(self) -> None:
        """Let pending work finish."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def send(self, seat: int | None, **message: Any) -> None:
        """Send a client's message, and let it be handled."""
        with self.lines.kept():
            self.sockets[seat].outbox.put_nowait(
                {"type": "websocket.receive", "text": json.dumps(message)}
            )
            await self.rest()

    async def wait(self, seconds: float) -> None:
        """Move the clock forward, and append what is due."""
        with self.lines.kept():
            self.now += seconds
            await self.live.loaded[NAME].advance()
            await self.rest()

    async def ask(
        self, path: str, seat: int | None, method: str = "GET", body: bytes = b""
    ) -> bytes:
        """Send an HTTP request; return status, headers and body as bytes."""
        kept: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            kept.append(repr(message).encode())

        headers = [(b"authorization", f"Bearer {secret_of(seat)}".encode())]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"protocol=%d" % PROTOCOLS.get(seat, 3),
            "headers": headers,
            "client": ("here", 1),
        }
        await self.app(scope, receive, send)
        return b"".join(kept)

    def in_lobby(self) -> str:
        """Return the table as listed in the lobby and indexed in the store."""
        summary = summary_of(self.table)
        return repr((listing(summary), summary.deadline, summary.status))

    async def close(self) -> None:
        """Disconnect all sockets."""
        for socket in self.sockets.values():
            socket.outbox.put_nowait({"type": "websocket.disconnect"})
        await self.live.stop()
        await asyncio.gather(*(socket.task for socket in self.sockets.values() if socket.task))
