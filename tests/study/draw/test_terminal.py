"""Charts in a terminal."""

import sys

import numpy as np
import pytest

from study.outcomes import dungeon, tomb
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words
from underdeck.study.draw.terminal import render
from underdeck.study.draw.tomb import MIN_GAMES, Turning


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_charts_fit_the_width(language: str, width: int) -> None:
    words = Words(language)
    for played in (
        tomb("heuristic"),
        tomb("heuristic", "heuristic,risk=300,weak=4"),
        dungeon(("careful",) * 4),
        dungeon(("careful", "random"), ("random",) * 3),
    ):
        lines = render(played, words, width).split("\n")
        assert max(map(len, lines)) <= width, max(lines, key=len)
        assert not any("\x1b" in line for line in lines)


def test_charts_show_the_numbers_of_the_tally() -> None:
    turned = Turning.of(tomb("heuristic").outcome.tallies[0])
    text = render(tomb("heuristic"), Words("en"), 80)
    assert f"got out            {'█' * 5}" in text
    games, points = turned.games.sum(axis=2), turned.points.sum(axis=2)
    depth, torches = np.argwhere(games >= MIN_GAMES)[0]
    row = next(
        line
        for line in text.split("\n")
        if line.strip().startswith(f"{depth} ") and "." in line and "█" not in line
    )
    assert f"{points[depth, torches] / games[depth, torches]:.1f}" in row


def test_matches_differ_in_colour_or_in_their_markers() -> None:
    played = dungeon(("careful", "random"), ("random", "random"))
    assert "\x1b[38;5;33m" in render(played, Words("en"), 80, colour=True)
    plain = render(played, Words("en"), 80)
    assert "\n  oo careful,random\n  xx 2 × random\n" in plain


def test_a_match_without_values_has_no_mean() -> None:
    both = tomb("heuristic", "random", games=1)
    both.outcome.tallies[0].counts["points_out"][:] = 0
    text = render(both, Words("en"), 80)
    assert "  oo heuristic: nobody got out\n  xx random: mean " in text


def test_a_missing_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    played = dungeon(("random", "random"))
    monkeypatch.setitem(sys.modules, "plotext", None)
    with pytest.raises(Refusal) as refused:
        render(played, Words("en"))
    assert (refused.value.code, refused.value.params) == ("needs_lab", {"library": "plotext"})
