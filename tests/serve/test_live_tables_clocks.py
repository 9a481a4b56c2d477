"""Deadlines when the wall clock is set, after restarts, and between workers' clocks."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.cluster import until
from campaign.races import window_with_aces
from processes import TIMEOUT_S
from serve.worker import FAST, WallClock, Worker, duel, run_with_worker, running_worker
from underdeck.serve.live_tables import CLOCK_SKEW_S, LiveTables
from underdeck.table.entries import AnyEntry, Opened, Replaced, Resumed, Shut

STEPS = [pytest.param(3600.0, id="an hour forward"), pytest.param(-3600.0, id="an hour back")]
TIME_TO_THINK = FAST.move + FAST.reserve


async def tick(worker: Worker, name: str) -> list[AnyEntry]:
    """Append what is due at a table, and return its log."""
    await (await worker.live.find(name)).advance()
    return await worker.log(name)


def is_replaced(log: list[AnyEntry]) -> bool:
    """Return whether a bot has replaced a person."""
    return any(isinstance(entry, Replaced) for entry in log)


def with_window(seconds: float) -> list[AnyEntry]:
    """Return the log of a game up to an open window with this time limit."""
    log, _ = window_with_aces(0)
    opened = log[0]
    assert isinstance(opened, Opened)
    return [Opened("dungeon", opened.house, opened.seats, opened.seed, window=seconds), *log[1:]]


@pytest.mark.parametrize("step", STEPS)
def test_setting_the_wall_clock_does_not_change_a_players_clock(step: float) -> None:
    wall = WallClock()

    async def body(worker: Worker) -> None:
        name, _ = await worker.open(duel(clock=FAST))
        wall.wall += step
        wall.go_on(TIME_TO_THINK * 0.95)
        assert not is_replaced(await tick(worker, name))
        wall.go_on(TIME_TO_THINK * 0.1)
        assert is_replaced(await tick(worker, name))

    run_with_worker(body, clock=wall)


@pytest.mark.parametrize("step", STEPS)
def test_setting_the_wall_clock_does_not_change_a_window(step: float) -> None:
    wall = WallClock()

    async def body(worker: Worker) -> None:
        name, _ = await worker.open(with_window(100.0))
        shut = (await worker.log(name)).count(Shut())
        wall.wall += step
        wall.go_on(95.0)
        assert (await tick(worker, name)).count(Shut()) == shut
        wall.go_on(10.0)
        assert (await tick(worker, name)).count(Shut()) == shut + 1

    run_with_worker(body, clock=wall)


Body = Callable[[Worker], Awaitable[None]]


def across_restart(url: str, wall: WallClock, before: Body, step: float, after: Body) -> None:
    """Run two processes one after the other, and set the wall clock in between."""

    async def run() -> None:
        async with asyncio.timeout(TIMEOUT_S), running_worker(url, wall) as worker:
            await before(worker)
        wall.wall += step
        wall.monotonic = 0.0
        async with asyncio.timeout(TIMEOUT_S), running_worker(url, wall) as worker:
            await after(worker)

    asyncio.run(run())


@pytest.mark.parametrize("step", [*STEPS, pytest.param(0.0, id="not set")])
def test_after_a_restart_nobody_is_replaced_before_their_time(tmp_path: Path, step: float) -> None:
    wall, names = WallClock(), list[str]()
    used = 50.0

    async def before(worker: Worker) -> None:
        names.append((await worker.open(duel(clock=FAST)))[0])
        wall.go_on(used)

    async def after(worker: Worker) -> None:
        name = names[0]
        assert not is_replaced(await tick(worker, name))
        wall.go_on(TIME_TO_THINK - used - 10)
        assert not is_replaced(await tick(worker, name))
        wall.go_on(TIME_TO_THINK)
        assert is_replaced(await tick(worker, name))
        times = [entry.at for entry in await worker.store.entries(name)]
        assert times == sorted(times)

    across_restart(f"sqlite:///{tmp_path / 'underdeck.db'}", wall, before, step, after)


@pytest.mark.parametrize("step", STEPS)
def test_a_restart_costs_nobody_their_reserve(tmp_path: Path, step: float) -> None:
    wall, keys = WallClock(), list[str]()

    async def before(worker: Worker) -> None:
        keys.extend((await worker.open(duel(clock=FAST)))[1])
        wall.go_on(10.0)

    async def after(worker: Worker) -> None:
        clients = [await worker.sit(key) for key in keys]
        mover = await until(
            lambda: next((each for each in clients if each.table["view"]["legal"]), None)  # type: ignore[index]
        )
        table: dict[str, Any] = mover.table
        mover.send("move", id="m", version=table["version"], move=table["view"]["legal"][0])
        assert (await mover.answer("m"))["type"] == "done"
        await until(lambda: mover.table["version"] > table["version"])
        assert [seat["reserve"] for seat in mover.table["seats"]] == [FAST.reserve, FAST.reserve]

    across_restart(f"sqlite:///{tmp_path / 'underdeck.db'}", wall, before, step, after)


@pytest.mark.parametrize("step", STEPS)
def test_a_window_is_open_for_its_full_time_after_a_restart(tmp_path: Path, step: float) -> None:
    wall, names, shut = WallClock(), list[str](), 0

    async def before(worker: Worker) -> None:
        nonlocal shut
        names.append((await worker.open(with_window(100.0)))[0])
        shut = (await worker.log(names[0])).count(Shut())

    async def after(worker: Worker) -> None:
        await tick(worker, names[0])
        wall.go_on(99.0)
        assert (await tick(worker, names[0])).count(Shut()) == shut
        wall.go_on(2.0)
        assert (await tick(worker, names[0])).count(Shut()) == shut + 1

    across_restart(f"sqlite:///{tmp_path / 'underdeck.db'}", wall, before, step, after)


def test_after_a_restart_clients_are_shown_the_new_deadlines(tmp_path: Path) -> None:
    wall, keys = WallClock(), list[str]()

    async def before(worker: Worker) -> None:
        keys.extend((await worker.open(duel(clock=FAST)))[1])

    async def after(worker: Worker) -> None:
        client = await worker.sit(keys[0])

        def left() -> float:
            table: dict[str, Any] = client.table or {}
            return max(
                float(seat["deadline"] or 0.0) - float(table["now"]) for seat in table["seats"]
            )

        await until(lambda: left() >= TIME_TO_THINK - 1)

    across_restart(f"sqlite:///{tmp_path / 'underdeck.db'}", wall, before, 3600.0, after)


def test_clocks_do_not_count_an_outage_of_the_store() -> None:
    wall = WallClock()

    async def body(worker: Worker) -> None:
        name, _ = await worker.open(duel(clock=FAST))
        wall.go_on(TIME_TO_THINK - 5)
        live = worker.live.loaded[name]
        live.recover()
        worker.stop_store()
        wall.go_on(600.0)
        worker.start_store()
        await until(lambda: live.table)
        log = await tick(worker, name)
        assert not is_replaced(log)
        assert log[-1] == Resumed()
        wall.go_on(TIME_TO_THINK + 1)
        assert is_replaced(await tick(worker, name))

    run_with_worker(body, clock=wall)


@pytest.mark.parametrize("ahead", [5.0, -5.0])
def test_workers_with_different_clocks_give_players_their_full_time(
    tmp_path: Path, ahead: float
) -> None:
    wall = WallClock()
    url = f"sqlite:///{tmp_path / 'underdeck.db'}"

    async def run() -> None:
        async with asyncio.timeout(TIMEOUT_S), running_worker(url, wall) as one:
            other = await another(one, wall, ahead)
            name, _ = await one.open(duel(clock=FAST))
            wall.go_on(30.0)
            live = await other.live.find(name)
            for _ in range(3):
                await move_at(other, name)
            await one.live.loaded[name].catch_up(float("inf"))
            deadline = (await other.live.read(name)).deadline()
            assert deadline is not None
            left = deadline - live.time()
            assert left == pytest.approx(TIME_TO_THINK)
            wall.go_on(left - 1)
            for worker in (one, other):
                assert not is_replaced(await tick(worker, name))
            times = [entry.at for entry in await one.store.entries(name)]
            assert times == sorted(times)
            wall.go_on(2.0)
            assert is_replaced(await tick(other, name))
            await other.live.stop()

    asyncio.run(run())


@pytest.mark.parametrize("ahead", [5.0, -5.0])
def test_a_worker_that_has_just_loaded_a_table_closes_no_window_early(
    tmp_path: Path, ahead: float
) -> None:
    wall = WallClock()

    async def run() -> None:
        async with (
            asyncio.timeout(TIMEOUT_S),
            running_worker(f"sqlite:///{tmp_path / 'underdeck.db'}", wall) as one,
        ):
            other = await another(one, wall, ahead)
            wall.go_on(60.0)
            name, _ = await one.open(with_window(4.0))
            shut = (await one.log(name)).count(Shut())
            wall.go_on(3.0)
            assert (await tick(other, name)).count(Shut()) == shut
            wall.go_on(4.0 + CLOCK_SKEW_S + abs(ahead))
            assert (await tick(other, name)).count(Shut()) == shut + 1
            await other.live.stop()

    asyncio.run(run())


async def another(worker: Worker, wall: WallClock, ahead: float) -> Worker:
    """Return another worker on the same store, with a clock ahead of the first."""
    wall.wall += ahead
    clock = wall.steady()
    wall.wall -= ahead
    clock._wall = lambda: wall.wall + ahead
    live = LiveTables(worker.store, worker.live.runtime.bots, worker.live.metrics, now=clock)
    worker.live.runtime.skew = live.runtime.skew = CLOCK_SKEW_S
    return Worker(worker.store, live, worker.app)


async def move_at(worker: Worker, name: str) -> None:
    """Make a move of the person whose turn it is, through this worker."""
    table = await worker.live.read(name)
    seat = table.waiting[0]
    text = str(table.game_played.view(seat).legal[0])
    await worker.live.act(name, lambda table, _: table.move(seat, text, f"m{table.version}"))
