"""The log of a table: loading, appending with retries, and following other processes."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from underdeck.refusal import Refusal
from underdeck.store.model import Change, Entry, Stale
from underdeck.table import log as table_log
from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat, write_entry
from underdeck.table.log import MAX_TRIES, TableLog, fold_rows
from underdeck.table.table import Table

NOON = 1_800_000_000.0
ENTRIES: list[AnyEntry] = [Opened("tomb", {}, ("",), "11" * 32), Sat(0, "Ana", "one"), Began()]


class FakeStore:
    """A store in memory, with an optional interruption before each commit."""

    def __init__(self, rows: list[Entry]) -> None:
        self.rows = rows
        self.changes: list[Change] = []
        self.before_commit: Callable[[], None] = lambda: None

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        return [row for row in self.rows if row.table == table and row.version > after]

    async def commit(self, change: Change) -> None:
        self.before_commit()
        if change.entries[0].version != len(self.rows) + 1:
            raise Stale(change.entry.table, change.entry.version)
        self.rows += change.entries
        self.changes.append(change)

    def append_elsewhere(self, entry: AnyEntry) -> None:
        """Append as another process does."""
        self.rows.append(Entry("t", len(self.rows) + 1, NOON, write_entry(entry)))


def new_store() -> FakeStore:
    """Return a store with one solitaire that has begun."""
    return FakeStore(
        [Entry("t", number, NOON, write_entry(entry)) for number, entry in enumerate(ENTRIES, 1)]
    )


def run(body: Callable[[FakeStore, TableLog], Awaitable[None]]) -> None:
    """Run a test body with a log."""
    store = new_store()
    asyncio.run(body(store, TableLog(store, "t", lambda: NOON)))  # type: ignore[arg-type]


def delve(table: Table, _now: float) -> Made:
    """Make the first move."""
    return Made(0, "delve", f"at version {table.version}")


def test_a_log_is_loaded_once() -> None:
    async def body(store: FakeStore, log: TableLog) -> None:
        table = await log.load()
        assert (table.status, table.version) == ("running", 3)
        store.rows.clear()
        assert await log.load() is table

    run(body)


def test_an_entry_is_appended_to_the_table_and_to_the_store() -> None:
    async def body(store: FakeStore, log: TableLog) -> None:
        table, entry = await log.append(delve)
        assert table.game_played.record.moves == ["delve"]
        assert store.changes[-1].entry.body == write_entry(entry)  # type: ignore[arg-type]
        assert store.changes[-1].summary.status == "running"

    run(body)


def test_an_append_is_retried_with_the_reloaded_table_when_another_process_was_first() -> None:
    async def body(store: FakeStore, log: TableLog) -> None:
        def interrupt() -> None:
            store.before_commit = lambda: None
            store.append_elsewhere(Made(0, "delve", "elsewhere"))

        store.before_commit = interrupt
        versions: list[int] = []

        def make(table: Table, _now: float) -> Made:
            versions.append(table.version)
            return Made(0, str(table.game_played.view(0).legal[0]), "here")

        table, _ = await log.append(make)
        assert versions == [3, 4]
        assert [move_id for _, move_id in table.made] == ["elsewhere", "here"]

    run(body)


def test_an_append_gives_up_when_other_processes_are_always_first() -> None:
    async def body(store: FakeStore, log: TableLog) -> None:
        attempts = 0

        async def refuse(change: Change) -> None:
            nonlocal attempts
            attempts += 1
            raise Stale(change.entry.table, change.entry.version)

        store.commit = refuse  # type: ignore[method-assign]
        with pytest.raises(Refusal, match="table_busy"):
            await log.append(delve)
        assert attempts == MAX_TRIES

    run(body)


def test_nothing_is_appended_when_there_is_no_entry_or_a_refusal() -> None:
    async def body(store: FakeStore, log: TableLog) -> None:
        def refuse(table: Table, _now: float) -> None:
            raise Refusal("table_closed")

        assert (await log.append(lambda *_: None))[1] is None
        with pytest.raises(Refusal, match="table_closed"):
            await log.append(refuse)
        assert store.changes == []

    run(body)


def test_a_table_is_forgotten_when_its_entry_could_not_be_stored() -> None:
    async def body(store: FakeStore, log: TableLog) -> None:
        def fail() -> None:
            raise Refusal("store_unavailable", reason="test")

        store.before_commit = fail
        with pytest.raises(Refusal, match="store_unavailable"):
            await log.append(delve)
        assert log.table is None
        assert (await log.load()).version == 3

    run(body)


def test_entries_of_other_processes_are_applied() -> None:
    async def body(store: FakeStore, log: TableLog) -> None:
        table = await log.load()
        store.append_elsewhere(Made(0, "delve", "elsewhere"))
        assert await log.read_new(table) == [Made(0, "delve", "elsewhere")]
        assert table.version == 4

    run(body)


def test_a_new_log_is_stored_in_one_change_and_only_once() -> None:
    async def body(store: FakeStore, log: TableLog) -> None:
        store.rows.clear()
        await log.create(ENTRIES, ())
        assert [len(change.entries) for change in store.changes] == [len(ENTRIES)]
        with pytest.raises(Stale):
            await TableLog(store, "t").create(ENTRIES, ())

    run(body)


@pytest.mark.parametrize("body", [b"{}", b'{"kind":"undone","seat":0}'])
def test_a_log_that_cannot_be_folded_is_damaged(body: bytes) -> None:
    rows = [*new_store().rows, Entry("t", 4, NOON, body)]
    with pytest.raises(Refusal, match="table_damaged") as refused:
        asyncio.run(fold_rows("t", rows))
    assert refused.value.__cause__ is not None


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown_table"):
        asyncio.run(TableLog(FakeStore([]), "t").load())


def test_a_long_log_is_folded_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_log, "FOLD_SLICE_S", -1.0)

    async def body() -> None:
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        counting = asyncio.ensure_future(count())
        table = await fold_rows("t", new_store().rows)
        counting.cancel()
        assert table.version == len(ENTRIES)
        assert turns >= len(ENTRIES) - 1

    asyncio.run(body())
