"""Conversion between stored values and rows of the database."""

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

Values = dict[str, object]

SUMMARY = tuple(column for column in schema.tables.c if column.name != "version")
"""The columns of a summary, in the order of its fields."""

_encode_names = msgspec.json.Encoder().encode
_decode_names = msgspec.json.Decoder(tuple[str, ...]).decode


def entry_values(entry: Entry) -> Values:
    """Return an entry as a row."""
    return {"table": entry.table, "version": entry.version, "at": entry.at, "body": entry.body}


def summary_values(summary: Summary, version: int) -> Values:
    """Return a summary as a row, with the version of the entry it was written with."""
    return {
        "table": summary.table,
        "game": summary.game,
        "status": summary.status,
        "listed": summary.listed,
        "house": summary.house,
        "names": _encode_names(summary.names).decode(),
        "free": summary.free,
        "created": summary.created,
        "changed": summary.changed,
        "deadline": summary.deadline,
        "version": version,
        "bots": summary.bots,
        "company": summary.company,
    }


def plain_values(value: Key | Profile | Result) -> Values:
    """Return a key, a profile or a result as a row."""
    return {name: getattr(value, name) for name in value.__slots__}


def read_entries(rows: Iterable[Sequence[Any]]) -> list[Entry]:
    """Return entries from their rows."""
    return [Entry(*row) for row in rows]


def read_summaries(rows: Iterable[Sequence[Any]]) -> list[Summary]:
    """Return summaries from the columns of `SUMMARY`."""
    return [read_summary(row) for row in rows]


def read_summary(row: Sequence[Any]) -> Summary:
    """Return a summary from the columns of `SUMMARY`."""
    table, game, status, listed, house, names, *rest = row
    return Summary(table, game, status, listed, house, _decode_names(names), *rest)


@cache
def insert_or_update(table: Table, dialect: str, replace: Sequence[str] = ()) -> Insert:
    """Return an insertion that replaces these columns of existing rows, or skips such rows."""
    insert = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    if not replace:
        return insert.on_conflict_do_nothing()
    keys = [column.name for column in table.primary_key]
    return insert.on_conflict_do_update(
        index_elements=keys, set_={name: insert.excluded[name] for name in replace}
    )


@cache
def upsert(table: Table, dialect: str) -> Insert:
    """Return an insertion that replaces existing rows."""
    return insert_or_update(
        table, dialect, tuple(column.name for column in table.c if not column.primary_key)
    )


def insert_rows(connection: Connection, insert: Insert, rows: Sequence[Values]) -> None:
    """Insert rows without SQLAlchemy's conversion of each value, which the drivers don't need."""
    if not rows:
        return
    sql, order = _compiled(insert, connection.dialect)
    connection.exec_driver_sql(sql, list(rows) if order is None else list(map(order, rows)))


@lru_cache(maxsize=64)
def _compiled(
    insert: Insert, dialect: Dialect
) -> tuple[str, Callable[[Values], tuple[object, ...]] | None]:
    """Return the SQL of an insertion, and a function that orders values for positional drivers."""
    compiled = insert.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler)
    return compiled.string, itemgetter(*compiled.positiontup) if compiled.positiontup else None
