"""Failures of the database under load: no acknowledged move is lost, and all sockets recover.

`make campaign ARGS="faults"` makes all writes to a SQLite file fail fifty times, then fills its
disk ten times (a small tmpfs, if mounting is allowed); with `--postgres` it restarts the PostgreSQL
server behind two workers fifty times.
"""

import asyncio
import contextlib
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import click
import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from campaign.kill import Acknowledged, lost
from processes import TIMEOUT_S
from serve.server import CLIENT_TIMEOUTS, Server, Visitor
from store.postgres import Postgres

MAX_SILENCE_S = 2.0
"""How long a socket may stay silent after the database's return."""
WINDOW_S = 1
"""The time limit of windows, by which a table may stay unchanged for longer."""
MAX_READY_S = 60.0
"""How long a server on a full disk may report that it is ready."""
RETRY_S, THINK_S = 0.2, 0.05
TABLES, BOT_TABLES = 8, 8
DISK_BYTES = 12 * 2**20
FINAL = ("over", "closed")


@dataclass
class Seat:
    """A player who moves at once, retries temporary failures, and never reconnects."""

    table: str
    seat: int
    key: str
    acknowledged: Acknowledged
    random: Random
    frame: dict[str, Any] = field(default_factory=dict)
    received_at: float = 0.0
    """When the table was last received."""
    changed_at: float = 0.0
    """When the table was last received with a new version."""
    closed_with: int | None = None
    pending: dict[str, Any] | None = None
    _socket: ClientConnection | None = None
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def sit_down(self, server: Server) -> None:
        """Connect, and play from then on."""
        self._socket = await connect(f"ws://{server.address}/ws", max_size=None, **CLIENT_TIMEOUTS)
        await self.send({"type": "hello", "key": self.key, "story": False})
        self._tasks.append(asyncio.ensure_future(self._listen(self._socket)))

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):
            await self._socket.send(json.dumps(message))

    async def leave(self) -> None:
        """Disconnect."""
        for task in self._tasks:
            task.cancel()
        if self._socket is not None:
            await self._socket.close()

    def __str__(self) -> str:
        return f"{self.table} {self.seat}"

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.frame.get("status") in FINAL

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                await self._read(json.loads(text))
        except ConnectionClosed:
            pass
        self.closed_with = socket.close_code

    async def _read(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "table":
            self.received_at = time.monotonic()
            if frame["version"] != self.frame.get("version"):
                self.changed_at = self.received_at
            self.frame |= frame
            if done := frame.pop("done", None):
                self._acknowledge(done, frame["version"])
            await self._choose()
        elif frame["type"] == "done":
            self._acknowledge(frame["id"], frame["version"])
        elif frame["type"] == "refused" and self.pending and frame.get("id") == self.pending["id"]:
            if frame["code"].startswith("store_") or frame["code"] in ("table_busy", "unavailable"):
                self._later(RETRY_S, self.pending)
            else:
                self.pending = None

    async def _choose(self) -> None:
        """Make a move if the game waits for this seat."""
        legal = (self.frame.get("view") or {}).get("legal")
        if legal and not self.frame["answered"] and not self.pending and not self.is_over:
            self.acknowledged.number += 1
            name = f"f{self.acknowledged.number}"
            self.pending = {
                "type": "move",
                "id": name,
                "version": self.frame["version"],
                "move": self.random.choice(legal),
            }
            self._later(THINK_S, self.pending)

    def _later(self, seconds: float, message: dict[str, Any]) -> None:
        async def send() -> None:
            await asyncio.sleep(seconds)
            await self.send(message)

        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.ensure_future(send()))

    def _acknowledge(self, name: str, version: int) -> None:
        if self.pending and self.pending["id"] == name:
            self.frame["answered"] |= self.pending["version"] == version
            self.pending = None
        self.acknowledged.moves.append((self.table, self.seat, name, version))
        self.acknowledged.count += 1


