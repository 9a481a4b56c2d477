"""Queries and small writes, as functions of a connection."""

import secrets
import time
from dataclasses import replace

from sqlalchemy import Connection, Select, delete, func, select, true, tuple_, update

from underdeck.store import schema
from underdeck.store.batch import name_batches, write_keys
from underdeck.store.deletion import PROFILE_KEY_KINDS, drop_profile
from underdeck.store.model import Entry, Key, Profile, Result, Summary
from underdeck.store.rows import (
    SUMMARY,
    insert_rows,
    plain_values,
    read_entries,
    read_summaries,
    upsert,
)

_entries, _tables, _keys, _results = (
    schema.entries.c,
    schema.tables.c,
    schema.keys.c,
    schema.results.c,
)


def entries(connection: Connection, table: str, after: int = 0) -> list[Entry]:
    """Return the log of a table after a version."""
    query = (
        select(schema.entries)
        .where(_entries.table == table, _entries.version > after)
        .order_by(_entries.version)
    )
    return read_entries(connection.execute(query))


def summary(connection: Connection, table: str) -> Summary | None:
    """Return the summary of a table."""
    return next(iter(_summaries(connection, select(*SUMMARY).where(_tables.table == table))), None)


def lobby(connection: Connection, limit: int) -> list[Summary]:
    """Return listed tables that wait for players, newest first."""
    query = select(*SUMMARY).where(_tables.status == "open", _tables.listed == true())
    return _summaries(connection, query.order_by(_tables.created.desc()).limit(limit))


def due(connection: Connection, now: float, limit: int) -> list[Summary]:
    """Return tables whose deadline has passed, oldest deadline first."""
    return _summaries(
        connection,
        select(*SUMMARY).where(_tables.deadline <= now).order_by(_tables.deadline).limit(limit),
    )


def unchanged_since(connection: Connection, when: float, limit: int) -> list[Summary]:
    """Return tables that wait for players and haven't changed since then, oldest first."""
    query = select(*SUMMARY).where(_tables.status == "open", _tables.changed < when)
    return _summaries(connection, query.order_by(_tables.changed).limit(limit))


def all_tables(connection: Connection, status: str | None, limit: int) -> list[Summary]:
    """Return tables, all or of one status, newest first."""
    query = select(*SUMMARY).order_by(_tables.created.desc()).limit(limit)
    return _summaries(
        connection, query if status is None else query.where(_tables.status == status)
    )


def tables_of(connection: Connection, profile: str, limit: int) -> list[Summary]:
    """Return the tables at which a profile has a seat, newest first."""
    seats = select(_keys.table).where(_keys.profile == profile, _keys.kind == "seat")
    return _summaries(
        connection,
        select(*SUMMARY)
        .where(_tables.table.in_(seats))
        .order_by(_tables.created.desc())
        .limit(limit),
    )


def table_names(connection: Connection, after: str, limit: int) -> list[str]:
    """Return names of tables in alphabetical order, after a name."""
    return list(
        connection.scalars(
            select(_tables.table).where(_tables.table > after).order_by(_tables.table).limit(limit)
        )
    )


def versions(connection: Connection, names: list[str]) -> list[tuple[str, int]]:
    """Return the versions of these tables."""
    found: list[tuple[str, int]] = []
    for some in name_batches(names):
        query = select(_tables.table, _tables.version).where(_tables.table.in_(some))
        found += [(table, version) for table, version in connection.execute(query)]
    return found


def write_and_delete(connection: Connection) -> None:
    """Write a row and delete it; if that can be committed, the database accepts writes."""
    trial = Key(secrets.token_bytes(16), "trial")
    write_keys(connection, [trial])
    drop_key(connection, trial.hash)


def key(connection: Connection, hash: bytes) -> Key | None:  # noqa: A002
    """Return the key with this hash, unless it has expired."""
    row = connection.execute(select(schema.keys).where(_keys.hash == hash)).one_or_none()
    if row is None or (row.expires is not None and row.expires <= time.time()):
        return None
    return Key(*row)


def keys_of(connection: Connection, table: str) -> list[Key]:
    """Return all keys to a table."""
    return [
        Key(*row)
        for row in connection.execute(
            select(schema.keys).where(_keys.table == table).order_by(_keys.seat, _keys.hash)
        )
    ]


def keys_elsewhere(connection: Connection, after: bytes, limit: int) -> list[Key]:
    """Return keys that belong to no stored table, ordered by hash, after a hash."""
    elsewhere = ~select(_tables.table).where(_tables.table == _keys.table).exists()
    query = (
        select(schema.keys).where(elsewhere, _keys.hash > after).order_by(_keys.hash).limit(limit)
    )
    return [Key(*row) for row in connection.execute(query)]


def results_of(connection: Connection, profile: str, limit: int) -> list[Result]:
    """Return the results of a profile, newest first."""
    query = (
        select(schema.results)
        .where(_results.profile == profile)
        .order_by(_results.at.desc())
        .limit(limit)
    )
    return [Result(*row) for row in connection.execute(query)]


def results_at(connection: Connection, table: str) -> list[Result]:
    """Return the results of a table's game, for each profile."""
    return [
        Result(*row)
        for row in connection.execute(
            select(schema.results).where(_results.table == table).order_by(_results.seat)
        )
    ]


