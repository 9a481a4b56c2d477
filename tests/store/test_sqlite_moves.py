"""The fast path for moves into SQLite, and the changes that it leaves to the general path."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from store.samples import NOW, a_change, a_key, a_result
from underdeck.refusal import Refusal
from underdeck.store.model import Change, Stale, Summary
from underdeck.store.sqlite_moves import MoveWriter
from underdeck.store.store import Store


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Return a database with the tables t and u at version 1."""

    async def lay() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'underdeck.db'}")
        await asyncio.gather(*(store.commit(a_change(table, 1)) for table in "tu"))
        await store.close()

    asyncio.run(lay())
    connection = sqlite3.connect(tmp_path / "underdeck.db", isolation_level=None)
    yield connection
    connection.close()


@pytest.fixture
def moves() -> MoveWriter:
    """Return a writer that knows these tables."""
    known = MoveWriter()
    known.learn([a_change("t", 1), a_change("u", 1)], [None, None])
    return known


def write(
    driver: sqlite3.Connection, moves: MoveWriter, changes: list[Change]
) -> list[Stale | None]:
    """Write changes that are all moves, and return their outcomes."""
    batch = moves.select(changes)
    assert batch.others == []
    with driver:
        driver.execute("BEGIN")
        batch.write(driver)
    return list(batch.outcomes.values())


def heads(driver: sqlite3.Connection) -> dict[str, int]:
    """Return the version of each table by its summary and by its log."""
    summaries = dict(driver.execute('SELECT "table", version FROM tables'))
    assert summaries == dict(
        driver.execute('SELECT "table", max(version) FROM entries GROUP BY "table"')
    )
    return summaries


def test_moves_are_written_with_the_time_and_nothing_else_changes(
    driver: sqlite3.Connection, moves: MoveWriter
) -> None:
    later = a_change("t", 3, changed=NOW + 9, deadline=NOW + 60)
    assert write(driver, moves, [a_change("t", 2), later, a_change("u", 2)]) == [None] * 3
    assert heads(driver) == {"t": 3, "u": 2}
    row = driver.execute(
        "SELECT changed, deadline, status, free FROM tables WHERE \"table\" = 't'"
    ).fetchone()
    assert row == (NOW + 9, NOW + 60, "running", 1)
    body = driver.execute(
        "SELECT body FROM entries WHERE \"table\" = 't' AND version = 3"
    ).fetchone()
    assert body == (later.entry.body,)


def test_a_wrong_version_is_stale_and_the_others_are_written(
    driver: sqlite3.Connection, moves: MoveWriter
) -> None:
    verdicts = write(
        driver, moves, [a_change("t", 2), a_change("t", 2, body=b"too late"), a_change("u", 7)]
    )
    assert [type(verdict) for verdict in verdicts] == [type(None), Stale, Stale]
    assert heads(driver) == {"t": 2, "u": 1}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(a_change("new", 1), id="a table that isn't known"),
        pytest.param(a_change("t", 2, keys=(a_key("key", table="t"),)), id="a key"),
        pytest.param(a_change("t", 2, results=(a_result("t", "p"),)), id="a result"),
        pytest.param(a_change("t", 2, status="over"), id="another status"),
        pytest.param(
            a_change("t", 2, names=("Íñigo", "Zoe", "Bot «2»"), free=0), id="somebody sat down"
        ),
    ],
)
def test_a_change_with_more_than_a_move_is_left_to_the_general_path_with_all_after_it(
    moves: MoveWriter, change: Change
) -> None:
    after = a_change(change.entry.table, change.entry.version + 1)
    batch = moves.select([a_change("u", 2), change, a_change("u", 3), after])
    assert (batch.outcomes, batch.others) == ({0: None, 2: None}, [1, 3])


def test_any_number_of_moves_is_written(driver: sqlite3.Connection, moves: MoveWriter) -> None:
    changes = [a_change("t", version) for version in range(2, 252)]
    assert write(driver, moves, changes) == [None] * 250
    assert heads(driver) == {"t": 251, "u": 1}


def test_moves_and_other_changes_share_a_transaction_in_the_order_of_each_table(
    tmp_path: Path,
) -> None:
    async def body() -> tuple[list[BaseException | None], list[int], list[Summary]]:
        store = await Store.open(f"sqlite:///{tmp_path / 'underdeck.db'}")
        await asyncio.gather(*(store.commit(a_change(table, 1)) for table in "tu"))
        changes = [
            a_change("t", 2),
            a_change("u", 2),
            a_change("t", 3, status="over", results=(a_result("t", "p"),)),
            a_change("u", 2, body=b"too late"),
            a_change("t", 4, status="over"),
            a_change("new", 1),
        ]
        outcomes = await asyncio.gather(
            *(store.commit(change) for change in changes), return_exceptions=True
        )
        versions = [len(await store.entries(table)) for table in ("t", "u", "new")]
        await store.commit(a_change("new", 2))
        found = [await store.summary(table) for table in "tu"]
        await store.close()
        return outcomes, versions, [each for each in found if each is not None]

    outcomes, versions, summaries = asyncio.run(body())
    assert [type(outcome) for outcome in outcomes] == [*[type(None)] * 3, Stale, *[type(None)] * 2]
    assert versions == [4, 2, 1]
    assert [each.status for each in summaries] == ["over", "running"]


def test_a_change_that_is_refused_takes_no_moves_with_it(tmp_path: Path) -> None:
    def refuse(_: object) -> None:
        raise Refusal("too_fast")

    async def body() -> tuple[list[BaseException | None], list[int]]:
        store = await Store.open(f"sqlite:///{tmp_path / 'underdeck.db'}")
        await asyncio.gather(*(store.commit(a_change(table, 1)) for table in "tu"))
        refused = msgspec.structs.replace(a_change("t", 2), also=refuse)
        outcomes = await asyncio.gather(
            *(store.commit(change) for change in (a_change("u", 2), refused)),
            return_exceptions=True,
        )
        versions = [len(await store.entries(table)) for table in "tu"]
        await store.close()
        return outcomes, versions

    outcomes, versions = asyncio.run(body())
    assert [type(outcome) for outcome in outcomes] == [type(None), Refusal]
    assert versions == [1, 2]


def test_the_database_rejects_a_version_that_was_written_meanwhile(
    driver: sqlite3.Connection, moves: MoveWriter
) -> None:
    other = MoveWriter()
    other.learn([a_change("t", 1)], [None])
    assert write(driver, other, [a_change("t", 2)]) == [None]
    with pytest.raises(sqlite3.IntegrityError):
        write(driver, moves, [a_change("u", 2), a_change("t", 2, body=b"twice")])
    assert heads(driver) == {"t": 2, "u": 1}


def test_the_fast_path_is_off_after_forget(moves: MoveWriter) -> None:
    moves.forget()
    assert moves.select([a_change("t", 2)]).others == [0]
