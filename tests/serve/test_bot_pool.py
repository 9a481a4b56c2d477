"""The pool of bots: choices, and workers that are slow, greedy, killed or wrong."""

import asyncio
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from processes import TIMEOUT_S, spawn
from underdeck.agents import BOTS, find_bot
from underdeck.deal import deal_from_seed
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.serve.bot_pool import COMPILER_MEGABYTES, BotPool, Question, work

SLEEPER = """
import pathlib, time
def choose(view, random):
    pathlib.Path({mark!r}).touch()
    time.sleep(60)
"""
HOG = """
def choose(view, random):
    kept = [bytearray(2**20) for _ in range(4096)]
    return view.legal[-1]
"""
CHEAT = """
from underdeck.games.dungeon import GAME
def choose(view, random):
    return GAME.read_move("give")
"""
PATIENT = """
import pathlib, time
def choose(view, random):
    pathlib.Path({mark!r}).touch()
    while not pathlib.Path({release!r}).exists():
        time.sleep(0.005)
    return view.legal[-1]
"""
SLOW_TO_LOAD = """
import pathlib, time
pathlib.Path({mark!r}).touch()
while not pathlib.Path({release!r}).exists():
    time.sleep(0.005)
def choose(view, random):
    return view.legal[-1]
"""
ALARMED = """
import pathlib, signal, threading, time
def watch():
    while signal.getitimer(signal.ITIMER_REAL)[0]:
        time.sleep(0.005)
    pathlib.Path({release!r}).touch()
def choose(view, random):
    assert signal.getitimer(signal.ITIMER_REAL)[0]
    threading.Thread(target=watch).start()
    return view.legal[-1]
"""
"""It creates a file once its alarm is cancelled."""
LAST = """
def choose(view, random):
    return view.legal[-1]
"""

SOURCES = {
    "sleeper": SLEEPER,
    "hog": HOG,
    "cheat": CHEAT,
    "patient": PATIENT,
    "slow_to_load": SLOW_TO_LOAD,
    "alarmed": ALARMED,
    "last": LAST,
}


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the real bots and misbehaving ones, which workers find on the inherited path."""
    files = {"mark": str(tmp_path / "thinking"), "release": str(tmp_path / "released")}
    for name, source in SOURCES.items():
        (tmp_path / f"bot_{name}.py").write_text(source.format(**files))
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return {**BOTS, **{name: f"bot_{name}:choose" for name in SOURCES if name != "slow_to_load"}}


def begun() -> AnyPlaythrough:
    """Return a view of a Dungeon after the bids."""
    dungeon = find_game("dungeon")
    house = dungeon.Options()
    game = Playthrough.begin(dungeon, house, deal_from_seed(dungeon.deck(house), "7"))
    for _ in range(2):
        seat = dungeon.waiting(game.state)[0]
        game.play(find_bot("careful")(game.view(seat), Random("7")), seat)
    return game


VIEW: Any = begun().view(0)
FALLBACK = str(VIEW.legal[0])
LAST_MOVE = str(VIEW.legal[-1])
CAREFUL = str(find_bot("careful")(VIEW, Random("whim")))


def with_pool(pool: BotPool, body: Callable[[BotPool], Awaitable[None]]) -> None:
    """Run a test with started workers, and check that none is left."""

    async def run() -> None:
        await pool.start()
        try:
            await body(pool)
        finally:
            pids = worker_pids()
            await pool.stop()
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)

    asyncio.run(run())
    assert worker_pids() == []


def patient_pool(bots: Mapping[str, str] = BOTS, **options: int) -> BotPool:
    """Return a pool whose time limit isn't reached, on a slow machine either."""
    return BotPool(bots=bots, timeout_s=TIMEOUT_S, **options)


def worker_pids() -> list[int]:
    """Return the process ids of running workers."""
    return [
        child.pid
        for child in multiprocessing.active_children()
        if child.name == "underdeck-bots" and child.pid is not None
    ]


async def appearance(path: Path) -> None:
    """Wait for a file."""
    while not path.exists():
        await asyncio.sleep(0.01)


def test_the_sample_view_distinguishes_a_choice_from_a_fallback() -> None:
    assert FALLBACK not in (CAREFUL, LAST_MOVE)


def test_a_worker_chooses_the_same_move_as_the_bot_itself(bots: dict[str, str]) -> None:
    async def body(pool: BotPool) -> None:
        assert await pool.choose("dungeon", "careful", VIEW, "whim") == CAREFUL
        for seed in ("a", "b", "c"):
            assert await pool.choose("dungeon", "random", VIEW, seed) == str(
                find_bot("random")(VIEW, Random(seed))
            )
        assert pool.fallbacks == 0

    with_pool(patient_pool(), body)


