"""A process killed while it writes loses nothing that was acknowledged."""

import asyncio
import multiprocessing
import random
import time
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


def killed_after(seconds: float, url: str) -> dict[str, int]:
    """Kill a writing process; return the last acknowledged version of each table."""
    process, ours = start_writing(url)
    acknowledged: dict[str, int] = {}
    try:
        acknowledged.update([ours.recv()])
        kill_at = time.monotonic() + seconds
        while ours.poll(max(0.0, kill_at - time.monotonic())) and time.monotonic() < kill_at:
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

    written = 0
    for _ in range(15):
        acknowledged = killed_after(whims.uniform(0.0, 0.12), sqlite_url)
        written += len(acknowledged)
        asyncio.run(look(acknowledged))
    assert written > 15


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
