"""Pages of the history, and their filters."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection

from career.game_samples import DAY_S, NOW, finish, play_randomly
from store.samples import opened
from underdeck.career import past_games
from underdeck.career.past_games import Filter, cursor_of, month_end, month_start, read_cursor
from underdeck.career.recording import record_game
from underdeck.refusal import Refusal
from underdeck.store.model import Result

TOMB = play_randomly("tomb", 1)
HOUSE = play_randomly("tomb", 2, drop_sum=1)
DUEL = play_randomly("dungeon", 3, turn_limit=200)


def fill(connection: Connection) -> None:
    """Add 30 games, one every five days; every fifth belongs to somebody else."""
    for number in range(30):
        at, table = NOW + number * 5 * DAY_S, f"t{number:02}"
        match number % 5:
            case 0 | 1:
                game = finish(TOMB, "ana", table=table, at=at)
            case 2:
                game = finish(HOUSE, "ana", table=table, at=at)
            case 3:
                rival = "bob" if number % 2 else "bot:careful"
                game = finish(DUEL, "ana", rival, table=table, at=at)
            case _:
                game = finish(TOMB, "eva", table=table, at=at)
        record_game(connection, game)


def pages(connection: Connection, wanted: Filter, limit: int) -> list[Result]:
    """Return all games, page by page."""
    found: list[Result] = []
    before = None
    while rows := past_games.newest(connection, wanted, limit, before):
        found += rows
        before = cursor_of(rows[-1])
    return found


@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({}, 24),
        ({"game": "tomb"}, 18),
        ({"game": "tomb", "house": ""}, 12),
        ({"game": "tomb", "house": "drop_sum=1"}, 6),
        ({"game": "dungeon"}, 6),
        ({"game": "dungeon", "opponent": "bob"}, 3),
        ({"opponent": "bot:careful"}, 3),
        ({"opponent": "nobody"}, 0),
        ({"opponent": '%"'}, 0),
        ({"house": "unknown=1"}, 0),
        ({"since": "2027-03"}, 16),
        ({"until": "2027-02"}, 8),
        ({"since": "2027-03", "until": "2027-03"}, 5),
        ({"since": "2027-03", "until": "2027-02"}, 0),
    ],
)
def test_filters_choose_games_and_their_number_agrees(
    url: str, fields: dict[str, Any], count: int
) -> None:
    wanted = Filter("ana", **fields)

    async def run() -> None:
        async with opened(url) as store:
            await store.write(fill)
            found = await store.read(pages, wanted, 100)
            assert len(found) == count
            assert await store.read(past_games.count_games, wanted) == count
            assert {row.profile for row in found} <= {"ana"}

    asyncio.run(run())


@pytest.mark.parametrize("limit", [1, 7, 24])
def test_pages_follow_each_other_without_gaps(url: str, limit: int) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.write(fill)
            found = await store.read(pages, Filter("ana"), limit)
            assert [row.at for row in found] == sorted((row.at for row in found), reverse=True)
            assert len({row.table for row in found}) == 24
            oldest: list[Result] = []
            after = None
            while rows := await store.read(past_games.oldest, "ana", limit, after):
                oldest += rows
                after = cursor_of(rows[-1])
            assert oldest == found[::-1]

    asyncio.run(run())


def test_games_of_the_same_moment_are_paged_too(url: str) -> None:
    def fill_at_once(connection: Connection) -> None:
        for number in range(6):
            game = finish(DUEL, "ana", "bob", table=f"t{number}", at=NOW)
            record_game(connection, game)

    async def run() -> None:
        async with opened(url) as store:
            await store.write(fill_at_once)
            assert len(await store.read(pages, Filter("ana"), 1)) == 6

    asyncio.run(run())


@pytest.mark.parametrize("text", ["", "x", "1.5", "1.5~x~t", "~~"])
def test_a_wrong_position_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="unknown_position"):
        read_cursor(text)


def test_a_month_ends_where_the_next_one_begins() -> None:
    assert month_end("2026-11") == month_start("2026-12")
    assert month_end("2026-12") == month_start("2027-01")
    assert month_end("2028-02") - month_start("2028-02") == 29 * DAY_S
