"""`underdeck admin` on databases with tables in them."""

import asyncio
import json
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.run import Ran, underdeck
from underdeck.cli.admin import close_table
from underdeck.refusal import Refusal
from underdeck.serve.messages import NewTable
from underdeck.serve.new_table import read_terms
from underdeck.serve.tables import new_seed
from underdeck.store import database
from underdeck.store.model import Change, Entry, Stale
from underdeck.store.store import Store
from underdeck.table.due import due_entry
from underdeck.table.entries import AnyEntry, Closed, Sat, write_entry
from underdeck.table.log import TableLog
from underdeck.table.summaries import summary_of
from underdeck.table.table import Table

DUNGEON, TOMB, OPEN = "d" * 24, "f" * 24, "a" * 24


async def write(store: Store, table: Table, entry: AnyEntry) -> None:
    at = time.time()
    table.apply(entry, at)
    await store.commit(
        Change(Entry(table.name, table.version, at, write_entry(entry)), summary_of(table))
    )


async def write_table(store: Store, name: str, wanted: NewTable) -> Table:
    """Open a table with its first person, and begin the game if all seats are taken."""
    table = Table(name)
    await write(store, table, replace(read_terms(wanted), seed=new_seed()))
    await write(store, table, Sat(0, wanted.name, "words of one's own"))
    if (entry := due_entry(table, time.time())) is not None:
        await write(store, table, entry)
    return table


