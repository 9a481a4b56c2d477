"""Games that a mind of Tomb plays by search, to be counted or to learn from."""

from typing import NamedTuple

from underdeck.games.tomb.state import DECK, OVER, TURNING, State
from underdeck.minds.memory import Floats, FloatTable, Ints, IntTable, States
from underdeck.minds.tomb.features import is_late, write_features
from underdeck.minds.tomb.search import (
    Depth,
    Mind,
    best_move,
    copy_state,
    final_value,
    is_over,
    leaf_value,
    make_move,
    search,
    sensible_moves,
    take_card,
)
from underdeck.sfc32 import CHANCE, DEAL, below, open_stream, shuffle

CARDS = len(DECK)
MAX_DRAWS = 64
"""More than the cards that can be turned in a game."""
LEARNED_ENDGAME = 5
"""From this number of unseen cards on, targets are exact."""
CERTAIN = 1 << 20
"""The unit of probabilities."""
MEAN, AFTER, FOLLOWS, TARGET = range(4)
"""Columns of a position's numbers: the mean value over all next cards (negative if it wasn't
computed), the value after the card that came, whether the best move followed, and the target."""
WINS, POINTS, GAMES = range(3)
"""Columns of the totals of all games."""


class Lessons(NamedTuple):
    """Positions to learn from, a row each."""

    active: IntTable
    late: Ints
    """Whether each position is late."""
    counts: Ints
    scalars: FloatTable
    numbers: FloatTable
    totals: Floats


def deal(
    stack: States,
    fresh: States,
    stream: Ints,
    key: Ints,
    number: int,
) -> None:
    """Put a numbered deal at the start of the stack; house rules alternate by number."""
    stack[0] = fresh[number % len(fresh)]
    open_stream(stream, key, number, DEAL)
    shuffle(stream, stack[0].deck, CARDS)


def play_deals(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    key: Ints,
    first: int,
    rows: IntTable,
    depth: Depth,
) -> None:
    """Play one deal per row by search; write the ending, whether it was won, and the points."""
    for number in range(len(rows)):
        deal(stack, fresh, stream, key, first + number)
        s = stack[0]
        while s.phase != OVER:
            if s.phase == TURNING:
                take_card(s, s.deck[s.top])
            else:
                make_move(s, best_move(stack, 0, mind, depth))
        rows[number, 0] = s.ending
        rows[number, 1] = int(final_value(s, 0))
        rows[number, 2] = int(final_value(s, 1) * 100 + 0.5)


def learn_deals(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States,
    fresh: States,
    mind: Mind,
    stream: Ints,
    chance: Ints,
    key: Ints,
    first: int,
    games: int,
    goal: int,
    explore: Ints,
    lookahead: int,
    keep: float,
    lessons: Lessons,
) -> int:
    """Play deals and write positions before a card with their targets; return how many.

    A move is random with a probability from `explore`, which alternates by deal. With `lookahead`,
    a probability, only some positions are written, and their targets begin with the mean over all
    next cards instead of the card that came. `keep` is the weight of what follows in the game.
    """
    numbers, end = lessons.numbers, 0
    for number in range(first, first + games):
        if end + MAX_DRAWS > len(lessons.counts):
            break
        deal(stack, fresh, stream, key, number)
        open_stream(chance, key, number, CHANCE)
        s = stack[0]
        rate = explore[number % len(explore)]
        start = end
        sensible_moves(s, mind.moves)
        make_move(s, mind.moves[0])
        while not is_over(s, goal):
            write_lesson(s, mind, lessons, end)
            numbers[end, MEAN] = -1.0
            if lookahead > 0 and below(chance, CERTAIN) < lookahead:
                copy_state(stack, 0, 1)
                numbers[end, MEAN] = search(stack, 1, mind, Depth(goal, 1, LEARNED_ENDGAME))
            take_card(s, s.deck[s.top])
            numbers[end, AFTER] = decide(stack, mind, goal, chance, rate)
            numbers[end, FOLLOWS] = 1.0 if numbers[end, AFTER] < 0 else 0.0
            if numbers[end, AFTER] < 0:
                numbers[end, AFTER] = leaf_value(s, mind, goal)
            end += 1
        lessons.totals[WINS] += final_value(s, 0)
        lessons.totals[POINTS] += final_value(s, 1)
        lessons.totals[GAMES] += 1
        end = write_targets(lessons, start, end, lookahead, keep)
    return end


def write_lesson(s: State, mind: Mind, lessons: Lessons, place: int) -> None:
    """Write the features of a position."""
    count = write_features(s, mind.active, mind.scalars)
    for feature in range(count):
        lessons.active[place, feature] = mind.active[feature]
    for scalar in range(len(mind.scalars)):
        lessons.scalars[place, scalar] = mind.scalars[scalar]
    lessons.counts[place] = count
    lessons.late[place] = is_late(s)


def decide(stack: States, mind: Mind, goal: int, chance: Ints, rate: int) -> float:
    """Decide up to the next leaf; return -1, or the value before the first random move."""
    s = stack[0]
    value = -1.0
    while s.phase != TURNING and s.phase != OVER:  # noqa: PLR1714  as in rules.py
        moves = sensible_moves(s, mind.moves)
        action = mind.moves[0]
        if moves > 1:
            if below(chance, CERTAIN) < rate:
                action = mind.moves[below(chance, moves)]
                if value < 0:
                    copy_state(stack, 0, 1)
                    value = search(stack, 1, mind, Depth(goal, 0, 0))
            else:
                action = best_move(stack, 0, mind, Depth(goal, 0, 0))
        make_move(s, action)
    return value


def write_targets(lessons: Lessons, start: int, end: int, lookahead: int, keep: float) -> int:
    """Write the targets of a game from its end; keep only the positions to learn from."""
    numbers = lessons.numbers
    later = 0.0
    for place in range(end - 1, start - 1, -1):
        after = numbers[place, AFTER]
        target = after if numbers[place, MEAN] < 0 else numbers[place, MEAN]
        if numbers[place, FOLLOWS] == 1.0 and place < end - 1:
            target += keep * (later - after)
        later = min(max(target, 0.0), 1.0)
        numbers[place, TARGET] = later
    if lookahead == 0:
        return end
    kept = start
    for place in range(start, end):
        if numbers[place, MEAN] >= 0:
            move_lesson(lessons, place, kept)
            kept += 1
    return kept


def move_lesson(lessons: Lessons, source: int, target: int) -> None:
    """Move a position to another row."""
    if source == target:
        return
    lessons.counts[target] = lessons.counts[source]
    lessons.late[target] = lessons.late[source]
    lessons.numbers[target, TARGET] = lessons.numbers[source, TARGET]
    for feature in range(lessons.counts[source]):
        lessons.active[target, feature] = lessons.active[source, feature]
    for scalar in range(lessons.scalars.shape[1]):
        lessons.scalars[target, scalar] = lessons.scalars[source, scalar]
