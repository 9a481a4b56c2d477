"""Export, import and backup."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table, insert, select

from store.samples import (
    NOW,
    a_change,
    a_hash,
    a_key,
    a_profile,
    a_result,
    a_summary,
    opened,
    write_log,
    write_results,
)
from underdeck.refusal import Refusal
from underdeck.store import schema
from underdeck.store.model import Result
from underdeck.store.store import Store
from underdeck.store.transfer import EXPORTED, backup, export, import_


async def fill(store: Store) -> None:
    await store.save_profile(a_profile("ana"))
    await store.add_keys(
        a_key("me", "profile", profile="ana"), a_key("early", "join", table="not yet")
    )
    await asyncio.gather(*(write_log(store, f"t{n}", 1, 30) for n in range(30)))
    await store.commit(
        a_change(
            "t0",
            31,
            (a_key("seat", table="t0", profile="ana"),),
            (a_result("t0", "ana"),),
            status="over",
            deadline=0.1,
        )
    )


def exported_from(url: str, path: Path) -> int:
    async def run() -> int:
        store = await Store.open(url)
        await fill(store)
        count = await export(store, path)
        await store.close()
        return count

    return asyncio.run(run())


def imported_into(url: str, path: Path, *again: Path) -> None:
    async def run() -> None:
        store = await Store.open(url)
        try:
            for file in (path, *again):
                await import_(store, file)
        finally:
            await store.close()

    asyncio.run(run())


def test_export_and_import_keep_everything(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    there, back = tmp_path / "there.jsonl", tmp_path / "back.jsonl"
    assert exported_from(sqlite_url, there) == 30 * 30 + 1 + 30 + 3 + 1 + 1

    async def run() -> None:
        store = await Store.open(postgres_url)
        await import_(store, there)
        await import_(store, there)
        assert await store.integrity() == []
        assert await store.summary("t0") == a_summary("t0", status="over", deadline=0.1)
        assert await store.key(a_hash("early")) == a_key("early", "join", table="not yet")
        assert await store.results_of("ana") == [a_result("t0", "ana")]
        await export(store, back)
        await write_log(store, "t1", 31, 31)
        await import_(store, there)
        assert len(await store.entries("t1")) == 31
        await store.close()

    asyncio.run(run())
    assert sorted(back.read_bytes().splitlines()) == sorted(there.read_bytes().splitlines())
    assert [name.name for name in tmp_path.glob("*.part")] == []


def a_row(table: Table, number: int) -> dict[str, object]:
    """Return a row with a value of its type in every column."""
    values: dict[type, object] = {
        str: f"text «{number}»",
        int: number,
        float: NOW + number,
        bool: True,
        bytes: b"\x00\xff%d" % number,
    }
    return {column.name: values[column.type.python_type] for column in table.c}


def test_export_and_import_keep_competitive_play(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    there, back = tmp_path / "there.jsonl", tmp_path / "back.jsonl"
    rows = {name: [a_row(table, n) for n in range(3)] for name, table in EXPORTED.items()}
    terminal = a_result("of the terminal", "ana")

    def add(connection: Connection) -> None:
        write_results(connection, (terminal,))
        for name, table in EXPORTED.items():
            connection.execute(insert(table), rows[name])

    def read(connection: Connection) -> dict[str, list[dict[str, object]]]:
        return {
            name: [dict(row._mapping) for row in connection.execute(select(table))]
            for name, table in EXPORTED.items()
        }

    def board_counts(connection: Connection) -> list[tuple[str, int]]:
        counts = schema.board_counts.c
        query = select(counts.board, counts["count"]).order_by(counts.board)
        return [(board, count) for board, count in connection.execute(query)]

    async def run() -> None:
        async with opened(sqlite_url) as store:
            await store.write(add)
            await export(store, there)
        async with opened(postgres_url) as store:
            await import_(store, there)
            await import_(store, there)
            assert await store.read(read) == rows
            assert await store.results_of("ana") == [terminal]
            assert await store.read(board_counts) == [(f"text «{n}»", 1) for n in range(3)]
            await export(store, back)

    asyncio.run(run())
    assert sorted(back.read_bytes().splitlines()) == sorted(there.read_bytes().splitlines())


def test_a_file_of_version_1_is_imported_and_its_results_wait_to_be_completed(
    url: str, tmp_path: Path
) -> None:
    path = tmp_path / "export.jsonl"
    lines = [
        b'{"underdeck_store":1}',
        b'{"profile":{"profile":"ana","name":"Ana","language":"es","created":1.0}}',
        b'{"result":{"table":"t","seat":0,"profile":"ana","game":"tomb","at":2.0,"result":"{}"}}',
        b'{"rows":2}',
    ]
    path.write_bytes(b"\n".join(lines) + b"\n")
    imported_into(url, path)

    async def run() -> None:
        async with opened(url) as store:
            assert await store.results_of("ana") == [Result("t", 0, "ana", "tomb", 2.0, "{}")]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, b'{"underdeck_store": "?"}'),
        (1, b'{"rows": 0}'),
        (3, b'{"entry": {"table": "t0", "version": 2'),
        (3, b""),
        (3, b'{"entry":{"table":"t0","version":3,"at":0,"body":""}}'),
        (3, b'{"entry":{"table":"else","version":2,"at":0,"body":""}}'),
        (3, b'{"rows": 1}'),
        (3, b'{"wizard": {}}'),
        (3, b'{"row":{"of":"wizards","values":{}}}'),
        (3, b'{"row":{"of":"tallies","values":{}}}'),
        (3, b'{"row":{"of":"entrants","values":{"competition":"c"}}}'),
        (3, b'{"row":{"of":"records","values":{"table":"t","body":3}}}'),
        (3, b"{}"),
        (3, b"\xff\xfe"),
    ],
)
def test_a_damaged_line_is_named_and_nothing_is_written(
    sqlite_url: str, tmp_path: Path, number: int, line: bytes
) -> None:
    path = tmp_path / "export.jsonl"
    lines = [
        b'{"underdeck_store":1}',
        b'{"entry":{"table":"t0","version":1,"at":0,"body":""}}',
        b'{"entry":{"table":"t0","version":2,"at":0,"body":""}}',
        b'{"table":{"table":"t0","game":"tomb","status":"over","listed":true,"house":"{}","names":[""],"free":1,"created":1,"changed":1}}',
        b'{"rows":3}',
    ]
    lines[number - 1] = line
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(Refusal) as refused:
        imported_into(sqlite_url, path)
    assert (refused.value.code, refused.value.params) == ("import_damaged", {"line": number})


def test_a_file_that_ends_too_early_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    exported_from(sqlite_url, path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(Refusal) as refused:
        imported_into(f"sqlite:///{tmp_path / 'other.db'}", path)
    assert (refused.value.code, refused.value.params) == ("import_damaged", {"line": len(lines)})


def test_a_newer_format_or_a_missing_file_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    path.write_text('{"underdeck_store":3}\n', "utf-8")
    with pytest.raises(Refusal, match="import_newer"):
        imported_into(sqlite_url, path)
    with pytest.raises(Refusal, match="import_failed"):
        imported_into(sqlite_url, tmp_path / "nothing")


def test_importing_a_different_continuation_of_a_log_is_refused(url: str, tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    exported_from(f"sqlite:///{tmp_path / 'source.db'}", path)

    async def run() -> None:
        store = await Store.open(url)
        await store.commit(a_change("t3", 1))
        await store.commit(a_change("t3", 2, body=b"another card"))
        with pytest.raises(Refusal) as refused:
            await import_(store, path)
        assert (refused.value.code, refused.value.params) == ("import_conflict", {"table": "t3"})
        assert len(await store.entries("t3")) == 2
        assert await store.integrity() == []
        await store.close()

    asyncio.run(run())


def test_a_backup_is_consistent_while_the_store_is_written(sqlite_url: str, tmp_path: Path) -> None:
    path = tmp_path / "backup.db"

    async def run() -> int:
        store = await Store.open(sqlite_url)
        await asyncio.gather(
            *(store.commit(a_change(f"big{n}", 1, body=bytes(20_000))) for n in range(400))
        )
        writer, pause = store._writer, store._writer.pause

        def pause_for_request() -> None:
            while writer._queue.empty() and not writing.done():
                time.sleep(0.001)
            pause()

        writer.pause = pause_for_request  # type: ignore[method-assign]
        copying = asyncio.ensure_future(backup(store, path))
        writing = asyncio.ensure_future(write_log(store, "t", 1, 60))
        await copying
        meanwhile = len(await store.entries("t"))
        with closing(sqlite3.connect(path)) as copy:
            assert copy.execute(
                "SELECT count(*) FROM entries WHERE \"table\" LIKE 'big%'"
            ).fetchone() == (400,)
        await writing
        await store.close()
        store = await Store.open(f"sqlite:///{path}")
        assert await store.integrity() == []
        await store.close()
        return meanwhile

    assert asyncio.run(run()) > 1


def test_a_backup_replaces_anything_but_the_store_itself(sqlite_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        store = await Store.open(sqlite_url)
        for _ in range(2):
            await backup(store, tmp_path / "backup.db")
        with pytest.raises(Refusal, match="store_backup"):
            await backup(store, tmp_path / "underdeck.db")
        with pytest.raises(Refusal, match="export_failed"):
            await backup(store, tmp_path / "no folder" / "backup.db")
        with pytest.raises(Refusal, match="export_failed"):
            await export(store, tmp_path / "no folder" / "export.jsonl")
        await store.close()

    asyncio.run(run())


def test_backup_of_postgresql_is_refused(postgres_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        store = await Store.open(postgres_url)
        with pytest.raises(Refusal, match="store_backup"):
            await backup(store, tmp_path / "backup.db")
        await store.close()

    asyncio.run(run())
