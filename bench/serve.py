"""The server under load: how long a durable move takes, and what it costs beside a bare echo of JSON on the same stack."""

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench.measure import Line

TABLES, RATE, SECONDS, WARM_UP = 1000, 700, 20, 6
MESSAGE = {"type": "move", "id": "c1b2a3-000001", "version": 117, "move": "dig 9D"}

ECHO = """
import msgspec, uvicorn, sys
async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": msgspec.json.encode(msgspec.json.decode(event["text"])).decode()})
uvicorn.run(app, port=int(sys.argv[1]), ws="websockets-sansio", log_level="error", lifespan="off")
"""

SERVE = """
import sys
from underdeck.serve.run import Settings, run
run(Settings(port=int(sys.argv[1]), database=sys.argv[2], log_level="error", max_per_second=1e9, max_websockets=100_000, max_tables_per_hour=1e9))
"""


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def cpu_seconds(process: "subprocess.Popen[bytes]") -> float:
    """What a process has used of the processor, without its children."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def server(code: str, *args: str) -> AsyncIterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """A server in a process of its own."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", code, str(port), *args])
    try:
        while True:
            await asyncio.sleep(0.05)
            if process.poll() is not None:
                raise RuntimeError("the server didn't start")
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            writer.close()
            break
        yield port, process
    finally:
        process.terminate()
        process.wait(30)


async def echoes(seconds: float = 5.0, clients: int = 50) -> float:
    """Messages for each second of the echo's CPU."""
    text = msgspec.json.encode(MESSAGE).decode()
    async with server(ECHO) as (port, process):
        sockets = [
            await connect(f"ws://127.0.0.1:{port}/", compression=None) for _ in range(clients)
        ]
        until = time.perf_counter() + seconds
        began = cpu_seconds(process)

        async def chat(client: ClientConnection) -> int:
            sent = 0
            while time.perf_counter() < until:
                await client.send(text)
                await client.recv()
                sent += 1
            return sent

        total = sum(await asyncio.gather(*(chat(client) for client in sockets)))
        used = cpu_seconds(process) - began
        await asyncio.gather(*(client.close() for client in sockets))
        return total / used


@dataclass
class Load:
    """Many tables of two people, and what came of their moves."""

    ready: deque["Seat"] = field(default_factory=deque)
    delays: list[float] = field(default_factory=list)
    errors: int = 0
    measuring: bool = False


class Board(msgspec.Struct):
    """What a client needs of a view."""

    waiting: list[int]
    legal: list[str]


class Heard(msgspec.Struct):
    """What a client needs of a message."""

    type: str
    version: int | None = None
    id: str | None = None
    done: str | None = None
    code: str = ""
    answered: bool = False
    view: Board | None = None