@dataclass
class Players:
    """All players of all tables."""

    servers: list[Server]
    random: Random
    acknowledged: Acknowledged = field(default_factory=Acknowledged)
    seats: list[Seat] = field(default_factory=list)
    longest_silence: float = 0.0
    """The longest time, after the database's return, until all sockets got a message."""

    async def fill(self) -> None:
        """Replace the games that have ended."""
        for seat in [seat for seat in self.seats if seat.is_over]:
            await seat.leave()
            self.seats.remove(seat)
        tables = {seat.table: 0 for seat in self.seats}
        for seat in self.seats:
            tables[seat.table] += 1
        async with Visitor(self.servers[0]) as visitor:
            for _ in range(TABLES - sum(people == 2 for people in tables.values())):
                opened = await visitor.open("dungeon", house={"players": 2}, window=WINDOW_S)
                joined = await visitor.join(opened["join"])
                await self._seat(opened["table"], opened["key"], joined["key"])
            for _ in range(BOT_TABLES - sum(people == 1 for people in tables.values())):
                opened = await visitor.open(
                    "dungeon", house={"players": 2}, bots=["careful"], window=WINDOW_S, pace=0.1
                )
                await self._seat(opened["table"], opened["key"])

    async def _seat(self, table: str, *keys: str) -> None:
        for number, key in enumerate(keys):
            seat = Seat(table, number, key, self.acknowledged, Random(self.random.random()))
            self.acknowledged.keys.append((table, number, key))
            self.seats.append(seat)
            await seat.sit_down(self.random.choice(self.servers))

    async def complaints(self, back_at: float) -> list[str]:
        """Return sockets that were closed or stay silent, and tables that don't continue."""
        for seat in self.seats:
            await seat.send({"type": "sync", "seen": seat.frame.get("version", 0)})
        silent = await until_none(
            lambda: [seat for seat in self.seats if seat.received_at < back_at],
            back_at + MAX_SILENCE_S,
        )
        self.longest_silence = max(self.longest_silence, time.monotonic() - back_at)
        stuck = await until_none(
            lambda: [seat for seat in self.seats if seat.changed_at < back_at and not seat.is_over],
            back_at + MAX_SILENCE_S + WINDOW_S,
        )
        closed = [
            f"closed with {seat.closed_with}: {seat.table}"
            for seat in self.seats
            if seat.closed_with is not None
        ]
        return [
            *closed,
            *(f"silent: {seat}" for seat in silent),
            *(f"stuck: {seat}" for seat in stuck),
        ]


async def until_none(find: Callable[[], list[Seat]], ends: float) -> list[Seat]:
    """Wait until `find` returns nothing; return the rest when time is up."""
    while (found := find()) and time.monotonic() < ends:
        await asyncio.sleep(0.01)
    return found


Fault = Callable[[], contextlib.AbstractContextManager[None]]
Faults = dict[str, tuple[int, Callable[[list[Server]], Fault]]]
"""The number of repetitions of each fault, and the function that causes it."""


async def is_unready(server: Server) -> bool:
    """Return whether the server soon reports that it isn't ready."""
    ends = time.monotonic() + MAX_READY_S
    async with httpx.AsyncClient(timeout=TIMEOUT_S) as http:
        while time.monotonic() < ends:
            if (await http.get(f"http://{server.address}/api/ready")).status_code == 503:
                return True
            await asyncio.sleep(0.05)
    return False


async def fail_once(players: Players, fault: Fault, seconds: float) -> list[str]:
    """Let the database fail for a while, and check that all clients are served afterwards."""
    await players.fill()
    await asyncio.sleep(players.random.uniform(0.15, 0.5) * seconds)
    failing = fault()
    await asyncio.to_thread(failing.__enter__)
    try:
        await asyncio.sleep(players.random.uniform(0.1, 1.0) * seconds)
        ready = [
            f"ready though writes fail: {server.address}"
            for server in players.servers
            if not await is_unready(server)
        ]
    finally:
        await asyncio.to_thread(failing.__exit__, None, None, None)
    return ready + await players.complaints(time.monotonic())


