"""Running totals: sums, maxima, runs and the best scores."""

import pytest

from career.game_samples import a_death, a_game
from underdeck.career.boards import Score
from underdeck.career.totals import (
    MAX_TOP,
    Feats,
    Run,
    Top,
    Totals,
    advance,
    read_totals,
    write_totals,
)
from underdeck.store.schema import STALE_TOTALS

NONE = Feats()


def test_sums_are_added_and_maxima_kept() -> None:
    feats = [
        Feats({"kings": 2, "won": 0}, {"points": 30}),
        Feats({"kings": 1, "won": 1}, {"points": 20}),
    ]
    totals = Totals()
    for each in feats:
        totals = advance(totals, a_game(), each, has_points=True)
    assert (totals.games, totals.total("kings"), totals.total("won")) == (2, 3, 1)
    assert (totals.highest("points"), totals.highest("nothing")) == (30, 0)


@pytest.mark.parametrize(
    ("happened", "run"),
    [
        ([], Run(0, 0, 0)),
        ([True, True], Run(2, 2, 0)),
        ([True, True, False], Run(0, 2, 1)),
        ([False, False, True], Run(1, 1, 0)),
        ([True, False, True, True, False, False], Run(0, 2, 2)),
    ],
)
def test_runs_remember_the_longest_and_the_gap(happened: list[bool], run: Run) -> None:
    totals = Totals()
    for each in happened:
        totals = advance(totals, a_game(), Feats(runs={"won": each}), has_points=False)
    assert totals.run("won") == run


def test_the_best_scores_are_kept_in_order() -> None:
    totals = Totals()
    for points in [3, 40, 12, 40, 7, *range(MAX_TOP)]:
        totals = advance(totals, a_game(points=points, table=str(points)), NONE, has_points=True)
    assert [each.points for each in totals.top] == [40, 40, 12, 9, 8, 7, 7, 6, 5, 4]
    assert totals.best == totals.top[0]


def test_equal_points_are_decided_by_kings_then_by_fewer_turns() -> None:
    totals = Totals()
    for kings, turns in ((1, 9), (2, 12), (2, 7)):
        game = a_game(points=30, kings=kings, turns=turns)
        totals = advance(totals, game, NONE, has_points=True)
    assert [(each.kings, each.turns) for each in totals.top] == [(2, 7), (2, 12), (1, 9)]
    assert totals.rank(Score(30, 2, 9)) == 2


def test_of_equal_scores_the_first_stays_the_best() -> None:
    totals = Totals()
    for table in ("first", "second"):
        totals = advance(totals, a_game(table=table), NONE, has_points=True)
    assert totals.best is not None
    assert totals.best.table == "first"


def test_deaths_and_games_without_points_have_no_score() -> None:
    assert advance(Totals(), a_death(), NONE, has_points=True).top == ()
    assert advance(Totals(), a_game(), NONE, has_points=False).top == ()


def test_stored_totals_are_read_back() -> None:
    totals = advance(Totals(), a_game(), Feats({"a": 1}, {"b": 2}, {"c": True}), has_points=True)
    assert read_totals(write_totals(totals)) == totals
    assert isinstance(totals.top[0], Top)


@pytest.mark.parametrize("body", [STALE_TOTALS, '{"version":99}', '{"games":"many"}'])
def test_stale_totals_and_those_of_another_version_are_not_used(body: str) -> None:
    assert read_totals(body) is None
