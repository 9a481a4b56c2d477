"""Write tables to a database, past the server's API."""

import time

from underdeck.serve.keys import new_name, new_secret, seat_key
from underdeck.store.model import Change, Entry, Key
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Sat, write_entry
from underdeck.table.summaries import summary_of
from underdeck.table.table import Table


async def write_table(url: str, entries: list[AnyEntry]) -> tuple[str, list[str]]:
    """Write a table's log and the keys of its people to a database that no server uses."""
    store = await Store.open(url)
    try:
        return await store_table(store, entries)
    finally:
        await store.close()


async def store_table(store: Store, entries: list[AnyEntry]) -> tuple[str, list[str]]:
    """Store a table's log and the keys of its people; return the table's id and the keys."""
    table, secrets = Table(new_name()), list[str]()
    for entry in entries:
        keys: tuple[Key, ...] = ()
        if isinstance(entry, Sat):
            secrets.append(new_secret())
            keys = (seat_key(secrets[-1], table.name, entry.seat, table.version + 1),)
        at = time.time()
        table.apply(entry, at)
        await store.commit(
            Change(
                Entry(table.name, table.version, at, write_entry(entry)),
                summary_of(table),
                keys,
            )
        )
    return table.name, secrets
