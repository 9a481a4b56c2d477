"""Moves without a WebSocket: once, in order, and shown to everyone at the table."""

from random import Random
from typing import Any

import pytest

from serve.server import Player, Visitor, live

MOVE = "/api/seat/move?protocol=3"


async def move(visitor: Visitor, key: str, version: int, **parts: Any) -> Any:
    """Send a move and return the response."""
    return await visitor.ask("POST", MOVE, {"id": "m1", "version": version} | parts, key)


async def begun(visitor: Visitor) -> tuple[str, Player]:
    """Return the key of a solitaire, and a client that watches it."""
    opened = await visitor.open()
    return opened["key"], await visitor.sit(opened["key"], protocol=3)


@live
async def test_a_move_is_made_and_shown_to_other_clients(visitor: Visitor) -> None:
    key, watcher = await begun(visitor)
    version = watcher.table["version"]
    answer = (await move(visitor, key, version, move="delve")).json()
    assert answer["version"] == version + 1
    assert answer["events"][0]["event"] == "delved"
    assert answer["story"]
    assert (await watcher.at(version + 1))["view"] == answer["view"]


@live
async def test_a_move_sent_twice_is_made_once(visitor: Visitor) -> None:
    key, watcher = await begun(visitor)
    version = watcher.table["version"]
    first = (await move(visitor, key, version, move="delve")).json()
    again = (await move(visitor, key, version, move="delve")).json()
    assert again["version"] == first["version"]
    assert again["events"] == first["events"]


@live
async def test_a_whole_game_is_played_by_http(visitor: Visitor) -> None:
    key, watcher = await begun(visitor)
    random, table, number = Random(3), watcher.table, 0
    while table["status"] != "over":
        number += 1
        text = random.choice(table["view"]["legal"])["text"]
        response = await move(visitor, key, table["version"], move=text, id=f"m{number}")
        table = response.json()
    assert table["result"]["ending"] in ("escaped", "slain", "lost")
    over = await move(visitor, key, table["version"], move="draw", id="late")
    assert (over.status_code, over.json()["refused"]["code"]) == (409, "game_over")


@live
async def test_undo_and_count_are_offered_too(visitor: Visitor) -> None:
    key, watcher = await begun(visitor)
    version = watcher.table["version"]
    after = (await move(visitor, key, version, move="delve")).json()["version"]
    undone = (await move(visitor, key, after, undo=True, id="m2")).json()
    assert undone["view"]["turn"] == 0
    counted = (await move(visitor, key, undone["version"], count=True, id="m3")).json()
    assert len(counted["unseen"]) == 44


@live
async def test_a_stale_an_illegal_and_an_empty_move_are_refused(visitor: Visitor) -> None:
    key, watcher = await begun(visitor)
    version = watcher.table["version"]
    stale = await move(visitor, key, version + 5, move="delve")
    assert (stale.status_code, stale.json()["refused"]["code"]) == (409, "stale")
    illegal = await move(visitor, key, version, move="retreat")
    assert illegal.json()["refused"]["code"] == "illegal_move"
    for parts in ({}, {"undo": True, "count": True}, {"move": "delve", "undo": True}):
        empty = await move(visitor, key, version, **parts)
        assert (empty.status_code, empty.json()["refused"]["code"]) == (409, "one_move")


@pytest.mark.parametrize("key", ["", "x" * 32])
def test_a_move_needs_the_key_of_a_seat(key: str, server: Any) -> None:
    @live
    async def scenario(visitor: Visitor) -> None:
        response = await move(visitor, key, 1, move="delve")
        assert response.status_code == 401

    scenario(server)
