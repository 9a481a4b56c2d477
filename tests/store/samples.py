"""Sample rows, an open store, and a process that writes until it is killed."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from multiprocessing.connection import Connection as Pipe

from sqlalchemy import Connection, text

from underdeck.store import schema
from underdeck.store.model import Change, Entry, Key, Profile, Result, Summary
from underdeck.store.rows import insert_rows, plain_values, upsert
from underdeck.store.store import Store

NOW = 1_800_000_000.0


def a_summary(table: str, **fields: object) -> Summary:
    values: dict[str, object] = {
        "game": "dungeon",
        "status": "running",
        "listed": True,
        "house": '{"suicide_queen": true}',
        "names": ("Íñigo", "", "Bot «2»"),
        "free": 1,
        "created": NOW,
        "changed": NOW + 0.125,
    }
    return Summary(table=table, **(values | fields))  # type: ignore[arg-type]


def a_change(
    table: str,
    version: int,
    keys: tuple[Key, ...] = (),
    results: tuple[Result, ...] = (),
    body: bytes | None = None,
    **fields: object,
) -> Change:
    entry = Entry(
        table,
        version,
        NOW + version / 3,
        b"%s %d \x00\xff" % (table.encode(), version) if body is None else body,
    )
    also = partial(write_results, results=results) if results else None
    return Change(entry, a_summary(table, **fields), keys, also=also)


def write_results(connection: Connection, results: tuple[Result, ...]) -> None:
    """Write rows as they are, together with an entry."""
    insert_rows(
        connection,
        upsert(schema.results, connection.dialect.name),
        [plain_values(result) for result in results],
    )


def a_hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def a_key(
    text: str,
    kind: str = "seat",
    table: str | None = None,
    profile: str | None = None,
    expires: float | None = None,
) -> Key:
    return Key(a_hash(text), kind, table, 0 if kind == "seat" else None, profile, expires)


def a_result(table: str, profile: str, at: float = NOW, seat: int = 0) -> Result:
    return Result(table, seat, profile, "dungeon", at, '{"won": true}')


def a_profile(name: str) -> Profile:
    return Profile(name, f"{name} the Bold", "es", NOW)


async def write_log(store: Store, table: str, first: int, last: int) -> None:
    for version in range(first, last + 1):
        await store.commit(a_change(table, version))


def write_until_killed(url: str, tables: int, pipe: Pipe) -> None:
    """Append to some tables, and send each version that was acknowledged."""

    async def go_on(store: Store, table: str) -> None:
        version = len(await store.entries(table))
        while True:
            version += 1
            await store.commit(a_change(table, version, body=b"card" * 50))
            pipe.send((table, version))

    async def run() -> None:
        store = await Store.open(url)
        await asyncio.gather(*(go_on(store, f"table {n}") for n in range(tables)))

    asyncio.run(run())


@asynccontextmanager
async def opened(url: str | None) -> AsyncIterator[Store]:
    """Open a store, and close it in the end."""
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
