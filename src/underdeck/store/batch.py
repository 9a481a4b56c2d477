"""Changes written together: a few statements for all of them, and a verdict for each."""

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Connection, insert, select, text

from underdeck.store import schema
from underdeck.store.model import Change, Entry, Key, Stale
from underdeck.store.rows import entry_values, insert_rows, plain_values, summary_values, upserting

_HEADS = select(schema.tables.c.table, schema.tables.c.version).order_by(schema.tables.c.table)
_ADD_ENTRY = insert(schema.entries)
_NOTIFY = text("SELECT pg_notify('underdeck', told) FROM unnest(CAST(:told AS text[])) AS told")
_AT_ONCE = 500
"""How many tables are asked for in one statement."""


def write_changes(
    connection: Connection, changes: Sequence[Change], again: bool = False
) -> list[Stale | None]:
    """Write all that come next in their tables' logs; the others are stale.

    `again` if this is a second attempt: what the first has written after all isn't stale.
    """
    heads = read_heads(connection, {change.entry.table for change in changes})
    verdicts: list[Stale | None] = []
    next_ones = []
    for change in changes:
        entry = change.entry
        if change.entries[0].version == heads.get(entry.table, 0) + 1:
            heads[entry.table] = entry.version
            next_ones.append(change)
            verdicts.append(None)
        elif again and is_written(connection, entry):
            verdicts.append(None)
        else:
            verdicts.append(Stale(entry.table, entry.version))
    if next_ones:
        _insert(connection, next_ones)
    return verdicts


def read_heads(connection: Connection, tables: Iterable[str]) -> dict[str, int]:
    """The last version of each of these tables; on PostgreSQL they are ours until the end of the transaction.

    They are locked in the order of their names, so that no two workers wait for each other.
    """
    asked = _HEADS.with_for_update() if connection.dialect.name == "postgresql" else _HEADS
    heads: dict[str, int] = {}
    for some in _batches(sorted(tables)):
        heads.update(
            (table, version)
            for table, version in connection.execute(asked.where(schema.tables.c.table.in_(some)))
        )
    return heads


def is_written(connection: Connection, entry: Entry) -> bool:
    """Is this very entry in the log?"""
    columns = schema.entries.c
    asked = select(columns.at, columns.body).where(
        columns.table == entry.table, columns.version == entry.version
    )
    found = connection.execute(asked).one_or_none()
    return found is not None and (found.at, found.body) == (entry.at, entry.body)


def write_keys(connection: Connection, keys: Sequence[Key]) -> None:
    """Keep these keys."""
    insert_rows(
        connection,
        upserting(schema.keys, connection.dialect.name),
        [plain_values(key) for key in keys],
    )


def tell(connection: Connection, heads: dict[str, int]) -> None:
    """Tell other workers, when the transaction is committed, how far these tables have come."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            _NOTIFY, {"told": [f"{table} {version}" for table, version in heads.items()]}
        )


def _insert(connection: Connection, changes: Sequence[Change]) -> None:
    """Write what comes next: entries, the last summary of each table, keys and results."""
    last = {change.entry.table: change for change in changes}
    dialect = connection.dialect.name
    summaries = [
        summary_values(last[table].summary, last[table].entry.version) for table in sorted(last)
    ]
    insert_rows(connection, upserting(schema.tables, dialect), summaries)
    insert_rows(
        connection,
        _ADD_ENTRY,
        [entry_values(entry) for change in changes for entry in change.entries],
    )
    write_keys(connection, [key for change in changes for key in change.keys])
    insert_rows(
        connection,
        upserting(schema.results, dialect),
        [plain_values(result) for change in changes for result in change.results],
    )
    tell(connection, {table: change.entry.version for table, change in last.items()})


def _batches(tables: list[str]) -> Iterator[list[str]]:
    """So many tables at a time."""
    for start in range(0, len(tables), _AT_ONCE):
        yield tables[start : start + _AT_ONCE]
