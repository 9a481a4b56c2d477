"""Standings of a competition, its end, and what each entrant may do next."""

import pytest

from career.competition_samples import NOW, a_competition, an_entrant
from underdeck.career.attempts import Attempt
from underdeck.career.competition import MAX_ENTRANTS, Competition, Kind
from underdeck.career.progress import ABANDONED_S, Progress
from underdeck.refusal import Refusal

Score = tuple[int, int, int]
"""Points, kings and turns."""


def progress(competition: Competition, games: dict[str, list[Score | None]]) -> Progress:
    """Return the progress of entrants; None is a running game."""
    return Progress(
        competition,
        [an_entrant(profile) for profile in games],
        {
            profile: {
                number: attempt(profile, number, score) for number, score in enumerate(scores, 1)
            }
            for profile, scores in games.items()
        },
    )


def attempt(profile: str, number: int, score: Score | None) -> Attempt:
    running = Attempt("competition:c1", number, profile, f"{profile} {number}", "Ada", NOW)
    if score is None:
        return running
    return Attempt(
        running.board, number, profile, running.table, "Ada", NOW, NOW + 1, "ranked", "", *score
    )


def ranks(shown: Progress) -> list[tuple[str, int]]:
    return [(each.entrant.profile, each.rank) for each in shown.standings()]


def test_the_total_of_points_decides() -> None:
    shown = progress(
        a_competition("contest"),
        {"ada": [(10, 0, 9), (0, 0, 3)], "bob": [(5, 0, 9), (6, 1, 9)]},
    )
    assert ranks(shown) == [("bob", 1), ("ada", 2)]
    assert [each.total.points for each in shown.standings()] == [11, 10]


def test_ties_are_broken_by_kings_and_then_by_fewer_turns() -> None:
    shown = progress(
        a_competition("contest"),
        {"ada": [(50, 2, 12)], "bob": [(50, 3, 20)], "eva": [(50, 2, 11)]},
    )
    assert ranks(shown) == [("bob", 1), ("eva", 2), ("ada", 3)]


def test_equal_scores_share_a_rank() -> None:
    shown = progress(
        a_competition("contest"),
        {"ada": [(1, 0, 9)], "bob": [(50, 3, 9)], "eva": [(50, 3, 9)]},
    )
    assert ranks(shown) == [("bob", 1), ("eva", 1), ("ada", 3)]


def test_a_game_that_was_not_played_is_no_quick_one() -> None:
    shown = progress(a_competition("contest"), {"ada": [], "bob": [(0, 0, 9)], "eva": [None]})
    assert ranks(shown) == [("bob", 1), ("ada", 2), ("eva", 2)]


def test_a_running_game_counts_nothing() -> None:
    shown = progress(a_competition("series"), {"ada": [(7, 0, 9), None]})
    assert [(each.played, each.total.points) for each in shown.standings()] == [(1, 7)]


PLAYED: list[Score | None] = [(7, 0, 9)] * 3


def test_a_series_ends_after_its_last_game() -> None:
    series = a_competition("series", games=3)
    assert not progress(series, {"ada": PLAYED[:2]}).is_complete
    assert not progress(series, {"ada": [*PLAYED[:2], None]}).is_complete
    assert progress(series, {"ada": PLAYED}).is_complete


@pytest.mark.parametrize("kind", ["contest", "wager"])
def test_others_end_when_two_or_more_entrants_have_all_finished(kind: str) -> None:
    competition = a_competition(kind, games=3)  # type: ignore[arg-type]
    assert not progress(competition, {"ada": PLAYED}).is_complete
    assert not progress(competition, {"ada": PLAYED, "bob": PLAYED[:2]}).is_complete
    assert progress(competition, {"ada": PLAYED, "bob": PLAYED}).is_complete
    assert not progress(competition, {"ada": PLAYED, "bob": PLAYED, "eva": []}).is_complete


