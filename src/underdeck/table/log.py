"""The log of one table in the store, and the table that is folded from it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from underdeck.career.recording import record_game
from underdeck.refusal import Refusal
from underdeck.store.model import Change, Entry, Key, Stale
from underdeck.table.entries import AnyEntry, read_entry, write_entry
from underdeck.table.summaries import finished_of, summary_of
from underdeck.table.table import Table

if TYPE_CHECKING:
    from sqlalchemy import Connection

MAX_TRIES = 20
"""Limits the attempts to append an entry while other processes write to the same table."""
FOLD_SLICE_S = 0.005
"""How long folding a log may occupy the event loop at a time."""

Make = Callable[[Table, float], AnyEntry | None]
"""Return the entry to append to a table at a time, None for nothing, or raise a `Refusal`."""
MakeKeys = Callable[[AnyEntry], tuple[Key, ...]]
"""Return the keys to store together with an entry."""
Also = Callable[["Connection"], None]
"""Write more in the transaction of an entry."""


class LogStore(Protocol):
    """The part of a `Store` that a log needs."""

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the log of a table after a version."""

    def commit(self, change: Change) -> Awaitable[None]:
        """Write a change durably, or raise `Stale` if its version is taken."""


class TableLog:
    """Loads a table from its log and appends entries to both.

    The log has a time of its own: it goes on from the last entry by the process's clock plus
    `offset`, so that a clock that was set, or differs from another process's, moves no deadline.
    """

    def __init__(self, store: LogStore, name: str, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.name = name
        self.now = now
        self.table: Table | None = None
        """None until the log is loaded, and after a failure or an entry of another process."""
        self.offset: float | None = None
        """The time of the log minus the time of this process; None until it is known."""

    def time(self) -> float:
        """Return the current time of the log, which deadlines refer to."""
        return self.now() + (self.offset or 0.0)

    async def load(self) -> Table:
        """Return the table, folded from its log unless it is in memory."""
        if self.table is None:
            rows = await self.store.entries(self.name)
            if not rows:
                raise Refusal("unknown_table")
            self.table = await fold_rows(self.name, rows)
        return self.table

    async def create(
        self, entries: Sequence[AnyEntry], keys: tuple[Key, ...], also: Also | None = None
    ) -> Table:
        """Store the first entries of a new log, all or none; raise `Stale` if the log exists.

        `also` writes more in the same transaction, and may refuse the new log.
        """
        table, at, before = Table(self.name), self.time(), list[Entry]()
        for entry in entries[:-1]:
            table.apply(entry, at)
            before.append(row_of(table, entry))
        await self.commit(table, entries[-1], keys, tuple(before), also)
        self.table = table
        return table

    async def append(
        self, make: Make, keys: MakeKeys = lambda _: ()
    ) -> tuple[Table, AnyEntry | None]:
        """Append the entry that `make` returns; it is on disk when this returns.

        On `Stale` (another process appended first) reload the log and retry.
        """
        for _ in range(MAX_TRIES):
            table = await self.load()
            try:
                await self.prepare(table)
                entry = make(table, self.time())
                if entry is None:
                    return table, None
                await self.commit(table, entry, keys(entry))
            except Stale:
                continue
            return table, entry
        raise Refusal("table_busy")

    async def prepare(self, table: Table) -> None:
        """Append entries that must come before any other; there are none unless overridden."""

    async def commit(
        self,
        table: Table,
        entry: AnyEntry,
        keys: tuple[Key, ...] = (),
        before: tuple[Entry, ...] = (),
        also: Also | None = None,
    ) -> None:
        """Append one entry in memory and in the store; if that fails, forget the table."""
        try:
            await self.write(self.apply(table, entry, keys, before, also))
        except BaseException:
            self.table = None
            raise

    def apply(
        self,
        table: Table,
        entry: AnyEntry,
        keys: tuple[Key, ...] = (),
        before: tuple[Entry, ...] = (),
        also: Also | None = None,
    ) -> Change:
        """Append one entry in memory, and return the change for the store.

        The entry that ends a game also records it in the history of its players.
        """
        was_over = table.is_over
        table.apply(entry, self.time())
        row = row_of(table, entry)
        if table.is_over and not was_over:
            also = partial(record_game, finished=finished_of(table, row.at))
        summary = summary_of(table)
        if self.offset and summary.deadline is not None:
            summary = msgspec.structs.replace(summary, deadline=summary.deadline - self.offset)
        return Change(row, summary, keys, before, also)

    async def write(self, change: Change) -> None:
        """Write a change to the store."""
        await self.store.commit(change)

    async def read_new(self, table: Table) -> list[AnyEntry]:
        """Apply the entries that other processes have appended, and return them."""
        rows = await self.store.entries(self.name, table.version)
        entries = [read_entry(row.body) for row in rows]
        for row, entry in zip(rows, entries, strict=True):
            if row.version == table.version + 1:
                table.apply(entry, row.at)
        return entries


def row_of(table: Table, entry: AnyEntry) -> Entry:
    """Return the row of the entry that was just applied to a table."""
    return Entry(table.name, table.version, table.changed, write_entry(entry))


async def fold_rows(name: str, rows: Iterable[Entry]) -> Table:
    """Fold stored entries into a table without blocking the event loop for long."""
    table = Table(name)
    until = time.perf_counter() + FOLD_SLICE_S
    for row in rows:
        try:
            table.apply(read_entry(row.body), row.at)
        except Exception as error:
            raise Refusal("table_damaged") from error
        if time.perf_counter() > until:
            await asyncio.sleep(0)
            until = time.perf_counter() + FOLD_SLICE_S
    return table
