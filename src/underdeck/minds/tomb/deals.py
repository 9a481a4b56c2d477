"""How good a deal of Tomb is: its ceiling, its par, and how difficult it is to win.

The ceiling is the best result of a player who knows the order of the deck: exact. Par is what
strong play averages on this very deal: the mean over games of the quick player who chooses among
nearly equal moves at random, for points and for wins.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from underdeck.fast.layout import pack
from underdeck.games.tomb.legal import MAX_MOVES
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import new_state
from underdeck.minds.laboratory import DealRating
from underdeck.minds.tomb.compiled_player import load_layers, seed_key
from underdeck.minds.tomb.par import SCORE, WON, play_loosely
from underdeck.minds.tomb.programs import find_program, new_mind, new_solution, new_stack
from underdeck.minds.tomb.relaxation import FULL, NO_PENALTY, Penalty, Solution, solve
from underdeck.minds.tomb.search import MAX_POINTS, POINTS, WIN, Depth, Mind

PAR_GAMES = 64
PAR_SEED = "par"
TEMPERATURE = 0.01
"""A move whose value is lower by this is chosen e times less often: a point, or a percent."""
FIRST_PLACES, LAST_PLACES = 1 << 16, 1 << 22
"""The smallest and the largest table of the solver."""

EASY, MEDIUM, HARD, EXTREME, IMPOSSIBLE = "easy", "medium", "hard", "extreme", "impossible"
CHANCES = {EASY: 0.5, MEDIUM: 0.15, HARD: 0.0}
"""The least share of games that strong play wins, exclusive; below the last one, the deal is
extreme if it can be won at all."""
DIFFICULTIES = (*CHANCES, EXTREME, IMPOSSIBLE)


class Ceiling(NamedTuple):
    """The best results of a deal if the order is known; each may take another line."""

    points: int
    winnable: bool


def find_ceiling(options: Options, cards: Sequence[int]) -> Ceiling:
    """Return the best results that foresight could reach."""
    points = round(MAX_POINTS * clairvoyant(options, cards, POINTS))
    return Ceiling(points, clairvoyant(options, cards, WIN) == 1.0)


def clairvoyant(options: Options, cards: Sequence[int], goal: int) -> float:
    """Return the best value of a deal whose order is known."""
    tools, places = find_solver(), FIRST_PLACES
    exact = Depth(goal, NO_PENALTY, 0)
    while True:
        pack(new_state(options, cards), tools.stack[0])
        table = tools.table(places)
        value = tools.solve(tools.stack, tools.mind, Penalty(exact, exact, 0.0, True), table)
        if table.counters[FULL] == 0:
            return value
        assert places < LAST_PLACES, "no deal has so many positions"
        places *= 4


class Solver:
    """The compiled solver and its memory."""

    def __init__(self) -> None:
        self.stack, _ = new_stack()
        self.mind: Mind = new_mind(load_layers(WIN))
        self._solve = find_program(solve)
        self._tables: dict[int, Solution] = {}
        self._stamp = 0

    def table(self, places: int) -> Solution:
        """Return a table of solved positions."""
        if places not in self._tables:
            self._tables[places] = new_solution(places)
        self._tables[places].counters[:] = 0
        return self._tables[places]

    def solve(self, stack: Any, mind: Mind, rule: Penalty, table: Solution) -> float:
        """Return the best result of the first state; each call has a stamp of its own."""
        self._stamp += 1
        return float(self._solve(stack, mind, rule, table, self._stamp))


@cache
def find_solver() -> Solver:
    """Return the solver of this process."""
    return Solver()


def find_par(
    options: Options, cards: Sequence[int], goal: int, games: int = PAR_GAMES
) -> tuple[float, float]:
    """Return the share of wins and the mean points of strong play for a goal on a deal."""
    stack, _ = new_stack()
    pack(new_state(options, cards), stack[0])
    results = np.zeros((games, 2), np.float64)
    find_program(play_loosely)(
        stack,
        new_mind(load_layers(goal)),
        np.zeros(4, np.int64),
        seed_key(PAR_SEED),
        Depth(goal, 0, 0),
        TEMPERATURE,
        np.zeros(MAX_MOVES, np.float64),
        results,
    )
    return float(results[:, WON].mean()), MAX_POINTS * float(results[:, SCORE].mean())


def rate_deal(options: Options, cards: Sequence[int]) -> DealRating:
    """Return ceiling, par and difficulty of a deal."""
    ceiling = find_ceiling(options, cards)
    wins, _ = find_par(options, cards, WIN)
    _, points = find_par(options, cards, POINTS)
    return DealRating(
        ceiling.points, ceiling.winnable, points, wins, difficulty(wins, winnable=ceiling.winnable)
    )


def difficulty(wins: float, *, winnable: bool) -> str:
    """Return how difficult a deal is to win."""
    if not winnable:
        return IMPOSSIBLE
    return next((name for name, least in CHANCES.items() if wins > least), EXTREME)
