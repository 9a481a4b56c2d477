"""How good a deal of Tomb is: its ceiling, its par, and how difficult it is to win.

The ceiling is the best result of a player who knows the order of the deck: exact. Par is what
strong play averages on this very deal: the mean over games of the quick player who chooses among
nearly equal moves at random, for points and for wins.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from underdeck.fast.layout import pack
from underdeck.games.tomb.legal import MAX_MOVES
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import State, new_state
from underdeck.minds.laboratory import DealRating
from underdeck.minds.tomb.clairvoyant import best_ending
from underdeck.minds.tomb.compiled_player import load_layers, seed_key
from underdeck.minds.tomb.par import SCORE, WON, play_loosely
from underdeck.minds.tomb.programs import find_program, new_mind, new_solution, new_stack
from underdeck.minds.tomb.relaxation import FULL
from underdeck.minds.tomb.search import MAX_POINTS, POINTS, WIN, Depth

PAR_GAMES = 64
PAR_SEED = "par"
TEMPERATURE = 0.01
"""A move whose value is lower by this is chosen e times less often: a point, or a percent."""
FIRST_PLACES = 1 << 18
"""The places of the solver's table at first."""

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
    return find_solver().value(new_state(options, cards), goal)


class Solver:
    """The compiled search for the best ending, and its memory."""

    def __init__(self) -> None:
        self._stack, _ = new_stack()
        self._mind = new_mind(*load_layers(WIN))
        self._best_ending = find_program(best_ending)
        self._table = new_solution(FIRST_PLACES)
        self._stamp = 0

    def value(self, state: State, goal: int) -> float:
        """Return the value of the best ending; the table grows if it is too small."""
        while True:
            self._stamp += 1
            self._table.counters[:] = 0
            pack(state, self._stack[0])
            value = float(
                self._best_ending(self._stack, self._mind, goal, self._table, self._stamp)
            )
            if not self._table.counters[FULL]:
                return value
            self._table = new_solution(4 * len(self._table.stamps))


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
        new_mind(*load_layers(goal)),
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
        ceiling.points,
        ceiling.winnable,
        round(points, 2),
        wins,
        difficulty(wins, winnable=ceiling.winnable),
    )


def difficulty(wins: float, *, winnable: bool) -> str:
    """Return how difficult a deal is to win."""
    if not winnable:
        return IMPOSSIBLE
    return next((name for name, least in CHANCES.items() if wins > least), EXTREME)
