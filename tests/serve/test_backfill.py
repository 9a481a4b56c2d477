"""Finished games of older versions are completed from their logs."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import Connection, select, text

from career.game_samples import dump, play_randomly
from serve.stored_tables import store_table
from store.samples import opened
from underdeck.cards import codes_of
from underdeck.career.past_games import Filter, newest
from underdeck.career.rebuild import rebuild_all
from underdeck.career.statistics import statistics
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.serve.backfill import BATCH_SIZE, Backfill
from underdeck.store import schema
from underdeck.store.model import Result
from underdeck.store.rows import insert_rows, plain_values, upsert
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Began, Counted, Made, Opened, Sat

GAMES = BATCH_SIZE + 5


def log_of(played: AnyPlaythrough, profile: str, *more: AnyEntry) -> list[AnyEntry]:
    """Return the log of a table at which a game was played with a deal code."""
    house = played.record.options_as_dict()
    terms = Opened("tomb", dict(house), ("",), "5e" * 32, cards=cards_of(played))
    moves = [Made(0, move) for move in played.record.moves]
    return [terms, Sat(0, "Ana", "words", profile), Began(), *more, *moves]


def cards_of(played: AnyPlaythrough) -> str:
    return " ".join(codes_of(played.record.deal.cards))


async def add_old_games(store: Store, profile: str, count: int, first: int = 0) -> list[Result]:
    """Store finished tables with results as an older version has written them."""
    rows = []
    for number in range(first, first + count):
        played = play_randomly("tomb", number)
        name, _ = await store_table(store, log_of(played, profile))
        rows.append(Result(name, 0, profile, "tomb", 1000.0 + number, '{"ending": "slain"}'))
    await store.write(write, rows)
    return rows


def write(connection: Connection, rows: list[Result]) -> None:
    insert = upsert(schema.results, connection.dialect.name)
    insert_rows(connection, insert, [plain_values(row) for row in rows])


def forget_derived(connection: Connection) -> None:
    for table in (schema.tallies, schema.progress, schema.achievements):
        connection.execute(table.delete())


def damage_logs(connection: Connection) -> None:
    connection.execute(text("UPDATE entries SET body = :body WHERE version = 3"), {"body": b"?"})


def test_all_games_are_completed_and_counted(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await add_old_games(store, "ana", GAMES)
            await add_old_games(store, "bob", 2, first=GAMES)
            await store.write(forget_derived)
            await Backfill(store).run()
            found = await store.read(newest, Filter("ana"), 100)
            assert len(found) == GAMES
            for number, row in enumerate(found[::-1]):
                result = play_randomly("tomb", number).result() or {}
                assert (row.outcome, row.points) == (result["ending"], result["points"])
                assert row.at == 1000.0 + number
            assert (await store.read(statistics, Filter("ana", "tomb"))).games == GAMES
            assert (await store.read(statistics, Filter("bob", "tomb"))).games == 2
            before = await store.read(dump)
            await Backfill(store).run()
            await store.write(rebuild_all)
            assert await store.read(dump) == before

    asyncio.run(run())


def test_it_goes_on_where_it_was_interrupted(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await add_old_games(store, "ana", GAMES)
            await store.write(forget_derived)
            assert await Backfill(store).complete("ana", 7) == 7
            assert (await store.read(dump))["tallies"] == []
            await Backfill(store).run()
            assert (await store.read(statistics, Filter("ana", "tomb"))).games == GAMES

    asyncio.run(run())


def test_two_workers_complete_the_same_games_once(postgres_url: str) -> None:
    async def run() -> None:
        async with opened(postgres_url) as store, opened(postgres_url) as other:
            await add_old_games(store, "ana", GAMES)
            await store.write(forget_derived)
            await asyncio.gather(Backfill(store).run(), Backfill(other).run())
            assert (await store.read(statistics, Filter("ana", "tomb"))).games == GAMES

    asyncio.run(run())


def test_a_damaged_or_missing_log_leaves_the_result(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            (row,) = await add_old_games(store, "ana", 1)
            lost = replace(
                row, table="gone", result='{"ending": "escaped", "points": 31, "kings": 2}'
            )
            odd = replace(row, table="odd", game="unknown", result='{"winner": 0}')
            await store.write(write, [lost, odd])
            await store.write(damage_logs)
            await Backfill(store).run()
            found = {each.table: each for each in await store.read(newest, Filter("ana"), 9)}
            assert (found["gone"].points, found["gone"].survived) == (31, True)
            assert (found["odd"].outcome, found["odd"].won) == ("over", True)
            assert found[row.table].outcome == "slain"

    asyncio.run(run())


def test_an_assisted_game_is_completed_as_one(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            played = play_randomly("tomb", 3)
            name, _ = await store_table(store, log_of(played, "ana", Counted(0)))
            await store.write(write, [Result(name, 0, "ana", "tomb", 1.0, "{}")])
            await Backfill(store).run()
            (row,) = await store.read(newest, Filter("ana"), 9)
            assert row.standing == "assisted"

    asyncio.run(run())


def test_stale_totals_are_recomputed(url: str) -> None:
    def make_stale(connection: Connection) -> None:
        forget_derived(connection)
        values = {"profile": "ana", "game": "", "house": "*", "body": schema.STALE_TOTALS}
        connection.execute(schema.progress.insert().values(values))

    async def run() -> None:
        async with opened(url) as store:
            await add_old_games(store, "ana", 2)
            await Backfill(store).run()
            before = await store.read(dump)
            await store.write(make_stale)
            await Backfill(store).run()
            assert await store.read(dump) == before
            await store.write(make_stale)
            await Backfill(store).prepare("ana")
            assert await store.read(dump) == before

    asyncio.run(run())


def test_a_store_that_fails_is_left_for_later(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            await add_old_games(store, "ana", 1)

            async def refuse(*_: object) -> None:
                raise Refusal("store_full")

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(store, "write", refuse)
                await Backfill(store).run()
            incomplete = select(schema.results).where(schema.results.c.outcome == "")
            assert await store.read(lambda c: len(c.execute(incomplete).all())) == 1
            await Backfill(store).run()
            assert await store.read(lambda c: len(c.execute(incomplete).all())) == 0

    asyncio.run(run())
