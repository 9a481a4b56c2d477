"""Servers killed under load: no acknowledged move is lost.

`make campaign ARGS="kill"` kills a server on SQLite a thousand times; with `--postgres` one of two
workers on one PostgreSQL.
"""

import asyncio
import contextlib
import math
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import click
import httpx
import websockets

from serve.server import Player, Server, Visitor
from store.postgres import Postgres
from underdeck.store.store import Store
from underdeck.table.entries import read_entry
from underdeck.table.table import Table, fold

GONE = (
    OSError,
    httpx.HTTPError,
    websockets.exceptions.WebSocketException,
    TimeoutError,
    AssertionError,
)


@dataclass
class Acknowledged:
    """Acknowledged moves: identifiers and versions, by table and seat."""

    keys: list[tuple[str, int, str]] = field(default_factory=list)
    """Table, seat, key."""
    moves: list[tuple[str, int, str, int]] = field(default_factory=list)
    count: int = 0
    number: int = 0

    async def sit_down(self, server: Server, tables: int) -> None:
        """Open some tables of two people."""
        async with Visitor(server) as visitor:
            for _ in range(tables):
                opened = await visitor.open("dungeon", house={"players": 2}, window=1)
                joined = await visitor.join(opened["join"])
                self.keys += [
                    (opened["table"], 0, opened["key"]),
                    (opened["table"], 1, joined["key"]),
                ]

    async def has_more(self, moves: int = 3) -> None:
        """Wait until something more was acknowledged."""
        before = self.count
        while self.count < before + moves:
            await asyncio.sleep(0.01)

    async def play(self, server: Server, table: str, seat: int, key: str, random: Random) -> None:
        """Play until the server is gone."""
        with contextlib.suppress(*GONE):
            async with Visitor(server) as visitor:
                player = await visitor.sit(key, story=False)
                while player.table["status"] != "over":
                    await self.move(player, table, seat, random)

    async def move(self, player: Player, table: str, seat: int, random: Random) -> None:
        """Make a move, and note its acknowledgement."""
        await player.seen(
            lambda shown: (
                shown["status"] == "over" or (player.legal != [] and not shown["answered"])
            )
        )
        if player.table["status"] == "over":
            return
        self.number += 1
        name, chosen_at = f"k{self.number}", player.table["version"]
        answer = await player.play(random.choice(player.legal), id=name)
        if answer["type"] == "done":
            self.moves.append((table, seat, name, answer["version"]))
            self.count += 1
            player.table["answered"] |= (
                player.table["version"] == chosen_at
            )  # nothing more is chosen from what was seen before
        elif answer["code"] == "stale":
            await player.next("table")


async def lost(database: str, acknowledged: Acknowledged) -> list[str]:
    """Return acknowledged moves that are missing, and other problems of the store."""
    store = await Store.open(database)
    try:
        wrong = await store.integrity()
        tables: dict[str, Table] = {}
        for name in {name for name, _, _ in acknowledged.keys}:
            tables[name] = fold(
                name, [(read_entry(entry.body), entry.at) for entry in await store.entries(name)]
            )
        wrong += [
            f"{table} {seat} {name}"
            for table, seat, name, at in acknowledged.moves
            if tables[table].made.get((seat, name)) != at
        ]
        return wrong
    finally:
        await store.close()


async def kill_once(
    servers: list[Server], acknowledged: Acknowledged, random: Random, seconds: float
) -> None:
    """Kill one of the servers while all clients play."""
    seats = [
        asyncio.ensure_future(
            acknowledged.play(random.choice(servers), table, seat, key, Random(random.random()))
        )
        for table, seat, key in random.sample(acknowledged.keys, len(acknowledged.keys))
    ]
    progress = asyncio.ensure_future(acknowledged.has_more())
    games: asyncio.Future[Any] = asyncio.gather(*seats)
    waiting: list[asyncio.Future[Any]] = [progress, games]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(random.uniform(0, seconds))
    random.choice(servers).kill()
    await asyncio.sleep(0.05)
    for task in (progress, *seats):
        task.cancel()
    await asyncio.gather(progress, games, *seats, return_exceptions=True)


async def campaign(
    times: int,
    database: str,
    workers: int,
    seed: str,
    seconds: float = 1.2,
    minutes: float = math.inf,
) -> dict[str, Any]:
    """Kill and restart servers repeatedly, within a time limit, and report problems."""
    random, acknowledged, slowest, wrong, killed = Random(seed), Acknowledged(), 0.0, list[str](), 0
    ends = time.monotonic() + 60 * minutes
    with (
        tempfile.TemporaryDirectory() as folder,
        click.progressbar(length=times, label="kill -9", file=sys.stderr) as bar,
    ):
        servers = [
            Server.start(Path(folder) / str(number), database=database) for number in range(workers)
        ]
        for number in range(times):
            if number % 10 == 0:
                acknowledged.keys.clear()
                acknowledged.moves.clear()
                await acknowledged.sit_down(servers[0], 8)
            await kill_once(servers, acknowledged, random, seconds)
            wrong += await lost(database, acknowledged)
            for place, server in enumerate(servers):
                if server.process.poll() is not None:
                    began = time.perf_counter()
                    servers[place] = Server.start(Path(folder) / str(place), database=database)
                    slowest = max(slowest, time.perf_counter() - began)
            bar.update(1)
            killed += 1
            if wrong or time.monotonic() > ends:
                break
        for server in servers:
            server.stop()
        wrong += await lost(database, acknowledged)
    return {
        "killed": killed,
        "acknowledged": acknowledged.count,
        "lost or wrong": wrong[:5],
        "slowest start": round(slowest, 2),
    }


@click.command()
@click.option("--times", default=1000, help="How often a server is killed.")
@click.option("--seed", default="kill", help="The seed of all random choices.")
@click.option(
    "--postgres",
    is_flag=True,
    help="Two workers on one PostgreSQL, instead of one server on SQLite.",
)
@click.option("--minutes", default=math.inf, help="How long it may take.")
def main(times: int, seed: str, postgres: bool, minutes: float) -> None:
    """Kill servers under load, and look for acknowledged moves that are lost."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as left:
        database = f"sqlite:///{folder}/underdeck.db"
        if postgres:
            server = Postgres()
            left.callback(server.remove)
            database = server.new_database()
        summary = asyncio.run(
            campaign(times, database, 2 if postgres else 1, seed, minutes=minutes)
        )
    print(summary)
    sys.exit(bool(summary["lost or wrong"]))


if __name__ == "__main__":
    main()
