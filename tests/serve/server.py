"""A real server in a process of its own, and small clients that play on it."""

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect

from processes import TIMEOUT_S

END_WITH_INPUT = """
import os, threading
def end_with_input():
    while os.read(0, 1):
        pass
    os._exit(1)
threading.Thread(target=end_with_input, daemon=True).start()
"""
"""End when the standard input ends, as it does when the tests are killed."""
START = """
import asyncio, json, sys
from underdeck.serve.run import Settings, serve
options = json.loads(sys.argv[1])
asyncio.run(serve(Settings(on_started=lambda port: print(port, flush=True), **options)))
"""
FASTEST = """
import json, sys
from underdeck.serve.run import Settings, run
run(Settings(on_started=lambda port: print(port, flush=True), **json.loads(sys.argv[1])))
"""
"""The same on the event loop of `underdeck serve`."""
HIGH_LIMITS: dict[str, Any] = {
    "max_per_second": 1e6,
    "max_websockets": 10_000,
    "max_tables_per_hour": 1e7,
    "max_listed": 10**6,
    "request_timeout_s": 600.0,
    "hello_timeout_s": 600.0,
}
"""Limits that no test reaches, on a slow machine either."""

CLIENT_TIMEOUTS: dict[str, Any] = {
    "open_timeout": TIMEOUT_S,
    "ping_interval": None,
    "close_timeout": TIMEOUT_S,
}
"""Options of a WebSocket client that waits for a busy machine."""

Frame = dict[str, Any]


