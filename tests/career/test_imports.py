"""Games of other machines are replayed, and added all or none."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection

from career.game_samples import NOW, dump, finish, play_randomly
from store.samples import opened
from underdeck.career.imports import (
    HISTORY_VERSION,
    MAX_ONE_BY_ONE,
    GameToAdd,
    add_games,
    check_version,
    read_game,
)
from underdeck.career.past_games import Filter, newest
from underdeck.career.rebuild import rebuild_all
from underdeck.career.recording import record_game
from underdeck.deal import deal_from_cards
from underdeck.formats import as_json
from underdeck.games.tomb.walkthrough import LESSON
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.refusal import Refusal
from underdeck.store.model import Result

TOMBS = [play_randomly("tomb", seed) for seed in range(30)]
DUEL = play_randomly("dungeon", 2, ["", "careful"], turn_limit=200)


def sent(played: AnyPlaythrough, profile: str = "ana", **fields: Any) -> GameToAdd:
    """Return a game as a client sends it."""
    values: dict[str, Any] = {
        "seat": 0,
        "at": NOW,
        "names": [],
        "elsewhere": "",
        "origin": "terminal",
    }
    return read_game(as_json(played), profile=profile, **(values | fields))


def games_of(connection: Connection, profile: str = "ana") -> list[Result]:
    return newest(connection, Filter(profile), 100)


def test_a_game_of_the_terminal_is_free_and_counts(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            assert len(await store.write(add_games, "ana", [sent(TOMBS[0])])) == 1
            (row,) = await store.read(games_of)
            assert (row.origin, row.standing, row.at) == ("terminal", "free", NOW)
            assert row.board == ""
            assert (await store.read(dump))["progress"]

    asyncio.run(run())


def test_the_same_game_is_added_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            game = sent(TOMBS[0])
            await store.write(add_games, "ana", [game, game])
            before = await store.read(dump)
            assert await store.write(add_games, "ana", [sent(TOMBS[0], at=NOW + 9)]) == []
            assert await store.read(dump) == before
            assert len(before["results"]) == 1

    asyncio.run(run())


def test_two_people_may_have_played_the_same_game(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.write(add_games, "ana", [sent(TOMBS[0])])
            await store.write(add_games, "bob", [sent(TOMBS[0], "bob")])
            assert len(await store.read(games_of, "bob")) == 1

    asyncio.run(run())


def test_a_game_of_this_server_is_known_for_every_profile(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.write(record_game, finish(TOMBS[0], "ana", table="here"))
            for profile in ("ana", "bob"):
                game = sent(TOMBS[0], profile, elsewhere="here")
                assert await store.write(add_games, profile, [game]) == []
            other = sent(TOMBS[1], elsewhere="on another server")
            assert len(await store.write(add_games, "ana", [other])) == 1

    asyncio.run(run())


def test_older_games_take_their_place_in_the_history(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.write(record_game, finish(TOMBS[0], "ana", at=NOW))
            older = [sent(each, at=NOW - 100 + n) for n, each in enumerate(TOMBS[1:4])]
            await store.write(add_games, "ana", older)
            before = await store.read(dump)
            await store.write(rebuild_all)
            assert await store.read(dump) == before
            assert len(await store.read(games_of)) == 4

    asyncio.run(run())


def test_many_games_at_once_give_the_same_as_one_after_the_other(url: str) -> None:
    games = [sent(each, at=NOW + n) for n, each in enumerate(TOMBS)]
    assert len(games) > MAX_ONE_BY_ONE

    async def run() -> None:
        async with opened(url) as store:
            await store.write(add_games, "ana", games)
            at_once = await store.read(dump)
        async with opened("sqlite:///:memory:") as store:
            for game in games:
                await store.write(add_games, "ana", [game])
            assert await store.read(dump) == at_once

    asyncio.run(run())


def test_a_deal_that_was_played_before_is_a_repeat(url: str) -> None:
    first = TOMBS[0]
    again = Playthrough.begin(first.game, first.record.options, first.record.deal)
    again.play(first.game.read_move("delve"))
    while again.result() is None:
        again.play(again.view().legal[0])
    assert again.record.moves != first.record.moves

    async def run() -> None:
        async with opened(url) as store:
            games = [sent(first, at=NOW + 1), sent(again, at=NOW)]
            await store.write(add_games, "ana", games)
            found = await store.read(games_of)
            assert [row.standing for row in found] == ["repeat", "free"]

    asyncio.run(run())


def test_the_lesson_and_listed_cards_are_known_cards() -> None:
    assert sent(LESSON.play()).finished.origin == "walkthrough"
    first = TOMBS[0]
    listed = deal_from_cards(first.game.deck(first.record.options), first.record.deal.cards)
    known = Playthrough.begin(first.game, first.record.options, listed)
    for _ in known.replay(first.record.moves):
        pass
    assert sent(known).finished.origin == "again"


def test_an_assisted_game_stays_one() -> None:
    played = TOMBS[0].copy()
    played.assist("hint")
    assert sent(played).finished.standing == "assisted"


def test_bots_are_opponents_and_people_are_known_by_name() -> None:
    finished = sent(DUEL, names=["Ana", ""]).finished
    assert [(seat.player, seat.name) for seat in finished.seats] == [
        ("ana", "Ana"),
        ("bot:careful", "careful"),
    ]


@pytest.mark.parametrize("seat", [1, 2, 8])
def test_the_seat_has_to_be_a_person(seat: int) -> None:
    with pytest.raises(Refusal, match="record_part"):
        sent(DUEL, seat=seat)


def test_an_unfinished_game_is_refused() -> None:
    played = AnyPlaythrough.before(TOMBS[0].record)
    with pytest.raises(Refusal, match="record_unfinished"):
        sent(played)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"underdeck": 99}, "record_newer"),
        ({"underdeck": "x"}, "record_foreign"),
        ({"moves": ["dance"]}, "record_move"),
        ({"result": {"ending": "escaped"}}, "record_result"),
        ({"game": "chess"}, "unknown_game"),
        ({"house": {"drop_sum": 9}}, "house_value"),
    ],
)
def test_a_damaged_foreign_or_newer_record_is_refused(change: dict[str, Any], code: str) -> None:
    record = as_json(TOMBS[0]) | change
    with pytest.raises(Refusal) as refused:
        read_game(record, profile="ana", seat=0, at=NOW, names=[], elsewhere="", origin="terminal")
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("version", "code"), [(0, "games_foreign"), (HISTORY_VERSION + 1, "games_newer")]
)
def test_an_export_of_another_version_is_refused(version: int, code: str) -> None:
    check_version(HISTORY_VERSION)
    with pytest.raises(Refusal, match=code):
        check_version(version)
