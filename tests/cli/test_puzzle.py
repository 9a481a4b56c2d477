"""`underdeck puzzle`, and ratings in `underdeck deal`."""

import pytest

from cli.conftest import Run
from cli.run import json_of


def test_a_puzzle_is_the_same_for_a_seed_and_has_a_solution(inside: Run) -> None:
    data = json_of(inside("puzzle tomb --seed a --json"))
    assert data == json_of(inside("puzzle tomb --seed a --json"))
    assert data["best"] == data["prospects"][0]["move"]
    assert data["prospects"][0]["value"] > data["prospects"][1]["value"]


def test_a_puzzle_with_house_rules(inside: Run) -> None:
    data = json_of(inside("puzzle tomb --seed a --house drop_sum=on --json"))
    assert data["house"]["drop_sum"] is True
    assert not json_of(inside("puzzle tomb --seed a --json"))["house"]["drop_sum"]
    answer = inside("puzzle tomb --seed a --house drop_sum=on --lang es")
    assert "drop_sum=on" in answer.out
    assert inside("puzzle tomb --house drop_sum").code == 1


@pytest.mark.parametrize(
    ("language", "goal", "unanswered"),
    [("en", "You play to win", "The best move:"), ("es", "Juegas a ganar", "La mejor jugada:")],
)
def test_a_puzzle_without_an_answer_shows_the_solution(
    inside: Run, language: str, goal: str, unanswered: str
) -> None:
    answer = inside(f"puzzle tomb --seed a --lang {language}")
    assert answer.code == 0
    assert goal in answer.out
    assert unanswered in answer.out


def test_no_puzzle_is_near_an_impossible_rating(
    inside: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("underdeck.cli.puzzle.MAX_DEALS", 1)
    answer = inside("puzzle tomb --seed a --rating 3000")
    assert answer.code == 1
    assert "None of 1 games had such a puzzle." in answer.err


def test_a_deal_with_its_rating(inside: Run) -> None:
    rating = json_of(inside("deal tomb --seed cave --rate --json"))["rating"]
    assert rating["par"] <= rating["ceiling"] == 86
    assert rating["winnable"]
    assert "With foresight: at most 86 points" in inside("deal tomb --seed cave --rate").out
    assert "rating" not in json_of(inside("deal tomb --seed cave --json"))


def test_deals_are_searched_by_difficulty(inside: Run) -> None:
    found = json_of(inside("deal tomb --seed cave --difficulty impossible --json"))
    assert found["rating"]["difficulty"] == "impossible"
    assert found["seed"].startswith("cave ")
    assert json_of(inside("deal tomb --winnable --json"))["rating"]["winnable"]


def test_a_search_needs_deals_to_choose_from(inside: Run) -> None:
    answer = inside("deal tomb --number 7 --winnable")
    assert answer.code == 2
    assert "--number" in answer.err
    assert inside("deal dungeon --rate").code == 1