@pytest.mark.parametrize("bot", ["nobody", "flat-400", "cheater-400"])
def test_an_unknown_bot_is_refused(bot: str) -> None:
    async def body() -> None:
        pool = BotPool()
        with pytest.raises(Refusal, match="unknown_bot"):
            await pool.choose("dungeon", bot, VIEW, "")
        await pool.stop()

    asyncio.run(body())


def test_a_worker_killed_while_it_thinks_is_replaced(bots: dict[str, str], tmp_path: Path) -> None:
    async def body(pool: BotPool) -> None:
        asked = asyncio.create_task(pool.choose("dungeon", "sleeper", VIEW, ""))
        await appearance(tmp_path / "thinking")
        (victim,) = worker_pids()
        os.kill(victim, signal.SIGKILL)
        assert await asked == FALLBACK
        assert pool.fallbacks == 1
        assert await pool.choose("dungeon", "careful", VIEW, "whim") == CAREFUL
        assert pool.fallbacks == 1
        assert len(worker_pids()) == 1
        assert worker_pids() != [victim]

    with_pool(patient_pool(bots), body)


def test_a_worker_that_died_idle_costs_no_choice() -> None:
    async def body(pool: BotPool) -> None:
        (victim,) = worker_pids()
        os.kill(victim, signal.SIGKILL)
        while worker_pids():
            await asyncio.sleep(0.01)
        assert await pool.choose("dungeon", "careful", VIEW, "whim") == CAREFUL
        assert pool.fallbacks == 0

    with_pool(patient_pool(), body)


def test_interrupts_are_left_to_the_server(bots: dict[str, str], tmp_path: Path) -> None:
    async def body(pool: BotPool) -> None:
        before = worker_pids()
        asked = asyncio.create_task(pool.choose("dungeon", "patient", VIEW, ""))
        await appearance(tmp_path / "thinking")
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(before[0], number)
        (tmp_path / "released").touch()
        assert await asked == LAST_MOVE
        os.kill(before[0], signal.SIGINT)
        assert await pool.choose("dungeon", "last", VIEW, "") == LAST_MOVE
        assert worker_pids() == before

    with_pool(patient_pool(bots), body)


def test_a_slow_bot_is_stopped(bots: dict[str, str]) -> None:
    async def body(pool: BotPool) -> None:
        (slow,) = worker_pids()
        start = time.monotonic()
        assert await pool.choose("dungeon", "sleeper", VIEW, "") == FALLBACK
        assert time.monotonic() - start > 0.25
        assert pool.fallbacks == 1
        assert worker_pids() != [slow]
        with pytest.raises(ProcessLookupError):
            os.kill(slow, 0)

    with_pool(BotPool(bots=bots, timeout_s=0.3), body)


def test_the_event_loop_is_not_blocked_by_workers(bots: dict[str, str], tmp_path: Path) -> None:
    async def release_during(action: Coroutine[Any, Any, object]) -> None:
        """Release a worker from the event loop, without which the action can't end."""
        task = asyncio.create_task(action)
        await appearance(tmp_path / "thinking")
        assert not task.done()
        (tmp_path / "released").touch()
        await task
        for name in ("thinking", "released"):
            (tmp_path / name).unlink()

    async def run() -> None:
        pool = patient_pool({**bots, "slow_to_load": "bot_slow_to_load:choose"})
        await release_during(pool.start())
        await release_during(pool.choose("dungeon", "patient", VIEW, ""))
        assert pool.fallbacks == 0
        await pool.stop()

    asyncio.run(run())


def test_the_alarm_of_a_worker_is_set_while_it_thinks_only(
    bots: dict[str, str], tmp_path: Path
) -> None:
    async def body(pool: BotPool) -> None:
        before = worker_pids()
        assert await pool.choose("dungeon", "alarmed", VIEW, "") == LAST_MOVE
        await appearance(tmp_path / "released")
        assert worker_pids() == before

    with_pool(patient_pool(bots), body)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps the limit on memory")
@pytest.mark.parametrize("megabytes", [128, 256])
def test_the_memory_of_a_worker_is_limited(bots: dict[str, str], megabytes: int) -> None:
    async def body(pool: BotPool) -> None:
        before = worker_pids()
        limits = Path(f"/proc/{before[0]}/limits").read_text()
        assert str((megabytes + COMPILER_MEGABYTES) * 2**20) in next(
            line for line in limits.splitlines() if "address space" in line
        )
        assert os.getpriority(os.PRIO_PROCESS, before[0]) > os.getpriority(os.PRIO_PROCESS, 0)
        assert await pool.choose("dungeon", "hog", VIEW, "") == FALLBACK
        assert pool.fallbacks == 1
        assert await pool.choose("dungeon", "careful", VIEW, "whim") == CAREFUL
        assert worker_pids() != before

    with_pool(patient_pool(bots, megabytes=megabytes), body)


