"""Ratings of deals: the ceiling is exact, par is what strong play averages."""

import time

import numpy as np
import pytest

from underdeck.deal import Drawn
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK
from underdeck.minds.tomb.compiled_player import load_layers, seed_key
from underdeck.minds.tomb.deals import (
    DIFFICULTIES,
    clairvoyant,
    difficulty,
    find_ceiling,
    find_par,
    rate_deal,
)
from underdeck.minds.tomb.programs import find_program, new_mind, new_solution, new_stack
from underdeck.minds.tomb.relaxation import NO_PENALTY, Penalty, solve_deals
from underdeck.minds.tomb.search import POINTS, WIN, Depth

OPTIONS = (Options(), Options(scroll_from_column=True, scroll_in_discards=False))


def cards(number: int) -> tuple[int, ...]:
    return tuple(Drawn("ratings", number).deal(DECK).cards)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("goal", [WIN, POINTS])
def test_the_ceiling_is_the_solution_without_a_penalty(goal: int, options: Options) -> None:
    stack, fresh = new_stack((options,))
    solved, exact = np.zeros(25, np.float64), Depth(goal, NO_PENALTY, 0)
    find_program(solve_deals)(
        stack,
        fresh,
        new_mind(*load_layers(WIN)),
        np.zeros(4, np.int64),
        seed_key("ratings"),
        0,
        Penalty(exact, exact, 0.0),
        new_solution(1 << 21),
        solved,
    )
    assert [clairvoyant(options, cards(number), goal) for number in range(25)] == solved.tolist()


def test_a_ceiling_takes_less_than_a_tenth_of_a_second_of_work() -> None:
    find_ceiling(Options(), cards(0))
    start = time.process_time()
    for number in range(40):
        find_ceiling(Options(), cards(number))
    assert time.process_time() - start < 40 * 0.1


def test_ratings_are_the_same_each_time_and_consistent() -> None:
    for number in range(12):
        rating = rate_deal(Options(), cards(number))
        assert rating == rate_deal(Options(), cards(number))
        assert rating.par <= rating.ceiling
        assert rating.winnable or rating.wins == 0
        assert rating.difficulty in DIFFICULTIES


def test_par_is_near_the_mean_of_strong_play() -> None:
    pars = [find_par(Options(), cards(number), WIN, games=8)[0] for number in range(300)]
    assert 0.12 < np.mean(pars) < 0.22


def test_difficulties() -> None:
    assert [difficulty(wins, winnable=True) for wins in (0.7, 0.3, 0.1, 0.0)] == [
        "easy",
        "medium",
        "hard",
        "extreme",
    ]
    assert difficulty(0.0, winnable=False) == "impossible"
