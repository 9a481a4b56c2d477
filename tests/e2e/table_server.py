"""The server process of the browser tests, started by `RestartableServer` as a module.

It prints its port. Then each line of its standard input is a list or an object as JSON, and is
answered by a line. A list is the log of a table: the table is stored, and its id and the keys of
its people are printed. An object has settings: the `day` at which the calendar stands still, and
the `seed` of the next competition. The server stops at the end of its standard input, so it never
outlives the tests.
"""

import asyncio
import json
import socket
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import uvicorn

from serve.server import HIGH_LIMITS
from serve.stored_tables import store_table
from underdeck.refusal import Refusal
from underdeck.serve import competitions
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.run import Settings, new_app, open_service, uvicorn_config
from underdeck.serve.service import Service
from underdeck.table.entries import Shut, read_entry
from underdeck.table.table import Table

POLL_S = 0.01
MAX_LINE_BYTES = 2**24


async def serve(database: Path, port: int) -> None:
    """Serve until standard input ends or a signal arrives."""
    settings = Settings(database=f"sqlite:///{database}", **HIGH_LIMITS)
    async with open_service(settings) as service:
        server = uvicorn.Server(uvicorn_config(settings, new_app(settings, service)))
        with open_listener(settings.host, port) as listener:
            serving = asyncio.create_task(server.serve([listener]))
            while not server.started and not serving.done():
                await asyncio.sleep(POLL_S)
            print(listener.getsockname()[1], flush=True)
            closing = asyncio.create_task(close_answered_windows(service.live))
            adding = asyncio.create_task(follow_input(service))
            done, _ = await asyncio.wait(
                (serving, adding, closing), return_when=asyncio.FIRST_COMPLETED
            )
            closing.cancel()
            if closing in done:
                closing.result()  # show why it failed
            server.should_exit = True
            await serving


def open_listener(host: str, port: int) -> socket.socket:
    """Return a listening socket; the tests keep another one at the port, to reserve it."""
    listener = socket.create_server((host, port), reuse_port=True)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


async def follow_input(service: Service) -> None:
    """Store the tables and apply the settings that arrive on standard input until it ends."""
    reader = asyncio.StreamReader(MAX_LINE_BYTES)
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while line := await reader.readline():
        print(json.dumps(await answer(service, json.loads(line))), flush=True)
    transport.close()


async def answer(service: Service, wanted: Any) -> object:
    """Store a table, or apply settings."""
    if isinstance(wanted, dict):
        return apply_settings(service, wanted)
    entries = [read_entry(json.dumps(entry).encode()) for entry in wanted]
    return await store_table(service.store, entries)


def apply_settings(service: Service, wanted: dict[str, Any]) -> object:
    """Set the calendar, or the seed of the next competition; return the settings."""
    if "day" in wanted:
        noon = datetime.fromisoformat(f"{wanted['day']}T12:00:00+00:00").timestamp()
        service.live.runtime.wall = lambda: noon
    if "seed" in wanted:
        names = vars(competitions)
        seeds, draw = [wanted["seed"]], names["new_seed"]
        names["new_seed"] = lambda: seeds.pop() if seeds else draw()
    return wanted


async def close_answered_windows(live: LiveTables) -> None:
    """Close windows as soon as all seats have answered, so that tests can use long ones."""
    while True:
        for loaded in list(live.loaded.values()):
            if loaded.table is not None and is_answered(loaded.table):
                with suppress(Refusal):  # another entry was first; the next round looks again
                    await loaded.act(lambda table, _: Shut() if is_answered(table) else None)
        await asyncio.sleep(POLL_S)


def is_answered(table: Table) -> bool:
    """Return whether a window is open and all seats that it waits for have answered."""
    answered = table.window.answers.keys() | table.resigning
    return table.window.is_open and not table.is_over and answered >= set(table.waiting)


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2])))
