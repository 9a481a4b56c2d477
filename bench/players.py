"""The clients of our server in a load test: players, who move at random, and spectators."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec

from bench.load import Load
from bench.socket_client import SocketClient, connect

PROTOCOL = 2
WINDOW_S = 1
"""The length of a window, in which all players are asked at once."""
REPLACED = 1_000_000
"""Added to the number of a table that is replaced, so that its clients move otherwise."""


class Board(msgspec.Struct):
    """The fields of a view that a client needs."""

    waiting: list[int]
    legal: list[str]
    pending: str
    """The name of the pending decision, or "over"."""


class Message(msgspec.Struct):
    """The fields of a message that a client needs."""

    type: str
    version: int | None = None
    id: str | None = None
    done: str | None = None
    code: str = ""
    answered: bool = False
    view: Board | None = None


class Spectator(SocketClient):
    """A client that reads without understanding."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key

    def opened(self) -> None:
        """Present the key."""
        self.send_json({"type": "hello", "key": self.key, "story": False, "protocol": PROTOCOL})


class Player(Spectator):
    """A client at one seat of one table."""

    decode = msgspec.json.Decoder(Message).decode

    def __init__(self, load: Load, key: str, seat: int, chance: random.Random) -> None:
        super().__init__(key)
        self.load = load
        self.seat = seat
        self.random = chance
        self.table = Message("table")
        self.sent: dict[str, float] = {}
        self.asked = -1
        self.number = 0
        self.has_left = False
        self.on_over: Callable[[], None] = lambda: None
        """Called once, when the game is over."""

    def received(self, text: bytes) -> None:
        """Handle a message of the server."""
        message = Player.decode(text)
        done = message.id if message.type == "done" else message.done
        if done is not None:
            self.load.acknowledge(self.sent.pop(done))
        if message.type == "table":
            self.table = message
            self.check_turn()
            if message.view is not None and message.view.pending == "over":
                self.on_over()
        elif message.type == "refused":
            self.sent.pop(message.id or "", None)
            self.load.refuse(message.code)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count a connection that the server closed."""
        self.load.errors += not self.has_left

    def leave(self) -> None:
        """Close the connection."""
        self.has_left = True
        self.transport.close()

    def check_turn(self) -> None:
        """Queue this seat if it is to move."""
        table = self.table
        mine = table.view and self.seat in table.view.waiting and table.view.legal
        if mine and self.asked != table.version and not table.answered:
            self.asked = table.version or 0
            self.load.ready.append(self)

    def move(self) -> bool:
        """Make a move; return False if it is too late."""
        if self.table.version != self.asked or self.table.view is None:
            return False
        every = self.table.view.legal
        legal = [move for move in every if not move.startswith("ace")] or every
        self.number += 1
        name = f"m{self.number}"
        self.sent[name] = time.perf_counter()
        self.send_json(
            {"type": "move", "id": name, "version": self.asked, "move": self.random.choice(legal)}
        )
        return True


@dataclass
class TableOpener:
    """Opens tables of Dungeon with clients at every seat, and spectators."""

    load: Load
    http: httpx.AsyncClient
    port: int
    players: int = 2
    spectators: int = 0
    bots: tuple[str, ...] = ()
    """The bots that take the last seats."""
    keeps_going: bool = False
    """Whether a table whose game is over is replaced by a new one."""
    reopening: set["asyncio.Task[None]"] = field(default_factory=set)

    async def open(self, number: int) -> None:
        """Open a table and connect its clients."""
        wanted = {
            "game": "dungeon",
            "name": "Ana",
            "house": {"players": self.players},
            "bots": self.bots,
            "window": WINDOW_S,
        }
        first = await self.post("/api/tables", wanted)
        others = [
            await self.post("/api/seats", {"name": f"Luis {seat}", "key": first["join"]})
            for seat in range(1, self.players - len(self.bots))
        ]
        players = []
        for seat in [first, *others]:
            chance = random.Random(f"{number} {seat['seat']}")
            players.append(Player(self.load, seat["key"], seat["seat"], chance))
        if self.keeps_going:
            players[0].on_over = lambda: self.replace(number, players)
        for player in players:
            await connect(self.port, player)
        for _ in range(self.spectators):
            await connect(self.port, Spectator(first["watch"]))

    def replace(self, number: int, players: list[Player]) -> None:
        """Leave a table whose game is over, and open another one."""
        for player in players:
            player.on_over = lambda: None
            player.leave()
        task = asyncio.ensure_future(self.open(number + REPLACED))
        self.reopening.add(task)
        task.add_done_callback(self.reopening.discard)

    async def post(self, path: str, body: dict[str, object]) -> dict[str, Any]:
        """Make a request that must succeed."""
        response = await self.http.post(path, json=body)
        if response.is_error:
            raise RuntimeError(f"{path}: {response.status_code} {response.text}")
        found: dict[str, Any] = response.json()
        return found
