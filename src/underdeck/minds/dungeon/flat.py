"""Flat Monte Carlo search: each legal move is valued by nearly random games after it.

It is a yardstick for other bots, and must not change with them. The moves are tried in the order of
their upper confidence bounds, each time in another world. In the games after them everybody digs
whenever it is possible, nobody falls who can fight, and all other moves are equally likely. The
functions run interpreted or compiled.
"""

import math
from typing import NamedTuple

from underdeck.fast.dungeon import first_waiting, resolve_chance
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.legal import legal
from underdeck.games.dungeon.moves import DIG, FALL, action_kind
from underdeck.games.dungeon.pending import CHANCE_KINDS
from underdeck.games.dungeon.rules import play
from underdeck.games.dungeon.state import RUNNING, State, count_alive, is_alive
from underdeck.minds.dungeon.sampling import LATER_SWAPS, SWAPS, Slots, exchange, fill
from underdeck.minds.dungeon.values import copy_state
from underdeck.minds.memory import Floats, Ints, States
from underdeck.sfc32 import below

POSITION, WORLD = 0, 1
"""Places in the stack: what the seat knows, and the world of a game played out."""
CURIOSITY = 0.7
"""The weight of moves that were seldom tried."""
MAX_PLAYOUT_MOVES = 4000
"""A game played out is a stalemate after this many moves."""


class Arms(NamedTuple):
    """The legal moves with the results of the games after them, and room for other moves."""

    moves: Ints
    visits: Floats
    total: Floats
    replies: Ints
    order: Ints


def choose_flat(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    stack: States, seat: int, slots: Slots, arms: Arms, stream: Ints, playouts: int
) -> int:
    """Return the move of a seat that was tried most often."""
    count = legal(stack[POSITION], seat, arms.moves)
    for index in range(count):
        arms.visits[index], arms.total[index] = 0.0, 0.0
    exchange(slots, stream, SWAPS * len(slots.card))
    for number in range(playouts if count > 1 else 0):
        index = choose_arm(arms, count, number)
        exchange(slots, stream, LATER_SWAPS * len(slots.card))
        copy_state(stack, POSITION, WORLD)
        fill(stack[WORLD], slots)
        play(stack[WORLD], seat, arms.moves[index], None)
        play_out(stack[WORLD], arms, stream)
        arms.visits[index] += 1.0
        arms.total[index] += result_for(stack[WORLD], seat)
    best = 0
    for index in range(count):
        if arms.visits[index] > arms.visits[best]:
            best = index
    chosen: int = arms.moves[best]
    return chosen


def choose_arm(arms: Arms, count: int, number: int) -> int:
    """Return the move to try next: a new one, or that with the largest upper bound."""
    if number < count:
        return number
    chosen, best = 0, -1.0
    for index in range(count):
        visits = arms.visits[index]
        bound = arms.total[index] / visits + CURIOSITY * math.sqrt(math.log(number) / visits)
        if bound > best:
            chosen, best = index, bound
    return chosen


def play_out(s: State, arms: Arms, stream: Ints) -> None:
    """Play nearly random moves to the end of the game."""
    made = 0
    while s.ending == RUNNING and made < MAX_PLAYOUT_MOVES:
        if pending_kind(s) in CHANCE_KINDS:
            resolve_chance(s, stream, arms.order)
        else:
            seat = first_waiting(s)
            count = legal(s, seat, arms.replies)
            play(s, seat, arms.replies[choose_reply(arms.replies, count, stream)], None)
            made += 1


def choose_reply(replies: Ints, count: int, stream: Ints) -> int:
    """Return the index of a move in a game played out; passages are listed first, a fall last."""
    if action_kind(replies[0]) == DIG:
        return 0
    if count > 1 and action_kind(replies[count - 1]) == FALL:
        return below(stream, count - 1)
    return below(stream, count)


def result_for(s: State, seat: int) -> float:
    """Return 1 for a win, 0 for a loss; those alive share a stalemate."""
    if s.ending != RUNNING and s.winner >= 0:
        return 1.0 if s.winner == seat else 0.0
    return 1.0 / count_alive(s) if is_alive(s, seat) else 0.0
