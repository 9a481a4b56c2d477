"""A table with everybody connected to it, all in memory and under a clock of its own: every byte that anyone is sent is kept."""

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
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.keys import hash_of
from underdeck.serve.limits import Limits
from underdeck.serve.listings import listing
from underdeck.serve.live_table import LiveTable
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.logs import LOGGER, allowed
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
TURNS = 12
"""So many turns of the event loop let a message take its course; nothing here waits for anything else."""


def secret_of(seat: int | None) -> str:
    """The key of a seat, or of a spectator."""
    return f"a-key-of-twenty-signs-{'watch' if seat is None else seat}"


def new_table(house: Options, seed: str, clock: Clock | None) -> Table:
    """A game that has begun, with a person in every seat."""
    options = {name: getattr(house, name) for name in house.__slots__}
    opened = Opened(
        "dungeon",
        options,
        ("",) * house.players,
        seed,
        listed=True,
        clock=clock,
        window=WINDOW,
        rules=GAME.rules,
    )
    people = [Sat(seat, f"Player {seat}", "words") for seat in range(house.players)]
    entries: list[AnyEntry] = [opened, *people, Began()]
    return fold(NAME, [(entry, NOON) for entry in entries])


def shadow_of(table: Table, state: State) -> Table:
    """The same table with another state of the game: all that was shown until now is the same."""
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


class Shelf:
    """A store that keeps nothing, and knows every seat's key."""

    is_shared = False

    def __init__(self, players: int) -> None:
        self.keys = {hash_of(secret_of(seat)): seat for seat in (*range(players), WATCHING)}

    async def commit(self, change: Change) -> None:
        """Nothing refuses to be written."""

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """There is no log."""
        return []

    async def key(self, hash: bytes) -> Key | None:  # noqa: A002  the store's own name
        """What a secret opens."""
        if hash not in self.keys:
            return None
        seat = self.keys[hash]
        return Key(hash, "watch" if seat is None else "seat", NAME, seat)


class Lines(logging.Handler):
    """The lines that were logged, but for the time."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        self.told.append(json.dumps([record.levelname, allowed(getattr(record, "told", {}))]))

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """Keep what is logged meanwhile, of whatever level."""
        level = LOGGER.level
        LOGGER.addHandler(self)
        LOGGER.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            LOGGER.setLevel(level)
            LOGGER.removeHandler(self)


@dataclass
class Ear:
    """A socket's two ends: what is said, and what was sent."""

    said: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    sent: list[bytes] = field(default_factory=list)
    task: asyncio.Task[None] | None = None

    async def keep(self, event: dict[str, Any]) -> None:
        """Something is sent."""
        self.sent.append(json.dumps(event, sort_keys=True).encode())

    def take(self) -> list[bytes]:
        """All that was sent since the last time."""
        sent, self.sent = self.sent, []
        return sent


@cache
def first_app() -> App:
    """An application that describes itself once for all."""
    nobody = LiveTables(cast(Store, None), cast(BotPool, None), METRICS)
    return App(
        Service(nobody.store, nobody, Limits(1, 1), Limits(1, 1)),
        "1",
        per_second=1e6,
        most_sockets=1000,
    )


def app_for(service: Service) -> App:
    """The application in front of a service."""
    app = copy.copy(first_app())
    app.service = service
    return app


class World:
    """One table, a socket for every seat and one for a spectator."""

    def __init__(self, table: Table, now: float, seats: tuple[int | None, ...]) -> None:
        self.table = table
        self.now = now
        shelf = cast(Store, Shelf(len(table.seats)))
        self.live = LiveTables(shelf, cast(BotPool, None), METRICS, now=lambda: self.now)
        live = LiveTable(NAME, self.live.runtime)
        live.table = table
        self.live.loaded[NAME] = live
        self.app = app_for(
            Service(shelf, self.live, Limits(1e6, 1_000_000), Limits(1e6, 1_000_000))
        )
        self.ears = {seat: Ear() for seat in seats}
        self.lines = Lines()
        self.state: State = table.game_played.state

    async def connect(self, *listening: int | None) -> None:
        """Everybody says hello; those who listen are told the whole story, for who tells it remembers how it went."""
        scope = {"type": "websocket", "path": "/ws", "headers": [], "client": ("here", 1)}
        for seat, ear in self.ears.items():
            ear.task = asyncio.ensure_future(self.app(scope, ear.said.get, ear.keep))
            ear.said.put_nowait({"type": "websocket.connect"})
            hello: dict[str, Any] = {
                "type": "hello",
                "key": secret_of(seat),
                "language": "es" if seat == 1 else "en",
                "protocol": 1 if seat == 0 else 2,
            }
            hello |= (
                {"seen": 0, "story": True}
                if seat in listening
                else {"seen": self.table.stage, "story": False}
            )
            ear.said.put_nowait({"type": "websocket.receive", "text": json.dumps(hello)})
        await self.rest()

    async def rest(self) -> None:
        """Let everything happen that has begun."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def say(self, seat: int | None, **message: Any) -> None:
        """One message of a client, and all that comes of it."""
        with self.lines.kept():
            self.ears[seat].said.put_nowait(
                {"type": "websocket.receive", "text": json.dumps(message)}
            )
            await self.rest()

    async def wait(self, seconds: float) -> None:
        """Time goes by; what is due then happens."""
        with self.lines.kept():
            self.now += seconds
            await self.live.loaded[NAME].advance()
            await self.rest()

    async def ask(self, path: str, seat: int | None) -> bytes:
        """A request over HTTP: status, headers and body, byte by byte."""
        kept: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(event: dict[str, Any]) -> None:
            kept.append(repr(event).encode())

        headers = [(b"authorization", f"Bearer {secret_of(seat)}".encode())]
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": headers,
            "client": ("here", 1),
        }
        await self.app(scope, receive, send)
        return b"".join(kept)

    def in_lobby(self) -> str:
        """The table as anybody finds it listed, and as the store looks it up by; only when it changed isn't shown."""
        summary = summary_of(self.table)
        return repr((listing(summary), summary.deadline, summary.status))

    async def close(self) -> None:
        """Everybody goes."""
        for ear in self.ears.values():
            ear.said.put_nowait({"type": "websocket.disconnect"})
        await self.live.stop()
        await asyncio.gather(*(ear.task for ear in self.ears.values() if ear.task))
