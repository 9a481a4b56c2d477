"""The way of most changes into SQLite, moves at tables that are known: two statements for all of them, straight to the driver."""

import sqlite3
from collections.abc import Sequence
from functools import lru_cache

from underdeck.store.model import Change, Stale, Summary

_MOST = 100
"""How many changes are written so at once."""
_MOST_KNOWN = 10_000


class Quick:
    """Knows how far each table has come, for while the file is ours nobody else writes to it."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, Summary]] = {}
        """The last version and summary of each table that was written to."""

    def forget(self) -> None:
        """Somebody has written past us, or something failed."""
        self._known.clear()

    def learn(self, changes: Sequence[Change], verdicts: Sequence[Stale | None]) -> None:
        """What was written another way."""
        if len(self._known) > _MOST_KNOWN:
            self.forget()
        for change, verdict in zip(changes, verdicts, strict=True):
            if verdict is None:
                self._known[change.entry.table] = change.entry.version, change.summary

    def write(
        self, driver: sqlite3.Connection, changes: Sequence[Change]
    ) -> list[Stale | None] | None:
        """Write moves in one transaction, and what came of each; None if there is more to write than that."""
        heads: dict[str, tuple[int, Summary]] = {}
        verdicts: list[Stale | None] = []
        entries: list[object] = []
        for change in changes:
            entry, summary = change.entry, change.summary
            known = heads.get(entry.table) or self._known.get(entry.table)
            if (
                known is None
                or change.keys
                or change.results
                or change.before
                or not is_alike(summary, known[1])
            ):
                return None
            if entry.version == known[0] + 1:
                heads[entry.table] = entry.version, summary
                entries += entry.table, entry.version, entry.at, entry.body
                verdicts.append(None)
            else:
                verdicts.append(Stale(entry.table, entry.version))
        if len(changes) > _MOST:
            return None
        if heads:
            summaries = [
                part
                for version, each in heads.values()
                for part in (each.table, version, each.changed, each.deadline)
            ]
            driver.execute("BEGIN IMMEDIATE")
            driver.execute(_adding(len(entries) // 4), entries)
            driver.execute(_changing(len(heads)), summaries)
            driver.execute("COMMIT")
            self._known.update(heads)
        return verdicts


def is_alike(summary: Summary, last: Summary) -> bool:
    """Return whether only the times of a summary changed."""
    return (summary.status, summary.listed, summary.names, summary.free) == (
        last.status,
        last.listed,
        last.names,
        last.free,
    )


@lru_cache(_MOST)
def _adding(count: int) -> str:
    """So many entries."""
    return f'INSERT INTO entries ("table", version, at, body) VALUES {_rows(count)}'  # noqa: S608  nothing but question marks


@lru_cache(_MOST)
def _changing(count: int) -> str:
    """So many summaries."""
    return (
        f'WITH new ("table", version, changed, deadline) AS (VALUES {_rows(count)}) '  # noqa: S608
        "UPDATE tables SET version = new.version, changed = new.changed, deadline = new.deadline "
        'FROM new WHERE tables."table" = new."table"'
    )


def _rows(count: int) -> str:
    """So many rows of four values."""
    return ", ".join(["(?, ?, ?, ?)"] * count)
