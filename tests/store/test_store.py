"""The store: reads, writes, group commit, and failures of the database."""

import asyncio
import resource
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from store.samples import (
    a_change,
    a_key,
    a_summary,
    opened,
    run_sql,
    write_log,
)
from underdeck.refusal import Refusal
from underdeck.store.model import Stale
from underdeck.store.store import Store
from underdeck.store.writer import Request, Turn


def test_committed_changes_survive_a_reopen(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await write_log(store, "t", 1, 3)
        async with opened(url) as store:
            assert await store.entries("t") == [
                a_change("t", version).entry for version in (1, 2, 3)
            ]
            assert await store.entries("t", after=2) == [a_change("t", 3).entry]
            assert await store.entries("other") == []
            assert await store.summary("t") == a_summary("t")
            assert await store.summary("other") is None
            assert await store.check()
            assert await store.integrity() == []

    asyncio.run(run())


def test_without_a_url_the_file_is_in_the_users_folder(home: Path) -> None:
    async def run() -> None:
        async with opened(None) as store:
            await write_log(store, "t", 1, 1)

    asyncio.run(run())
    assert (home / "underdeck.db").exists()


@pytest.mark.parametrize("url", ["mysql://host/name", "no url", "postgresql://host:port/name"])
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(Refusal) as refused:
        asyncio.run(Store.open(url))
    assert refused.value.code == "store_url"


def test_a_batch_is_written_in_order_and_only_what_is_stale_is_refused(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            changes = [a_change("t", version) for version in (1, 2, 3)]
            changes += [
                a_change("u", 1),
                a_change("t", 3),
                a_change("t", 5),
                a_change("u", 3),
                a_change("u", 2),
                a_change("t", 4),
            ]
            changes += [a_change("t", 0), a_change("new", 2)]
            outcomes = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
            stale = [isinstance(outcome, Stale) for outcome in outcomes]
            assert stale == [False, False, False, False, True, True, True, False, False, True, True]
            assert [entry.version for entry in await store.entries("t")] == [1, 2, 3, 4]
            assert [entry.version for entry in await store.entries("u")] == [1, 2]
            assert await store.summary("new") is None
            assert await store.integrity() == []

    asyncio.run(run())


def test_the_last_summary_of_a_batch_wins(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await asyncio.gather(
                *(store.commit(a_change("t", version, free=version)) for version in range(1, 6))
            )
            assert await store.summary("t") == a_summary("t", free=5)

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["\ud800", object()])
def test_a_failing_request_does_not_affect_others_in_its_batch(url: str, kind: Any) -> None:
    async def run() -> None:
        async with opened(url) as store:
            wrong = a_change("t", 2, keys=(a_key("wrong", kind=kind),))
            changes = [a_change("t", 1), wrong, a_change("t", 3), a_change("u", 1)]
            outcomes = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
            assert outcomes[0] is outcomes[3] is None
            assert isinstance(outcomes[1], Refusal)
            assert outcomes[1].code == "store_rejected"
            assert isinstance(outcomes[2], Stale)
            assert len(await store.entries("t")) == len(await store.entries("u")) == 1

    asyncio.run(run())


def test_closing_commits_what_is_queued(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        waiting = [
            asyncio.ensure_future(store.commit(a_change("t", version))) for version in range(1, 101)
        ]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(Refusal, match="store_closed"):
            await store.summary("t")
        async with opened(url) as store:
            assert len(await store.entries("t")) == 100

    asyncio.run(run())


def test_changes_that_wait_are_written_in_one_transaction(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            release = threading.Event()
            transactions: list[int] = []
            write = store._writer._write

            def count(requests: Sequence[Request]) -> Sequence[object]:
                transactions.append(len(requests))
                return write(requests)

            store._writer._write = count  # type: ignore[method-assign]
            first = asyncio.ensure_future(store.write(lambda _: release.wait()))
            while not transactions:
                await asyncio.sleep(0.001)
            waiting = [
                asyncio.ensure_future(store.commit(a_change(f"t{table}", 1)))
                for table in range(300)
            ]
            await asyncio.sleep(0)
            release.set()
            await asyncio.gather(first, *waiting)
            assert transactions == [1, 300]

    asyncio.run(run())


def test_tables_are_found_by_lobby_deadline_and_status(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            samples: list[dict[str, Any]] = [
                {"status": "open", "created": 1.0},
                {"status": "open", "created": 3.0},
                {"status": "open", "created": 2.0, "deadline": 20.0},
                {"status": "open", "listed": False, "created": 4.0},
                {"status": "over", "created": 5.0},
                {"created": 0.0, "deadline": 10.0},
                {"created": 0.5, "deadline": 30.0},
            ]
            for number, fields in enumerate(samples):
                await store.commit(a_change(f"t{number}", 1, **fields))
            assert [found.table for found in await store.lobby()] == ["t1", "t2", "t0"]
            assert [found.table for found in await store.lobby(limit=1)] == ["t1"]
            assert [found.table for found in await store.due(20.0)] == ["t5", "t2"]
            assert [found.table for found in await store.due(20.0, limit=1)] == ["t5"]
            assert [found.table for found in await store.all_tables()] == [
                "t4",
                "t3",
                "t1",
                "t2",
                "t0",
                "t6",
                "t5",
            ]
            assert [found.table for found in await store.all_tables("running", limit=1)] == ["t6"]

    asyncio.run(run())


def test_entries_that_belong_together_are_written_together_or_not_at_all(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            first, second, third, fourth = (a_change("t", version).entry for version in range(1, 5))
            await store.commit(
                msgspec.structs.replace(
                    a_change("t", 2, keys=(a_key("seat", table="t"),)), before=(first,)
                )
            )
            assert await store.entries("t") == [first, second]
            for stale in (
                msgspec.structs.replace(a_change("t", 2), before=(first,)),
                msgspec.structs.replace(a_change("t", 4), before=(second, third)),
            ):
                with pytest.raises(Stale):
                    await store.commit(stale)
            assert await store.entries("t") == [first, second]
            await asyncio.gather(
                store.commit(a_change("u", 1)),
                store.commit(msgspec.structs.replace(a_change("t", 4), before=(third,))),
            )
            await store.commit(a_change("t", 5))
            assert (await store.entries("t"))[:4] == [first, second, third, fourth]
            assert await store.integrity() == []

    asyncio.run(run())


def test_integrity_finds_gaps_and_missing_summaries(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for table in ("gap", "no summary", "no entries", "fine"):
                await write_log(store, table, 1, 3)
            for spoil in (
                "DELETE FROM entries WHERE \"table\" = 'gap' AND version = 2",
                "DELETE FROM tables WHERE \"table\" = 'no summary'",
                "DELETE FROM entries WHERE \"table\" = 'no entries'",
            ):
                await run_sql(store, spoil)
            problems = await store.integrity()
            assert len(problems) == 3
            assert {problem.split(":")[0] for problem in problems} == {
                "table gap",
                "table no summary",
                "table no entries",
            }

    asyncio.run(run())


def test_a_full_disk_is_refused_and_nothing_is_half_written(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            await write_log(store, "t", 1, 1)
            await run_sql(store, "PRAGMA max_page_count = 1")
            big = [a_change("t", 2, body=bytes(100_000)), a_change("u", 1)]
            outcomes = await asyncio.gather(*map(store.commit, big), return_exceptions=True)
            assert [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)] == [
                "store_full"
            ] * 2
            assert [len(await store.entries(table)) for table in ("t", "u")] == [1, 0]
            await run_sql(store, "PRAGMA max_page_count = 100000")
            await asyncio.gather(*map(store.commit, big))
            assert await store.integrity() == []

    asyncio.run(run())


@contextmanager
def failing_writes() -> Iterator[None]:
    """Limit the files of this process to one byte."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_store_that_can_be_read_but_not_written_is_not_ready(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            await write_log(store, "t", 1, 2)
            assert await store.check()
            with failing_writes():
                refused = not await store.check()
                outcome = await asyncio.gather(
                    store.commit(a_change("t", 3)), return_exceptions=True
                )
            assert refused
            assert isinstance(outcome[0], Refusal)
            assert await store.check()
            await write_log(store, "t", 3, 3)
            assert len(await store.entries("t")) == 3
            assert await store.integrity() == []

    asyncio.run(run())


def test_checks_at_the_same_time_share_one_write_and_leave_nothing(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            writes = 0
            ask = store._submit

            async def count(work: Any, turn: Turn) -> Any:
                nonlocal writes
                writes += 1
                return await ask(work, turn)

            store._submit = count  # type: ignore[method-assign]
            assert all(await asyncio.gather(*(store.check() for _ in range(20))))
            assert writes == 1
            assert await store.purge_keys(1e12) == 0

    asyncio.run(run())


def test_a_second_opener_of_a_file_is_refused(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            with pytest.raises(Refusal, match="store_in_use"):
                await Store.open(sqlite_url)
            await write_log(store, "t", 1, 1)
        async with opened(sqlite_url) as store:
            assert len(await store.entries("t")) == 1

    asyncio.run(run())


@pytest.mark.parametrize("where", [0, 1])
def test_a_damaged_file_is_refused(sqlite_url: str, tmp_path: Path, where: int) -> None:
    async def write() -> None:
        async with opened(sqlite_url) as store:
            await asyncio.gather(*(write_log(store, f"t{n}", 1, 20) for n in range(20)))

    asyncio.run(write())
    path = tmp_path / "underdeck.db"
    content = bytearray(path.read_bytes())
    start = where * len(content) // 2 // 4096 * 4096
    content[start : start + 8192] = b"?" * 8192
    path.write_bytes(content)
    with pytest.raises(Refusal) as refused:
        asyncio.run(Store.open(sqlite_url))
    assert (refused.value.code, refused.value.params) == ("store_damaged", {"path": str(path)})


def test_a_short_opening_can_skip_the_check_of_the_whole_file(
    sqlite_url: str, tmp_path: Path
) -> None:
    async def write() -> None:
        async with opened(sqlite_url) as store:
            await asyncio.gather(*(write_log(store, f"t{n}", 1, 20) for n in range(200)))

    async def read() -> int:
        store = await Store.open(sqlite_url, check=False)
        try:
            return len(await store.entries("t0"))
        finally:
            await store.close()

    asyncio.run(write())
    path = tmp_path / "underdeck.db"
    content = bytearray(path.read_bytes())
    content[-4096:] = b"?" * 4096
    path.write_bytes(content)
    with pytest.raises(Refusal, match="store_damaged"):
        asyncio.run(Store.open(sqlite_url))
    assert asyncio.run(read()) == 20


def test_a_folder_that_cant_be_written_is_refused() -> None:
    with pytest.raises(Refusal, match="store_unavailable"):
        asyncio.run(Store.open("sqlite:////proc/underdeck/underdeck.db"))
