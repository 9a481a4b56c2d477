"""Remarks on the end screen."""

import pytest

from career.game_samples import a_death, a_duel, a_game
from underdeck.career.achievements import Scope, fold
from underdeck.career.past_game import PastGame
from underdeck.career.remarks import MAX_REMARKS, RANKS, remarks_on
from underdeck.career.totals import Totals
from underdeck.say.words import LANGUAGES, catalogue

CODES = {
    "best",
    "equals_best",
    *RANKS.values(),
    "short_of_best",
    *(f"first_{name}{end}" for name in ("escape", "win") for end in ("", "_in")),
    "escapes_in_a_row",
    "wins_in_a_row",
    "most_kings",
    "deepest",
    "one_hit_point",
    "last_torch",
    "steps_left",
    "carried",
    "quickest_win",
    "first_win_careful",
    "milestone",
}


def remarks_on_last(*games: PastGame) -> dict[str, int]:
    """Return the remarks on the last of some games, by their codes."""
    totals: dict[Scope, Totals] = {}
    for game in games[:-1]:
        totals |= fold(totals, game)[0]
    last = games[-1]
    return dict(remarks_on(last, totals.get((last.game, last.house), Totals())))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_has_a_sentence(language: str) -> None:
    assert catalogue(language, "career")["remark"].keys() == CODES


def test_a_first_escape_is_one() -> None:
    assert remarks_on_last(a_death(), a_game()) == {"first_escape": 2}


def test_a_first_escape_in_four_games_is_said_to_be_one() -> None:
    games = [a_game(points=50), a_death(), a_death(), a_death(), a_game(points=10)]
    assert remarks_on_last(*games)["first_escape_in"] == 4
    assert "first_escape_in" not in remarks_on_last(*games[:3], games[-1])


def test_escapes_in_a_row_are_counted() -> None:
    assert remarks_on_last(*[a_game(points=30)] * 3)["escapes_in_a_row"] == 3


def test_a_personal_best_comes_first() -> None:
    found = remarks_on_last(a_game(points=20), a_game(points=35))
    assert next(iter(found.items())) == ("best", 35)


def test_the_second_best_and_the_missing_points_are_said() -> None:
    scores = [50, 20, 10, 48]
    found = remarks_on_last(*(a_game(points=points) for points in scores))
    assert found["second_best"] == 2
    assert found["short_of_best"] == 2


def test_a_rank_needs_enough_other_scores() -> None:
    assert "second_best" not in remarks_on_last(a_game(points=50), a_game(points=20))


def test_an_equal_score_is_no_new_best() -> None:
    assert remarks_on_last(a_game(), a_game())["equals_best"] == 20


def test_scores_are_compared_under_the_same_house_rules_only() -> None:
    found = remarks_on_last(a_game(points=90, house="drop_sum=1"), a_game(points=10))
    assert found == {"first_escape": 1}


def test_wins_are_remarked_in_any_game() -> None:
    assert "first_win" in remarks_on_last(a_duel(won=True))
    assert remarks_on_last(a_duel(won=True), a_duel(won=True))["wins_in_a_row"] == 2
    slow = a_duel(won=True)
    lost = [a_duel(won=False)] * 3
    assert remarks_on_last(slow, *lost, slow)["first_win_in"] == 4


def test_round_numbers_of_games_are_celebrated() -> None:
    assert remarks_on_last(*[a_death()] * 10) == {"milestone": 10}
    assert remarks_on_last(*[a_death()] * 11) == {}


def test_there_are_only_a_few() -> None:
    games = [a_game(points=5)] * 9
    rich = a_game(points=60, kings=3, counts={"depth": 9, "hit_points": 1, "torches_left": 1})
    assert len(remarks_on_last(*games, rich)) == MAX_REMARKS


def test_games_that_do_not_count_have_none() -> None:
    assert remarks_on(a_game(standing="assisted"), Totals()) == []
    assert remarks_on(a_game(origin="walkthrough"), Totals()) == []
