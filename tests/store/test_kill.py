"""A process killed while it writes loses nothing that was acknowledged."""

import asyncio
import multiprocessing
import random
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess

import pytest

from store.samples import write_until_killed
from underdeck.refusal import Refusal
from underdeck.store.store import Store


def start_writing(url: str) -> tuple[BaseProcess, Pipe]:
    """Start a process that writes until it is killed; return it and its reports."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["underdeck.store.store", "sqlalchemy.dialects.sqlite"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=write_until_killed, args=(url, 8, theirs))
    process.start()
    theirs.close()
    return process, ours


def killed_after(writes: int, url: str) -> dict[str, int]:
    """Kill a process after a number of writes; return the last version of each table."""
    process, ours = start_writing(url)
    acknowledged: dict[str, int] = {}
    try:
        for _ in range(writes):
            acknowledged.update([ours.recv()])
    finally:
        process.kill()
        process.join()
    try:
        while True:
            acknowledged.update([ours.recv()])
    except (EOFError, OSError):
        ours.close()
    return acknowledged


def test_what_was_acknowledged_survives_kill(sqlite_url: str) -> None:
    whims = random.Random(4)

    async def look(acknowledged: dict[str, int]) -> None:
        store = await Store.open(sqlite_url)
        assert await store.integrity() == []
        for table, version in acknowledged.items():
            assert len(await store.entries(table)) >= version
        await store.close()

    for _ in range(8):
        asyncio.run(look(killed_after(whims.randrange(1, 200), sqlite_url)))


def test_a_second_process_is_refused_while_the_first_is_writing(sqlite_url: str) -> None:
    process, acknowledged = start_writing(sqlite_url)
    try:
        acknowledged.recv()
        with pytest.raises(Refusal) as refused:
            asyncio.run(Store.open(sqlite_url))
        assert refused.value.code == "store_in_use"
    finally:
        process.kill()
        process.join()
        acknowledged.close()
