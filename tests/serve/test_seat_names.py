"""Names of seats: bots have names of their own, and are never recognized by a name."""

from random import Random

import pytest

from serve.server import Visitor, live
from underdeck.say.words import LANGUAGES, catalogue
from underdeck.serve.seat_names import bot_names, seat_names

POOL = catalogue("en", "page")["bot_names"]["names"]
MAX_MOVES = 50
"""More moves than a bot can be silent for."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_bots_are_the_same_in_every_language(language: str) -> None:
    assert catalogue(language, "page")["bot_names"]["names"] == POOL
    assert (
        len({name.casefold() for name in POOL}) == len(POOL) >= 6
    )  # three bots, whatever three people are called


def test_the_bots_of_a_table_keep_their_names_and_tables_differ() -> None:
    names = seat_names("dungeon", "a", ("Ada", "", ""), 0b110)
    assert names[0] == "Ada"
    assert set(names[1:]) <= set(POOL)
    assert len(set(names)) == 3
    assert seat_names("dungeon", "a", ("Ada", "", ""), 0b110) == names
    assert len({seat_names("dungeon", table, ("Ada", ""), 0b10) for table in "abcdefgh"}) > 1


def test_a_bot_is_never_called_like_a_person_at_its_table() -> None:
    first = bot_names("a")[0]
    assert seat_names("dungeon", "a", ("Ada", ""), 0b10) == ("Ada", first)
    assert seat_names("dungeon", "a", (first.upper(), ""), 0b10) == (
        first.upper(),
        bot_names("a")[1],
    )


def test_a_character_has_its_own_name_and_namesakes_have_others() -> None:
    assert seat_names("dungeon", "a", ("Ada", "brute", "liar"), 0b110) == ("Ada", "Bruno", "Vera")
    names = seat_names("dungeon", "b", ("bruno", "brute", "brute", "brute"), 0b1110)
    assert names == ("bruno", "Hugo", "Boris", "Igor")


def test_a_character_beside_other_bots_keeps_its_name() -> None:
    names = seat_names("dungeon", "a", ("Ada", "careful", "liar"), 0b110)
    assert names[1] in POOL
    assert names[2] == "Vera"


def test_a_free_seat_has_no_name() -> None:
    assert seat_names("dungeon", "a", ("Ada", "", ""), 0b100)[1] == ""


@live
async def test_a_person_called_careful_is_a_person_wherever_the_table_is_shown(
    visitor: Visitor,
) -> None:
    profile = await visitor.get("POST", "/api/profiles", {"name": "careful"})
    wanted = {
        "game": "dungeon",
        "name": "careful",
        "house": {"players": 3},
        "bots": ["careful"],
        "listed": True,
    }
    opened = await visitor.get("POST", "/api/tables", wanted, profile["key"])
    invitation = await visitor.get("GET", "/api/invitation", key=opened["join"])
    listed = next(
        table
        for table in (await visitor.get("GET", "/api/lobby"))["tables"]
        if table["table"] == opened["table"]
    )
    mine = (await visitor.get("GET", "/api/profile", key=profile["key"]))["tables"][0]
    seats = (await visitor.get("GET", "/api/table", key=opened["key"]))["seats"]
    bot = seats[2]["name"]
    assert bot in POOL
    for shown in (invitation, listed, mine):
        assert shown["names"] == ["careful", "", bot]
        assert shown["bots"] == [False, False, True]
    assert [seat["bot"] for seat in seats] == [None, None, "careful"]


@live
async def test_the_story_calls_bots_by_their_names(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 2}, bots=["careful"])
    player = await visitor.sit(opened["key"])
    bot = player.table["seats"][1]["name"]

    def shown() -> list[str]:
        return [sentence for frame in player.received for sentence in frame.get("story", ())]

    for _ in range(MAX_MOVES):
        if any(bot in sentence for sentence in shown()):
            break
        await player.play_on(Random(1), max_moves=1)
    else:
        pytest.fail(f"{bot} isn't named in {shown()}")


@live
async def test_bots_keep_their_names_in_a_rematch_and_in_the_rematch_of_that(
    visitor: Visitor,
) -> None:
    profile = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
    wanted = {
        "game": "dungeon",
        "name": "Ada",
        "house": {"players": 2},
        "bots": ["careful"],
        "pace": 0,
    }
    key = (await visitor.get("POST", "/api/tables", wanted, profile["key"]))["key"]
    names = []
    for _ in range(3):
        player = await visitor.sit(key)
        names.append([seat["name"] for seat in player.table["seats"]])
        await player.send("resign")
        await player.seen(lambda table: table["status"] == "over")
        await player.send("rematch")
        await player.seen(lambda table: table["rematch"] is not None)
        key = (await visitor.get("POST", "/api/seat/rematch", key=key))["key"]
    assert names[0] == names[1] == names[2]
    listed = (await visitor.get("GET", "/api/profile", key=profile["key"]))["tables"]
    assert [table["names"] for table in listed] == [names[0]] * 4
