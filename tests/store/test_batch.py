"""Batches of changes."""

import asyncio

from sqlalchemy import Connection

from store.samples import a_change
from underdeck.store.batch import read_heads, write_changes
from underdeck.store.model import Stale
from underdeck.store.store import Store


def test_a_retry_accepts_what_the_first_attempt_has_written(url: str) -> None:
    changes = [a_change("t", 1), a_change("t", 2), a_change("u", 1)]

    def attempt_again(connection: Connection) -> list[Stale | None]:
        more = [a_change("t", 2, body=b"another"), a_change("t", 3)]
        return write_changes(connection, [*changes, *more], is_retry=True)

    async def run() -> None:
        store = await Store.open(url)
        assert await store.write(write_changes, changes) == [None, None, None]
        assert [type(outcome) for outcome in await store.write(attempt_again)] == [
            type(None)
        ] * 3 + [Stale, type(None)]
        assert len(await store.entries("t")) == 3
        assert await store.integrity() == []
        await store.close()

    asyncio.run(run())


def test_heads_of_many_tables(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        changes = [a_change(f"t{n}", 1) for n in range(1200)]
        await asyncio.gather(*map(store.commit, changes))
        assert await store.write(read_heads, [f"t{n}" for n in range(1201)]) == {
            f"t{n}": 1 for n in range(1200)
        }
        await store.close()

    asyncio.run(run())
