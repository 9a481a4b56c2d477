"""What is kept, as rows of the database and back."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, Dialect, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from underdeck.store import schema
from underdeck.store.model import Entry, Key, Profile, Result, Summary

Values = dict[str, Any]

SUMMARY = tuple(column for column in schema.tables.c if column.name != "version")
"""The columns of a summary, in the order of its fields."""

_names_in = msgspec.json.Encoder().encode
_names_out = msgspec.json.Decoder(tuple[str, ...]).decode


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
        "names": _names_in(summary.names).decode(),
        "free": summary.free,
        "created": summary.created,
        "changed": summary.changed,
        "deadline": summary.deadline,
        "version": version,
        "bots": summary.bots,
        "company": summary.company,
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
    return Summary(table, game, status, listed, house, _names_out(names), *rest)


@cache
def adding(table: Table, dialect: str, replace: Sequence[str] = ()) -> Insert:
    """An insertion into this table; what is there already has these columns replaced, or stays as it is if there are none."""
    insert = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    if not replace:
        return insert.on_conflict_do_nothing()
    keys = [column.name for column in table.primary_key]
    return insert.on_conflict_do_update(
        index_elements=keys, set_={name: insert.excluded[name] for name in replace}
    )


@cache
def upserting(table: Table, dialect: str) -> Insert:
    """An insertion into this table that replaces what is there."""
    return adding(
        table, dialect, tuple(column.name for column in table.c if not column.primary_key)
    )


def insert_rows(connection: Connection, insert: Insert, rows: Sequence[Values]) -> None:
    """Insert rows whose values the driver takes as they are, without looking at each of them on the way."""
    if not rows:
        return
    sql, order = _compiled(insert, connection.dialect)
    connection.exec_driver_sql(sql, list(rows) if order is None else list(map(order, rows)))


@lru_cache(maxsize=64)
def _compiled(
    insert: Insert, dialect: Dialect
) -> tuple[str, Callable[[Values], tuple[Any, ...]] | None]:
    """An insertion in this dialect's words, and what puts a row's values in order if they go by their places."""
    compiled = insert.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler)
    return compiled.string, itemgetter(*compiled.positiontup) if compiled.positiontup else None
