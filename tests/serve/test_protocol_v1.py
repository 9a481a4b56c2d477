"""Clients of protocols 1 and 2 at the same tables: only names and numbers of players differ."""

import json
from random import Random
from typing import Any

import pytest

from games.dungeon.version_1_fields import PLAYER_FIELDS, VIEW_FIELDS
from serve.server import Visitor, live
from underdeck.formats import read_record
from underdeck.registry import find_part
from underdeck.serve.profiles import read_result
from underdeck.serve.routes import ROUTES

VERSION_1 = find_part("dungeon", "version_1")
LEFT_OPEN = ("now",)


def without(table: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: part for name, part in table.items() if name not in names}


def as_protocol_1(table: dict[str, Any]) -> dict[str, Any]:
    """A table of protocol 2 as protocol 1 has it."""
    return table | {
        "view": VERSION_1.view(table["view"]),
        "events": [VERSION_1.event(event) for event in table["events"]],
        "result": table["result"] and VERSION_1.result(table["result"]),
    }


@live
async def test_a_client_that_names_no_protocol_gets_protocol_1(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 2}, bots=["careful"])
    old = await visitor.open_socket()
    await old.send("hello", key=opened["key"])
    new = await visitor.sit(opened["key"])
    await old.next("table")
    view = old.table["view"]
    assert view.keys() == set(VIEW_FIELDS)
    assert view["you"] == 1
    assert [player["player"] for player in view["players"]] == [1, 2]
    assert all(player.keys() == set(PLAYER_FIELDS) for player in view["players"])
    assert new.table["view"]["seat"] == 0
    assert [player["seat"] for player in new.table["view"]["players"]] == [0, 1]


@live
async def test_both_protocols_show_the_same_game(visitor: Visitor) -> None:
    opened = await visitor.open("dungeon", house={"players": 2}, bots=["careful"])
    old = await visitor.sit(opened["key"], protocol=1)
    new = await visitor.sit(opened["key"])
    last = await old.play_on(Random(4))
    table = await new.at(last["version"])
    assert (last["view"]["winner"], last["result"]["winner"]) == (table["view"]["winner"] + 1,) * 2
    assert last["result"] == VERSION_1.result(table["result"])
    old_frames = {frame["version"]: frame for frame in old.received if frame["type"] == "table"}
    for path in ("/api/table", "/api/replay", "/api/record"):
        one = await visitor.get("GET", path, key=opened["key"])
        assert (
            one.keys() == (await visitor.get("GET", f"{path}?protocol=1", key=opened["key"])).keys()
        )
        two = await visitor.get("GET", f"{path}?protocol=2", key=opened["key"])
        assert one["result"] == VERSION_1.result(two["result"])
        if path == "/api/table":
            assert without(one, *LEFT_OPEN) == without(as_protocol_1(two), *LEFT_OPEN)
            assert {"player", "seat"} & {part for event in one["events"] for part in event} == {
                "player"
            }
        if path == "/api/replay":
            for step, other in zip(one["steps"], two["steps"], strict=True):
                assert step["seat"] == other["seat"]
                assert step["view"] == VERSION_1.view(other["view"])
                assert step["events"] == [VERSION_1.event(event) for event in other["events"]]
        if path == "/api/record":
            assert (one["underdeck"], two["underdeck"]) == (1, 2)
            assert read_record(json.dumps(one)).record == read_record(json.dumps(two)).record
    assert old_frames


@live
async def test_lessons_and_profiles(visitor: Visitor) -> None:
    one = await visitor.get("GET", "/api/lessons/dungeon")
    two = await visitor.get("GET", "/api/lessons/dungeon?protocol=2")
    assert (one["result"]["winner"], two["result"]["winner"]) == (1, 0)
    assert [step["view"]["you"] for step in one["steps"]] == [1] * len(two["steps"])
    assert [step["view"]["seat"] for step in two["steps"]] == [0] * len(two["steps"])
    profile = await visitor.get("POST", "/api/profiles", {"name": "Ada"})
    opened = await visitor.get(
        "POST",
        "/api/tables",
        {"game": "dungeon", "name": "Ada", "bots": ["random"], "pace": 0},
        key=profile["key"],
    )
    player = await visitor.sit(opened["key"])
    last = await player.play_on(Random(2))
    (listed,) = (await visitor.get("GET", "/api/profile?protocol=2", key=profile["key"]))["results"]
    assert without(listed["result"], "deal") == last["result"]
    (listed,) = (await visitor.get("GET", "/api/profile", key=profile["key"]))["results"]
    assert without(listed["result"], "deal") == VERSION_1.result(last["result"])


@live
async def test_a_solitaire_differs_in_its_record_only(visitor: Visitor) -> None:
    opened = await visitor.open("tomb")
    player = await visitor.sit(opened["key"], protocol=1)
    await player.play_on(Random(1))
    for path, differs in (("/api/table", "now"), ("/api/replay", ""), ("/api/record", "underdeck")):
        one = await visitor.get("GET", path, key=opened["key"])
        two = await visitor.get("GET", f"{path}?protocol=2", key=opened["key"])
        assert without(one, differs) == without(two, differs)


@live
async def test_an_unknown_protocol_is_refused(visitor: Visitor) -> None:
    opened = await visitor.open("tomb")
    for query in ("protocol=4", "protocol=", "protocol=1&protocol=2", "protocol=two"):
        answer = await visitor.ask("GET", f"/api/table?{query}", key=opened["key"])
        assert answer.status_code == 400
        assert answer.json()["refused"]["code"] == "bad_request"
    player = await visitor.open_socket()
    await player.send("hello", key=opened["key"], protocol=4)
    assert (await player.next("refused"))["code"] == "message_unclear"


@pytest.mark.parametrize(
    ("stored", "winner"),
    [
        ('{"winner": 2, "alive": [2], "deal": "fair"}', 1),
        ('{"winner": 2, "alive": [2], "deal": "fair", "underdeck": 2}', 2),
    ],
)
def test_results_stored_by_earlier_versions_are_converted(stored: str, winner: int) -> None:
    assert read_result("dungeon", stored) == {"winner": winner, "alive": [winner], "deal": "fair"}


def test_the_routes_that_depend_on_the_protocol() -> None:
    assert {route.path for route in ROUTES if route.is_versioned} == {
        "/api/lessons/{game}",
        "/api/profile",
        "/api/seat/move",
        "/api/table",
        "/api/replay",
        "/api/record",
    }
