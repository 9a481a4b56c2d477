"""Puzzles: a clearly best move, confirmed by games played out, and a rating."""

import pytest

from underdeck.games.tomb import GAME
from underdeck.games.tomb.options import Options
from underdeck.minds.tomb.puzzles import MIN_GAP, MIN_TEMPTATION, find_puzzles, is_clear


@pytest.mark.parametrize(("goal", "unit"), [("win", 1), ("points", 100)])
def test_puzzles_have_a_clearly_best_move(goal: str, unit: int) -> None:
    found = 0
    for number in range(4):
        for puzzle in find_puzzles(Options(), "puzzles", number, goal):
            found += 1
            best, second = (each.value / unit for each in puzzle.prospects[:2])
            assert best - second >= MIN_GAP
            assert second >= MIN_TEMPTATION * best
            assert {each.move for each in puzzle.prospects} == {*GAME.legal(puzzle.played.state, 0)}
            assert 400 < puzzle.rating < 2900
            if goal == "win":
                assert puzzle.prospects[0].won > puzzle.prospects[1].won
    assert found > 2


def test_hopeless_and_forced_decisions_are_no_puzzles() -> None:
    draw, leave = object(), object()
    assert not is_clear({draw: 0.5})  # type: ignore[dict-item]
    assert not is_clear({draw: 0.5, leave: 0.1})  # type: ignore[dict-item]
    assert not is_clear({draw: 0.5, leave: 0.48})  # type: ignore[dict-item]
    assert is_clear({draw: 0.5, leave: 0.4})  # type: ignore[dict-item]
