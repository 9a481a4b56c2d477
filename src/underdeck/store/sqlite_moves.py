"""The fast path for moves into SQLite: two statements for many changes, without SQLAlchemy."""

import sqlite3
from collections.abc import Sequence
from functools import lru_cache

from underdeck.store.model import Change, Stale, Summary

_MAX_CHANGES = 100
"""Limits the changes of one transaction; each number of them has SQL of its own, cached."""
_MAX_TABLES = 10_000
"""Limits the tables whose heads are remembered."""


class MoveWriter:
    """Remembers the head of each log, which nobody else changes while the file is locked."""

    def __init__(self) -> None:
        self._heads: dict[str, tuple[int, Summary]] = {}
        """The last version and summary of tables that were written to."""

    def forget(self) -> None:
        """Forget all heads, since something else was written or a write failed."""
        self._heads.clear()

    def learn(self, changes: Sequence[Change], outcomes: Sequence[object]) -> None:
        """Remember the heads after changes that were written another way."""
        if len(self._heads) > _MAX_TABLES:
            self.forget()
        for change, outcome in zip(changes, outcomes, strict=True):
            if outcome is None:
                self._heads[change.entry.table] = change.entry.version, change.summary

    def write(
        self, driver: sqlite3.Connection, changes: Sequence[Change]
    ) -> list[Stale | None] | None:
        """Write moves in one transaction; return None if there is more to write than moves."""
        heads: dict[str, tuple[int, Summary]] = {}
        outcomes: list[Stale | None] = []
        entries: list[object] = []
        for change in changes:
            entry, summary = change.entry, change.summary
            known = heads.get(entry.table) or self._heads.get(entry.table)
            if (
                known is None
                or change.keys
                or change.before
                or change.also
                or not differs_in_times_only(summary, known[1])
            ):
                return None
            if entry.version == known[0] + 1:
                heads[entry.table] = entry.version, summary
                entries += entry.table, entry.version, entry.at, entry.body
                outcomes.append(None)
            else:
                outcomes.append(Stale(entry.table, entry.version))
        if len(changes) > _MAX_CHANGES:
            return None
        if heads:
            summaries = [
                part
                for version, each in heads.values()
                for part in (each.table, version, each.changed, each.deadline)
            ]
            driver.execute("BEGIN IMMEDIATE")
            driver.execute(_insert_sql(len(entries) // 4), entries)
            driver.execute(_update_sql(len(heads)), summaries)
            driver.execute("COMMIT")
            self._heads.update(heads)
        return outcomes


def differs_in_times_only(summary: Summary, last: Summary) -> bool:
    """Return whether nothing but the times of a summary changed."""
    return (summary.status, summary.listed, summary.names, summary.free) == (
        last.status,
        last.listed,
        last.names,
        last.free,
    )


@lru_cache(_MAX_CHANGES)
def _insert_sql(count: int) -> str:
    """Return the SQL that inserts this number of entries."""
    return f'INSERT INTO entries ("table", version, at, body) VALUES {_rows(count)}'  # noqa: S608  only question marks


@lru_cache(_MAX_CHANGES)
def _update_sql(count: int) -> str:
    """Return the SQL that updates this number of summaries."""
    return (
        f'WITH new ("table", version, changed, deadline) AS (VALUES {_rows(count)}) '  # noqa: S608
        "UPDATE tables SET version = new.version, changed = new.changed, deadline = new.deadline "
        'FROM new WHERE tables."table" = new."table"'
    )


def _rows(count: int) -> str:
    """Return placeholders for rows of four values."""
    return ", ".join(["(?, ?, ?, ?)"] * count)
