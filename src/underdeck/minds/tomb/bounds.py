"""Both bounds for perfect play of Tomb, deal by deal."""

import hashlib
from importlib.resources import files
from typing import Any, NamedTuple

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


class Effort(NamedTuple):
    """What the penalty of a goal looks at; see `Penalty`."""

    endgame: int
    """The number of unseen cards from which values are exact along good moves."""
    far_endgame: int
    """The same after a bad move."""
    far_plies: int
    """The maximum of plies after a bad move."""
    margin: float


WIN_EFFORT = Effort(endgame=9, far_endgame=8, far_plies=2, margin=0.02)
"""For winning, where many hands count alike and endgames are cheap."""
DROP_SUM_EFFORT = Effort(endgame=6, far_endgame=6, far_plies=2, margin=0.02)
"""For winning under `drop_sum` (R-18), where every hand counts by itself."""
POINTS_EFFORT = Effort(endgame=6, far_endgame=5, far_plies=1, margin=0.08)
"""For points: with these settings a deal takes a third of the time, and the bound is the same."""
STRONG_PLIES = 1
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
    effort = effort_for(options, goal)
    far_plies = min(plies, effort.far_plies)
    rule = Penalty(
        Depth(goal, plies, effort.endgame),
        Depth(goal, far_plies, effort.far_endgame),
        effort.margin,
    )
    places = FIRST_PLACES
    while places <= LAST_PLACES:
        table = new_solution(places)
        find_program(solve_deals)(*_memory(options, goal, seed), first, rule, table, results)
        if not table.counters[FULL]:
            return results
        places *= 4
    raise Refusal("bound_too_large")


def effort_for(options: Options, goal: int) -> Effort:
    """Return what the penalty looks at."""
    if goal != WIN:
        return POINTS_EFFORT
    return DROP_SUM_EFFORT if options.drop_sum else WIN_EFFORT


def _memory(options: Options, goal: int, seed: str) -> tuple[Any, ...]:
    """Return the first arguments of a program; they are new, so that no earlier deal matters."""
    stack, fresh = new_stack((options,))
    mind = new_mind(*load_layers(goal), EXACT_VALUES)
    return stack, fresh, mind, np.zeros(4, np.int64), seed_key(seed)


def weights_hash(goal: int) -> str:
    """Return the hash of a goal's weights, which a result depends on."""
    data = files("underdeck.minds.tomb").joinpath(f"{GOALS[goal]}.weights").read_bytes()
    return hashlib.sha256(data).hexdigest()
