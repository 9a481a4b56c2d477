"""Both bounds for perfect play of Tomb, deal by deal."""

import hashlib
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from underdeck.games.tomb.options import Options
from underdeck.minds.tomb.compiled_player import load_layers, seed_key
from underdeck.minds.tomb.lower_bound import LUCK, RESULT, play_with_control
from underdeck.minds.tomb.network import GOALS
from underdeck.minds.tomb.player import ENDGAME
from underdeck.minds.tomb.programs import (
    find_program,
    new_mind,
    new_solution,
    new_stack,
)
from underdeck.minds.tomb.relaxation import FULL, Penalty, solve_deals
from underdeck.minds.tomb.search import WIN, Depth
from underdeck.refusal import Refusal

STRONG_PLIES = 1
ENDGAME_CARDS = 6, 6
"""The numbers of unseen cards from which the penalty is exact: along good moves, and after a bad
one."""
WIN_ENDGAME_CARDS = 9, 8
"""The same for winning, where many hands count alike; R-18 not under `drop_sum`."""
MARGIN = 0.02
"""A move is bad if the network values it less than the best by more than this."""
EXACT_VALUES = 1 << 22
"""The size of the cache of exact values, which takes 168 MB."""
FIRST_PLACES, LAST_PLACES = 1 << 18, 1 << 22
"""The smallest and the largest table of the solver; the largest takes 170 MB."""

Values = NDArray[np.float64]


def lower_values(
    options: Options, goal: int, seed: str, first: int, count: int
) -> tuple[Values, Values]:
    """Return the results of strong play, plain and without luck, for the numbered deals."""
    results = np.zeros((count, 2), np.float64)
    depth = Depth(goal, STRONG_PLIES, ENDGAME)
    find_program(play_with_control)(*_memory(options, goal, seed), first, depth, results)
    return results[:, RESULT], results[:, RESULT] - results[:, LUCK]


def upper_values(  # noqa: PLR0913, PLR0917  what is bounded, and the deals
    options: Options, goal: int, plies: int, seed: str, first: int, count: int
) -> Values:
    """Return the best penalized results of the numbered deals, with their order known."""
    results = np.zeros(count, np.float64)
    alike = goal == WIN and not options.drop_sum
    near, far = WIN_ENDGAME_CARDS if alike else ENDGAME_CARDS
    rule = Penalty(Depth(goal, plies, near), Depth(goal, plies, far), MARGIN)
    places = FIRST_PLACES
    while places <= LAST_PLACES:
        table = new_solution(places)
        find_program(solve_deals)(*_memory(options, goal, seed), first, rule, table, results)
        if not table.counters[FULL]:
            return results
        places *= 4
    raise Refusal("bound_too_large")


def _memory(options: Options, goal: int, seed: str) -> tuple[Any, ...]:
    """Return the first arguments of a program; they are new, so that no earlier deal matters."""
    stack, fresh = new_stack((options,))
    mind = new_mind(*load_layers(goal), EXACT_VALUES)
    return stack, fresh, mind, np.zeros(4, np.int64), seed_key(seed)


def weights_hash(goal: int) -> str:
    """Return the hash of a goal's weights, which a result depends on."""
    data = files("underdeck.minds.tomb").joinpath(f"{GOALS[goal]}.weights").read_bytes()
    return hashlib.sha256(data).hexdigest()