def test_nobody_waits_for_an_entrant_whose_profile_was_deleted() -> None:
    wager = a_competition(games=3)
    shown = progress(wager, {"ada": PLAYED, "gone:1": [(9, 1, 8), None], "eva": PLAYED})
    assert shown.is_complete
    assert shown.scores_of_round(1) == {"ada": (7, 0, 9), "gone:1": (9, 1, 8), "eva": (7, 0, 9)}
    assert shown.scores_of_round(2) == {"ada": (7, 0, 9), "eva": (7, 0, 9)}
    assert not progress(wager, {"ada": PLAYED, "gone:1": [], "eva": []}).is_complete


def test_the_games_of_an_entrant_follow_one_another() -> None:
    series = a_competition("series", games=3)
    assert progress(series, {"ada": []}).check_game("ada") == 1
    assert progress(series, {"ada": [None]}).check_game("ada") == 1
    assert progress(series, {"ada": PLAYED[:1]}).check_game("ada") == 2
    assert progress(series, {"ada": PLAYED[:2]}).check_game("ada") == 3
    with pytest.raises(Refusal, match="no_game_left"):
        progress(series, {"ada": PLAYED}).check_game("ada")


def test_only_entrants_play() -> None:
    with pytest.raises(Refusal, match="unknown_competition"):
        progress(a_competition("contest"), {"ada": []}).check_game("bob")


def test_nobody_plays_or_enters_after_the_end() -> None:
    over = progress(a_competition("contest", closed=NOW), {"ada": [], "bob": []})
    with pytest.raises(Refusal, match="competition_over"):
        over.check_game("ada")
    with pytest.raises(Refusal, match="competition_over"):
        over.check_entry()


def test_a_wager_needs_two_players_to_begin() -> None:
    with pytest.raises(Refusal, match="wager_alone"):
        progress(a_competition(), {"ada": []}).check_game("ada")
    assert progress(a_competition(), {"ada": [], "bob": []}).check_game("ada") == 1


def test_a_wager_is_entered_until_its_first_game_begins() -> None:
    progress(a_competition(), {"ada": [], "bob": []}).check_entry()
    with pytest.raises(Refusal, match="wager_begun"):
        progress(a_competition(), {"ada": [None], "bob": []}).check_entry()


def test_a_contest_is_entered_while_others_play() -> None:
    progress(a_competition("contest"), {"ada": PLAYED, "bob": [None]}).check_entry()


def test_nobody_enters_a_series_or_a_full_competition() -> None:
    with pytest.raises(Refusal, match="unknown_competition"):
        progress(a_competition("series"), {"ada": []}).check_entry()
    full: dict[str, list[Score | None]] = {f"p{number}": [] for number in range(MAX_ENTRANTS)}
    with pytest.raises(Refusal, match="competition_full"):
        progress(a_competition("contest"), full).check_entry()


def test_a_round_has_scores_once_every_entrant_has_finished_it() -> None:
    shown = progress(a_competition(games=3), {"ada": PLAYED[:2], "bob": [(9, 1, 8), None]})
    assert shown.scores_of_round(1) == {"ada": (7, 0, 9), "bob": (9, 1, 8)}
    assert shown.scores_of_round(2) is None
    assert shown.scores_of_round(3) is None


@pytest.mark.parametrize(
    ("kind", "games", "may_end"),
    [
        ("series", {"ada": [None]}, True),
        ("contest", {"ada": [(9, 1, 5)], "bob": []}, True),
        ("contest", {"ada": [(9, 1, 5)], "bob": [None]}, False),
        ("contest", {"ada": [(9, 1, 5), (8, 0, 3)], "bob": [(7, 0, 3)]}, False),
        ("contest", {"ada": [(9, 1, 5)], "bob": [(7, 0, 3)]}, True),
        ("wager", {"ada": [], "bob": []}, True),
        ("wager", {"ada": [], "bob": [(7, 0, 3)]}, False),
        ("wager", {"ada": [(9, 1, 5)], "bob": [(7, 0, 3)]}, True),
    ],
)
def test_nobody_is_cut_off_in_the_middle_for_two_weeks(
    kind: Kind, games: dict[str, list[Score | None]], may_end: bool
) -> None:
    shown = progress(a_competition(kind, games=3), games)
    if may_end:
        shown.check_close(NOW)
    else:
        with pytest.raises(Refusal) as refused:
            shown.check_close(NOW)
        assert refused.value.code == "competition_running"
    shown.check_close(NOW + 1 + ABANDONED_S)
