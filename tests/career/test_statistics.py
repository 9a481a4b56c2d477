"""Statistics of a profile."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from career.game_samples import DAY_S, NOW, a_death, a_game, dump, finish, play_randomly
from store.samples import opened
from underdeck.career.history import add_game
from underdeck.career.past_game import PastGame, month_of, write_opponents
from underdeck.career.past_games import Filter
from underdeck.career.recording import record_game
from underdeck.career.statistics import Statistics, in_order, mean_of, rate_of, statistics
from underdeck.store import schema
from underdeck.store.model import Result
from underdeck.store.store import Store

TOMBS = [play_randomly("tomb", seed) for seed in range(30)]
DUEL = play_randomly("dungeon", 3, turn_limit=200)


def row_of(game: PastGame) -> Result:
    """Return the row of a game."""
    return Result(
        game.table,
        game.seat,
        game.profile,
        game.game,
        game.at,
        "{}",
        game.house,
        "{}",
        game.origin,
        game.standing,
        "",
        game.outcome,
        game.won,
        game.survived,
        game.points,
        game.kings,
        game.turns,
        json.dumps(dict(game.counts)),
        write_opponents(game.opponents),
        board=game.board,
        number=game.number,
    )


def with_games(url: str, games: list[PastGame], **wanted: Any) -> Statistics:
    """Add games and return the statistics."""

    async def run() -> Statistics:
        async with opened(url) as store:
            for number, game in enumerate(games):
                row = row_of(game)
                at = NOW + number * DAY_S
                await store.write(add_game, Result(**_values(row, table=f"t{number}", at=at)))
            return await store.read(statistics, Filter("ana", **({"game": "tomb"} | wanted)))

    return asyncio.run(run())


def _values(row: Result, **changed: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in Result.__slots__} | changed


def test_a_profile_without_games_has_empty_statistics(url: str) -> None:
    found = with_games(url, [])
    assert (found.games, found.best, found.rates, found.recent) == (0, None, {}, [])
    assert [step.name for step in found.challenges][-3:] == ["series_3", "series_5", "series_10"]


def test_shares_and_means_agree_with_the_games(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for number, played in enumerate(TOMBS):
                game = finish(played, "ana", table=f"t{number}", at=NOW + number)
                await store.write(record_game, game)
            found = await store.read(statistics, Filter("ana", "tomb"))
            results = [played.result() or {} for played in TOMBS]
            escaped = [result for result in results if result["ending"] == "escaped"]
            assert found.games == len(TOMBS) == found.rates["escaped"].n
            assert found.rates["escaped"].share == pytest.approx(len(escaped) / 30, abs=1e-6)
            assert 0 < found.rates["escaped"].low < found.rates["escaped"].share
            points = [result["points"] for result in results]
            assert found.means["points"].mean == pytest.approx(sum(points) / 30, abs=1e-6)
            assert dict(found.distributions["outcome"])["escaped"] == len(escaped)
            assert sum(dict(found.distributions["kings_out"]).values()) == len(escaped)
            best = max(results, key=lambda result: result["points"])
            assert found.best is not None
            assert found.best.points == best["points"]

    asyncio.run(run())


def test_the_last_twenty_games_are_shown_oldest_first(url: str) -> None:
    found = with_games(url, [a_game(points=points) for points in range(25)])
    assert [row.points for row in found.recent] == list(range(5, 25))


def test_houses_and_months_are_listed_for_filters(url: str) -> None:
    games = [a_game(), a_game(house="drop_sum=1"), a_game(), *[a_death()] * 40]
    found = with_games(url, games, house="drop_sum=1", since=month_of(NOW))
    assert found.games == 1
    assert found.houses == [("", 42), ("drop_sum=1", 1)]
    assert found.months == ["2027-01", "2027-02"]


def test_bests_are_those_of_the_chosen_house_rules(url: str) -> None:
    games = [a_game(points=30), a_game(points=60, house="drop_sum=1"), a_game(points=20)]
    assert with_games(url, games, house="").best.points == 30  # type: ignore[union-attr]


def test_assisted_games_are_counted_and_lessons_are_not(url: str) -> None:
    games = [a_game(), a_game(standing="assisted"), a_game(standing="free", origin="walkthrough")]
    found = with_games(url, games)
    assert (found.games, found.assisted) == (2, 1)


def test_opponents_are_listed_with_wins_names_and_ratings(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for number, rival in enumerate(["bob", "bob", "bot:careful", ""]):
                game = finish(DUEL, "ana", rival, table=f"t{number}", at=NOW + number)
                await store.write(record_game, game)
            found = await store.read(statistics, Filter("ana", "dungeon"))
            first, second = found.rivals
            won = 2 if (DUEL.result() or {})["winner"] == 0 else 0
            assert (first.player, first.name, first.games, first.won) == ("bob", "Bob", 2, won)
            assert (second.player, second.games) == ("bot:careful", 1)
            assert first.rating is not None
            assert found.rating is not None
            assert found.rating.games == 3
            only = await store.read(statistics, Filter("ana", "dungeon", opponent="bob"))
            assert only.games == 2

    asyncio.run(run())


async def add_series(store: Store, name: str, games: int, points: list[int]) -> None:
    """Add a series with the games that are finished."""

    def add(connection: Connection) -> None:
        terms = {"kind": "series", "game": "tomb", "house": "{}", "games": games, "seed": ""}
        rest = {"same_deals": True, "created": NOW, "stake": 0, "currency": ""}
        connection.execute(
            insert(schema.competitions).values(competition=name, creator="ana", **terms, **rest)
        )
        for number, each in enumerate(points, 1):
            score = {"points": each, "kings": 1, "turns": 5, "outcome": "escaped"}
            row = {"profile": "ana", "table": f"{name}{number}", "name": "Ana", "started": NOW}
            connection.execute(
                insert(schema.attempts).values(
                    board=f"competition:{name}",
                    number=number,
                    standing="ranked",
                    at=NOW,
                    **score,
                    **row,
                )
            )

    await store.write(add)


def test_the_best_series_of_each_length_is_one_that_is_finished(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await add_series(store, "a", 3, [10, 20, 30])
            await add_series(store, "b", 3, [30, 20, 30])
            await add_series(store, "c", 3, [90, 90])
            await add_series(store, "d", 5, [1, 1, 1, 1, 1])
            found = await store.read(statistics, Filter("ana", "tomb"))
            assert [(each.competition, each.total.points) for each in found.best_series] == [
                ("b", 80),
                ("d", 5),
            ]
            reached = [step.name for step in found.challenges if step.is_reached]
            assert reached == ["series_3", "series_5"]
            other = await store.read(statistics, Filter("ana", "tomb", house="drop_sum=1"))
            assert other.best_series == []

    asyncio.run(run())


def test_values_have_a_sensible_order() -> None:
    assert in_order({"10": 1, "9": 2, "-1": 3}, ()) == [("-1", 3), ("9", 2), ("10", 1)]
    assert in_order({"lost": 1, "odd": 5, "escaped": 2}, ("escaped", "slain", "lost")) == [
        ("escaped", 2),
        ("lost", 1),
        ("odd", 5),
    ]


@pytest.mark.parametrize(
    ("counts", "median"),
    [({"1": 1}, 1), ({"1": 1, "2": 1}, 1.5), ({"1": 3, "9": 1}, 1), ({"2": 2, "10": 3}, 10)],
)
def test_medians_are_exact(counts: dict[str, int], median: float) -> None:
    assert mean_of(counts).median == median


def test_a_share_of_nothing_is_zero() -> None:
    assert rate_of({"0": 4})[:2] == (4, 0.0)
    assert rate_of({"1": 4})[:2] == (4, 1.0)


def test_reading_changes_nothing(sqlite_url: str) -> None:
    async def run() -> None:
        async with opened(sqlite_url) as store:
            await store.write(record_game, finish(TOMBS[0], "ana"))
            before = await store.read(dump)
            await store.read(statistics, Filter("ana", "tomb"))
            assert await store.read(dump) == before

    asyncio.run(run())
