"""Moves are compared game by game, and those that games can't tell apart are about equal."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from minds.tomb.games import random_states
from underdeck.games.tomb.moves import TombMove, read_move
from underdeck.minds.tomb import comparison
from underdeck.minds.tomb.analyst import Outlook
from underdeck.minds.tomb.comparison import NETWORK_ERROR, Comparison
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.ranking import Ranking
from underdeck.minds.tomb.reasons import reason_for
from underdeck.minds.tomb.search import WIN

DRAWN, JACK, KING = read_move("draw"), read_move("play JS"), read_move("drop KD")


def outlook(results: Sequence[float]) -> Outlook:
    """Return an outlook of games with these results."""
    return Outlook(len(results), 0, 0, 0, 0, 0, 0, 0, {WIN: results})


def compared(
    monkeypatch: pytest.MonkeyPatch,
    values: Mapping[TombMove, float],
    results: Mapping[TombMove, Sequence[float]],
    *,
    is_exact: bool = False,
) -> Comparison:
    """Compare moves with these values and results of games; all of them are sensible."""
    monkeypatch.setattr(comparison, "list_sensible", lambda _: list(values))
    ranking = SimpleNamespace(position=None, goal=WIN, values=values, is_exact=is_exact)
    outlooks = {move: outlook(each) for move, each in results.items()}
    return Comparison(cast(Ranking, ranking), outlooks)


def test_results_with_the_same_hidden_cards_are_subtracted_game_by_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    better, worse = [1.0, 1.0, 0.0, 1.0] * 50, [1.0, 0.0, 0.0, 1.0] * 50
    found = compared(monkeypatch, {DRAWN: 0.5, JACK: 0.5}, {DRAWN: better, JACK: worse})
    difference = found.difference(DRAWN, JACK)
    assert difference.mean == 0.25
    assert difference.error == pytest.approx(1.96 * (0.25 * 0.75 / 199) ** 0.5, rel=1e-3)
    assert difference.is_clear
    assert not found.difference(JACK, DRAWN).is_clear


def test_the_value_decides_only_among_moves_that_games_cannot_tell_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = {KING: 0.6, JACK: 0.5, DRAWN: 0.4}
    results = {DRAWN: [1.0] * 60 + [0.0] * 40, JACK: [1.0] * 59 + [0.0] * 41, KING: [0.0] * 100}
    found = compared(monkeypatch, values, results)
    assert found.best == JACK
    assert found.order == (JACK, DRAWN, KING)
    assert found.worse == {KING}


def test_exact_values_need_no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {DRAWN: 0.502, JACK: 0.5}
    found = compared(monkeypatch, values, {DRAWN: [0.0] * 9, JACK: [1.0] * 9}, is_exact=True)
    assert found.order == (DRAWN, JACK)
    assert found.difference(DRAWN, JACK).mean == pytest.approx(0.002)
    assert found.difference(DRAWN, JACK).error == 0
    assert found.worse == {JACK}


def test_without_games_small_differences_of_values_are_not_clear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gap = NETWORK_ERROR
    found = compared(monkeypatch, {DRAWN: 0.5, JACK: 0.5 - gap / 2, KING: 0.5 - 2 * gap}, {})
    assert found.order == (DRAWN, JACK, KING)
    assert found.worse == {KING}


def test_the_reason_is_about_the_first_two_moves_of_the_order() -> None:
    checked = 0
    for state in (state for seed in range(5) for state in random_states(seed)):
        found = Comparison(Ranking(position_in(state), WIN, compiled=False), {})
        if len(found.order) > 1:
            situation = found.situation()
            assert (situation.best, situation.other) == found.order[:2]
            is_close = reason_for(situation).code == "close"
            assert is_close == (found.order[1] not in found.worse)
            checked += 1
    assert checked > 20