def test_the_server_imports_bots_before_the_first_question(bots: dict[str, str]) -> None:
    sys.modules.pop("bot_last", None)

    async def body(_: BotPool) -> None:
        assert "bot_last" in sys.modules

    with_pool(patient_pool(bots), body)


def test_an_illegal_choice_is_replaced_by_the_fallback(bots: dict[str, str]) -> None:
    async def body(pool: BotPool) -> None:
        assert await pool.choose("dungeon", "cheat", VIEW, "") == FALLBACK
        assert pool.fallbacks == 1

    with_pool(patient_pool(bots), body)


def test_a_bot_that_fails_prints_nothing_of_what_it_saw(
    bots: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=work, args=(theirs, bots, 5.0, 512))
    worker.start()
    assert ours.recv_bytes() == b"ready"
    ours.send_bytes(pickle.dumps(Question("dungeon", "cheat", VIEW, "")))
    worker.join(TIMEOUT_S)
    assert worker.exitcode == 0
    assert capfd.readouterr() == ("", "")


def test_questions_are_answered_in_order(bots: dict[str, str], tmp_path: Path) -> None:
    served: list[int] = []

    async def ask(pool: BotPool, number: int) -> None:
        await pool.choose("dungeon", "careful" if number else "patient", VIEW, "whim")
        served.append(number)

    async def body(pool: BotPool) -> None:
        asked = [asyncio.create_task(ask(pool, number)) for number in range(6)]
        await appearance(tmp_path / "thinking")
        (tmp_path / "released").touch()
        await asyncio.gather(*asked)
        assert served == list(range(6))

    with_pool(patient_pool(bots), body)


def test_a_slow_bot_occupies_one_worker_only(bots: dict[str, str], tmp_path: Path) -> None:
    async def body(pool: BotPool) -> None:
        long = asyncio.create_task(pool.choose("dungeon", "sleeper", VIEW, ""))
        await appearance(tmp_path / "thinking")
        assert await pool.choose("dungeon", "careful", VIEW, "whim") == CAREFUL
        assert not long.done()

    with_pool(patient_pool(bots, workers=2), body)


def test_stopping_cancels_running_and_waiting_choices(bots: dict[str, str], tmp_path: Path) -> None:
    async def run() -> None:
        pool = patient_pool(bots)
        await pool.start()
        asked = [asyncio.create_task(pool.choose("dungeon", "sleeper", VIEW, "")) for _ in range(3)]
        await appearance(tmp_path / "thinking")
        await pool.stop()
        await pool.stop()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [asyncio.CancelledError] * 3
        assert pool.fallbacks == 0
        with pytest.raises(asyncio.CancelledError):
            await pool.choose("dungeon", "careful", VIEW, "")

    asyncio.run(run())
    assert worker_pids() == []


def test_a_cancelled_choice_leaves_its_worker_to_others(
    bots: dict[str, str], tmp_path: Path
) -> None:
    async def body(pool: BotPool) -> None:
        before = worker_pids()
        asked = asyncio.create_task(pool.choose("dungeon", "patient", VIEW, ""))
        await appearance(tmp_path / "thinking")
        asked.cancel()
        (tmp_path / "released").touch()
        assert await pool.choose("dungeon", "careful", VIEW, "whim") == CAREFUL
        assert worker_pids() == before

    with_pool(patient_pool(bots), body)


ORPHANED = """
import asyncio, os, pathlib, pickle, signal
from underdeck.serve.bot_pool import BotPool

async def main():
    pool = BotPool(bots={"sleeper": "bot_sleeper:choose"}, timeout_s=300)
    await pool.start()
    view = pickle.loads(pathlib.Path("view").read_bytes())
    asked = asyncio.create_task(pool.choose("dungeon", "sleeper", view, ""))
    while not pathlib.Path("thinking").exists():
        await asyncio.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_worker_does_not_outlive_a_server_that_was_killed(
    bots: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "orphaned.py").write_text(ORPHANED)
    (tmp_path / "view").write_bytes(pickle.dumps(VIEW))
    server = spawn([sys.executable, "orphaned.py"], cwd=tmp_path, stdout=subprocess.PIPE)
    out, _ = server.communicate(
        timeout=TIMEOUT_S
    )  # which lasts as long as anyone could still write
    assert out == b""
    assert server.returncode == -signal.SIGKILL
