"""A real server in a process of its own, and small clients."""

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

START = """
import asyncio, json, sys
from underdeck.serve.run import Settings, serve
options = json.loads(sys.argv[1])
asyncio.run(serve(Settings(started=lambda port: print(port, flush=True), **options)))
"""
FASTEST = """
import json, sys
from underdeck.serve.run import Settings, run
run(Settings(started=lambda port: print(port, flush=True), **json.loads(sys.argv[1])))
"""
"""The same with the event loop of production."""
PLENTY: dict[str, Any] = {
    "per_second": 1e6,
    "most_sockets": 10_000,
    "tables_an_hour": 1e7,
    "max_listed": 10**6,
}
"""Limits that no test reaches."""
TIMEOUT_S = 10.0

Frame = dict[str, Any]


@dataclass
class Server:
    """A running server with its own log and database."""

    process: subprocess.Popen[str]
    port: int
    log: Path

    @classmethod
    def start(cls, folder: Path, program: str = START, **options: Any) -> Self:
        """Start a server, and wait until it listens."""
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / "server.log"
        fields = json.dumps(
            {"port": 0, "database": f"sqlite:///{folder / 'underdeck.db'}", **PLENTY, **options}
        )
        with log.open("a") as errors:
            process = subprocess.Popen(
                [sys.executable, "-c", program, fields],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first, log.read_text()
        return cls(process, int(first), log)

    def stop(self) -> int:
        """Stop the server gracefully, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def kill(self) -> int:
        """Kill the server."""
        self.process.kill()
        return self._wait()

    def _wait(self) -> int:
        ended = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return ended

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return f"127.0.0.1:{self.port}"

    @property
    def memory(self) -> int:
        """Return the server's memory in bytes, without the bots' workers."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    def failures(self) -> list[str]:
        """Return the lines of the log that report a failure."""
        return [
            line
            for line in self.log.read_text().splitlines()
            if " error " in line or "frames=" in line or "Traceback" in line
        ]


@contextlib.contextmanager
def running(folder: Path, **options: Any) -> Iterator[Server]:
    """Run a server, and stop it in the end."""
    server = Server.start(folder, **options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Visitor:
    """A client of one server, over HTTP and any number of sockets."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.AsyncClient(base_url=f"http://{server.address}", timeout=TIMEOUT_S)
        self._doors = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._doors.aclose()
        await self.http.aclose()

    async def ask(
        self, method: str, path: str, body: Any = None, key: str = "", **headers: str
    ) -> httpx.Response:
        """Send a request."""
        fields = {"authorization": f"Bearer {key}", **headers} if key else headers
        return await self.http.request(method, path, json=body, headers=fields)

    async def get(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """Send a request that must succeed, and return its response."""
        answer = await self.ask(method, path, body, key)
        assert answer.is_success, answer.text
        return answer.json()

    async def open(self, game: str = "tomb", **wanted: Any) -> Frame:
        """Open a table; bots move at once by default."""
        opened: Frame = await self.get(
            "POST", "/api/tables", {"game": game, "name": "Ada", "pace": 0, **wanted}
        )
        return opened

    async def join(self, key: str, name: str = "Bruno") -> Frame:
        """Join a table."""
        seated: Frame = await self.get("POST", "/api/seats", {"name": name, "key": key})
        return seated

    async def duel(self, **wanted: Any) -> tuple["Player", "Player", Frame]:
        """Seat two people at a Dungeon; return them and the response to the opener."""
        opened = await self.open("dungeon", **wanted)
        joined = await self.join(opened["join"])
        return await self.sit(opened["key"]), await self.sit(joined["key"]), opened

    async def sit(self, key: str, **hello: Any) -> "Player":
        """Connect with a key, and wait for the table, and for the game if it is about to begin."""
        player = await self.knock()
        await player.say("hello", **{"key": key, "protocol": 2} | hello)
        await player.next("table")
        return player

    async def knock(self, **headers: str) -> "Player":
        """Connect without sending anything."""
        dialled = connect(
            f"ws://{self.server.address}/ws", additional_headers=headers, max_size=None
        )
        return Player(await self._doors.enter_async_context(dialled))


@dataclass
class Player:
    """A connected client, and the table as it received it last."""

    socket: ClientConnection
    table: Frame = field(default_factory=dict)
    received: list[Frame] = field(default_factory=list)
    moves: int = 0
    later: deque[Frame] = field(default_factory=deque)
    """Acknowledgements that came within a table message."""

    async def say(self, kind: str, **parts: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"type": kind, **parts}))

    async def next(self, *kinds: str) -> Frame:
        """Return the next message of one of these types; keep others in `received`."""
        while True:
            frame: Frame = (
                self.later.popleft()
                if self.later
                else json.loads(await asyncio.wait_for(self.socket.recv(), TIMEOUT_S))
            )
            if frame["type"] == "table":
                if "done" in frame:
                    self.later.append(
                        {"type": "done", "id": frame.pop("done"), "version": frame["version"]}
                    )
                frame = self.table = {**self.table, **frame}  # what is left out is as before
            self.received.append(frame)
            if frame["type"] in kinds:
                return frame

    async def seen(self, fits: Callable[[Frame], bool]) -> Frame:
        """Wait until the table fulfils a condition, and return it."""
        while not self.table or not fits(self.table):
            await self.next("table")
        return self.table

    async def at(self, version: int) -> Frame:
        """Return the table at that version or a later one."""
        return await self.seen(lambda table: table["version"] >= version)

    async def quiet(self, seconds: float = 0.15) -> list[Frame]:
        """Return all messages until none comes for a while."""
        came: list[Frame] = []
        with contextlib.suppress(TimeoutError):
            while True:
                came.append(json.loads(await asyncio.wait_for(self.socket.recv(), seconds)))
        return came

    @property
    def legal(self) -> list[str]:
        """Return the legal moves."""
        return list(self.table["view"]["legal"])

    async def play(self, move: str, **parts: Any) -> Frame:
        """Make a move at the version seen, and return the answer."""
        self.moves += 1
        fields = {
            "id": f"move {self.moves}",
            "version": self.table["version"],
            "move": move,
            **parts,
        }
        await self.say("move", **fields)
        return await self.next("done", "refused")

    async def play_on(self, random: Random, most: int = 10_000) -> Frame:
        """Make random legal moves until the game is over or the limit is reached."""
        for _ in range(most):
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
                )  # nothing more is chosen from what was seen before
            elif answer["code"] == "stale":
                await self.next("table")
        return self.table


def live(body: Callable[[Visitor], Awaitable[None]]) -> Callable[[Server], None]:
    """Turn a coroutine into a test with a client of a running server."""

    def wrapper(server: Server) -> None:
        async def run() -> None:
            async with asyncio.timeout(60), Visitor(server) as visitor:
                await body(visitor)

        asyncio.run(run())

    wrapper.__name__, wrapper.__doc__ = body.__name__, body.__doc__
    return wrapper
