"""Results of a player with what was luck in them, so that the luck can be taken out.

The luck of a card is the value after it minus the mean over all cards that could have come. Its
expectation is 0 for every position and any network. So results minus their luck have the same mean
as the results, and a much smaller variance (a martingale control variate).
"""

from underdeck.games.tomb.state import TURNING
from underdeck.minds.memory import FloatTable, Ints, States
from underdeck.minds.tomb.search import (
    Depth,
    Mind,
    best_move,
    copy_state,
    final_value,
    is_over,
    make_move,
    search,
    take_card,
)
from underdeck.minds.tomb.selfplay import deal

RESULT, LUCK = range(2)
"""Columns of the results."""


def play_with_control(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    first: int,
    depth: Depth,
    results: FloatTable,
) -> None:
    """Play one numbered deal per row by search; write its result and the sum of its luck."""
    for number in range(len(results)):
        deal(stack, fresh, stream, key, first + number)
        s, luck = stack[0], 0.0
        while not is_over(s, depth.goal):
            if s.phase == TURNING:
                luck += turn_with_luck(stack, mind, depth)
            else:
                make_move(s, best_move(stack, 0, mind, depth))
        results[number, RESULT] = final_value(s, depth.goal)
        results[number, LUCK] = luck


def turn_with_luck(stack: States, mind: Mind, depth: Depth) -> float:
    """Turn the next card in the first state; return how much luck it was."""
    copy_state(stack, 0, 1)
    mean = search(stack, 1, mind, depth)
    s = stack[0]
    take_card(s, s.deck[s.top])
    copy_state(stack, 0, 1)
    return search(stack, 1, mind, Depth(depth.goal, depth.plies - 1, depth.endgame)) - mean
