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
from pathlib import Path
from typing import Any

import httpx
import msgspec
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
run(Settings(port=int(sys.argv[1]), database=sys.argv[2], log_level="error", per_second=1e9, most_sockets=100_000, tables_an_hour=1e9))
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
        sockets = [await connect(f"ws://127.0.0.1:{port}/", compression=None) for _ in range(clients)]
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


@dataclass
class Seat:
    """One client at one table."""

    load: Load
    client: ClientConnection
    random: random.Random
    table: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, float] = field(default_factory=dict)
    asked: int = -1
    number: int = 0

    async def listen(self) -> None:
        """Take whatever comes."""
        async for text in self.client:
            shown = msgspec.json.decode(text)
            match shown["type"]:
                case "table":
                    self.table = shown
                    self.look()
                case "done":
                    delay = time.perf_counter() - self.sent.pop(shown["id"])
                    if self.load.measuring:
                        self.load.delays.append(delay)
                case "refused":
                    self.sent.pop(shown["id"] or "", None)
                    self.load.errors += shown["code"] != "stale"

    def look(self) -> None:
        """Is it my move?"""
        view = self.table["view"]
        mine = view and self.table["seat"] + 1 in view["waiting"] and view["legal"]
        if mine and self.asked != self.table["version"] and not self.table["answered"]:
            self.asked = self.table["version"]
            self.load.ready.append(self)

    async def move(self) -> bool:
        """Make a move; False where it is too late."""
        if self.table["version"] != self.asked:
            return False
        legal = [move for move in self.table["view"]["legal"] if not move.startswith("ace")] or self.table["view"]["legal"]
        self.number += 1
        name = f"m{self.number}"
        self.sent[name] = time.perf_counter()
        said = {"type": "move", "id": name, "version": self.table["version"], "move": self.random.choice(legal)}
        await self.client.send(msgspec.json.encode(said).decode())
        return True


async def sit_down(load: Load, port: int, http: httpx.AsyncClient, number: int) -> list["asyncio.Task[None]"]:
    """A table of two."""
    wanted = {"game": "dungeon", "name": "Ana", "house": {"players": 2}, "window": 1}
    first = (await http.post("/api/tables", json=wanted)).json()
    second = (await http.post("/api/seats", json={"name": "Luis", "key": first["join"]})).json()
    tasks = []
    for place, key in enumerate((first["key"], second["key"])):
        client = await connect(f"ws://127.0.0.1:{port}/ws", compression=None, ping_interval=None)
        await client.send(msgspec.json.encode({"type": "hello", "key": key, "story": False}).decode())
        tasks.append(asyncio.ensure_future(Seat(load, client, random.Random(f"{number} {place}")).listen()))
    return tasks


async def load(database: str, tables: int = TABLES, rate: float = RATE, seconds: float = SECONDS) -> tuple[Load, float, float]:
    """What the moves came to, moves a second, and moves for each second of the server's CPU."""
    told = Load()
    async with server(SERVE, database) as (port, process), httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        tasks: list[asyncio.Task[None]] = []
        for start in range(0, tables, 20):
            rows = await asyncio.gather(*(sit_down(told, port, http, number) for number in range(start, min(start + 20, tables))))
            tasks += [task for row in rows for task in row]
        began, due, used = time.perf_counter(), 0.0, 0.0
        while (passed := time.perf_counter() - began) < WARM_UP + seconds:
            if passed >= WARM_UP and not told.measuring:
                told.measuring, used = True, cpu_seconds(process)
            due = max(due, passed * rate - rate)
            while due < passed * rate and told.ready:
                due += await told.ready.popleft().move()
            await asyncio.sleep(0.001)
        used = cpu_seconds(process) - used
        for task in tasks:
            task.cancel()
        made = len(told.delays)
        return told, made / seconds, made / used


def lines() -> Iterator[Line]:
    """The server's part of the table."""
    bare = asyncio.run(echoes())
    with tempfile.TemporaryDirectory() as folder:
        told, rate, each = asyncio.run(load(f"sqlite:///{folder}/load.db"))
    delays = sorted(told.delays)
    p99 = delays[len(delays) * 99 // 100] * 1000
    p50 = delays[len(delays) // 2] * 1000
    yield Line(
        "durable moves for each CPU second of the server", f"echo of JSON: {bare:,.0f}", f"{each:,.0f}", f"{each / bare:.2f}", ">= 0.5"
    )
    yield Line(
        f"a durable move, {TABLES:,} tables of two, {rate:,.0f} moves/s, {told.errors} errors",
        f"p50 {p50:.1f} ms",
        f"p99 {p99:.1f} ms",
        "",
        "<= 25 ms",
    )
