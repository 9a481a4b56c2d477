"""A server is killed and restarted, and all clients reconnect at once."""

import asyncio
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import click
from websockets.asyncio.client import ClientConnection, connect

from serve.server import CLIENT_TIMEOUTS, Server, Visitor

GOAL = 10.0
"""The time limit for all clients to receive their tables again."""


async def sit_down(server: Server, sockets: int) -> list[str]:
    """Open tables, and return the keys of their seats."""
    keys: list[str] = []
    async with Visitor(server) as visitor:
        for start in range(0, sockets // 2, 25):
            rows = await asyncio.gather(
                *(duel(visitor) for _ in range(min(25, sockets // 2 - start)))
            )
            keys += [key for row in rows for key in row]
    return keys


async def duel(visitor: Visitor) -> tuple[str, str]:
    """Open a table of two people, and return their keys."""
    opened = await visitor.open("dungeon", house={"players": 2})
    joined = await visitor.join(opened["join"])
    return opened["key"], joined["key"]


async def come_back(server: Server, key: str, seen: int) -> tuple[ClientConnection, int]:
    """Connect, and return the version of the table that is received."""
    while True:
        try:
            socket = await connect(f"ws://{server.address}/ws", max_size=None, **CLIENT_TIMEOUTS)
            await socket.send(
                json.dumps({"type": "hello", "key": key, "seen": seen, "story": False})
            )
            frame = json.loads(await socket.recv())
        except OSError:
            await asyncio.sleep(0.2)
            continue
        assert frame["type"] == "table", frame
        return socket, frame["version"]


async def campaign(sockets: int) -> dict[str, Any]:
    """Return how long it takes until all clients are back."""
    hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard_limit, 4 * sockets + 1000), hard_limit))
    with tempfile.TemporaryDirectory() as folder:
        server = Server.start(Path(folder))
        keys = await sit_down(server, sockets)
        first = await asyncio.gather(*(come_back(server, key, 0) for key in keys))
        server.kill()
        server = Server.start(Path(folder))
        began = time.perf_counter()
        again = await asyncio.gather(
            *(
                come_back(server, key, version)
                for key, (_, version) in zip(keys, first, strict=True)
            )
        )
        seconds = time.perf_counter() - began
        same = all(before == after for (_, before), (_, after) in zip(first, again, strict=True))
        for socket, _ in [*first, *again]:
            socket.transport.abort()
        server.stop()
    return {"sockets": len(again), "seconds": round(seconds, 2), "same tables": same}


@click.command()
@click.option("--sockets", default=2000, help="How many reconnect at once.")
def main(sockets: int) -> None:
    """Kill a server, restart it, and let all clients reconnect at once."""
    report = asyncio.run(campaign(sockets))
    print(report)
    sys.exit(report["seconds"] > GOAL or not report["same tables"])


if __name__ == "__main__":
    main()
