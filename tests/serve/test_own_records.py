"""The record of one's own finished game by its name in the history."""

from random import Random

from serve.server import Visitor, live
from serve.test_career import TOMBS, play_tomb, profile, refused, sent
from underdeck.formats import check

PATH = "/api/profile/record"


@live
async def test_a_game_of_a_table_has_its_record(visitor: Visitor) -> None:
    key = await profile(visitor)
    table = (await play_tomb(visitor, key))["table"]
    found = await visitor.get("POST", PATH, {"table": table}, key)
    assert (found["table"], found["seat"]) == (table, 0)
    assert check(found["record"]).result() is not None


@live
async def test_a_game_of_the_terminal_has_its_record(visitor: Visitor) -> None:
    key = await profile(visitor)
    added = await visitor.get("POST", "/api/profile/games", sent(TOMBS[0]), key)
    table = added["games"][0]["table"]
    found = await visitor.get("POST", PATH, {"table": table}, key)
    assert found["record"]["moves"] == TOMBS[0].record.moves


@live
async def test_a_game_of_nobody_is_unknown(visitor: Visitor) -> None:
    key = await profile(visitor)
    for name in ("0" * 24, ""):
        answer = await visitor.ask("POST", PATH, {"table": name}, key)
        assert refused(answer) == (404, "unknown_table")


@live
async def test_the_deal_of_a_running_daily_stays_secret(visitor: Visitor) -> None:
    key = await profile(visitor)
    opened = await visitor.get("POST", "/api/daily", {"name": "Ada"}, key)
    player = await visitor.sit(opened["key"])
    await player.play_on(Random(1))
    answer = await visitor.ask("POST", PATH, {"table": opened["table"]}, key)
    assert refused(answer) == (409, "deal_secret")
