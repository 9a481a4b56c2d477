"""What is asked of the database."""

import secrets
import time
from dataclasses import replace

from sqlalchemy import Connection, Select, delete, func, select, true, update

from underdeck.store import schema
from underdeck.store.batch import write_keys
from underdeck.store.model import Entry, Key, Profile, Result, Summary
from underdeck.store.rows import (
    SUMMARY,
    insert_rows,
    plain_values,
    read_entries,
    read_summaries,
    upserting,
)

_entries, _tables, _keys, _results = (
    schema.entries.c,
    schema.tables.c,
    schema.keys.c,
    schema.results.c,
)
_AT_ONCE = 500
"""How many names one statement asks for."""
_WHOSE = ("profile", "code")
"""The kinds of keys that open a profile."""


def entries(connection: Connection, table: str, after: int = 0) -> list[Entry]:
    """The log of a table after this version."""
    asked = (
        select(schema.entries)
        .where(_entries.table == table, _entries.version > after)
        .order_by(_entries.version)
    )
    return read_entries(connection.execute(asked))


def summary(connection: Connection, table: str) -> Summary | None:
    """The summary of a table."""
    return next(iter(_summaries(connection, select(*SUMMARY).where(_tables.table == table))), None)


def lobby(connection: Connection, limit: int) -> list[Summary]:
    """The tables that are listed and have seats to take, newest first."""
    asked = select(*SUMMARY).where(_tables.status == "open", _tables.listed == true())
    return _summaries(connection, asked.order_by(_tables.created.desc()).limit(limit))


def due(connection: Connection, now: float, limit: int) -> list[Summary]:
    """The tables whose clock has run out, longest ago first."""
    return _summaries(
        connection,
        select(*SUMMARY).where(_tables.deadline <= now).order_by(_tables.deadline).limit(limit),
    )


def unchanged_since(connection: Connection, when: float, limit: int) -> list[Summary]:
    """Return tables that still wait for players and have not changed since then, oldest first."""
    asked = select(*SUMMARY).where(_tables.status == "open", _tables.changed < when)
    return _summaries(connection, asked.order_by(_tables.changed).limit(limit))


def all_tables(connection: Connection, status: str | None, limit: int) -> list[Summary]:
    """The tables, of this status if one is given, newest first."""
    asked = select(*SUMMARY).order_by(_tables.created.desc()).limit(limit)
    return _summaries(
        connection, asked if status is None else asked.where(_tables.status == status)
    )


def tables_of(connection: Connection, profile: str, limit: int) -> list[Summary]:
    """The tables at which a profile has a seat, newest first."""
    seats = select(_keys.table).where(_keys.profile == profile, _keys.kind == "seat")
    return _summaries(
        connection,
        select(*SUMMARY)
        .where(_tables.table.in_(seats))
        .order_by(_tables.created.desc())
        .limit(limit),
    )


def table_names(connection: Connection, after: str, limit: int) -> list[str]:
    """The names of the tables, in their own order, after this one."""
    return list(
        connection.scalars(
            select(_tables.table).where(_tables.table > after).order_by(_tables.table).limit(limit)
        )
    )


def versions(connection: Connection, names: list[str]) -> list[tuple[str, int]]:
    """Return the versions of these tables."""
    found: list[tuple[str, int]] = []
    for start in range(0, len(names), _AT_ONCE):
        asked = select(_tables.table, _tables.version).where(
            _tables.table.in_(names[start : start + _AT_ONCE])
        )
        found += [(table, version) for table, version in connection.execute(asked)]
    return found


def beat(connection: Connection) -> None:
    """Write something and delete it again: when that is committed, the database takes writes."""
    trial = Key(secrets.token_bytes(16), "trial")
    write_keys(connection, [trial])
    drop_key(connection, trial.hash)


def key(connection: Connection, hash: bytes, now: float | None = None) -> Key | None:  # noqa: A002  what it is called everywhere
    """The key of this hash, unless it has expired."""
    row = connection.execute(select(schema.keys).where(_keys.hash == hash)).one_or_none()
    if row is None or (
        row.expires is not None and row.expires <= (time.time() if now is None else now)
    ):
        return None
    return Key(*row)


def keys_of(connection: Connection, table: str) -> list[Key]:
    """All keys to a table."""
    return [
        Key(*row)
        for row in connection.execute(
            select(schema.keys).where(_keys.table == table).order_by(_keys.seat, _keys.hash)
        )
    ]


def keys_elsewhere(connection: Connection, after: bytes, limit: int) -> list[Key]:
    """The keys to no table that has a log, in the order of their hashes, after this one."""
    elsewhere = ~select(_tables.table).where(_tables.table == _keys.table).exists()
    asked = (
        select(schema.keys).where(elsewhere, _keys.hash > after).order_by(_keys.hash).limit(limit)
    )
    return [Key(*row) for row in connection.execute(asked)]


