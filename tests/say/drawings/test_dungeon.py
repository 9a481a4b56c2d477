"""Dungeons as text: trees, or lists of passages on a page of letters."""

from games.dungeon.position import Position
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.view import DungeonView
from underdeck.say import Words
from underdeck.say.drawings.base import TextPage
from underdeck.say.drawings.dungeon import DRAWING


def draw(position: Position, seat: int | None, *, letters: bool = False) -> list[str]:
    view = GAME.view(position.state, seat)
    assert isinstance(view, DungeonView)
    return DRAWING.lines(TextPage(Words("en"), letters=letters), view)


def test_a_dungeon_is_a_tree_and_its_front_is_marked() -> None:
    position = Position({1: "KS QS JS 2S 3S"}, dungeons={1: "10S 9H"})
    lines = draw(position, 0)
    assert lines[0].startswith("* p1 (you)")
    assert "─10♠─9♥*" in lines[1]
    assert lines[-1].startswith("Your hand: ")
    assert "K♠" in lines[-1]


def test_a_page_of_letters_lists_the_passages() -> None:
    lines = draw(Position(dungeons={1: "10S 9H"}), 0, letters=True)
    assert any("1: 10S" in line for line in lines)
    assert any("2: 9H" in line for line in lines)
    assert "".join(lines).isascii()


def test_a_spectator_sees_no_hand() -> None:
    position = Position({1: "KS QS JS 2S 3S"})
    assert not any("K♠" in line or "Your hand" in line for line in draw(position, None))
    assert not any("K♠" in line for line in draw(position, 1))