class Seat(asyncio.Protocol):
    """One client at one table: as little of a WebSocket as it takes, for it shares the processor with the server."""

    HEAR = msgspec.json.Decoder(Heard).decode

    def __init__(self, load: Load, key: str, place: int, chance: random.Random) -> None:
        self.load = load
        self.key = key
        self.place = place
        self.random = chance
        self.table = Heard("table")
        self.sent: dict[str, float] = {}
        self.asked = -1
        self.number = 0
        self.rest = b""
        self.is_open = False

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        """Take whatever comes."""
        data = self.rest + data
        if not self.is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.is_open = True
            self.say({"type": "hello", "key": self.key, "story": False, "protocol": 2})
        start = 0
        while len(data) >= start + 4:
            length, body = data[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(data[start + 2 : start + 4]), start + 4
            if len(data) < body + length:
                break
            if data[start] == 0x81:
                self.hear(self.HEAR(data[body : body + length]))
            elif data[start] == 0x89:
                self.send(0x8A, data[body : body + length])
            start = body + length
        self.rest = data[start:]

    def send(self, kind: int, body: bytes) -> None:
        """One message, masked with nothing."""
        length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2)
        self.transport.write(bytes([kind]) + length + bytes(4) + body)

    def say(self, said: dict[str, Any]) -> None:
        """One message in JSON."""
        self.send(0x81, msgspec.json.encode(said))

    def hear(self, shown: Heard) -> None:
        """What the house says."""
        done = shown.id if shown.type == "done" else shown.done
        if done is not None:
            delay = time.perf_counter() - self.sent.pop(done)
            if self.load.measuring:
                self.load.delays.append(delay)
        if shown.type == "table":
            self.table = shown
            self.look()
        elif shown.type == "refused":
            self.sent.pop(shown.id or "", None)
            self.load.errors += shown.code != "stale"

    def look(self) -> None:
        """Is it my move?"""
        table = self.table
        mine = table.view and self.place in table.view.waiting and table.view.legal
        if mine and self.asked != table.version and not table.answered:
            self.asked = table.version or 0
            self.load.ready.append(self)

    def move(self) -> bool:
        """Make a move; False where it is too late."""
        if self.table.version != self.asked or self.table.view is None:
            return False
        every = self.table.view.legal
        legal = [move for move in every if not move.startswith("ace")] or every
        self.number += 1
        name = f"m{self.number}"
        self.sent[name] = time.perf_counter()
        self.say(
            {"type": "move", "id": name, "version": self.asked, "move": self.random.choice(legal)}
        )
        return True


async def sit_down(load: Load, port: int, http: httpx.AsyncClient, number: int) -> None:
    """A table of two."""
    wanted = {"game": "dungeon", "name": "Ana", "house": {"players": 2}, "window": 1}
    first = (await http.post("/api/tables", json=wanted)).json()
    second = (await http.post("/api/seats", json={"name": "Luis", "key": first["join"]})).json()
    for place, key in enumerate((first["key"], second["key"])):
        new_seat = partial(Seat, load, key, place, random.Random(f"{number} {place}"))
        await asyncio.get_running_loop().create_connection(new_seat, "127.0.0.1", port)


async def load(
    database: str, tables: int = TABLES, rate: float = RATE, seconds: float = SECONDS
) -> tuple[Load, float, float]:
    """What the moves came to, moves a second, and moves for each second of the server's CPU."""
    told = Load()
    async with (
        server(SERVE, database) as (port, process),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http,
    ):
        for start in range(0, tables, 20):
            await asyncio.gather(
                *(
                    sit_down(told, port, http, number)
                    for number in range(start, min(start + 20, tables))
                )
            )
        began, due, used = time.perf_counter(), 0.0, 0.0
        while (passed := time.perf_counter() - began) < WARM_UP + seconds:
            if passed >= WARM_UP and not told.measuring:
                told.measuring, used = True, cpu_seconds(process)
            due = max(due, passed * rate - rate)
            while due < passed * rate and told.ready:
                due += told.ready.popleft().move()
            await asyncio.sleep(0.001)
        used = cpu_seconds(process) - used
        made = len(told.delays)
        return told, made / seconds, made / used


def lines() -> Iterator[Line]:
    """The server's part of the table."""
    bare = asyncio.run(echoes())
    with tempfile.TemporaryDirectory() as folder:
        told, rate, each = uvloop.run(load(f"sqlite:///{folder}/load.db"))
    delays = sorted(told.delays)
    p99 = delays[len(delays) * 99 // 100] * 1000
    p50 = delays[len(delays) // 2] * 1000
    yield Line(
        "durable moves for each CPU second of the server",
        f"echo of JSON: {bare:,.0f}",
        f"{each:,.0f}",
        f"{each / bare:.2f}",
        ">= 0.5",
    )
    yield Line(
        f"a durable move, {TABLES:,} tables of two, {rate:,.0f} moves/s, {told.errors} errors",
        f"p50 {p50:.1f} ms",
        f"p99 {p99:.1f} ms",
        "",
        "<= 25 ms",
    )
