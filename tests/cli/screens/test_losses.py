"""Which lost cards of Dungeon are named to which seats."""

import io
from typing import Any

import pytest

from cli.at_table import played_on
from games.dungeon.position import Position
from underdeck.cli.screens.dungeon import DungeonScreen
from underdeck.cli.terminal import Terminal
from underdeck.games.dungeon import GAME
from underdeck.say import Words


def story_of_a_retreat(seat: int | None, **options: Any) -> str:
    position = Position({1: "KS"}, dungeons={1: "10H", 2: "10S 9S"}, **options).play(
        "p1 attack K p2"
    )
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    played = played_on(position)
    screen = DungeonScreen(Terminal(Words("en"), {}, plain=False, target=out), played)
    events = played.play(GAME.read_move("retreat"), 1).events
    screen.tell(events, seat)
    out.seek(0)
    return out.read()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_retreat_names_the_card_that_it_costs(seat: int | None) -> None:
    assert "9♠" in story_of_a_retreat(seat)
    assert "9♠" in story_of_a_retreat(seat, almost_black=True)


def test_in_pitch_black_only_its_owner_learns_which_front_was_lost() -> None:
    assert "9♠" in story_of_a_retreat(1, pitch_black=True)
    for seat in (0, None):
        story = story_of_a_retreat(seat, pitch_black=True)
        assert "the front" in story
        assert "9" not in story


def test_a_blind_cave_in_names_the_lost_card_to_its_owner_only() -> None:
    for seat, named in ((0, False), (1, True), (None, False)):
        position = Position({1: "7H"}, pitch_black=True, dungeons={1: "10H", 2: "10S 7S"})
        played = played_on(position)
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        screen = DungeonScreen(Terminal(Words("en"), {}, plain=False, target=out), played)
        screen.tell(played.play(GAME.read_move("cave 7 p2"), 0).events, seat)
        out.seek(0)
        assert ("7♠" in out.read()) is named
