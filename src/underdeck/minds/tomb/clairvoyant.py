"""The best ending of a deal whose order is known: a search of everything that can be reached.

Without a penalty the value of a line is that of its ending. So a position that was reached before,
or that can't lead to more than the best ending found, is left out.
"""

from underdeck.cards import ACE, count_of, rank_of
from underdeck.games.tomb.state import KINGS, SCROLL, TORCHES, State
from underdeck.games.tomb.treasure import ALL_HOARDS, has, points_in
from underdeck.minds.memory import States
from underdeck.minds.tomb.features import is_king_lost, retreat_turns
from underdeck.minds.tomb.relaxation import FULL, PLACES, Solution, find_slot
from underdeck.minds.tomb.search import (
    MAX_POINTS,
    WIN,
    Mind,
    expand,
    final_value,
    is_over,
    pack_position,
    take_card,
)


def best_ending(stack: States, mind: Mind, goal: int, table: Solution, stamp: int) -> float:
    """Return the best value of an ending of the first state; a new `stamp` empties the table.

    If the table is too small, its counter `FULL` is raised.
    """
    table.counters[PLACES] = 0
    best, high = 0.0, expand(stack, 0, mind)
    while high > 0 and best < 1.0:
        high -= 1
        s = stack[high]
        if is_over(s, goal):
            best = max(best, final_value(s, goal))
        elif limit_of(s, goal) > best and is_new(s, table, stamp):
            take_card(s, s.deck[s.top])
            high = expand(stack, high, mind)
        if 2 * table.counters[PLACES] > len(table.stamps):
            table.counters[FULL] += 1
            break
    return best


def is_new(s: State, table: Solution, stamp: int) -> bool:
    """Return whether a position wasn't reached before, and remember it."""
    packed = pack_position(s) << 6 | s.top
    slot = find_slot(s, table, packed, stamp)
    if table.stamps[slot] == stamp:
        return False
    table.stamps[slot], table.packed[slot] = stamp, packed
    table.hand[slot], table.laid[slot] = s.hand, s.laid
    table.counters[PLACES] += 1
    return True


def limit_of(s: State, goal: int) -> float:
    """Return a value that no ending of a position exceeds."""
    left = last_light(s) - s.top
    if retreat_turns(s) > left:
        return 0.0
    reachable = s.hand | s.laid
    for place in range(s.top, s.top + left):
        reachable |= 1 << s.deck[place]
    if goal == WIN:
        return 1.0 if count_of(reachable & KINGS) == ALL_HOARDS and not is_king_lost(s) else 0.0
    return points_in(reachable) / MAX_POINTS


def last_light(s: State) -> int:
    """Return the place in the deck of the card with which the light fails, or the deck's end."""
    aces, fatal = TORCHES - s.torches, s.bottom
    scroll = has(s.hand, SCROLL) or has(s.laid, SCROLL)
    for place in range(s.bottom - 1, s.top - 1, -1):
        scroll = scroll or s.deck[place] == SCROLL
    if scroll:
        return s.bottom
    for place in range(s.top, s.bottom):
        if rank_of(s.deck[place]) == ACE:
            aces -= 1
            if aces == 0:
                fatal = place
    return fatal
