"""Latency of moves while another address abuses the server."""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import click
import msgspec

from campaign.attacks import ATTACKS
from serve.server import FASTEST, Server, Visitor, running
from serve.stored_tables import write_table
from underdeck.serve.limits import MAX_CONNECTIONS, MAX_PER_SECOND, MAX_WEBSOCKETS
from underdeck.serve.messages import NewTable
from underdeck.serve.new_table import read_terms
from underdeck.table.entries import AnyEntry, Began, Sat, Undone
from underdeck.table.table import fold

PLAYERS = 4
PAUSE_S = 0.5
"""The pause between two moves of a player, so that all stay within the limits of an address."""
MAX_RATIO = 2.0
MAX_GROWTH_MB = 32
LIMITS = {
    "max_per_second": MAX_PER_SECOND,
    "max_websockets": MAX_WEBSOCKETS,
    "max_connections": MAX_CONNECTIONS,
}
"""The default limits, which other campaigns lift."""


def long_table(moves: int) -> list[AnyEntry]:
    """Return the log of a solitaire whose moves were all taken back."""
    entries: list[AnyEntry] = [
        msgspec.structs.replace(read_terms(NewTable("tomb", "Eve")), seed="07" * 32),
        Sat(0, "Eve", "w"),
        Began(),
    ]
    table = fold("t", [(entry, 0.0) for entry in entries])
    for number in range(moves):
        for entry in (table.move(0, "delve", f"m{number}"), None):
            done = entry or Undone(
                0, f"u{number}"
            )  # an old log may have more of these than are allowed now
            table.apply(done, 0.0)
            entries.append(done)
    return entries


async def play(visitor: Visitor, seconds: float, took: list[float], random: Random) -> None:
    """Play solitaires, and measure how long each move takes."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        player = await visitor.sit((await visitor.open())["key"])
        while player.table["status"] != "over" and time.monotonic() < ends:
            began = time.perf_counter()
            await player.play(random.choice(player.legal))
            took.append(time.perf_counter() - began)
            await asyncio.sleep(PAUSE_S)
        await player.socket.close()


async def latencies(server: Server, seconds: float) -> list[float]:
    """Return the latencies of the moves of some players."""
    took: list[float] = []
    async with Visitor(server) as visitor:
        visitor.http.headers["connection"] = (
            "close"  # an idle one may be closed at the moment it is used again
        )
        await asyncio.gather(
            *(play(visitor, seconds, took, Random(number)) for number in range(PLAYERS))
        )
    return took


def abused(
    server: Server, name: str, seconds: float, key: str
) -> tuple[list[float], dict[str, Any]]:
    """Run an attack in another process while others play; return latencies and outcomes."""
    call = (
        f"from campaign.attacks import run; print(run({name!r}, {server.port}, {seconds}, {key!r}))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", call], stdout=subprocess.PIPE, text=True
    ) as attacker:
        took = asyncio.run(latencies(server, seconds))
        output, _ = attacker.communicate(timeout=60)
    return took, json.loads(output)


def with_long_table(
    folder: Path, moves: int, body: Callable[[Server, str], None], **options: Any
) -> None:
    """Start a server with a long table, and pass it with the key of a seat there."""
    folder.mkdir(exist_ok=True)
    _, (key,) = asyncio.run(write_table(f"sqlite:///{folder / 'underdeck.db'}", long_table(moves)))
    with running(folder, program=FASTEST, **{**LIMITS, **options}) as server:
        body(server, key)


@click.command(help=__doc__)
@click.option("--only", type=click.Choice(list(ATTACKS)), help="One of the attacks.")
@click.option("--seconds", default=15.0, show_default=True, help="How long each attack lasts.")
@click.option("--length", default=5000, show_default=True, help="Moves at the long table.")
def main(only: str | None, seconds: float, length: int) -> None:
    failed: list[str] = []

    def body(server: Server, key: str) -> None:
        asyncio.run(latencies(server, 2.0))
        print(f"{'':16} {'median':>8} {'p99':>8} {'ratio':>6} {'memory':>9}  answered")
        for name in [only] if only else list(ATTACKS):
            calm, before = asyncio.run(latencies(server, seconds / 2)), server.memory
            took, answers = abused(server, name, seconds, key)
            ratio, grown = median(took) / median(calm), (server.memory - before) / 2**20
            p50_ms, p99_ms = median(took) * 1000, quantiles(took, n=100)[-1] * 1000
            print(
                f"{name:16} {p50_ms:6.1f}ms {p99_ms:6.0f}ms {ratio:6.2f} {grown:+6.1f}MB  {answers}"
            )
            if ratio > MAX_RATIO or grown > MAX_GROWTH_MB or answers.get("left open"):
                failed.append(name)
        failed.extend(server.failures())

    with tempfile.TemporaryDirectory() as folder:
        with_long_table(Path(folder), length, body)
    if failed:
        goals = f"median within {MAX_RATIO}x, memory, nothing left open"
        raise SystemExit(f"beyond the goals ({goals}): {', '.join(failed)}")


if __name__ == "__main__":
    main()
