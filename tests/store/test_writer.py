"""The writing thread: under load, changes that come close together share a commit."""

import asyncio
import threading
from pathlib import Path

import pytest

from store.samples import a_change
from underdeck.store import writer
from underdeck.store.store import Store


class SlowClock:
    """A clock that stands still, and a sleep that lasts until the test ends it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.sleeps: list[float] = []
        self.is_asleep, self.is_over = threading.Event(), threading.Event()

    def monotonic(self) -> float:
        """Return the time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Sleep until the test goes on."""
        self.sleeps.append(seconds)
        self.now += seconds
        self.is_asleep.set()
        assert self.is_over.wait(60)


def test_under_load_a_change_after_a_pause_is_written_at_once_and_the_next_ones_share_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SlowClock()
    monkeypatch.setattr(writer, "LOAD_CHANGES_PER_S", 1)
    monkeypatch.setattr(writer, "time", clock)
    batches: list[int] = []
    run_batch = writer.Writer._run_batch

    def counted(self: writer.Writer, requests: list[writer.Request]) -> None:
        batches.append(len(requests))
        run_batch(self, requests)

    async def body() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'underdeck.db'}")
        monkeypatch.setattr(writer.Writer, "_run_batch", counted)
        await store.commit(a_change("t", 1))
        assert (clock.sleeps, batches) == ([], [1])
        second = asyncio.ensure_future(store.commit(a_change("t", 2)))
        await asyncio.to_thread(clock.is_asleep.wait, 60)
        others = [asyncio.ensure_future(store.commit(a_change("u", n))) for n in (1, 2)]
        await asyncio.sleep(0)
        clock.is_over.set()
        await asyncio.gather(second, *others)
        assert clock.sleeps == pytest.approx([writer.MIN_COMMIT_INTERVAL_S])
        assert batches == [1, 3]
        await store.close()

    asyncio.run(body())


def test_changes_wait_for_others_only_after_many_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SlowClock()
    clock.is_over.set()
    monkeypatch.setattr(writer, "time", clock)
    load = int(writer.LOAD_CHANGES_PER_S * writer.RATE_WINDOW_S)

    async def body() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'underdeck.db'}")
        for version in range(1, 4):
            await store.commit(a_change("t", version))
        assert clock.sleeps == []
        await asyncio.gather(*(store.commit(a_change(f"u{n}", 1)) for n in range(load)))
        await store.commit(a_change("t", 4))
        assert clock.sleeps[-1:] == pytest.approx([writer.MIN_COMMIT_INTERVAL_S])
        clock.now += 10 * writer.RATE_WINDOW_S
        clock.sleeps.clear()
        for version in (5, 6):
            await store.commit(a_change("t", version))
        assert clock.sleeps == []
        await store.close()

    asyncio.run(body())


def test_a_reading_request_never_waits_for_other_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SlowClock()

    async def body() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'underdeck.db'}")
        monkeypatch.setattr(writer, "time", clock)
        await store.commit(a_change("t", 1))
        assert [entry.version for entry in await store.entries("t")] == [1]
        assert clock.sleeps == []
        await store.close()

    asyncio.run(body())
