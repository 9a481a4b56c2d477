"""Games of a strong player who doesn't insist on the very best move, on one known deal.

Strong play of a deal is a single line, and its result mostly luck. A player who chooses among
nearly equal moves at random plays many lines of the same deal; their mean is the deal's par.
"""

import math

from underdeck.games.tomb.state import OVER, TURNING
from underdeck.minds.memory import Floats, FloatTable, Ints, States
from underdeck.minds.tomb.search import (
    POINTS,
    WIN,
    Depth,
    Mind,
    copy_state,
    final_value,
    make_move,
    search,
    sensible_moves,
    take_card,
)
from underdeck.sfc32 import CHANCE, below, open_stream

CERTAIN = 1 << 20
"""The unit of probabilities."""
WON, SCORE = range(2)
"""Columns of the results: whether the game was won, and its points as a share of 100."""


def play_loosely(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    depth: Depth,
    temperature: float,
    values: Floats,
    results: FloatTable,
) -> None:
    """Play the deal in the first state once per row of the results."""
    for game in range(len(results)):
        copy_state(stack, 0, 1)
        open_stream(stream, key, game, CHANCE)
        s = stack[1]
        while s.phase != OVER:
            if s.phase == TURNING:
                take_card(s, s.deck[s.top])
            else:
                count = write_values(stack, mind, depth, values)
                chosen = draw_move(values, count, temperature, stream)
                sensible_moves(s, mind.moves)
                make_move(s, mind.moves[chosen])
        results[game, WON] = final_value(s, WIN)
        results[game, SCORE] = final_value(s, POINTS)


def write_values(stack: States, mind: Mind, depth: Depth, values: Floats) -> int:
    """Write the values of the sensible moves of the second state; return their number."""
    count = sensible_moves(stack[1], mind.moves)
    if count == 1:
        return count
    for place in range(count):
        sensible_moves(stack[1], mind.moves)
        action = mind.moves[place]
        copy_state(stack, 1, 2)
        make_move(stack[2], action)
        values[place] = search(stack, 2, mind, depth)
    return count


def draw_move(values: Floats, count: int, temperature: float, stream: Ints) -> int:
    """Return the place of a move drawn with a probability that grows with its value."""
    if count == 1:
        return 0
    best = -1.0
    for place in range(count):
        best = max(best, values[place])
    total = 0.0
    for place in range(count):
        total += math.exp((values[place] - best) / temperature)
    left = total * (below(stream, CERTAIN) + 0.5) / CERTAIN
    for place in range(count):
        left -= math.exp((values[place] - best) / temperature)
        if left < 0:
            return place
    return count - 1