@dataclass
class Server:
    """A running server with a log and a database of its own."""

    process: subprocess.Popen[str]
    port: int
    log: Path

    @classmethod
    def start(cls, folder: Path, program: str = START, **options: Any) -> Self:
        """Start a server and wait until it listens."""
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / "server.log"
        settings = json.dumps(
            {
                "port": 0,
                "database": f"sqlite:///{folder / 'underdeck.db'}",
                **HIGH_LIMITS,
                **options,
            }
        )
        with log.open("a") as errors:
            process = subprocess.Popen(
                [sys.executable, "-c", END_WITH_INPUT + program, settings],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert process.stdout is not None
        port = process.stdout.readline()
        assert port, log.read_text()
        return cls(process, int(port), log)

    def stop(self) -> int:
        """Stop the server and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def kill(self) -> int:
        """Kill the server and return its exit code."""
        self.process.kill()
        return self._wait()

    def _wait(self) -> int:
        code = self.process.wait(TIMEOUT_S)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        return code

    @property
    def address(self) -> str:
        """The host and port."""
        return f"127.0.0.1:{self.port}"

    @property
    def memory(self) -> int:
        """Resident memory in bytes, without the bots' workers."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    def failures(self) -> list[str]:
        """Return the lines of the log about internal errors."""
        return [
            line
            for line in self.log.read_text().splitlines()
            if " error " in line or "frames=" in line or "Traceback" in line
        ]


@contextlib.contextmanager
def running(folder: Path, **options: Any) -> Iterator[Server]:
    """Run a server inside the block."""
    server = Server.start(folder, **options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Visitor:
    """A client of one server: HTTP requests, and WebSockets for any number of seats."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.AsyncClient(base_url=f"http://{server.address}", timeout=TIMEOUT_S)
        self._sockets = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._sockets.aclose()
        await self.http.aclose()

    async def ask(
        self, method: str, path: str, body: Any = None, key: str = "", **headers: str
    ) -> httpx.Response:
        """Send a request."""
        sent = {"authorization": f"Bearer {key}", **headers} if key else headers
        return await self.http.request(method, path, json=body, headers=sent)

    async def get(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """Send a request that must succeed and return its JSON."""
        response = await self.ask(method, path, body, key)
        assert response.is_success, response.text
        return response.json()

    async def open(self, game: str = "tomb", **wanted: Any) -> Frame:
        """Open a table; bots move at once unless `pace` is given."""
        opened: Frame = await self.get(
            "POST", "/api/tables", {"game": game, "name": "Ada", "pace": 0, **wanted}
        )
        return opened

    async def join(self, key: str, name: str = "Bruno") -> Frame:
        """Take a seat with the key of an invitation."""
        seated: Frame = await self.get("POST", "/api/seats", {"name": name, "key": key})
        return seated

    async def duel(self, **wanted: Any) -> tuple["Player", "Player", Frame]:
        """Return two players at a new Dungeon and the response to opening it."""
        opened = await self.open("dungeon", **wanted)
        joined = await self.join(opened["join"])
        return await self.sit(opened["key"]), await self.sit(joined["key"]), opened

    async def sit(self, key: str, **hello: Any) -> "Player":
        """Connect, say hello and receive the table."""
        player = await self.open_socket()
        await player.send("hello", **{"key": key, "protocol": 2} | hello)
        await player.next("table")
        return player

    async def open_socket(self, **headers: str) -> "Player":
        """Open a WebSocket without saying hello."""
        connection = connect(
            f"ws://{self.server.address}/ws",
            additional_headers=headers,
            max_size=None,
            **CLIENT_TIMEOUTS,
        )
        return Player(await self._sockets.enter_async_context(connection))


@dataclass
class Player:
    """A WebSocket and the last table received over it."""

    socket: ClientConnection
    table: Frame = field(default_factory=dict)
    received: list[Frame] = field(default_factory=list)
    moves: int = 0
    later: deque[Frame] = field(default_factory=deque)
    """Acknowledgements that arrived within a table."""

    async def send(self, kind: str, **parts: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"type": kind, **parts}))

    async def next(self, *kinds: str) -> Frame:
        """Return the next message of one of these types; all are kept in `received`."""
        while True:
            frame: Frame = (
                self.later.popleft() if self.later else json.loads(await self.socket.recv())
            )
            if frame["type"] == "table":
                if "done" in frame:
                    self.later.append(
                        {"type": "done", "id": frame.pop("done"), "version": frame["version"]}
                    )
                frame = self.table = {**self.table, **frame}  # missing fields have not changed
            self.received.append(frame)
            if frame["type"] in kinds:
                return frame

    async def seen(self, fits: Callable[[Frame], bool]) -> Frame:
        """Return the table as soon as it meets a condition."""
        while not self.table or not fits(self.table):
            await self.next("table")
        return self.table

    async def at(self, version: int) -> Frame:
        """Return the table at this version or a later one."""
        return await self.seen(lambda table: table["version"] >= version)

    @property
    def legal(self) -> list[str]:
        """The texts of the legal moves, which are objects from protocol 3 on."""
        moves = self.table["view"]["legal"]
        return [move if isinstance(move, str) else move["text"] for move in moves]

    async def play(self, move: str, **parts: Any) -> Frame:
        """Make a move at the last version seen and return the answer."""
        self.moves += 1
        move_id, version = f"move {self.moves}", self.table["version"]
        await self.send("move", **{"id": move_id, "version": version, "move": move, **parts})
        return await self.next("done", "refused")

    async def play_on(self, random: Random, max_moves: int = 10_000) -> Frame:
        """Make random legal moves until the game is over or the maximum is reached."""
        for _ in range(max_moves):
            await self.seen(
                lambda table: (
                    table["status"] == "over" or (self.legal != [] and not table["answered"])
                )
            )
            if self.table["status"] == "over":
                break
            chosen_at = self.table["version"]
            answer = await self.play(random.choice(self.legal))
            if answer["type"] == "done":
                self.table["answered"] |= (
                    self.table["version"] == chosen_at
                )  # don't move again before the next table
            elif answer["code"] == "stale":
                await self.next("table")
        return self.table


def live(scenario: Callable[[Visitor], Awaitable[None]]) -> Callable[[Server], None]:
    """Turn a scenario of one client into a test against a running server."""

    def test(server: Server) -> None:
        async def run() -> None:
            async with asyncio.timeout(TIMEOUT_S), Visitor(server) as visitor:
                await scenario(visitor)

        asyncio.run(run())

    test.__name__, test.__doc__ = scenario.__name__, scenario.__doc__
    return test
