"""Views, events and results as version 1 wrote them, with players counted from 1."""

import json
from typing import Any

import pytest

from games.dungeon.position import Position
from games.dungeon.version_1_fields import PLAYER_FIELDS, VIEW_FIELDS
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.version_1 import VERSION_1, upgrade_result


def view_v1(position: Position, player: int | None = None) -> dict[str, Any]:
    view = position.view(player).as_json()
    del view["house"]
    kept = json.dumps(view)
    changed = VERSION_1.view(view)
    assert json.dumps(view) == kept, "the view itself must not change"
    return changed


def test_a_view_has_the_old_names_and_counts_players_from_1() -> None:
    position = Position({1: "KS", 2: "5S"}, dungeons={2: "10D"}).play("p1 attack K p2")
    view = view_v1(position, 2)
    assert view.keys() == set(VIEW_FIELDS)
    assert (view["you"], view["current"], view["waiting"]) == (2, 1, [2])
    assert (view["about"], view["winner"]) == ([1, 13], None)
    assert [player["player"] for player in view["players"]] == [1, 2]
    assert all(player.keys() == set(PLAYER_FIELDS) for player in view["players"])


def test_a_spectator_before_the_first_turn() -> None:
    view = view_v1(Position(first=None))
    assert (view["you"], view["current"], view["waiting"], view["about"]) == (None, 0, [1, 2], [])


def test_what_is_pending_about_a_seat_or_about_a_value() -> None:
    saving = Position({1: "9D", 2: "9H"}, dungeons={2: "10S Jk"}, jokers_wild=True)
    assert view_v1(saving.play("p1 cave 9 p2"))["about"] == [9]
    asked = Position({2: "QS", 3: "7S"}, players=3, first=2, suicide_queen=True)
    assert view_v1(asked.play("p2 fish Q p3 7"))["about"] == [2, 7]
    assert view_v1(asked.play("p3 deny"))["about"] == [3, 7]
    assert view_v1(asked.play("p2 demand"))["about"] == [2, 7]
    window = Position({2: "AS", 3: "AH"}, players=3, first=2)
    assert view_v1(window.play("p2 ace A"))["about"] == [2]


def test_the_view_at_the_end_names_the_winner() -> None:
    view = view_v1(Position().play("p1 resign"))
    assert (view["winner"], view["pending"], view["about"]) == (2, "over", [])


def test_an_event_has_its_player_and_its_target() -> None:
    event = {"event": "attacked", "seat": 0, "target": 1, "card": "KS", "value": 13}
    assert VERSION_1.event(event) == {
        "event": "attacked",
        "player": 1,
        "target": 2,
        "card": "KS",
        "value": 13,
    }
    assert VERSION_1.event({"event": "stalemate"}) == {"event": "stalemate"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"winner": 2, "alive": [2, 3], "turns": 4}, {"winner": 1, "alive": [1, 2], "turns": 4}),
        ({"winner": None, "alive": []}, {"winner": None, "alive": []}),
    ],
)
def test_a_result_goes_both_ways(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert upgrade_result(old) == GAME.upgrade_result(old, 1) == new
    assert VERSION_1.result(new) == old
    assert GAME.upgrade_result(new, 2) == new


def test_a_result_of_wrong_types_stays_wrong() -> None:
    for wrong in ({"winner": True, "alive": [True, "x"]}, {"winner": 1.0, "alive": 1}, {}):
        assert upgrade_result(wrong) == wrong
