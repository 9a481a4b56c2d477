"""The best result of a deal if the order of its deck is known, with or without a penalty.

Knowing the order can only help: the mean result over deals is an upper bound for every player. The
penalty takes away what the knowledge is worth, as far as the network knows: for each card, the
value after the card minus the mean over all cards that could have come. Its expectation is 0 for
every player who doesn't know the order, so that the bound stays valid for any network.
"""

from underdeck.cards import count_of
from underdeck.games.tomb.state import DECK, State
from underdeck.minds.tomb.features import next_cards
from underdeck.minds.tomb.memory import Floats, FloatTable, Ints, IntTable, States
from underdeck.minds.tomb.search import (
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
from underdeck.sfc32 import DEAL, open_stream, shuffle

AT, LOW, HIGH, SLOT, OPEN = range(5)
"""Columns of the integers of a level: the leaf at hand, the first and the end of the leaves, the
leaf's place in the table, whether the leaf at hand was entered."""
BEST, PENALTY = range(2)
"""Columns of the numbers of a level."""
SCRATCH = 2048
"""The part of the stack where the penalties are computed."""
CARDS = len(DECK)


def find_slot(s: State, packed: int, keys: IntTable, stamp: int) -> int:
    """Return the place of a leaf in the table of values, or an empty place for it."""
    size = len(keys)
    slot = mix(packed, s.hand, s.laid, 0) & (size - 1)
    for _ in range(size):
        if keys[slot, 3] >> 1 != stamp:
            break
        if keys[slot, 0] == packed and keys[slot, 1] == s.hand and keys[slot, 2] == s.laid:
            return slot
        slot = (slot + 1) & (size - 1)
    return slot


def solve(
    stack: States,
    mind: Mind,
    goal: int,
    plies: int,
    endgame: int,
    frames: IntTable,
    numbers: FloatTable,
    keys: IntTable,
    values: Floats,
    stamp: int,
    counts: Ints,
) -> float:
    """Return the best penalized result from the state in place 0 of the stack, whose deck counts.

    With `plies` 0 there is no penalty. `keys` and `values` are a table of solved leaves; a new
    `stamp` empties it.
    """
    level = 0
    frames[0, LOW], frames[0, AT] = 0, 0
    frames[0, HIGH] = expand(stack, 0, mind)
    frames[0, OPEN] = 0
    numbers[0, BEST] = -1e9
    while True:
        at, high = frames[level, AT], frames[level, HIGH]
        if counts[0] > 200000:
            counts[1] += 1
            return 2.0
        if at == high or (plies == 0 and numbers[level, BEST] >= 1.0):
            best = numbers[level, BEST]
            if level == 0:
                return best
            level -= 1
            value = best - numbers[level, PENALTY]
            slot = frames[level, SLOT]
            values[slot] = value
            keys[slot, 3] = stamp << 1 | 1
            numbers[level, BEST] = max(numbers[level, BEST], value)
            frames[level, AT] += 1
            continue
        s = stack[at]
        if is_over(s, goal):
            numbers[level, BEST] = max(numbers[level, BEST], final_value(s, goal))
            frames[level, AT] += 1
            continue
        packed = pack_position(s) << 6 | s.top
        slot = find_slot(s, packed, keys, stamp)
        if keys[slot, 3] >> 1 == stamp:
            numbers[level, BEST] = max(numbers[level, BEST], values[slot])
            frames[level, AT] += 1
            continue
        counts[0] += 1
        keys[slot, 0], keys[slot, 1], keys[slot, 2] = packed, s.hand, s.laid
        keys[slot, 3] = stamp << 1
        if plies > 0 and count_of(next_cards(s)) <= endgame:
            copy_state(stack, at, SCRATCH)
            value = search(stack, SCRATCH, mind, goal, 0, endgame)
            values[slot] = value
            numbers[level, BEST] = max(numbers[level, BEST], value)
            frames[level, AT] += 1
            continue
        frames[level, SLOT] = slot
        penalty = 0.0
        if plies > 0:
            copy_state(stack, at, SCRATCH)
            penalty -= search(stack, SCRATCH, mind, goal, plies, endgame)
        copy_state(stack, at, high)
        take_card(stack[high], stack[high].deck[stack[high].top])
        if plies > 0:
            copy_state(stack, high, SCRATCH)
            penalty += search(stack, SCRATCH, mind, goal, plies - 1, endgame)
        numbers[level, PENALTY] = penalty
        level += 1
        frames[level, LOW], frames[level, AT] = high, high
        frames[level, HIGH] = expand(stack, high, mind)
        numbers[level, BEST] = -1e9


def bound_games(
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    first: int,
    goal: int,
    plies: int,
    endgame: int,
    frames: IntTable,
    numbers: FloatTable,
    keys: IntTable,
    values: Floats,
    results: Floats,
    counts: Ints,
) -> None:
    """Solve one deal per result."""
    for number in range(len(results)):
        stack[0] = fresh[0]
        open_stream(stream, key, first + number, DEAL)
        shuffle(stream, stack[0].deck, CARDS)
        total = counts[0]
        counts[0] = 0
        results[number] = solve(
            stack,
            mind,
            goal,
            plies,
            endgame,
            frames,
            numbers,
            keys,
            values,
            first + number + 1,
            counts,
        )
        counts[0] += total
