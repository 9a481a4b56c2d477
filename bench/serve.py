"""The server under load: latency of durable moves, and their cost against an echo of JSON."""

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
        text = msgspec.json.encode(msgspec.json.decode(event["text"])).decode()
        await send({"type": "websocket.send", "text": text})
uvicorn.run(app, port=int(sys.argv[1]), ws="websockets-sansio", log_level="error", lifespan="off")
"""

SERVE = """
import sys
from underdeck.serve.run import Settings, run
limits = {"max_per_second": 1e9, "max_websockets": 100_000, "max_tables_per_hour": 1e9}
run(Settings(port=int(sys.argv[1]), database=sys.argv[2], log_level="error", **limits))
"""


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def cpu_seconds(process: "subprocess.Popen[bytes]") -> float:
    """Return the CPU time of a process without its children."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def server(code: str, *args: str) -> AsyncIterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """Start a server in another process."""
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
    """Return the messages per CPU second of the echo server."""
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
    """The state of a load test: many tables of two players."""

    ready: deque["Seat"] = field(default_factory=deque)
    delays: list[float] = field(default_factory=list)
    errors: int = 0
    measuring: bool = False


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


class Seat(asyncio.Protocol):
    """One client at one table, with a minimal WebSocket: it shares the CPU with the server."""

    decode = msgspec.json.Decoder(Message).decode

    def __init__(self, load: Load, key: str, seat: int, chance: random.Random) -> None:
        self.load = load
        self.key = key
        self.seat = seat
        self.random = chance
        self.table = Message("table")
        self.sent: dict[str, float] = {}
        self.asked = -1
        self.number = 0
        self.rest = b""
        self.is_open = False

    def connection_made(self, transport: Any) -> None:
        """Request a WebSocket."""
        self.transport = transport
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        """Read complete messages."""
        data = self.rest + data
        if not self.is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.is_open = True
            self.send_json({"type": "hello", "key": self.key, "story": False, "protocol": 2})
        start = 0
        while len(data) >= start + 4:
            length, body = data[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(data[start + 2 : start + 4]), start + 4
            if len(data) < body + length:
                break
            if data[start] == 0x81:
                self.receive(Seat.decode(data[body : body + length]))
            elif data[start] == 0x89:
                self.send(0x8A, data[body : body + length])
            start = body + length
        self.rest = data[start:]

    def send(self, kind: int, body: bytes) -> None:
        """Send a frame with an empty mask."""
        length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2)
        self.transport.write(bytes([kind]) + length + bytes(4) + body)

    def send_json(self, message: dict[str, Any]) -> None:
        """Send a message in JSON."""
        self.send(0x81, msgspec.json.encode(message))

    def receive(self, message: Message) -> None:
        """Handle a message of the server."""
        done = message.id if message.type == "done" else message.done
        if done is not None:
            delay = time.perf_counter() - self.sent.pop(done)
            if self.load.measuring:
                self.load.delays.append(delay)
        if message.type == "table":
            self.table = message
            self.check_turn()
        elif message.type == "refused":
            self.sent.pop(message.id or "", None)
            self.load.errors += message.code != "stale"

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


async def open_table(load: Load, port: int, http: httpx.AsyncClient, number: int) -> None:
    """Open a table of two players."""
    wanted = {"game": "dungeon", "name": "Ana", "house": {"players": 2}, "window": 1}
    first = (await http.post("/api/tables", json=wanted)).json()
    second = (await http.post("/api/seats", json={"name": "Luis", "key": first["join"]})).json()
    for seat, key in enumerate((first["key"], second["key"])):
        new_seat = partial(Seat, load, key, seat, random.Random(f"{number} {seat}"))
        await asyncio.get_running_loop().create_connection(new_seat, "127.0.0.1", port)


async def load(
    database: str, tables: int = TABLES, rate: float = RATE, seconds: float = SECONDS
) -> tuple[Load, float, float]:
    """Return the load test, moves per second, and moves per CPU second of the server."""
    test = Load()
    async with (
        server(SERVE, database) as (port, process),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http,
    ):
        for start in range(0, tables, 20):
            await asyncio.gather(
                *(
                    open_table(test, port, http, number)
                    for number in range(start, min(start + 20, tables))
                )
            )
        began, due, used = time.perf_counter(), 0.0, 0.0
        while (passed := time.perf_counter() - began) < WARM_UP + seconds:
            if passed >= WARM_UP and not test.measuring:
                test.measuring, used = True, cpu_seconds(process)
            due = max(due, passed * rate - rate)
            while due < passed * rate and test.ready:
                due += test.ready.popleft().move()
            await asyncio.sleep(0.001)
        used = cpu_seconds(process) - used
        made = len(test.delays)
        return test, made / seconds, made / used


def lines() -> Iterator[Line]:
    """Measure the server."""
    bare = asyncio.run(echoes())
    with tempfile.TemporaryDirectory() as folder:
        test, rate, each = uvloop.run(load(f"sqlite:///{folder}/load.db"))
    delays = sorted(test.delays)
    p99 = delays[len(delays) * 99 // 100] * 1000
    p50 = delays[len(delays) // 2] * 1000
    yield Line(
        "durable moves per CPU second of the server",
        f"echo of JSON: {bare:,.0f}",
        f"{each:,.0f}",
        f"{each / bare:.2f}",
        ">= 0.5",
    )
    yield Line(
        f"durable move, {TABLES:,} tables of two, {rate:,.0f} moves/s, {test.errors} errors",
        f"p50 {p50:.1f} ms",
        f"p99 {p99:.1f} ms",
        "",
        "<= 25 ms",
    )
