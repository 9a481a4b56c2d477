"""Numbers and labels as text."""

import pytest

from underdeck.say import Words
from underdeck.study.draw.formatting import difference_text, game_text, mean_text, number, shorten
from underdeck.study.simulation import Difference


@pytest.mark.parametrize(
    ("language", "value", "digits", "text"),
    [
        ("en", 1234.5, 1, "1,234.5"),
        ("en", 999.6, 0, "1,000"),
        ("en", -0.04, 1, "0.0"),
        ("en", -5.5, 1, "−5.5"),
        ("es", 1234.5, 1, "1234,5"),
        ("es", 200_000, 0, "200\u00a0000"),
        ("es", 9999.6, 0, "10\u00a0000"),
    ],
)
def test_numbers_follow_the_conventions_of_each_language(
    language: str, value: float, digits: int, text: str
) -> None:
    assert number(Words(language), value, digits) == text


def test_long_labels_lose_their_middle() -> None:
    assert shorten("x" * 20 + "y" * 20, 11) == "xxxxx…yyyyy"
    assert shorten("short", 5) == "short"


def test_a_games_own_label_comes_before_that_of_all_games() -> None:
    words = Words("en")
    assert game_text(words, "tomb", "row.won") == "won: all four tomb hoards brought out"
    assert game_text(words, "dungeon", "row.won") == "games won"
    assert game_text(words, "unknown", "row.won") == "games won"


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([-8, 5, -8, 5, -5] * 11, "−2 points (−4 to −1)"),
        ([-9, 8, -8, 5, -5] * 17, "−1.8 points (−3.3 to −0.3)"),
        ([9, -8, 8, -5, 5] * 17, "+1.8 points (+0.3 to +3.3)"),
        ([-9, 8, -8, 5, -5] * 5, "−2 points (−5 to +1)"),
    ],
)
def test_a_significant_difference_does_not_seem_to_contain_zero(
    values: list[int], text: str
) -> None:
    difference = Difference(
        "points", len(values), sum(values), sum(value * value for value in values)
    )
    assert difference_text(Words("en"), difference, is_share=False) == text


def test_a_mean_that_differs_from_zero_does_not_seem_to_contain_it() -> None:
    ahead = {"mean": 0.021, "low": 0.003, "high": 0.039}
    assert mean_text(Words("en"), ahead, 100) == "2.1 (0.3 to 3.9)"
    assert mean_text(Words("en"), ahead | {"low": -0.003}, 100) == "2 (0 to 4)"
