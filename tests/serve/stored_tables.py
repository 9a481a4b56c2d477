"""Write tables to a database before a server starts."""

import time

from underdeck.serve.keys import new_name, new_secret, seat_key
from underdeck.store.model import Change, Entry, Key
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Sat, write_entry
from underdeck.table.summaries import summary_of
from underdeck.table.table import Table


async def write_table(url: str, entries: list[AnyEntry]) -> tuple[str, list[str]]:
    """Write a table's log and the keys of its people."""
    store, table, secrets = await Store.open(url), Table(new_name()), list[str]()
    try:
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
    finally:
        await store.close()
    return table.name, secrets