async def fill(url: str) -> None:
    """Write a running Dungeon, a finished Tomb, and a table that waits for players."""
    store = await Store.open(url)
    try:
        await write_table(
            store,
            DUNGEON,
            NewTable("dungeon", "Íñigo", house={"suicide_queen": True}, bots=["careful"]),
        )
        tomb = await write_table(store, TOMB, NewTable("tomb", "Zoe"))
        while not tomb.is_over:
            await write(
                store,
                tomb,
                tomb.move(0, str(tomb.game_played.view(0).legal[0]), f"m{tomb.version}"),
            )
        await write_table(store, OPEN, NewTable("dungeon", "Eva", listed=True))
    finally:
        await store.close()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with tables, which is copied for each test."""
    path = tmp_path_factory.mktemp("filled") / "tables.db"
    asyncio.run(fill(f"sqlite:///{path}"))
    return path


@pytest.fixture
def url(filled: Path, tmp_path: Path) -> str:
    copy = shutil.copy(filled, tmp_path)
    return f"sqlite:///{copy}"


def admin(url: str, *args: str, **environment: str) -> Ran:
    return underdeck("admin", *args, "--database", url, **environment)


def test_tables_are_listed_newest_first(url: str) -> None:
    data = json.loads(admin(url, "list", "--json").out)
    assert [table["table"] for table in data["tables"]] == [OPEN, TOMB, DUNGEON]
    assert data["tables"][2]["house"]["suicide_queen"] is True
    assert data["more"] is False
    output = " ".join(admin(url, "list").out.split())
    assert f"{OPEN} open, Dungeon: Eva, free." in output
    assert f"{TOMB} over, Tomb of Four Kings: Zoe." in output


def test_tables_of_one_status_in_spanish(url: str) -> None:
    output = " ".join(admin(url, "list", "--status", "running", "--lang", "es").out.split())
    assert f"{DUNGEON} en juego, Calabozo: Íñigo, careful (robot)." in output
    assert OPEN not in output
    assert admin(url, "list", "--status", "closed").out == "There are no such tables.\n"


def test_a_person_with_the_name_of_a_bot_is_not_shown_as_a_bot(url: str) -> None:
    async def add() -> None:
        store = await Store.open(url)
        try:
            await write_table(store, "c" * 24, NewTable("dungeon", "careful", bots=["careful"]))
        finally:
            await store.close()

    asyncio.run(add())
    assert "Dungeon: careful, careful (bot)." in " ".join(admin(url, "list").out.split())
    shown = admin(url, "show", "c" * 24).out
    assert "Seat 1: careful\n" in shown
    assert "Seat 2: careful (bot)\n" in shown


def test_showing_a_running_game_reveals_nothing_hidden(url: str) -> None:
    ran = admin(url, "show", DUNGEON, "--json")
    data = json.loads(ran.out)
    assert (data["status"], data["seat"], data["result"]) == ("running", None, None)
    assert [player["hand"] for player in data["view"]["players"]] == [None, None]
    assert (data["fair"]["seed"], data["fair"]["words"]) == (None, None)
    assert "words of one's own" not in ran.out
    output = admin(url, "show", DUNGEON).out
    assert "Seat 1: Íñigo" in output
    assert "Seat 2: careful (bot)" in output
    assert "House rules: suicide_queen=1" in output
    assert "commitment" in output
    assert "secret" not in output


def test_a_finished_game_shows_its_result_and_its_secret(url: str) -> None:
    data = json.loads(admin(url, "show", TOMB, "--json").out)
    assert data["result"]["ending"] in {"escaped", "slain", "lost"}
    assert data["fair"]["words"] == ["words of one's own"]
    assert data["fair"]["seed"] in admin(url, "show", TOMB).out


def test_a_table_waits_for_somebody(url: str) -> None:
    assert "Seat 2: free" in admin(url, "show", OPEN).out


def test_a_table_is_closed_once(url: str) -> None:
    ran = admin(url, "close", DUNGEON)
    assert (ran.code, ran.out) == (0, f"Table {DUNGEON} is closed.\n")
    assert json.loads(admin(url, "show", DUNGEON, "--json").out)["status"] == "closed"
    again = admin(url, "close", DUNGEON)
    assert (again.code, again.err) == (1, "This table has been closed.\n")
    assert admin(url, "check").code == 0


@pytest.mark.parametrize("command", ["show", "close"])
def test_an_unknown_table_is_refused(url: str, command: str) -> None:
    ran = admin(url, command, "nowhere")
    assert (ran.code, ran.out, ran.err) == (1, "", "There is no such table.\n")


def test_closing_retries_after_entries_that_a_server_appends(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def close() -> None:
        store = await Store.open(url)
        own = store.commit

        async def interrupted(change: Change) -> None:
            monkeypatch.setattr(store, "commit", own)
            table = await TableLog(store, OPEN).load()
            await write(store, table, table.sit("Ada", ""))
            await own(change)

        monkeypatch.setattr(store, "commit", interrupted)
        try:
            await close_table(store, OPEN)
            table = await TableLog(store, OPEN).load()
        finally:
            await store.close()
        assert (table.status, table.version, table.seats[1].name) == ("closed", 4, "Ada")

    asyncio.run(close())


def test_closing_gives_up_on_a_table_that_is_always_busy(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def close() -> None:
        store = await Store.open(url)

        async def late(change: Change) -> None:
            raise Stale(change.entry.table, change.entry.version)

        monkeypatch.setattr(store, "commit", late)
        try:
            with pytest.raises(Refusal, match="table_busy"):
                await close_table(store, OPEN)
        finally:
            await store.close()

    asyncio.run(close())


def test_export_and_import_move_everything_to_another_database(url: str, tmp_path: Path) -> None:
    file, other = str(tmp_path / "all.jsonl"), f"sqlite:///{tmp_path / 'other' / 'new.db'}"
    ran = admin(url, "export", file)
    assert ran.code == 0
    assert "rows written to" in " ".join(ran.out.split())
    for _ in range(2):
        assert admin(other, "import", file).code == 0
    assert admin(other, "list", "--json").out == admin(url, "list", "--json").out
    admin(other, "close", OPEN)
    assert admin(url, "import", file).code == 0


def test_importing_a_different_log_is_refused(url: str, tmp_path: Path) -> None:
    file = str(tmp_path / "all.jsonl")
    admin(url, "close", OPEN)
    admin(url, "export", file)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    asyncio.run(fill(other))
    ran = admin(other, "import", file)
    assert ran.code == 1
    assert "continued differently here than in the file" in ran.err


def test_a_damaged_file_is_refused_by_its_line(url: str, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    admin(url, "export", str(file))
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:5]))
    assert (
        admin(url, "import", str(file)).err
        == "The file is damaged or cut off at line 6. Nothing was imported.\n"
    )
    assert "Can't read" in admin(url, "import", str(tmp_path / "nothing")).err


def test_a_backup_is_a_database(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert admin(url, "backup", str(copy)).code == 0
    assert admin(f"sqlite:///{copy}", "list", "--json").out == admin(url, "list", "--json").out
    ran = admin(url, "backup", str(tmp_path / "tables.db"))
    assert (ran.code, ran.err) == (1, "Can't back this up: the file is the database itself.\n")


def test_a_sound_database_is_called_sound(url: str) -> None:
    ran = admin(url, "check")
    assert (ran.code, ran.out) == (
        0,
        "The database is sound: 3 tables, and every game can be replayed.\n",
    )


def test_gaps_and_unreadable_logs_are_found(url: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as damaged, damaged:
        damaged.execute('DELETE FROM entries WHERE "table" = ? AND version = 2', (OPEN,))
        damaged.execute(
            'UPDATE entries SET body = ? WHERE "table" = ? AND version = 3',
            (b'{"kind":"made","seat":0,"move":"fly"}', TOMB),
        )
    ran = admin(url, "check", "--lang", "es")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("2 problemas encontrados:\n") or ran.err.startswith(
        "3 problemas encontrados:\n"
    )
    assert OPEN in ran.err
    assert f"mesa {TOMB}: sus jugadas no se pueden reproducir" in ran.err


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Stop the server that uses it"), ("es", "Detén el servidor que la usa")],
)
def test_a_file_in_use_by_a_server_is_refused(
    url: str, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    monkeypatch.setattr(database, "SQLITE_TIMEOUT_S", 0.01)

    async def serve_meanwhile() -> Ran:
        store = await Store.open(url)
        try:
            return await asyncio.to_thread(admin, url, "close", OPEN, "--lang", language)
        finally:
            await store.close()

    ran = asyncio.run(serve_meanwhile())
    assert (ran.code, ran.out) == (1, "")
    assert words in ran.err
    assert "PostgreSQL" in ran.err


@pytest.mark.parametrize(
    "command",
    [("list",), ("show", OPEN), ("close", OPEN), ("export", "out"), ("backup", "out"), ("check",)],
)
def test_a_missing_file_is_not_created(tmp_path: Path, command: tuple[str, ...]) -> None:
    missing = tmp_path / "typo.db"
    ran = admin(f"sqlite:///{missing}", *command)
    assert ran.code == 1
    assert "There is no file" in ran.err
    assert not missing.exists()


def test_other_kinds_of_databases_are_refused() -> None:
    assert '"mysql" isn\'t a known kind of database.' in admin("mysql://host/name", "list").err


def test_without_a_url_the_file_in_the_data_folder(filled: Path, tmp_path: Path) -> None:
    shutil.copy(filled, tmp_path / "underdeck.db")
    assert OPEN in underdeck("admin", "list", UNDERDECK_HOME=str(tmp_path)).out


def test_a_closed_entry_is_what_the_log_says(url: str) -> None:
    admin(url, "close", OPEN)

    async def last() -> bytes:
        store = await Store.open(url)
        try:
            return (await store.entries(OPEN))[-1].body
        finally:
            await store.close()

    assert asyncio.run(last()) == write_entry(Closed())
