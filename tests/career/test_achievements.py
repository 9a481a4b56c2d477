"""Achievements: thresholds that are crossed once."""

from typing import Any

import pytest

from career.game_samples import DAY_S, NOW, a_death, a_duel, a_game
from underdeck.career.achievements import ACROSS, Scope, achievements, fold
from underdeck.career.past_game import PastGame
from underdeck.career.totals import Totals
from underdeck.say.words import LANGUAGES, catalogue

ALL = {each.name: each for each in achievements()}


def unlocked_by(*games: PastGame) -> list[str]:
    """Return the achievements of games, in the order in which they were unlocked."""
    totals: dict[Scope, Totals] = {}
    names = []
    for game in games:
        changed, unlocked = fold(totals, game)
        totals |= changed
        names += [each.name for each in unlocked]
    return names


def daily(day: str, **fields: Any) -> PastGame:
    return a_game(origin="daily", board=f"daily:{day}", **fields)


def test_there_are_about_fifty_and_some_are_hidden() -> None:
    names = [each.name for each in achievements()]
    assert len(names) == len(set(names)) >= 30
    assert 5 <= sum(each.is_hidden for each in achievements()) < len(names) / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_a_title_and_a_text_and_nothing_else_has(language: str) -> None:
    words = catalogue(language, "career")
    assert words["achievement"].keys() == words["achievement_text"].keys() == ALL.keys()


def test_an_achievement_is_unlocked_once() -> None:
    assert unlocked_by(a_game(), a_game(), a_game()).count("daylight") == 1


def test_the_goal_has_to_be_reached() -> None:
    games = [a_game(kings=4, won=True)] * 5
    assert unlocked_by(*games[:4]).count("kingmaker") == 0
    assert unlocked_by(*games).count("kingmaker") == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"standing": "assisted"},
        {"standing": "repeat"},
        {"standing": "free", "origin": "again"},
        {"standing": "free", "origin": "walkthrough"},
        {"standing": "ranked", "origin": "walkthrough"},
    ],
)
def test_helped_repeated_and_known_games_unlock_nothing(fields: dict[str, Any]) -> None:
    game = a_game(kings=4, won=True, points=90, **fields)
    assert fold({}, game) == ({}, [])


@pytest.mark.parametrize("origin", ["terminal", "import"])
def test_games_of_the_terminal_count(origin: Any) -> None:
    assert "daylight" in unlocked_by(a_game(standing="free", origin=origin))


def test_totals_are_kept_for_each_set_of_house_rules_and_over_all() -> None:
    changed, _ = fold({}, a_game(house="drop_sum=1"))
    assert changed.keys() == {("tomb", "drop_sum=1"), ("tomb", "*"), ("", "*")}


def test_a_week_of_dailies_is_seven_days_in_a_row() -> None:
    week = [daily(f"2026-11-{day:02}") for day in range(10, 17)]
    assert "daily_week" in unlocked_by(*week)
    assert "daily_week" not in unlocked_by(*week[:3], *week[4:])
    assert "daily_week" in unlocked_by(*(daily(f"2026-{day}") for day in MONTH_END))


MONTH_END = ["10-28", "10-29", "10-30", "10-31", "11-01", "11-02", "11-03"]


def test_a_clock_that_was_set_back_neither_adds_a_day_nor_breaks_the_run() -> None:
    days = [10, 11, 12, 11, 13, 14, 15, 16]
    games = [daily(f"2026-11-{day:02}", at=NOW + day * DAY_S) for day in days]
    assert unlocked_by(*games).count("daily_week") == 1


def test_series_are_recognized_by_the_number_of_the_game() -> None:
    series = [a_game(origin="series", number=number) for number in range(1, 11)]
    assert "series_first" not in unlocked_by(*series[:2])
    assert "series_first" in unlocked_by(*series[:3])
    assert "series_ten" in unlocked_by(*series)


def test_both_games_have_to_be_won() -> None:
    tomb, dungeon = a_game(won=True, kings=4), a_duel(won=True)
    assert "both_games" not in unlocked_by(tomb, tomb)
    assert "both_games" in unlocked_by(tomb, dungeon)


def test_a_game_without_a_part_of_its_own_counts_games_and_wins() -> None:
    third = a_duel(won=True, game="tricks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("underdeck.career.achievements.find_part", lambda *_: None)
        changed, unlocked = fold({}, third)
    assert changed["tricks", "*"].total("won") == 1
    assert [each.name for each in unlocked] == []


def test_measures_never_decrease() -> None:
    totals: dict[Scope, Totals] = {}
    games = [a_game(), a_death(), daily("2026-11-10"), daily("2026-11-12"), a_duel(won=False)] * 3
    for game in games:
        before = dict(totals)
        totals |= fold(totals, game)[0]
        for each in ALL.values():
            scope = each.game, "*"
            was = each.measure(before.get(scope, Totals()))
            assert was <= each.measure(totals.get(scope, Totals())), each.name


def test_those_across_games_belong_to_no_game() -> None:
    assert {each.game for each in ACROSS} == {""}
