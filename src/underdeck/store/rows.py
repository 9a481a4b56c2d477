"""What is kept, as rows of the database and back."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import postgresql, sqlite

from underdeck.store import schema
from underdeck.store.model import Entry, Key, Profile, Result, Summary

Values = dict[str, Any]

SUMMARY = tuple(column for column in schema.tables.c if column.name != "version")
"""The columns of a summary, in the order of its fields."""


def entry_values(entry: Entry) -> Values:
    """An entry as a row."""
    return {"table": entry.table, "version": entry.version, "at": entry.at, "body": entry.body}


def summary_values(summary: Summary, version: int) -> Values:
    """A summary as a row, with the version of the entry that it was written with."""
    return {
        "table": summary.table,
        "game": summary.game,
        "status": summary.status,
        "listed": summary.listed,
        "house": summary.house,
        "names": json.dumps(summary.names, ensure_ascii=False),
        "free": summary.free,
        "created": summary.created,
        "changed": summary.changed,
        "deadline": summary.deadline,
        "version": version,
    }


def plain_values(kept: Key | Profile | Result) -> Values:
    """A key, a profile or a result as a row."""
    return {name: getattr(kept, name) for name in kept.__slots__}


def read_entries(rows: Iterable[Sequence[Any]]) -> list[Entry]:
    """Entries from their rows."""
    return [Entry(*row) for row in rows]


def read_summaries(rows: Iterable[Sequence[Any]]) -> list[Summary]:
    """Summaries from the columns of `SUMMARY`."""
    return [read_summary(row) for row in rows]


def read_summary(row: Sequence[Any]) -> Summary:
    """A summary from the columns of `SUMMARY`."""
    table, game, status, listed, house, names, *rest = row
    return Summary(table, game, status, listed, house, tuple(json.loads(names)), *rest)


@cache
def adding(table: Table, dialect: str, replace: Sequence[str] = ()) -> Insert:
    """An insertion into this table; what is there already has these columns replaced, or stays as it is if there are none."""
    insert = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    if not replace:
        return insert.on_conflict_do_nothing()
    keys = [column.name for column in table.primary_key]
    return insert.on_conflict_do_update(index_elements=keys, set_={name: insert.excluded[name] for name in replace})


@cache
def upserting(table: Table, dialect: str) -> Insert:
    """An insertion into this table that replaces what is there."""
    return adding(table, dialect, tuple(column.name for column in table.c if not column.primary_key))
