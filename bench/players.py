"""The clients of our server in a load test: players, who move at random, and spectators."""

import random
import time
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec

from bench.load import Load
from bench.socket_client import SocketClient, connect

PROTOCOL = 2
WINDOW_S = 1
"""The length of a window, in which all players are asked at once."""


class Board(msgspec.Struct):
    """The fields of a view that a client needs."""

    waiting: list[int]
    legal: list[str]


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

    def received(self, text: bytes) -> None:
        """Handle a message of the server."""
        message = Player.decode(text)
        done = message.id if message.type == "done" else message.done
        if done is not None:
            self.load.acknowledge(self.sent.pop(done))
        if message.type == "table":
            self.table = message
            self.check_turn()
        elif message.type == "refused":
            self.sent.pop(message.id or "", None)
            self.load.refuse(message.code)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count a connection that the server closed."""
        self.load.errors += 1

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

    async def open(self, number: int) -> None:
        """Open a table and connect its clients."""
        wanted = {
            "game": "dungeon",
            "name": "Ana",
            "house": {"players": self.players},
            "window": WINDOW_S,
        }
        first = await self.post("/api/tables", wanted)
        others = [
            await self.post("/api/seats", {"name": f"Luis {seat}", "key": first["join"]})
            for seat in range(1, self.players)
        ]
        for seat in [first, *others]:
            chance = random.Random(f"{number} {seat['seat']}")
            await connect(self.port, Player(self.load, seat["key"], seat["seat"], chance))
        for _ in range(self.spectators):
            await connect(self.port, Spectator(first["watch"]))

    async def post(self, path: str, body: dict[str, object]) -> dict[str, Any]:
        """Make a request that must succeed."""
        response = await self.http.post(path, json=body)
        if response.is_error:
            raise RuntimeError(f"{path}: {response.status_code} {response.text}")
        found: dict[str, Any] = response.json()
        return found
