"""Moves are compared game by game, and those that games can't tell apart are about equal."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from e2e.crowded_tomb import CARDS, MOVES
from minds.tomb.games import random_states
from underdeck.cards import read_cards
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import TombMove, read_move
from underdeck.games.tomb.options import Options
from underdeck.minds.tomb import comparison
from underdeck.minds.tomb.analyst import Outlook
from underdeck.minds.tomb.comparison import NETWORK_ERROR, Comparison
from underdeck.minds.tomb.odds import odds
from underdeck.minds.tomb.position import position_in
from underdeck.minds.tomb.ranking import Ranking
from underdeck.minds.tomb.reasons import reason_for
from underdeck.minds.tomb.search import POINTS, WIN
from underdeck.minds.tomb.situation import Situation

DRAWN, JACK, KING = read_move("draw"), read_move("play JS"), read_move("drop KD")
SMALL, LARGE = read_move("drop 6D"), read_move("drop 8D")


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


def test_the_reason_is_about_the_best_move_and_its_alternative() -> None:
    checked = 0
    for state in (state for seed in range(5) for state in random_states(seed)):
        found = Comparison(Ranking(position_in(state), WIN, compiled=False), {})
        if len(found.order) > 1:
            situation = found.situation()
            assert (situation.best, situation.other) == (found.best, found.alternative)
            is_close = reason_for(situation).code in {"close", "more_points", "marker"}
            assert is_close == (found.alternative not in found.worse)
            checked += 1
    assert checked > 20


def test_a_move_that_another_makes_superfluous_is_no_alternative(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = compared(monkeypatch, {DRAWN: 0.5, SMALL: 0.4, LARGE: 0.4}, {}, is_exact=True)
    monkeypatch.setattr(comparison, "list_sensible", lambda _: [DRAWN, SMALL])
    assert found.order == (DRAWN, SMALL, LARGE)
    assert found.alternative == SMALL


def test_treasure_to_drop_is_compared_with_a_worse_move_rather_than_other_treasure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = {SMALL: 0.5, LARGE: 0.5, DRAWN: 0.3}
    assert compared(monkeypatch, values, {}, is_exact=True).alternative == DRAWN
    equal = {SMALL: 0.5, LARGE: 0.5}
    assert compared(monkeypatch, equal, {}, is_exact=True).alternative == LARGE


def outlook_of(lost: float, slain: float) -> Outlook:
    """Return an outlook of a thousand games."""
    return Outlook(1000, 1 - lost - slain, 0, 20, 0.5, slain, lost, 12, {})


@pytest.mark.parametrize(("torches", "expected"), [(0, "health"), (2, "light")])
def test_the_light_is_no_reason_to_turn_around_before_a_torch_has_burnt(
    torches: int, expected: str
) -> None:
    state = next(state for state in random_states(3) if state.turn > 1).clone()
    state.torches, state.hit_points = torches, 2
    retreat, delve = read_move("retreat"), read_move("delve")
    situation = Situation(
        position=position_in(state),
        odds=odds(position_in(state)),
        goal=POINTS,
        best=retreat,
        value=0.2,
        other=delve,
        gap=0.05,
        error=0.0,
        outlooks={retreat: outlook_of(0.04, 0.30), delve: outlook_of(0.15, 0.40)},
    )
    assert reason_for(situation).code == expected


def test_of_moves_that_win_as_often_the_one_with_more_points_is_best() -> None:
    state = GAME.start(Options(), read_cards(CARDS.split()))
    for text in MOVES:
        GAME.play(state, 0, read_move(text))
    found = Comparison(Ranking(position_in(state), WIN, compiled=False), {})
    assert found.order[:2] == (JACK, DRAWN)
    assert found.value(JACK) == found.value(DRAWN) == 1
    assert reason_for(found.situation()) == (
        "more_points",
        {
            "win": 1.0,
            "other": "draw",
            "expected": 64,
            "expected_otherwise": pytest.approx(61, abs=1),
        },
    )
