"""Advice at a live solitaire: agreed to once, marked in the record, and blind to hidden cards."""

from typing import Any

from serve.server import Visitor, live

ADVICE = "/api/seat/advice"


async def ask(visitor: Visitor, key: str, version: int, **parts: Any) -> Any:
    """Ask for advice and return the response."""
    return await visitor.ask("POST", ADVICE, {"version": version} | parts, key)


@live
async def test_the_first_advice_is_confirmed_and_marks_the_game_before_it_is_given(
    visitor: Visitor,
) -> None:
    opened = await visitor.open()
    key = opened["key"]
    player = await visitor.sit(key, protocol=3)
    assert (player.table["advice"], player.table["assisted"]) == (True, False)
    version = player.table["version"]
    refused = await ask(visitor, key, version)
    assert (refused.status_code, refused.json()["refused"]["code"]) == (409, "advice_unconfirmed")
    assert "assisted" in refused.json()["refused"]["text"]
    given = (await ask(visitor, key, version, confirm=True)).json()
    table = await player.at(version + 1)
    assert table["assisted"]
    assert given["version"] == version + 1
    assert [move["move"] for move in given["moves"]] == ["delve"]
    assert given["reason"]["text"] == "It is your only move."
    again = (await ask(visitor, key, version + 1)).json()
    assert (again["version"], again["best"]) == (version + 1, "delve")
