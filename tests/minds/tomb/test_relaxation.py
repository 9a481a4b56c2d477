"""The best result of a deal whose order is known, and the bound that follows from it."""

import numpy as np
import pytest

from minds.tomb.games import random_states
from underdeck.fast.layout import pack
from underdeck.games.tomb import GAME
from underdeck.games.tomb.state import State
from underdeck.minds.tomb import programs, relaxation
from underdeck.minds.tomb.compiled_player import load_layers
from underdeck.minds.tomb.relaxation import NO_PENALTY, Penalty
from underdeck.minds.tomb.search import POINTS, WIN, Depth
from underdeck.sfc32 import words_of

SEED = "relaxation"
DEALS = 20


def solve(goal: int, plies: int, deals: int) -> list[float]:
    """Return the solutions of some deals."""
    stack, fresh = programs.new_stack()
    results = np.zeros(deals)
    depth = Depth(goal, plies, 3)
    programs.find_program(relaxation.solve_deals)(
        stack,
        fresh,
        programs.new_mind(*load_layers(goal), 1 << 12),
        np.zeros(4, np.int64),
        np.array(words_of(SEED), np.int64),
        0,
        Penalty(depth, depth, 2.0),
        programs.new_solution(1 << 18),
        results,
    )
    return list(results)


@pytest.mark.parametrize("goal", [WIN, POINTS])
def test_the_clairvoyant_finds_the_best_of_all_games(goal: int) -> None:
    solver = programs.find_program(relaxation.solve)
    stack, _ = programs.new_stack()
    depth = Depth(goal, NO_PENALTY, 0)
    memory = programs.new_mind(*load_layers(goal)), programs.new_solution(1 << 18)
    tried = 0
    for seed in range(60):
        late = [state.clone() for state in random_states(seed) if state.bottom - state.top < 14]
        for state in late[:1]:
            pack(state, stack[0])
            tried += 1
            found = solver(stack, memory[0], Penalty(depth, depth, 2.0), memory[1], tried)
            assert found == pytest.approx(best_result(state, goal))
    assert tried > 20


def best_result(state: State, goal: int) -> float:
    """Return the best result of a game whose deck is known, by trying all moves."""
    if (result := GAME.result(state)) is not None:
        return float(result["won"]) if goal == WIN else int(result["points"]) / 100
    best = 0.0
    for move in GAME.legal(state, 0):
        after = state.clone()
        GAME.play(after, 0, move)
        best = max(best, best_result(after, goal))
    return best


def test_the_penalty_lowers_the_bound() -> None:
    free, penalized = np.mean(solve(WIN, NO_PENALTY, DEALS)), np.mean(solve(WIN, 1, DEALS))
    assert 0.1 < penalized < free
