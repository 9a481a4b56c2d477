"""An analyst of Tomb: the value of each move, compiled if possible, from what the player knows."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from underdeck.fast.twin import Swaps, interpret
from underdeck.games.tomb.legal import MAX_MOVES
from underdeck.games.tomb.moves import TombMove, move_of
from underdeck.games.tomb.state import State
from underdeck.minds.tomb import analysis
from underdeck.minds.tomb.analysis import CARDS_TO_EXIT, ESCAPES, LOSSES, SLAYINGS, SQUARES, WINS
from underdeck.minds.tomb.features import MAX_ACTIVE, SCALARS
from underdeck.minds.tomb.network import Networks, load_networks
from underdeck.minds.tomb.search import (
    MAX_LEVELS,
    STACK,
    WIN,
    Depth,
    Evaluator,
    ExactValues,
    Levels,
    Mind,
    network_value,
)
from underdeck.sfc32 import words_of

ENDGAME = 5
"""From this number of unseen cards on values are exact."""
INTERPRETED_EXACT, COMPILED_EXACT = 1 << 10, 1 << 16
"""The sizes of the cache of exact values."""


class Outlook(NamedTuple):
    """The results of games played out after a move, as means, each with its standard error."""

    games: int
    escape: float
    win: float
    points: float
    points_error: float
    slain: float
    lost: float
    cards: float | None
    """The cards turned until an escape; None if there was none."""
    results: Mapping[int, Sequence[float]]
    """By goal the value of each game's result; game by game with the same hidden cards."""

    def share_error(self, share: float) -> float:
        """Return the standard error of a share of the games."""
        return math.sqrt(share * (1 - share) / max(self.games - 1, 1))


@dataclass(frozen=True)
class Analyst:
    """Evaluates moves for a goal by looking `plies` cards ahead."""

    goal: int = WIN
    plies: int = 1
    endgame: int = ENDGAME
    compiled: bool = True

    def values(self, position: State) -> dict[TombMove, float]:
        """Return the value of each legal move: the chance to win, or the points divided by 100."""
        tools = find_tools(self.goal, compiled=self.compiled)
        tools.put(position)
        actions, values = tools.ints(MAX_MOVES), tools.floats(MAX_MOVES)
        count = tools.score_moves(
            tools.stack, tools.mind, Depth(self.goal, self.plies, self.endgame), actions, values
        )
        return {move_of(int(actions[place])): float(values[place]) for place in range(count)}

    def play_out(self, position: State, move: TombMove, games: int, seed: str) -> Outlook:
        """Play games to their ends after a move, by the network without looking ahead."""
        tools = find_tools(self.goal, compiled=self.compiled)
        tools.put(position)
        totals, results = tools.floats(7), tools.floats(games)
        tools.play_out(
            tools.stack,
            tools.mind,
            tools.ints(4),
            tools.ints_of(words_of(seed)),
            0,
            games,
            self.goal,
            move.action,
            totals,
            results,
        )
        points = totals[analysis.POINTS] / games
        variance = max(totals[SQUARES] / games - points * points, 0.0)
        escapes = totals[ESCAPES]
        cards_to_exit = totals[CARDS_TO_EXIT] / escapes if escapes else None
        return Outlook(
            games,
            escapes / games,
            totals[WINS] / games,
            points,
            math.sqrt(variance / max(games - 1, 1)),
            totals[SLAYINGS] / games,
            totals[LOSSES] / games,
            cards_to_exit,
            {self.goal: [float(result) for result in results]},
        )


class Tools:
    """The functions of analysis.py with their memory, interpreted."""

    def __init__(self, goal: int) -> None:
        self.stack: Any = [None] * STACK
        self.mind = plain_mind(load_networks(goal))
        swaps: Swaps = {network_value: plain_value}
        self.score_moves: Callable[..., int] = interpret(analysis.score_moves, swaps)
        self.play_out: Callable[..., None] = interpret(analysis.play_out, swaps)

    def put(self, position: State) -> None:
        """Put a position at the start of the stack."""
        self.stack[0] = position.clone()

    def ints(self, count: int) -> Any:
        """Return room for integers."""
        return [0] * count

    def ints_of(self, values: tuple[int, ...]) -> Any:
        """Return integers."""
        return list(values)

    def floats(self, count: int) -> Any:
        """Return room for numbers."""
        return [0.0] * count


class CompiledTools(Tools):
    """The functions of analysis.py with their memory, compiled by Numba."""

    def __init__(self, goal: int) -> None:
        import numpy as np  # noqa: PLC0415  only with NumPy and Numba

        from underdeck.fast.layout import pack  # noqa: PLC0415
        from underdeck.minds.evaluate import layers_of  # noqa: PLC0415
        from underdeck.minds.tomb import programs  # noqa: PLC0415

        self._np, self._pack = np, pack
        self.stack, _ = programs.new_stack()
        early, late = load_networks(goal)
        self.mind = programs.new_mind(layers_of(early), layers_of(late), COMPILED_EXACT)
        self.score_moves = programs.find_program(analysis.score_moves)
        self.play_out = programs.find_program(analysis.play_out)

    def put(self, position: State) -> None:
        """Put a position at the start of the stack."""
        self._pack(position, self.stack[0])

    def ints(self, count: int) -> Any:
        """Return room for integers."""
        return self._np.zeros(count, self._np.int64)

    def ints_of(self, values: tuple[int, ...]) -> Any:
        """Return integers."""
        return self._np.array(values, self._np.int64)

    def floats(self, count: int) -> Any:
        """Return room for numbers."""
        return self._np.zeros(count, self._np.float64)


@cache
def find_tools(goal: int, *, compiled: bool) -> Tools:
    """Return the functions and the memory for a goal."""
    return CompiledTools(goal) if compiled else Tools(goal)


def plain_mind(networks: Networks) -> Mind:
    """Return a mind that works without other libraries."""
    size = INTERPRETED_EXACT
    active, scalars = [0] * MAX_ACTIVE, [0.0] * SCALARS
    early, late = (Evaluator(each, [], [], active, scalars, (), []) for each in networks)
    return Mind(
        early=early,
        late=late,
        active=active,
        scalars=scalars,
        moves=[0] * MAX_MOVES,
        levels=Levels(
            *([0] * MAX_LEVELS for _ in range(5)), *([0.0] * MAX_LEVELS for _ in range(2))
        ),
        exact=ExactValues([0] * size, [0] * size, [0] * size, [0] * size, [0.0] * size),
    )


def plain_value(network: Evaluator, count: int) -> float:
    """Return the network's output for the features in memory, without other libraries."""
    value: float = network.weights.value(network.active[:count], network.scalars)
    return value
