"""Values of both games show themselves briefly, and a view never more than its seat may know."""

from games.dungeon.position import Position as DungeonPosition
from games.tomb.position import Position as TombPosition
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.tomb import GAME as TOMB


def test_a_move_is_its_text() -> None:
    assert repr(TOMB.read_move("drop 8D")) == "<TombMove drop 8D>"
    assert repr(DUNGEON.read_move("dig Jk=10 @0")) == "<DungeonMove dig Jk=10 @0>"


def test_a_view_of_tomb() -> None:
    position = TombPosition("KS 5S 3C")
    assert repr(position.played.view()) == (
        "<TombView: turn 0, hit points 9, torches burnt 0, hand empty, legal: delve>"
    )
    position.play("delve")
    assert repr(position.played.view()) == (
        "<TombView: turn 1, hit points 9, torches burnt 0, hand empty, against 5S, legal: draw>"
    )
    assert repr(position.played.view(None)).endswith("against 5S, legal: none>")


def test_a_view_of_dungeon() -> None:
    state = DungeonPosition({1: "2S 3S", 2: "KH"}).state
    for seat, (hand, hidden) in enumerate((("2S 3S", "KH"), ("KH", "2S"))):
        shown = repr(DUNGEON.view(state, seat))
        assert shown.startswith(f"<DungeonView: seat {seat}, turn 1, turn, waiting for 0, hand ")
        assert hand in shown
        assert hidden not in shown
    assert repr(DUNGEON.view(state, None)) == (
        "<DungeonView: spectator, turn 1, turn, waiting for 0>"
    )
