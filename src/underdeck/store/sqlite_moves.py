"""The fast path for moves into SQLite: two statements for many changes, without SQLAlchemy."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from underdeck.store.model import Change, Stale, Summary

_COLUMNS = 4
"""The columns of the rows that a statement writes."""
_MAX_ROWS = 100
"""Limits the rows of one statement; each number of them has SQL of its own, cached."""
_MAX_VALUES = _MAX_ROWS * _COLUMNS
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

    def select(self, changes: Sequence[Change]) -> "MoveBatch":
        """Take the moves out of some changes; of each table those before any other change."""
        batch = MoveBatch()
        left: set[str] = set()
        for place, change in enumerate(changes):
            table = change.entry.table
            head = batch.heads.get(table) or self._heads.get(table)
            if head is not None and table not in left and is_move(change, head[1]):
                batch.add(place, change, head[0])
            else:
                left.add(table)
                batch.others.append(place)
        return batch


@dataclass(slots=True)
class MoveBatch:
    """Moves that are written together."""

    heads: dict[str, tuple[int, Summary]] = field(default_factory=dict)
    """The heads after these moves."""
    entries: list[object] = field(default_factory=list)
    """The values of the entries, one after the other."""
    outcomes: dict[int, Stale | None] = field(default_factory=dict)
    """The outcome of each move, by its place among the changes."""
    others: list[int] = field(default_factory=list)
    """The places of the other changes."""

    def add(self, place: int, change: Change, version: int) -> None:
        """Add a move to a table with this version."""
        entry = change.entry
        if entry.version == version + 1:
            self.heads[entry.table] = entry.version, change.summary
            self.entries += entry.table, entry.version, entry.at, entry.body
            self.outcomes[place] = None
        else:
            self.outcomes[place] = Stale(entry.table, entry.version)

    def write(self, driver: sqlite3.Connection) -> None:
        """Write the moves in the transaction that is open."""
        summaries = [
            part
            for version, each in self.heads.values()
            for part in (each.table, version, each.changed, each.deadline)
        ]
        for sql, values in (_insert_sql, self.entries), (_update_sql, summaries):
            for start in range(0, len(values), _MAX_VALUES):
                part = values[start : start + _MAX_VALUES]
                driver.execute(sql(len(part) // _COLUMNS), part)


def is_move(change: Change, last: Summary) -> bool:
    """Return whether a change is one entry, and nothing but the times of the summary changes."""
    return not (change.keys or change.before or change.also) and differs_in_times_only(
        change.summary, last
    )


def differs_in_times_only(summary: Summary, last: Summary) -> bool:
    """Return whether nothing but the times of a summary changed."""
    return (summary.status, summary.listed, summary.names, summary.free) == (
        last.status,
        last.listed,
        last.names,
        last.free,
    )


@lru_cache(_MAX_ROWS)
def _insert_sql(count: int) -> str:
    """Return the SQL that inserts this number of entries."""
    return f'INSERT INTO entries ("table", version, at, body) VALUES {_rows(count)}'  # noqa: S608  only question marks


@lru_cache(_MAX_ROWS)
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
