"""A finished game enters the history of its people once, completely, from any worker."""

import asyncio
import json
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from career.game_samples import NOW, dump, finish, play_randomly
from store.samples import a_profile, opened
from underdeck.career.finished import FinishedGame
from underdeck.career.past_game import month_of, past_game, read_opponents
from underdeck.career.ratings import Rating, read_ratings
from underdeck.career.rebuild import rebuild_all
from underdeck.career.recording import record_game
from underdeck.career.tallies import tallies_of
from underdeck.store import schema
from underdeck.store.deletion import drop_profile
from underdeck.store.model import Result
from underdeck.store.store import Store

TOMB = play_randomly("tomb", 1)
DUEL = play_randomly("dungeon", 2, turn_limit=300)


async def record(store: Store, *games: FinishedGame) -> None:
    for game in games:
        await store.write(record_game, game)


def results(connection: Connection) -> list[Result]:
    query = select(schema.results).order_by(schema.results.c.at)
    return [Result(*row) for row in connection.execute(query)]


def tally(connection: Connection, /, **columns: Any) -> int:
    """Return the sum of tallies with these values, of all time unless a month is given."""
    counts = schema.tallies.c
    columns = {"month": ""} | columns
    query = select(func.coalesce(func.sum(counts["count"]), 0))
    return int(
        connection.execute(
            query.where(*(counts[name] == value for name, value in columns.items()))
        ).scalar_one()
    )


def test_a_game_is_recorded_once_however_often_it_is_sent(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await record(store, finish(TOMB, "ana"))
            once = await store.read(dump)
            await record(store, finish(TOMB, "ana"), finish(TOMB, "ana"))
            assert await store.read(dump) == once
            assert len(once["results"]) == 1

    asyncio.run(run())


def test_the_row_has_the_facts_and_the_opponents(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await record(store, finish(DUEL, "ana", "bot:careful"))
            (row,) = await store.read(results)
            game = past_game(row)
            assert game.counts["players"] == 2
            assert (game.place == 1) == game.won
            (opponent,) = read_opponents(row.opponents)
            assert (opponent.seat, opponent.player, opponent.name) == (1, "bot:careful", "Careful")
            assert (opponent.mean, opponent.deviation) == Rating()[:2]
            assert json.loads(row.options)["players"] == 2

    asyncio.run(run())


def test_people_without_a_profile_and_bots_get_no_row(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await record(store, finish(DUEL, "", "bot:random"))
            assert await store.read(results) == []

    asyncio.run(run())


def test_values_are_tallied_over_all_games_and_against_each_opponent(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for number, rival in enumerate(("bob", "bob", "bot:careful", "")):
                at = NOW + number
                await record(store, finish(DUEL, "ana", rival, table=f"t{number}", at=at))
            own = {"profile": "ana", "game": "dungeon", "kind": "players", "value": "2"}
            assert await store.read(tally, **own, opponent="") == 4
            assert await store.read(tally, **own, opponent="bob") == 2
            assert await store.read(tally, **own, opponent="bot:careful") == 1
            assert await store.read(tally, profile="bob", kind="players", opponent="ana") == 2
            assert await store.read(tally, profile="ana", kind="name", value="Bob") == 2
            assert await store.read(tally, profile="ana", month=month_of(NOW)) > 0
            assert await store.read(tally, profile="ana", month="2020-01") == 0

    asyncio.run(run())


def test_a_lesson_is_listed_and_counts_for_nothing(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await record(store, finish(TOMB, "ana", origin="walkthrough", standing="free"))
            found = await store.read(dump)
            assert len(found["results"]) == 1
            assert found["progress"] == found["achievements"] == []
            assert {row[2] for row in found["tallies"]} == {"standing", "origin"}

    asyncio.run(run())


def test_an_assisted_game_counts_for_statistics_but_not_for_bests(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await record(store, finish(TOMB, "ana", standing="assisted"))
            found = await store.read(dump)
            assert found["progress"] == found["achievements"] == []
            assert await store.read(tally, kind="turns") == 1

    asyncio.run(run())


def test_only_ranked_games_of_several_players_are_rated(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await record(
                store,
                finish(TOMB, "ana", table="t1"),
                finish(DUEL, "ana", "bot:careful", table="t2", standing="free"),
            )
            assert await store.read(read_ratings, "dungeon", ["ana", "bot:careful"]) == {}
            await record(store, finish(DUEL, "ana", "bot:careful", table="t3"))
            found = await store.read(read_ratings, "dungeon", ["ana", "bot:careful"])
            assert {rating.games for rating in found.values()} == {1}

    asyncio.run(run())


def test_games_of_one_moment_are_put_in_the_order_of_recording(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for number in range(5):
                at = NOW - number
                await record(store, finish(TOMB, "ana", table=f"t{number}", at=at))
            assert [row.table for row in await store.read(results)] == [f"t{n}" for n in range(5)]

    asyncio.run(run())


def test_a_game_that_ends_after_its_player_was_deleted_enters_no_history(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.save_profile(a_profile("ana"))
            await store.write(drop_profile, "ana")
            await record(store, finish(DUEL, "ana", "bob"))
            assert [row.profile for row in await store.read(results)] == ["bob"]

    asyncio.run(run())


def test_totals_of_an_older_version_are_recomputed_with_the_next_game(url: str) -> None:
    def age(connection: Connection) -> None:
        connection.execute(update(schema.progress).values(body=schema.STALE_TOTALS))

    async def run() -> None:
        async with opened(url) as store:
            await record(store, finish(TOMB, "ana", table="t1"))
            await store.write(age)
            await record(store, finish(TOMB, "ana", table="t2", at=NOW + 1))
            before = await store.read(dump)
            await store.write(rebuild_all)
            assert await store.read(dump) == before

    asyncio.run(run())


@pytest.mark.parametrize("workers", [3])
def test_several_workers_lose_nothing(postgres_url: str, workers: int) -> None:
    """Many games of the same people end at once, through workers with stores of their own."""
    games = [
        finish(DUEL, "ana", "bob", table=f"duel {n}", at=NOW + n / 1000)
        if n % 3
        else finish(DUEL, "bob", "bot:careful", table=f"bot {n}", at=NOW + n / 1000)
        for n in range(45)
    ]

    async def run() -> None:
        stores = [await Store.open(postgres_url) for _ in range(workers)]
        try:
            await asyncio.gather(
                *(
                    store.write(record_game, game)
                    for number, store in enumerate(stores)
                    for game in games[number::workers] + games[::10]
                )
            )
            found = await stores[0].read(dump)
            rows = [past_game(row) for row in await stores[0].read(results)]
            expected = sum((tallies_of(row) for row in rows), Counter())
            months = {row[:-1]: row[-1] for row in found["tallies"] if row[4]}
            assert months == expected
            all_time = sum(row[-1] for row in found["tallies"] if not row[4])
            assert all_time == sum(months.values())
            assert Counter(row.profile for row in rows) == {"ana": 30, "bob": 45}
            assert {row[0]: row[-1] for row in found["ratings"]} == {
                "ana": 30,
                "bob": 45,
                "bot:careful": 15,
            }
            await stores[0].write(rebuild_all)
            again = await stores[0].read(dump)
            for name in ("tallies", "progress", "achievements", "results"):
                assert again[name] == found[name], name
        finally:
            for store in stores:
                await store.close()

    asyncio.run(run())
