"""Several workers on one PostgreSQL: races, lost connections and notifications."""

import asyncio
import threading
import time
from contextlib import suppress
from uuid import uuid4

import pytest

from store.postgres import Postgres
from store.samples import (
    a_change,
    a_summary,
    opened,
    run_sql,
    write_log,
)
from underdeck.refusal import Refusal
from underdeck.store.model import Change, Stale
from underdeck.store.store import Store

SEVER_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


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
    while True:
        try:
            await store.commit(change)
        except Refusal:
            await asyncio.sleep(0.02)
        else:
            return


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
                before = len(acknowledged)
                while len(acknowledged) == before:
                    await asyncio.sleep(0.01)
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
        listening = threading.Event()

        def no_tables() -> list[str]:
            """Return the tables to catch up on; the listener asks once it has subscribed."""
            listening.set()
            return []

        async with opened(postgres_url) as one, opened(postgres_url) as other:
            one.listen(lambda table, version: notified.put_nowait((table, version)), no_tables)
            await asyncio.to_thread(listening.wait)
            await write_log(other, "a table", 1, 3)
            while await notified.get() != ("a table", 3):
                pass

    asyncio.run(run())
