"""The best result of a deal if the order of its deck is known, with or without a penalty.

Knowing the order can only help: the mean result over deals is an upper bound for every player. The
penalty takes away what the knowledge is worth, as far as the network knows: for each card, the
value after the card minus the mean over all cards that could have come. Its expectation is 0 for
every player who doesn't know the order, so that the bound holds with any network.
"""

from typing import NamedTuple

from underdeck.cards import count_of
from underdeck.games.tomb.state import State
from underdeck.minds.memory import Floats, Ints, States
from underdeck.minds.tomb.features import next_cards
from underdeck.minds.tomb.search import (
    Depth,
    Mind,
    copy_state,
    expand,
    final_value,
    is_endgame,
    is_over,
    leaf_value,
    pack_column,
    pack_position,
    position_hash,
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
SOLVED, PLACES, FULL, STAMP = range(4)
"""Counters: the leaves solved in all deals, the places taken in the table, the deals given up since
the table was full, the newest stamp where stamps are counted here."""


class Penalty(NamedTuple):
    """How far the penalty looks ahead: along good moves, and after a bad one.

    Which of both applies depends only on what the player knows, so that the bound stays valid.
    """

    near: Depth
    """The depth along good moves."""
    far: Depth
    """The depth after a bad move."""
    margin: float
    """A move that the network values less than the best by more than this is bad."""


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
    good: Ints
    """1 for each state of the stack that only good moves have led to, else 0."""
    looks: Floats
    """Room for the network's values of leaves, by their places in the stack."""
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
    laid = pack_column(s)
    slot = position_hash(packed, s.hand, laid, 0) & last
    while table.stamps[slot] == stamp and (
        table.packed[slot] != packed or table.hand[slot] != s.hand or table.laid[slot] != laid
    ):
        slot = (slot + 1) & last
    return slot


def solve(stack: States, mind: Mind, rule: Penalty, table: Solution, stamp: int) -> float:
    """Return the best penalized result of the first state, whose deck is known.

    Leaves that were solved with the same `stamp` before are found in the table. If the table is too
    small, the result is the upper limit of values.
    """
    level = 0
    table.good[0] = 1
    open_leaves(stack, mind, rule, table, 0, 0)
    while True:
        if table.at[level] == table.high[level] or is_perfect(table, rule, level):
            if level == 0:
                break
            level -= 1
            close_leaf(table, level, table.best[level + 1] - table.penalty[level])
        elif enter_leaf(stack, mind, rule, table, level, stamp):
            level += 1
        if 2 * table.counters[PLACES] > len(table.stamps):
            table.counters[FULL] += 1
            return 1.0
    value: float = table.best[0]
    return value


def is_perfect(table: Solution, rule: Penalty, level: int) -> bool:
    """Return whether no leaf of a level can be better than the best so far."""
    return rule.near.plies == NO_PENALTY and table.best[level] >= 1.0


def open_leaves(  # noqa: PLR0913, PLR0917  the level and the place change, the rest is memory
    stack: States, mind: Mind, rule: Penalty, table: Solution, level: int, low: int
) -> None:
    """Expand the state at `low` into the leaves of a level, and mark those after bad moves."""
    table.at[level] = low
    high = expand(stack, low, mind)
    table.high[level] = high
    table.best[level] = NOTHING
    good = table.good[low]
    if good == 0 or high == low + 1 or rule.near.plies == NO_PENALTY:
        for place in range(low, high):
            table.good[place] = good
        return
    best = NOTHING
    for place in range(low, high):
        table.looks[place] = leaf_value(stack[place], mind, rule.near.goal)
        best = max(best, table.looks[place])
    for place in range(low, high):
        table.good[place] = 1 if table.looks[place] >= best - rule.margin else 0


def close_leaf(table: Solution, level: int, value: float) -> None:
    """Write the value of the leaf at hand into the table and go on to the next leaf."""
    table.values[table.slot[level]] = value
    skip_leaf(table, level, value)


def skip_leaf(table: Solution, level: int, value: float) -> None:
    """Go on to the next leaf of a level."""
    table.best[level] = max(table.best[level], value)
    table.at[level] += 1


def enter_leaf(  # noqa: PLR0913, PLR0917  the level and the stamp change, the rest is memory
    stack: States, mind: Mind, rule: Penalty, table: Solution, level: int, stamp: int
) -> bool:
    """Turn the next card of the leaf at hand; return False if its value is known without it."""
    at = table.at[level]
    s = stack[at]
    if is_over(s, rule.near.goal):
        skip_leaf(table, level, final_value(s, rule.near.goal))
        return False
    packed = (pack_position(s) << 6 | s.top) << 1 | table.good[at]
    slot = find_slot(s, table, packed, stamp)
    if table.stamps[slot] == stamp:
        skip_leaf(table, level, table.values[slot])
        return False
    table.stamps[slot], table.packed[slot] = stamp, packed
    table.hand[slot], table.laid[slot] = s.hand, pack_column(s)
    table.slot[level] = slot
    table.counters[PLACES] += 1
    table.counters[SOLVED] += 1
    depth = rule.near if table.good[at] == 1 else rule.far
    if depth.plies != NO_PENALTY and is_endgame(s, count_of(next_cards(s)), depth.endgame):
        copy_state(stack, at, SCRATCH)
        close_leaf(table, level, search(stack, SCRATCH, mind, depth))
        return False
    turn_known_card(stack, mind, depth, table, level)
    open_leaves(stack, mind, rule, table, level + 1, table.high[level])
    return True


def turn_known_card(stack: States, mind: Mind, depth: Depth, table: Solution, level: int) -> None:
    """Turn the known card of the leaf at hand, after the leaves, and compute its penalty."""
    at, high = table.at[level], table.high[level]
    copy_state(stack, at, high)
    table.good[high] = table.good[at]
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


def follow_best(stack: States, mind: Mind, rule: Penalty, table: Solution, stamp: int) -> bool:
    """Take the best leaf of a solved deal from the decision in the first state.

    Return False if the game is over then. A game that the solver left early is followed no further.
    """
    high = expand(stack, 0, mind)
    chosen, best = 0, NOTHING
    for place in range(high):
        s = stack[place]
        if is_over(s, rule.near.goal):
            value = final_value(s, rule.near.goal)
        else:
            packed = (pack_position(s) << 6 | s.top) << 1 | 1
            slot = find_slot(s, table, packed, stamp)
            if table.stamps[slot] != stamp:
                continue
            value = table.values[slot]
        if value > best:
            chosen, best = place, value
    if best == NOTHING:
        return False
    copy_state(stack, chosen, 0)
    return not is_over(stack[0], rule.near.goal)


def solve_deals(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    first: int,
    rule: Penalty,
    table: Solution,
    results: Floats,
) -> None:
    """Solve one numbered deal per result."""
    for place in range(len(results)):
        deal(stack, fresh, stream, key, first + place)
        table.counters[PLACES] = 0
        results[place] = solve(stack, mind, rule, table, first + place + 1)