def results_of(connection: Connection, profile: str, limit: int) -> list[Result]:
    """How the games of a profile ended, newest first."""
    asked = (
        select(schema.results)
        .where(_results.profile == profile)
        .order_by(_results.at.desc())
        .limit(limit)
    )
    return [Result(*row) for row in connection.execute(asked)]


def results_at(connection: Connection, table: str) -> list[Result]:
    """How the game of a table ended, for each profile."""
    return [
        Result(*row)
        for row in connection.execute(
            select(schema.results).where(_results.table == table).order_by(_results.seat)
        )
    ]


def profile(connection: Connection, name: str) -> Profile | None:
    """The profile of this name."""
    row = connection.execute(
        select(schema.profiles).where(schema.profiles.c.profile == name)
    ).one_or_none()
    return None if row is None else Profile(*row)


def profiles(connection: Connection, after: str, limit: int) -> list[Profile]:
    """The profiles, in the order of their names, after this one."""
    column = schema.profiles.c.profile
    return [
        Profile(*row)
        for row in connection.execute(
            select(schema.profiles).where(column > after).order_by(column).limit(limit)
        )
    ]


def save_profile(connection: Connection, saved: Profile) -> None:
    """Keep a profile, new or changed."""
    insert_rows(
        connection, upserting(schema.profiles, connection.dialect.name), [plain_values(saved)]
    )


def drop_profile(connection: Connection, name: str) -> None:
    """Forget a profile, its keys and its results; its seats are anybody's who has their keys."""
    connection.execute(delete(schema.keys).where(_keys.profile == name, _keys.kind.in_(_WHOSE)))
    connection.execute(update(schema.keys).where(_keys.profile == name).values(profile=None))
    connection.execute(delete(schema.results).where(_results.profile == name))
    connection.execute(delete(schema.profiles).where(schema.profiles.c.profile == name))


def count_keys(connection: Connection, profile: str) -> int:
    """How many keys open a profile."""
    asked = select(func.count()).where(_keys.profile == profile, _keys.kind == "profile")
    return connection.execute(asked).scalar_one()


def drop_other_keys(connection: Connection, profile: str, kept: bytes) -> None:
    """Forget all keys and codes that open a profile, but for one."""
    connection.execute(
        delete(schema.keys).where(
            _keys.profile == profile, _keys.kind.in_(_WHOSE), _keys.hash != kept
        )
    )


def claim_profile(connection: Connection, code: bytes, now: float, new: Key) -> Profile | None:
    """Use up a code for a new key to its profile; None if the code is gone or has expired."""
    taken = take_key(connection, code, "code", now)
    claimed = profile(connection, taken.profile or "") if taken else None
    if claimed is not None:
        write_keys(connection, [replace(new, profile=claimed.profile)])
    return claimed


def renew_key(connection: Connection, hash: bytes, expires: float) -> None:  # noqa: A002
    """Let a key expire later."""
    connection.execute(update(schema.keys).where(_keys.hash == hash).values(expires=expires))


def replace_seat_keys(connection: Connection, new: Key) -> list[bytes]:
    """Make a key the only one of its seat; the others, which are gone."""
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
    """Put a new key in the place of an old one and remember the old one as revoked; not if it is gone."""
    if not drop_key(connection, old):
        return False
    write_keys(connection, [new, revoked])
    return True


def drop_key(connection: Connection, hash: bytes) -> bool:  # noqa: A002
    """Forget a key; was it there?"""
    return connection.execute(delete(schema.keys).where(_keys.hash == hash)).rowcount == 1


def take_key(connection: Connection, hash: bytes, kind: str, now: float) -> Key | None:  # noqa: A002
    """Use up a key of that kind, unless it has expired."""
    valid = _keys.expires.is_(None) | (_keys.expires > now)
    asked = (
        delete(schema.keys)
        .where(_keys.hash == hash, _keys.kind == kind, valid)
        .returning(*schema.keys.c)
    )
    row = connection.execute(asked).one_or_none()
    return None if row is None else Key(*row)


def purge_keys(connection: Connection, now: float) -> int:
    """Forget the keys that have expired, and the profiles that none opens any more; how many keys were there?"""
    gone = connection.execute(
        delete(schema.keys).where(_keys.expires <= now).returning(_keys.kind, _keys.profile)
    ).all()
    for name in {name for kind, name in gone if kind == "profile" and name}:
        if not count_keys(connection, name):
            drop_profile(connection, name)
    return len(gone)


def problems(connection: Connection) -> list[str]:
    """What is wrong with the database: damage, gaps in logs, summaries that are missing or behind."""
    found = []
    if connection.dialect.name == "sqlite":
        found += [
            said for (said,) in connection.exec_driver_sql("PRAGMA integrity_check") if said != "ok"
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


def _summaries(connection: Connection, asked: Select[tuple[object, ...]]) -> list[Summary]:
    """The summaries that were asked for."""
    return read_summaries(connection.execute(asked))
