"""Export to and import from a file of JSON lines, and backups of a SQLite file."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from sqlalchemy import Connection, Table, delete, func, insert, select, tuple_

from underdeck.private_files import private_opener
from underdeck.refusal import Refusal
from underdeck.store import queries, schema
from underdeck.store.batch import notify, read_heads
from underdeck.store.model import Entry, Key, Profile, Result, Summary
from underdeck.store.rows import (
    Values,
    entry_values,
    insert_or_update,
    insert_rows,
    plain_values,
    summary_values,
    upsert,
)
from underdeck.store.store import Store

FORMAT = 2
"""The version of the format, in the first line; version 1 has no rows of competitive play."""
_BATCH_SIZE = 500
"""The rows that are read or written together."""


EXPORTED = {str(table.name): table for table in schema.CAREER if table not in schema.DERIVED}
"""The tables of competitive play that are exported; the others are recomputed from them."""


def _struct_of(table: Table) -> Any:
    """Return the type of a table's rows, which are read strictly."""
    fields = [
        (str(column.name), column.type.python_type | None)
        if column.nullable
        else (str(column.name), column.type.python_type)
        for column in table.c
    ]
    return msgspec.defstruct(table.name, fields, forbid_unknown_fields=True)


ROW_TYPES = {name: _struct_of(table) for name, table in EXPORTED.items()}


class Row(msgspec.Struct, forbid_unknown_fields=True):
    """A row of one of the tables of competitive play."""

    of: str
    values: msgspec.Raw


class Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One line: the header, a row of the database, or the final number of rows.

    A table's entries come in order and before its summary; keys and results come anywhere.
    """

    underdeck_store: int | None = None
    entry: Entry | None = None
    table: Summary | None = None
    key: Key | None = None
    result: Result | None = None
    profile: Profile | None = None
    row: Row | None = None
    rows: int | None = None


@dataclass(slots=True)
class Part:
    """A part of a file: whole logs with their summaries, and other rows."""

    logs: list[tuple[Summary, list[Entry]]] = field(default_factory=list)
    keys: list[Key] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    profiles: list[Profile] = field(default_factory=list)
    others: dict[str, list[Values]] = field(default_factory=dict)
    """Rows of competitive play by their tables."""
    size: int = 0


async def export(store: Store, path: Path | str) -> int:
    """Write the store to a file, each table in a consistent state; return the number of rows."""
    target = Path(path)
    draft = target.with_name(target.name + ".part")
    try:
        draft.unlink(missing_ok=True)
        with open(draft, "wb", opener=private_opener) as file:
            count = await _write_rows(store, file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as error:
        raise Refusal(
            "export_failed", path=str(target), reason=error.strerror or str(error)
        ) from None
    finally:
        draft.unlink(missing_ok=True)
    return count


async def import_(store: Store, path: Path | str) -> int:
    """Add what a file holds and the store lacks; return the number of rows in the file.

    A damaged file is refused before anything is written. The import stops at a log that differs
    from the one in the store.
    """
    source = Path(path)
    try:
        count = await asyncio.to_thread(lambda: sum(part.size for part in read_parts(source)))
        for part in read_parts(source):
            await store.write(_import_part, part)
    except OSError as error:
        raise Refusal(
            "import_failed", path=str(source), reason=error.strerror or str(error)
        ) from None
    return count


async def backup(store: Store, path: Path | str) -> None:
    """Copy a SQLite file while it is in use; replace the target once the copy is complete."""
    if store.is_shared:
        raise Refusal("store_backup", reason="pg_dump")
    target = Path(path)
    draft = target.with_name(target.name + ".part")
    if target.exists() and Path(store.place).exists() and target.samefile(store.place):
        raise Refusal("store_backup", reason="same_file")
    try:
        draft.unlink(missing_ok=True)
        await store.copy(draft)
        draft.replace(target)
    except OSError as error:
        raise Refusal(
            "export_failed", path=str(target), reason=error.strerror or str(error)
        ) from None
    finally:
        draft.unlink(missing_ok=True)


def read_parts(path: Path) -> Iterator[Part]:
    """Yield the parts of an exported file, checked line by line."""
    part, number, entries, rows = Part(), 0, list[Entry](), 0
    ended = False
    decoder = msgspec.json.Decoder(Line)
    with path.open("rb") as file:
        for number, text in enumerate(file, 1):
            line = _read_line(decoder, text, number)
            match line:
                case Line(underdeck_store=int(version)) if number == 1:
                    if version > FORMAT:
                        raise Refusal("import_newer", version=version)
                    continue
                case Line(rows=int(count)) if (
                    number > 1 and count == rows and not entries and not ended
                ):
                    ended = True
                    continue
                case _ if number == 1 or ended or not _add_line(line, part, entries):
                    raise Refusal("import_damaged", line=number)
            rows += 1
            part.size += 1
            if part.size >= _BATCH_SIZE and not entries:
                yield part
                part = Part()
    if not ended:
        raise Refusal("import_damaged", line=number + 1)
    yield part


def _read_line(decoder: msgspec.json.Decoder[Line], text: bytes, number: int) -> Line:
    """Parse a line, which must have exactly one field."""
    try:
        line = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refusal("import_damaged", line=number) from None
    if sum(getattr(line, name) is not None for name in line.__struct_fields__) != 1:
        raise Refusal("import_damaged", line=number)
    return line


def _add_line(line: Line, part: Part, entries: list[Entry]) -> bool:
    """Add a line to a part; return whether it is allowed at this place."""
    match line:
        case Line(entry=Entry() as entry):
            entries.append(entry)
            return entry.version == len(entries) and entry.table == entries[0].table
        case Line(table=Summary() as summary):
            part.logs.append((summary, entries.copy()))
            fits = bool(entries) and entries[0].table == summary.table
            entries.clear()
            return fits
        case Line(key=Key() as key):
            part.keys.append(key)
        case Line(result=Result() as result):
            part.results.append(result)
        case Line(profile=Profile() as profile):
            part.profiles.append(profile)
        case Line(row=Row() as row):
            return _add_row(row, part)
        case _:
            return False
    return True


def _add_row(row: Row, part: Part) -> bool:
    """Add a row of competitive play; return whether it is one."""
    kind = ROW_TYPES.get(row.of)
    if kind is None:
        return False
    try:
        values = msgspec.json.decode(row.values, type=kind)
    except msgspec.DecodeError:
        return False
    part.others.setdefault(row.of, []).append(msgspec.structs.asdict(values))
    return True


async def _write_rows(store: Store, file: BinaryIO) -> int:
    """Write the lines of an export, and return the number of rows."""
    encode = msgspec.json.Encoder().encode
    count = 0

    def write(*lines: Line) -> None:
        file.write(b"".join(encode(line) + b"\n" for line in lines))

    write(Line(underdeck_store=FORMAT))
    name = ""
    while names := await store.read(queries.table_names, name, _BATCH_SIZE):
        for name in names:
            lines = await store.snapshot(_table_lines, name)
            write(*lines)
            count += len(lines)
    after = b""
    while keys := await store.read(queries.keys_elsewhere, after, _BATCH_SIZE):
        write(*(Line(key=key) for key in keys))
        count += len(keys)
        after = keys[-1].hash
    name = ""
    while profiles := await store.read(queries.profiles, name, _BATCH_SIZE):
        write(*(Line(profile=profile) for profile in profiles))
        count += len(profiles)
        name = profiles[-1].profile
    result: Result | None = None
    while results := await store.read(queries.results_elsewhere, result, _BATCH_SIZE):
        write(*(Line(result=each) for each in results))
        count += len(results)
        result = results[-1]
    for of, table in EXPORTED.items():
        last: tuple[object, ...] | None = None
        while rows := await store.read(_rows_after, table, last):
            write(*(Line(row=Row(of, msgspec.Raw(encode(row)))) for row in rows))
            count += len(rows)
            last = tuple(rows[-1][column.name] for column in table.primary_key)
    write(Line(rows=count))
    return count


def _rows_after(
    connection: Connection, table: Table, last: tuple[object, ...] | None
) -> list[Values]:
    """Return rows of a table in the order of its key, after a key."""
    key = list(table.primary_key)
    query = select(table).order_by(*key).limit(_BATCH_SIZE)
    if last is not None:
        query = query.where(tuple_(*key) > tuple_(*last))
    return [
        {str(name): value for name, value in row._mapping.items()}
        for row in connection.execute(query)
    ]


def _table_lines(connection: Connection, name: str) -> list[Line]:
    """Return the lines of everything about a table."""
    summary = queries.summary(connection, name)
    return [
        *(Line(entry=entry) for entry in queries.entries(connection, name)),
        *([] if summary is None else [Line(table=summary)]),
        *(Line(key=key) for key in queries.keys_of(connection, name)),
        *(Line(result=result) for result in queries.results_at(connection, name)),
    ]


def _import_part(connection: Connection, part: Part) -> None:
    """Add missing rows; existing rows stay as they are."""
    dialect = connection.dialect.name
    heads = read_heads(connection, {summary.table for summary, _ in part.logs})
    grown = {}
    for summary, log in part.logs:
        head = heads.get(summary.table, 0)
        if head and queries.entries(connection, summary.table)[: len(log)] != log[:head]:
            raise Refusal("import_conflict", table=summary.table)
        if len(log) > head:
            insert_rows(
                connection, upsert(schema.tables, dialect), [summary_values(summary, len(log))]
            )
            insert_rows(
                connection, insert(schema.entries), [entry_values(entry) for entry in log[head:]]
            )
            grown[summary.table] = len(log)
    if grown:
        notify(connection, grown)
    plain: tuple[tuple[Table, Sequence[Key | Result | Profile]], ...] = (
        (schema.keys, part.keys),
        (schema.results, part.results),
        (schema.profiles, part.profiles),
    )
    for table, values in plain:
        insert_rows(
            connection, insert_or_update(table, dialect), [plain_values(value) for value in values]
        )
    for name, rows in part.others.items():
        insert_rows(connection, insert_or_update(EXPORTED[name], dialect), rows)
    _mark_stale(connection, {result.profile for result in part.results})
    for board in sorted({str(row["board"]) for row in part.others.get("attempts", [])}):
        _count_board(connection, board)


def _mark_stale(connection: Connection, profiles: set[str]) -> None:
    """Note that the totals of profiles have to be recomputed, since they have more games now."""
    insert_rows(
        connection,
        upsert(schema.progress, connection.dialect.name),
        [
            {"profile": profile, "game": "", "house": "*", "body": schema.STALE_TOTALS}
            for profile in sorted(profiles)
        ],
    )


def _count_board(connection: Connection, board: str) -> None:
    """Count the scores of a board again."""
    counts, attempts = schema.board_counts, schema.attempts
    connection.execute(delete(counts).where(counts.c.board == board))
    key = [column.name for column in counts.primary_key]
    columns = [attempts.c[name] for name in key]
    query = (
        select(*columns, func.count())
        .where(attempts.c.board == board, attempts.c.at.is_not(None))
        .group_by(*columns)
    )
    connection.execute(insert(counts).from_select([*key, "count"], query))
