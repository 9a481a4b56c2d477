"""Migrations create the schema that the code uses."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from store.samples import a_change, a_key
from underdeck.refusal import Refusal
from underdeck.store import schema
from underdeck.store.migrations import current_revision
from underdeck.store.model import Result
from underdeck.store.schema import REVISION, metadata
from underdeck.store.store import Store


def test_migrations_create_the_tables_of_the_schema(url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(
            compare_metadata(
                MigrationContext.configure(connection, opts={"compare_type": True}), metadata
            )
        )

    async def run() -> None:
        store = await Store.open(url)
        assert await store.read(current_revision) == REVISION
        assert await store.read(differences) == []
        await store.close()

    asyncio.run(run())


def test_a_database_of_a_newer_version_is_refused_and_left_alone(url: str) -> None:
    def grow_up(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    async def run() -> None:
        store = await Store.open(url)
        await store.write(grow_up)
        await store.close()
        with pytest.raises(Refusal) as refused:
            await Store.open(url)
        assert (refused.value.code, refused.value.params) == (
            "store_newer",
            {"revision": "9999", "known": REVISION},
        )

    asyncio.run(run())


def undo_0004(connection: Connection) -> None:
    """Remove what the migration to 0004 adds."""
    for table in schema.CAREER:
        table.drop(connection)
    for index in ("results_game", "results_deal", "results_incomplete"):
        connection.execute(text(f"DROP INDEX {index}"))
    columns = [column.name for column in schema.results.c]
    for name in columns[columns.index("result") + 1 :]:
        connection.execute(text(f"ALTER TABLE results DROP COLUMN {name}"))
    connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))


def test_results_of_an_older_database_are_kept_and_wait_to_be_completed(url: str) -> None:
    def add_old_result(connection: Connection) -> None:
        undo_0004(connection)
        connection.execute(
            text("INSERT INTO results VALUES ('t', 0, 'p', 'tomb', 1.5, '{\"points\": 3}')")
        )

    async def run() -> None:
        store = await Store.open(url)
        await store.write(add_old_result)
        await store.close()
        store = await Store.open(url)
        (found,) = await store.results_of("p")
        assert found == Result("t", 0, "p", "tomb", 1.5, '{"points": 3}')
        assert not found.outcome
        await store.close()

    asyncio.run(run())


def test_an_older_database_is_migrated(url: str) -> None:
    def grow_young(connection: Connection) -> None:
        undo_0004(connection)
        connection.execute(text("ALTER TABLE keys DROP COLUMN taken"))
        connection.execute(text("ALTER TABLE tables DROP COLUMN bots"))
        connection.execute(text("ALTER TABLE tables DROP COLUMN company"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    async def run() -> None:
        store = await Store.open(url)
        await store.write(grow_young)
        await store.close()
        store = await Store.open(url)
        assert await store.read(current_revision) == REVISION
        await store.add_keys(key := a_key("seat", table="t"))
        assert await store.key(key.hash) == key
        await store.close()

    asyncio.run(run())


def test_migration_fills_in_the_seats_of_bots_from_the_first_entry(url: str) -> None:
    opened = (
        b'{"kind":"opened","game":"dungeon","house":{},"seats":["","careful","random"],"seed":"00"}'
    )

    def grow_young(connection: Connection) -> None:
        undo_0004(connection)
        connection.execute(text("ALTER TABLE tables DROP COLUMN bots"))
        connection.execute(text("ALTER TABLE tables DROP COLUMN company"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))

    async def run() -> None:
        store = await Store.open(url)
        await store.commit(a_change("bots", 1, body=opened, names=("careful", "careful", "random")))
        await store.commit(a_change("nobody", 1))
        await store.write(grow_young)
        await store.close()
        store = await Store.open(url)
        found = [await store.summary(name) for name in ("bots", "nobody")]
        assert [summary.bots for summary in found if summary] == [0b110, 0]
        await store.close()

    asyncio.run(run())
