"""Bots that compile: in a process of its own, which neither slow choices nor kills interrupt."""

import asyncio
import multiprocessing
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from processes import TIMEOUT_S
from serve.test_bot_pool import FALLBACK, LAST_MOVE, VIEW, appearance, worker_pids
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.bot_preparation import BotPreparations

MEGABYTES = 1024
COMPILING = """
import os, pathlib, threading, time
from underdeck.fast.libraries import _deferred
folder = pathlib.Path({folder!r})

def compile_slowly():
    folder.joinpath("priority").write_text(str(os.getpriority(os.PRIO_PROCESS, 0)))
    folder.joinpath("compiling").touch()
    while not folder.joinpath("released").exists():
        time.sleep(0.005)
    folder.joinpath("compiled").touch()

class Bot:
    def __call__(self, view, random):
        if folder.joinpath("hangs").exists():
            time.sleep(60)
        return view.legal[0 if _deferred[0] else -1]

    def prepare(self):
        if not folder.joinpath("compiled").exists() and not _deferred[0]:
            threading.Thread(target=compile_slowly, daemon=True).start()

choose = Bot()
"""
"""It makes its last legal move once it may compile, and its first one until then."""
PLAIN = """
def choose(view, random):
    return view.legal[-1]
"""
SOURCES = {"compiling": COMPILING, "plain": PLAIN}


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Return bots, which processes find on the inherited path."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    for name, source in SOURCES.items():
        (tmp_path / f"{name}_bot.py").write_text(source.replace("{folder!r}", repr(str(tmp_path))))
    yield {name: f"{name}_bot:choose" for name in SOURCES}
    for name in SOURCES:
        sys.modules.pop(f"{name}_bot", None)


def compilers() -> list[int]:
    """Return the process ids of running preparations."""
    return [
        child.pid
        for child in multiprocessing.active_children()
        if child.name == "underdeck-compiler" and child.pid is not None
    ]


async def end_of_compilers() -> None:
    """Wait until no preparation runs."""
    while compilers():
        await asyncio.sleep(0.01)


def with_pool(pool: BotPool, body: Callable[[BotPool], Awaitable[None]]) -> None:
    """Run a test with started workers, and check that no process is left."""

    async def run() -> None:
        await pool.start()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await body(pool)
        finally:
            await pool.stop()

    asyncio.run(run())
    assert compilers() == worker_pids() == []


def test_choices_do_without_programs_until_they_are_compiled(
    bots: dict[str, str], tmp_path: Path
) -> None:
    async def body(pool: BotPool) -> None:
        assert await pool.choose("dungeon", "compiling", VIEW, "") == FALLBACK
        assert pool.fallbacks == 0
        await appearance(tmp_path / "compiling")
        assert await pool.choose("dungeon", "compiling", VIEW, "") == FALLBACK
        (tmp_path / "released").touch()
        await end_of_compilers()
        assert (tmp_path / "compiled").exists()
        assert await pool.choose("dungeon", "compiling", VIEW, "") == LAST_MOVE
        assert compilers() == []

    with_pool(BotPool(bots=bots, timeout_s=TIMEOUT_S), body)


def test_a_choice_that_takes_too_long_does_not_end_the_preparation(
    bots: dict[str, str], tmp_path: Path
) -> None:
    async def body(pool: BotPool) -> None:
        await pool.choose("dungeon", "compiling", VIEW, "")
        await appearance(tmp_path / "compiling")
        preparing, workers = compilers(), worker_pids()
        (tmp_path / "hangs").touch()
        fallbacks = pool.fallbacks
        await pool.choose("dungeon", "compiling", VIEW, "")
        assert pool.fallbacks == fallbacks + 1
        assert worker_pids() != workers
        assert compilers() == preparing

    with_pool(BotPool(bots=bots, timeout_s=0.5), body)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="there are no priorities")
def test_a_preparation_comes_after_the_moves_of_people(
    bots: dict[str, str], tmp_path: Path
) -> None:
    async def body(pool: BotPool) -> None:
        await pool.choose("dungeon", "compiling", VIEW, "")
        await appearance(tmp_path / "compiling")
        preparing = int((tmp_path / "priority").read_text())
        assert preparing > os.getpriority(os.PRIO_PROCESS, 0)

    with_pool(BotPool(bots=bots, timeout_s=TIMEOUT_S), body)


def test_a_bot_without_preparation_starts_no_process(bots: dict[str, str]) -> None:
    async def body(pool: BotPool) -> None:
        assert await pool.choose("dungeon", "plain", VIEW, "") == LAST_MOVE
        assert compilers() == []

    with_pool(BotPool(bots=bots, timeout_s=TIMEOUT_S), body)


def test_bots_are_prepared_one_at_a_time(bots: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "second_bot.py").write_text((tmp_path / "compiling_bot.py").read_text())
    preparations = BotPreparations(MEGABYTES, threading.Lock())
    assert not preparations.is_done("compiling_bot:choose")
    preparing = compilers()
    assert not preparations.is_done("second_bot:choose")
    assert compilers() == preparing
    (tmp_path / "released").touch()
    asyncio.run(end_of_compilers())
    assert preparations.is_done("compiling_bot:choose")
    assert not preparations.is_done("second_bot:choose")
    asyncio.run(end_of_compilers())
    assert preparations.is_done("second_bot:choose")
    sys.modules.pop("second_bot")


def test_a_preparation_that_crashes_is_over(tmp_path: Path, bots: dict[str, str]) -> None:
    (tmp_path / "failing_bot.py").write_text(
        "import os\nclass choose:\n    prepare = staticmethod(os.abort)\n"
    )
    preparations = BotPreparations(MEGABYTES, threading.Lock())
    assert not preparations.is_done("failing_bot:choose")
    asyncio.run(end_of_compilers())
    assert preparations.is_done("failing_bot:choose")
    sys.modules.pop("failing_bot")


def test_nothing_is_prepared_after_the_end(bots: dict[str, str]) -> None:
    preparations = BotPreparations(MEGABYTES, threading.Lock())
    preparations.stop()
    assert not preparations.is_done(bots["compiling"])
    assert compilers() == []


def test_a_bot_that_can_not_be_imported_has_nothing_to_prepare() -> None:
    assert BotPreparations(MEGABYTES, threading.Lock()).is_done("no.such.module:bot")