def results_elsewhere(connection: Connection, after: Result | None, limit: int) -> list[Result]:
    """Return results that belong to no stored table, by table and seat, after one of them."""
    elsewhere = ~select(_tables.table).where(_tables.table == _results.table).exists()
    query = select(schema.results).where(elsewhere)
    if after is not None:
        query = query.where(tuple_(_results.table, _results.seat) > (after.table, after.seat))
    query = query.order_by(_results.table, _results.seat).limit(limit)
    return [Result(*row) for row in connection.execute(query)]


def profile(connection: Connection, name: str) -> Profile | None:
    """Return a profile."""
    row = connection.execute(
        select(schema.profiles).where(schema.profiles.c.profile == name)
    ).one_or_none()
    return None if row is None else Profile(*row)


def profiles(connection: Connection, after: str, limit: int) -> list[Profile]:
    """Return profiles in the order of their names, after a name."""
    column = schema.profiles.c.profile
    return [
        Profile(*row)
        for row in connection.execute(
            select(schema.profiles).where(column > after).order_by(column).limit(limit)
        )
    ]


def save_profile(connection: Connection, saved: Profile) -> None:
    """Store a profile, new or changed."""
    insert_rows(connection, upsert(schema.profiles, connection.dialect.name), [plain_values(saved)])


def count_keys(connection: Connection, profile: str) -> int:
    """Return the number of keys that open a profile."""
    query = select(func.count()).where(_keys.profile == profile, _keys.kind == "profile")
    return connection.execute(query).scalar_one()


def drop_other_keys(connection: Connection, profile: str, kept: bytes) -> None:
    """Delete all keys and codes that open a profile, except one."""
    connection.execute(
        delete(schema.keys).where(
            _keys.profile == profile, _keys.kind.in_(PROFILE_KEY_KINDS), _keys.hash != kept
        )
    )


def claim_profile(connection: Connection, code: bytes, now: float, new: Key) -> Profile | None:
    """Exchange a code for a new key to its profile; None if the code is unknown or expired."""
    taken = take_key(connection, code, "code", now)
    claimed = profile(connection, taken.profile or "") if taken else None
    if claimed is not None:
        write_keys(connection, [replace(new, profile=claimed.profile)])
    return claimed


def renew_key(connection: Connection, hash: bytes, expires: float) -> None:  # noqa: A002
    """Postpone the expiry of a key."""
    connection.execute(update(schema.keys).where(_keys.hash == hash).values(expires=expires))


def replace_seat_keys(connection: Connection, new: Key) -> list[bytes]:
    """Make a key the only one of its seat; return the hashes of the deleted ones."""
    there = (
        _keys.table == new.table,
        _keys.seat == new.seat,
        _keys.kind == "seat",
        _keys.hash != new.hash,
    )
    others = connection.scalars(delete(schema.keys).where(*there).returning(_keys.hash)).all()
    write_keys(connection, [new])
    return list(others)


def replace_key(connection: Connection, old: bytes, new: Key, revoked: Key) -> bool:
    """Replace a key and store the old one as revoked; return False if the old one is gone."""
    if not drop_key(connection, old):
        return False
    write_keys(connection, [new, revoked])
    return True


def drop_key(connection: Connection, hash: bytes) -> bool:  # noqa: A002
    """Delete a key; return whether it existed."""
    return connection.execute(delete(schema.keys).where(_keys.hash == hash)).rowcount == 1


def take_key(connection: Connection, hash: bytes, kind: str, now: float) -> Key | None:  # noqa: A002
    """Delete and return a key of a kind, unless it has expired."""
    valid = _keys.expires.is_(None) | (_keys.expires > now)
    query = (
        delete(schema.keys)
        .where(_keys.hash == hash, _keys.kind == kind, valid)
        .returning(*schema.keys.c)
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Key(*row)


def purge_keys(connection: Connection, now: float) -> int:
    """Delete expired keys, and profiles without keys; return the number of deleted keys."""
    gone = connection.execute(
        delete(schema.keys).where(_keys.expires <= now).returning(_keys.kind, _keys.profile)
    ).all()
    for name in {name for kind, name in gone if kind == "profile" and name}:
        if not count_keys(connection, name):
            drop_profile(connection, name)
    return len(gone)


def problems(connection: Connection) -> list[str]:
    """Return descriptions of damage, gaps in logs, and missing or outdated summaries."""
    found = []
    if connection.dialect.name == "sqlite":
        found += [
            line for (line,) in connection.exec_driver_sql("PRAGMA integrity_check") if line != "ok"
        ]
    first, last, count = func.min(_entries.version), func.max(_entries.version), func.count()
    logs = (
        select(_entries.table, first.label("first"), last.label("last"), count.label("count"))
        .group_by(_entries.table)
        .subquery()
    )
    joined = select(logs, _tables.table, _tables.version).join_from(
        logs, schema.tables, logs.c.table == _tables.table, full=True
    )
    wrong = (
        (logs.c.first != 1)
        | (logs.c.last != logs.c.count)
        | logs.c.last.is_distinct_from(_tables.version)
    )
    for log, lowest, highest, entries_there, name, version in connection.execute(
        joined.where(wrong).limit(100)
    ):
        if name is None:
            found.append(f"table {log}: entries without a summary")
        elif log is None:
            found.append(f"table {name}: a summary without entries")
        elif (lowest, highest) != (1, entries_there):
            found.append(f"table {log}: {entries_there} entries from {lowest} to {highest}")
        else:
            found.append(f"table {log}: {highest} entries, but the summary is of entry {version}")
    return found


def _summaries(connection: Connection, query: Select[tuple[object, ...]]) -> list[Summary]:
    """Return the summaries that a query finds."""
    return read_summaries(connection.execute(query))
