"""The best result of a deal if the order of its deck is known, with or without a penalty.

Knowing the order can only help: the mean result over deals is an upper bound for every player. The
penalty takes away what the knowledge is worth, as far as the network knows: for each card, the
value after the card minus the mean over all cards that could have come. Its expectation is 0 for
every player who doesn't know the order, so that the bound holds with any network.
"""

from typing import NamedTuple

from underdeck.cards import count_of
from underdeck.games.tomb.state import State
from underdeck.minds.tomb.features import next_cards
from underdeck.minds.tomb.memory import Floats, Ints, States
from underdeck.minds.tomb.search import (
    Depth,
    Mind,
    copy_state,
    expand,
    final_value,
    is_over,
    mix,
    pack_position,
    search,
    take_card,
)
from underdeck.minds.tomb.selfplay import deal

SCRATCH = 2048
"""The part of the stack where penalties are computed."""
NOTHING = -1e9
"""Less than any value."""
NO_PENALTY = 0
"""The plies of a solution without a penalty."""
SOLVED, PLACES, FULL = range(3)
"""Counters: the leaves solved in all deals, the places taken in the table, the deals given up since
the table was full."""


class Solution(NamedTuple):
    """The memory of a solver: its levels, an item of each row, and a table of solved leaves."""

    at: Ints
    """The place of the leaf at hand in the stack."""
    high: Ints
    """The place after the last leaf."""
    slot: Ints
    """The place of the leaf at hand in the table."""
    best: Floats
    """The best value of a leaf so far."""
    penalty: Floats
    """The penalty of the card turned in the leaf at hand."""
    stamps: Ints
    """The deal of each place in the table; places of earlier deals are free."""
    packed: Ints
    hand: Ints
    laid: Ints
    values: Floats
    counters: Ints


def find_slot(s: State, table: Solution, packed: int, stamp: int) -> int:
    """Return the place of a leaf in the table, or a free place for it."""
    last = len(table.stamps) - 1
    slot = mix(packed, s.hand, s.laid, 0) & last
    while table.stamps[slot] == stamp and (
        table.packed[slot] != packed or table.hand[slot] != s.hand or table.laid[slot] != s.laid
    ):
        slot = (slot + 1) & last
    return slot


def solve(stack: States, mind: Mind, depth: Depth, table: Solution, stamp: int) -> float:
    """Return the best penalized result of the first state, whose deck is known.

    `depth.plies` is how far the penalty looks ahead; with 0 there is none. A new `stamp` empties
    the table. If the table is too small, the result is the upper limit of values.
    """
    level = 0
    table.counters[PLACES] = 0
    open_leaves(stack, mind, table, 0, 0)
    while True:
        if table.at[level] == table.high[level] or is_perfect(table, depth, level):
            if level == 0:
                break
            level -= 1
            close_leaf(table, level, table.best[level + 1] - table.penalty[level])
        elif enter_leaf(stack, mind, depth, table, level, stamp):
            level += 1
        if 2 * table.counters[PLACES] > len(table.stamps):
            table.counters[FULL] += 1
            return 1.0
    value: float = table.best[0]
    return value


def is_perfect(table: Solution, depth: Depth, level: int) -> bool:
    """Return whether no leaf of a level can be better than the best so far."""
    return depth.plies == NO_PENALTY and table.best[level] >= 1.0


def open_leaves(stack: States, mind: Mind, table: Solution, level: int, low: int) -> None:
    """Expand the state at `low` into the leaves of a level."""
    table.at[level] = low
    table.high[level] = expand(stack, low, mind)
    table.best[level] = NOTHING


def close_leaf(table: Solution, level: int, value: float) -> None:
    """Write the value of the leaf at hand into the table and go on to the next leaf."""
    table.values[table.slot[level]] = value
    skip_leaf(table, level, value)


def skip_leaf(table: Solution, level: int, value: float) -> None:
    """Go on to the next leaf of a level."""
    table.best[level] = max(table.best[level], value)
    table.at[level] += 1


def enter_leaf(  # noqa: PLR0913, PLR0917  the level and the stamp change, the rest is memory
    stack: States, mind: Mind, depth: Depth, table: Solution, level: int, stamp: int
) -> bool:
    """Turn the next card of the leaf at hand; return False if its value is known without it."""
    at = table.at[level]
    s = stack[at]
    if is_over(s, depth.goal):
        skip_leaf(table, level, final_value(s, depth.goal))
        return False
    packed = pack_position(s) << 6 | s.top
    slot = find_slot(s, table, packed, stamp)
    if table.stamps[slot] == stamp:
        skip_leaf(table, level, table.values[slot])
        return False
    table.stamps[slot], table.packed[slot] = stamp, packed
    table.hand[slot], table.laid[slot] = s.hand, s.laid
    table.slot[level] = slot
    table.counters[PLACES] += 1
    table.counters[SOLVED] += 1
    if depth.plies != NO_PENALTY and count_of(next_cards(s)) <= depth.endgame:
        copy_state(stack, at, SCRATCH)
        close_leaf(table, level, search(stack, SCRATCH, mind, depth))
        return False
    turn_known_card(stack, mind, depth, table, level)
    return True


def turn_known_card(stack: States, mind: Mind, depth: Depth, table: Solution, level: int) -> None:
    """Turn the known card of the leaf at hand into a new level; compute its penalty."""
    at, high = table.at[level], table.high[level]
    copy_state(stack, at, high)
    s = stack[high]
    take_card(s, s.deck[s.top])
    penalty = 0.0
    if depth.plies != NO_PENALTY:
        copy_state(stack, at, SCRATCH)
        mean = search(stack, SCRATCH, mind, depth)
        copy_state(stack, high, SCRATCH)
        after = Depth(depth.goal, depth.plies - 1, depth.endgame)
        penalty = search(stack, SCRATCH, mind, after) - mean
    table.penalty[level] = penalty
    open_leaves(stack, mind, table, level + 1, high)


def solve_deals(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    first: int,
    depth: Depth,
    table: Solution,
    results: Floats,
) -> None:
    """Solve one numbered deal per result."""
    for place in range(len(results)):
        deal(stack, fresh, stream, key, first + place)
        results[place] = solve(stack, mind, depth, table, first + place + 1)
