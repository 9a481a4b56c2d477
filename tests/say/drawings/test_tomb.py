"""The spread as text: a picture, or sentences on a page of letters or a narrow page."""

import pytest

from games.tomb.position import Position
from underdeck.say import Words
from underdeck.say.drawings.base import TextPage
from underdeck.say.drawings.tomb import DRAWING


def test_the_spread_is_a_picture() -> None:
    lines = DRAWING.lines(TextPage(Words("en")), Position("KC Jk 4S").play("delve").view)
    drawn = "\n".join(lines)
    assert "Turns     1\nDelve     ▼\n" in drawn
    assert "│ K♣││ Jk│┃ 4♠┃" in drawn
    assert "♥♥♥♥♥♥♥♥♥ 9/9" in drawn


def test_a_page_of_letters_has_sentences() -> None:
    drawn = "\n".join(
        DRAWING.lines(TextPage(Words("en"), letters=True), Position("KC Jk 4S").play("delve").view)
    )
    assert "KC, Jk, 4S (4 of spades, monster)" in drawn
    assert drawn.isascii()


@pytest.mark.parametrize("width", [20, 35, 36, 60, 100])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_spread_is_never_wider_than_its_page(width: int, language: str) -> None:
    position = Position("KC KS 2D 3D 4D 5D 6D 7D 8D KD KH Jk JS JD JC JH 9S")
    position.play("delve")
    lines = DRAWING.lines(TextPage(Words(language), width), position.view)
    assert max(map(len, lines)) <= width
    assert any("┃" in line for line in lines) == (width >= 36)