async def campaign(
    faults: Faults,
    database: str,
    workers: int,
    seed: str = "faults",
    seconds: float = 2.0,
    minutes: float = math.inf,
) -> dict[str, Any]:
    """Cause each fault repeatedly, within a time limit, and report problems."""
    ends, wrong, happened = time.monotonic() + 60 * minutes, list[str](), dict.fromkeys(faults, 0)
    with tempfile.TemporaryDirectory() as folder:
        servers = [
            Server.start(Path(folder) / str(number), database=database) for number in range(workers)
        ]
        players = Players(servers, Random(seed))
        try:
            for kind, (times, make) in faults.items():
                with click.progressbar(range(times), label=kind, file=sys.stderr) as bar:
                    for _ in bar:
                        if time.monotonic() < ends:
                            wrong += [
                                f"{kind} {happened[kind] + 1}: {each}"
                                for each in await fail_once(players, make(servers), seconds)
                            ]
                            happened[kind] += 1
        finally:
            await asyncio.gather(*(seat.leave() for seat in players.seats))
            for server in servers:
                server.stop()
        silence = round(players.longest_silence, 2)
        wrong += [f"lost: {each}" for each in await lost(database, players.acknowledged)]
    return {
        **happened,
        "acknowledged": players.acknowledged.count,
        "problems": len(wrong),
        "first": wrong[:5],
        "longest silence": silence,
    }


# Faults


def failing_writes(servers: list[Server]) -> Fault:
    """Make every write fail by limiting the servers' files to one byte."""

    @contextlib.contextmanager
    def fail() -> Iterator[None]:
        hard = resource.prlimit(servers[0].process.pid, resource.RLIMIT_FSIZE)[1]
        for server in servers:
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, hard))
        try:
            yield
        finally:
            for server in servers:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))

    return fail


def full_disk(folder: Path) -> Fault:
    """Fill the disk for a while."""

    @contextlib.contextmanager
    def fail() -> Iterator[None]:
        filler = folder / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(4096)) == 4096:
                pass
        try:
            yield
        finally:
            filler.unlink()

    return fail


def stopped(postgres: Postgres) -> Fault:
    """Stop PostgreSQL for a while."""

    @contextlib.contextmanager
    def fail() -> Iterator[None]:
        postgres.stop()
        try:
            yield
        finally:
            postgres.start()

    return fail


@contextlib.contextmanager
def small_disk() -> Iterator[Path | None]:
    """Mount a small disk; yield None where that isn't allowed."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder]
        if os.name != "posix" or subprocess.run(mount, check=False, capture_output=True).returncode:
            yield None
            return
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


async def on_sqlite(times: int, full: int, **options: Any) -> dict[str, Any]:
    """Test failing writes and a full disk with one server on SQLite."""
    with small_disk() as disk, tempfile.TemporaryDirectory() as folder:
        if disk is None:
            print(
                "No disk can be mounted here (root only): a full disk is untested.", file=sys.stderr
            )
        faults: Faults = {"failing writes": (times, failing_writes)}
        if disk is not None:
            fill = full_disk(disk)
            faults["full disk"] = (full, lambda _: fill)
        return await campaign(faults, f"sqlite:///{disk or folder}/underdeck.db", 1, **options)


async def on_postgres(times: int, postgres: Postgres, **options: Any) -> dict[str, Any]:
    """Test restarts of PostgreSQL with two workers."""
    return await campaign(
        {"stopped": (times, lambda _: stopped(postgres))}, postgres.new_database(), 2, **options
    )


@click.command()
@click.option("--times", default=50, help="How often writes fail, or PostgreSQL is stopped.")
@click.option("--full", default=10, help="How often the disk is full (SQLite).")
@click.option("--seed", default="faults", help="The seed of all random choices.")
@click.option(
    "--postgres",
    is_flag=True,
    help="Two workers on one PostgreSQL, instead of one server on SQLite.",
)
@click.option("--minutes", default=math.inf, help="How long it may take.")
def main(times: int, full: int, seed: str, postgres: bool, minutes: float) -> None:
    """Let the database fail under load; look for lost moves and silent sockets."""

    async def run() -> dict[str, Any]:
        if not postgres:
            return await on_sqlite(times, full, seed=seed, minutes=minutes)
        server = Postgres()
        try:
            return await on_postgres(times, server, seed=seed, minutes=minutes)
        finally:
            server.remove()

    summary = asyncio.run(run())
    print(summary)
    sys.exit(bool(summary["problems"]))


if __name__ == "__main__":
    main()
