"""Write many changes in one transaction with a few statements."""

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Connection, insert, select, text

from underdeck.store import schema
from underdeck.store.model import Change, Entry, Key, Stale
from underdeck.store.rows import entry_values, insert_rows, plain_values, summary_values, upsert

_HEADS = select(schema.tables.c.table, schema.tables.c.version).order_by(schema.tables.c.table)
_ADD_ENTRY = insert(schema.entries)
_NOTIFY = text(
    "SELECT pg_notify('underdeck', payload) FROM unnest(CAST(:payloads AS text[])) AS payload"
)
_NAMES_PER_QUERY = 500


def write_changes(
    connection: Connection, changes: Sequence[Change], is_retry: bool = False
) -> list[Stale | None]:
    """Write the changes that continue their tables' logs; return `Stale` for the others.

    In a retry, changes that the first attempt has written after all are not stale.
    """
    heads = read_heads(connection, {change.entry.table for change in changes})
    outcomes: list[Stale | None] = []
    accepted = []
    for change in changes:
        entry = change.entry
        if change.entries[0].version == heads.get(entry.table, 0) + 1:
            heads[entry.table] = entry.version
            accepted.append(change)
            outcomes.append(None)
        elif is_retry and is_written(connection, entry):
            outcomes.append(None)
        else:
            outcomes.append(Stale(entry.table, entry.version))
    if accepted:
        _insert(connection, accepted)
    return outcomes


def read_heads(connection: Connection, tables: Iterable[str]) -> dict[str, int]:
    """Return the last version of each table; on PostgreSQL lock them for the transaction.

    Tables are locked in the order of their names, so that two workers can't deadlock.
    """
    query = _HEADS.with_for_update() if connection.dialect.name == "postgresql" else _HEADS
    heads: dict[str, int] = {}
    for names in name_batches(sorted(tables)):
        heads.update(
            (table, version)
            for table, version in connection.execute(query.where(schema.tables.c.table.in_(names)))
        )
    return heads


def is_written(connection: Connection, entry: Entry) -> bool:
    """Return whether exactly this entry is in the log."""
    columns = schema.entries.c
    query = select(columns.at, columns.body).where(
        columns.table == entry.table, columns.version == entry.version
    )
    found = connection.execute(query).one_or_none()
    return found is not None and (found.at, found.body) == (entry.at, entry.body)


def write_keys(connection: Connection, keys: Sequence[Key]) -> None:
    """Store keys, replacing those with the same hash."""
    insert_rows(
        connection,
        upsert(schema.keys, connection.dialect.name),
        [plain_values(key) for key in keys],
    )


def notify(connection: Connection, heads: dict[str, int]) -> None:
    """Notify other workers of new versions of tables when the transaction is committed."""
    if connection.dialect.name == "postgresql":
        payloads = [f"{table} {version}" for table, version in heads.items()]
        connection.execute(_NOTIFY, {"payloads": payloads})


def _insert(connection: Connection, changes: Sequence[Change]) -> None:
    """Insert entries, the last summary of each table, keys, and what belongs to the changes."""
    last = {change.entry.table: change for change in changes}
    dialect = connection.dialect.name
    summaries = [
        summary_values(last[table].summary, last[table].entry.version) for table in sorted(last)
    ]
    insert_rows(connection, upsert(schema.tables, dialect), summaries)
    insert_rows(
        connection,
        _ADD_ENTRY,
        [entry_values(entry) for change in changes for entry in change.entries],
    )
    write_keys(connection, [key for change in changes for key in change.keys])
    for change in changes:
        if change.also is not None:
            change.also(connection)
    notify(connection, {table: change.entry.version for table, change in last.items()})


def name_batches(names: list[str]) -> Iterator[list[str]]:
    """Yield names in lists that are short enough for one query."""
    for start in range(0, len(names), _NAMES_PER_QUERY):
        yield names[start : start + _NAMES_PER_QUERY]
