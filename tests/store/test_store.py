"""The store: reads, writes, group commit, and failures of the database."""

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Connection, text

from store.postgres import Postgres
from store.samples import NOW, a_change, a_hash, a_key, a_profile, a_result, a_summary, write_log
from underdeck.refusal import Refusal
from underdeck.store.model import Change, Key, Stale
from underdeck.store.store import Store
from underdeck.store.writer import Turn

SEVER_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@asynccontextmanager
async def opened(url: str | None) -> AsyncIterator[Store]:
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


async def run_sql(store: Store, statement: str) -> None:
    """Run a statement directly."""

    def run(connection: Connection) -> None:
        connection.execute(text(statement))

    await store.write(run)


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


def test_group_commit_is_fast(sqlite_url: str) -> None:
    async def run() -> float:
        async with opened(sqlite_url) as store:
            begun = time.perf_counter()
            await asyncio.gather(*(write_log(store, f"t{table}", 1, 10) for table in range(300)))
            return 3000 / (time.perf_counter() - begun)

    assert asyncio.run(run()) > 1500


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


def test_a_profile_finds_its_tables_and_results(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.save_profile(a_profile("ana"))
            await store.commit(
                a_change(
                    "t",
                    1,
                    keys=(
                        a_key("1", table="t", profile="ana"),
                        a_key("2", table="t", profile="eva"),
                    ),
                )
            )
            await store.commit(
                a_change("u", 1, keys=(a_key("3", table="u", profile="ana"),), created=NOW + 1)
            )
            await store.commit(
                a_change("v", 1, keys=(a_key("4", "watch", table="v", profile="ana"),))
            )
            await store.commit(
                a_change(
                    "t",
                    2,
                    results=(a_result("t", "ana"), a_result("t", "eva", seat=1)),
                    status="over",
                )
            )
            await store.commit(
                a_change(
                    "u", 2, results=(a_result("u", "ana", NOW + 1),), status="over", created=NOW + 1
                )
            )
            assert [found.table for found in await store.tables_of("ana")] == ["u", "t"]
            assert [found.table for found in await store.tables_of("ana", limit=1)] == ["u"]
            assert await store.results_of("ana") == [
                a_result("u", "ana", NOW + 1),
                a_result("t", "ana"),
            ]
            assert await store.profile("ana") == a_profile("ana")
            assert await store.profile("eva") is None

    asyncio.run(run())


def test_keys_expire_and_are_dropped_and_purged(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            now = time.time()
            old, young, lasting = (
                a_key("old", expires=now - 1),
                a_key("young", expires=now + 100),
                a_key("lasting", table="t"),
            )
            await store.add_keys(old, young, lasting)
            await store.add_keys()
            assert await store.key(old.hash) is None
            assert await store.key(young.hash) == young
            assert await store.keys_of("t") == [lasting]
            assert await store.purge_keys(now) == 1
            assert await store.drop_key(young.hash)
            assert not await store.drop_key(young.hash)
            assert await store.key(young.hash) is None

    asyncio.run(run())


def test_one_rotation_of_a_key_wins_and_a_code_is_used_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.add_keys(
                a_key("old"), a_key("code", "code", profile="ana", expires=NOW), a_key("no code")
            )
            won = await asyncio.gather(
                *(
                    store.replace_key(a_hash("old"), a_key(f"new {n}"), a_key("gone", "revoked"))
                    for n in range(3)
                )
            )
            assert sorted(won) == [False, False, True]
            assert [await store.key(a_hash(f"new {n}")) is not None for n in range(3)] == won
            assert await store.take_key(a_hash("code"), "code", NOW) is None
            taken = await asyncio.gather(
                *(store.take_key(a_hash("code"), "code", NOW - 1) for _ in range(3))
            )
            assert [key for key in taken if key] == [
                Key(a_hash("code"), "code", profile="ana", expires=NOW)
            ]
            assert await store.take_key(a_hash("no code"), "code", NOW) is None

    asyncio.run(run())


def test_entries_that_belong_together_are_written_together_or_not_at_all(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            first, second, third, fourth = (a_change("t", version).entry for version in range(1, 5))
            await store.commit(
                replace(a_change("t", 2, keys=(a_key("seat", table="t"),)), before=(first,))
            )
            assert await store.entries("t") == [first, second]
            for stale in (
                replace(a_change("t", 2), before=(first,)),
                replace(a_change("t", 4), before=(second, third)),
            ):
                with pytest.raises(Stale):
                    await store.commit(stale)
            assert await store.entries("t") == [first, second]
            await asyncio.gather(
                store.commit(a_change("u", 1)),
                store.commit(replace(a_change("t", 4), before=(third,))),
            )
            await store.commit(a_change("t", 5))
            assert (await store.entries("t"))[:4] == [first, second, third, fourth]
            assert await store.integrity() == []

    asyncio.run(run())


def test_a_code_gives_a_key_to_its_profile_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.save_profile(a_profile("ana"))
            await store.add_keys(
                a_key("code", "code", profile="ana", expires=NOW),
                a_key("nobody's", "code", profile="eva"),
            )
            asked = (
                store.claim_profile(a_hash("code"), NOW - 1, a_key(f"new {n}", "profile"))
                for n in range(3)
            )
            claimed = [each for each in await asyncio.gather(*asked) if each]
            assert claimed == [a_profile("ana")]
            assert await store.count_keys("ana") == 1
            assert (
                await store.claim_profile(a_hash("nobody's"), NOW, a_key("new", "profile")) is None
            )
            assert await store.key(a_hash("new")) is None

    asyncio.run(run())


def test_deleting_a_profile_deletes_keys_and_results_but_not_seats(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            seat = a_key("seat", table="t", profile="ana")
            await store.save_profile(a_profile("ana"))
            await store.add_keys(
                a_key("1", "profile", profile="ana"),
                a_key("2", "code", profile="ana"),
                a_key("3", "profile", profile="eva"),
            )
            await store.commit(
                a_change(
                    "t",
                    1,
                    keys=(seat,),
                    results=(a_result("t", "ana"), a_result("t", "eva", seat=1)),
                )
            )
            await store.drop_profile("ana")
            assert await store.profile("ana") is None
            assert [await store.key(a_hash(text)) is None for text in ("1", "2", "3")] == [
                True,
                True,
                False,
            ]
            assert await store.key(seat.hash) == replace(seat, profile=None)
            assert await store.results_of("ana") == []
            assert await store.results_of("eva") == [a_result("t", "eva", seat=1)]

    asyncio.run(run())


def test_all_other_keys_of_a_profile_are_dropped(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.add_keys(
                *(a_key(text, "profile", profile="ana") for text in ("here", "there", "elsewhere"))
            )
            await store.add_keys(
                a_key("code", "code", profile="ana"), a_key("seat", table="t", profile="ana")
            )
            assert await store.count_keys("ana") == 3
            await store.drop_other_keys("ana", a_hash("here"))
            assert await store.count_keys("ana") == 1
            found = [
                await store.key(a_hash(text)) is not None
                for text in ("here", "there", "elsewhere", "code", "seat")
            ]
            assert found == [True, False, False, False, True]

    asyncio.run(run())


def test_a_profile_is_deleted_with_its_last_key(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            now = time.time()
            for name in ("gone", "there"):
                await store.save_profile(a_profile(name))
                await store.add_keys(a_key(f"{name} 1", "profile", profile=name, expires=now + 10))
                await store.add_keys(a_key(f"{name} 2", "profile", profile=name, expires=now + 20))
            await store.renew_key(a_hash("there 1"), now + 100)
            assert await store.purge_keys(now + 15) == 1
            assert await store.profile("gone") is not None
            assert await store.purge_keys(now + 30) == 2
            assert [await store.profile(name) for name in ("gone", "there")] == [
                None,
                a_profile("there"),
            ]

    asyncio.run(run())


def test_the_newest_key_of_a_seat_is_its_only_one(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            beside = (a_key("other table", table="u"), a_key("watch", "watch", table="t"))
            await store.add_keys(a_key("1", table="t"), a_key("2", table="t"), *beside)
            assert sorted(await store.replace_seat_keys(a_key("3", table="t"))) == sorted(
                (a_hash("1"), a_hash("2"))
            )
            assert await store.replace_seat_keys(a_key("3", table="t")) == []
            assert {key.hash for key in await store.keys_of("t")} == {a_hash("3"), a_hash("watch")}
            assert await store.key(a_hash("other table")) == beside[0]

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


def test_of_two_workers_one_wins_each_version(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            won = {one: 0, other: 0}

            async def race(store: Store, table: str) -> None:
                for version in range(1, 11):
                    try:
                        await store.commit(a_change(table, version, body=str(id(store)).encode()))
                        won[store] += 1
                    except Stale:
                        assert len(await store.entries(table)) >= version

            await asyncio.gather(
                *(race(store, f"t{n}") for n in range(20) for store in (one, other))
            )
            assert sum(won.values()) == 200
            assert await one.integrity() == []
            for n in range(20):
                assert len(await one.entries(f"t{n}")) == 10

    asyncio.run(run())


def test_several_workers_may_open_an_empty_database_at_once(postgres_url: str) -> None:
    async def run() -> None:
        stores = await asyncio.gather(*(Store.open(postgres_url) for _ in range(4)))
        await write_log(stores[0], "t", 1, 1)
        assert await stores[3].summary("t") == a_summary("t")
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())


def test_a_batch_that_builds_on_a_lost_race_is_stale_as_a_whole(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            await write_log(one, "t", 1, 1)
            await write_log(other, "t", 2, 2)
            outcomes = await asyncio.gather(
                one.commit(a_change("t", 2)), one.commit(a_change("u", 1)), return_exceptions=True
            )
            assert [type(outcome) for outcome in outcomes] == [Stale, type(None)]

    asyncio.run(run())


async def until_written(store: Store, change: Change) -> None:
    for _ in range(100):
        try:
            await store.commit(change)
        except Refusal:
            await asyncio.sleep(0.05)
        else:
            return
    raise AssertionError


def test_a_store_and_its_listener_recover_when_postgres_comes_back(
    postgres: Postgres, postgres_url: str
) -> None:
    async def run() -> None:
        notified: list[tuple[str, int]] = []
        async with opened(postgres_url) as store, opened(postgres_url) as other:
            store.listen(lambda table, version: notified.append((table, version)), lambda: ["t"])
            await write_log(store, "t", 1, 2)
            await other.entries("t")
            await asyncio.to_thread(postgres.stop)
            try:
                assert not await store.check()
                with pytest.raises(Refusal, match="store_unavailable"):
                    await store.commit(a_change("t", 3))
                with pytest.raises(Refusal, match="store_unavailable"):
                    await store.entries("t")
            finally:
                await asyncio.to_thread(postgres.start)
            assert [entry.version for entry in await other.entries("t")] == [1, 2]
            await until_written(store, a_change("t", 3))
            await until_written(other, a_change("t", 4, changed=time.time()))
            async with asyncio.timeout(5):
                while ("t", 4) not in notified:
                    await asyncio.sleep(0.02)
            assert await store.integrity() == []

    asyncio.run(run())


def test_a_severed_connection_is_reopened(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as store, opened(postgres_url) as other:
            await write_log(store, "t", 1, 1)
            await store.entries("t")
            await run_sql(other, SEVER_OTHERS)
            await write_log(store, "t", 2, 2)
            assert len(await store.entries("t")) == 2

    asyncio.run(run())


def test_no_acknowledged_entry_is_lost_when_connections_are_severed(
    postgres_url: str,
) -> None:
    async def run() -> None:
        acknowledged: dict[tuple[str, int], bytes] = {}
        done = asyncio.Event()

        async def play(store: Store, table: str) -> None:
            version = 0
            while not done.is_set():
                change = a_change(table, version + 1, body=uuid4().bytes)
                try:
                    await store.commit(change)
                except (Stale, Refusal):
                    await asyncio.sleep(0.01)
                    with suppress(Refusal):
                        version = len(await store.entries(table))
                else:
                    version += 1
                    assert (table, version) not in acknowledged
                    acknowledged[table, version] = change.entry.body

        async with (
            opened(postgres_url) as one,
            opened(postgres_url) as other,
            opened(postgres_url) as third,
        ):
            players = [
                asyncio.create_task(play(store, f"t{n}"))
                for n in range(10)
                for store in (one, other)
            ]
            for _ in range(10):
                await asyncio.sleep(0.07)
                await run_sql(third, SEVER_OTHERS)
            done.set()
            await asyncio.gather(*players)
            assert await third.integrity() == []
            written = {
                (entry.table, entry.version): entry.body
                for n in range(10)
                for entry in await third.entries(f"t{n}")
            }
            assert acknowledged
            assert acknowledged.items() <= written.items()

    asyncio.run(run())


def test_workers_are_notified_of_each_other(postgres_url: str) -> None:
    async def run() -> None:
        notified: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        async with opened(postgres_url) as one, opened(postgres_url) as other:
            one.listen(lambda table, version: notified.put_nowait((table, version)), list)
            await write_log(other, "a table", 1, 3)
            async with asyncio.timeout(5):
                while await notified.get() != ("a table", 3):
                    pass

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


def test_a_folder_that_cant_be_written_is_refused() -> None:
    with pytest.raises(Refusal, match="store_unavailable"):
        asyncio.run(Store.open("sqlite:////proc/underdeck/underdeck.db"))
