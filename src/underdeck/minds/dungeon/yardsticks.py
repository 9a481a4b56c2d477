"""Bots of Dungeon that only measure other bots: flat Monte Carlo search, honest and cheating."""

from functools import cache
from random import Random
from typing import Any

import numpy as np

from underdeck.fast.layout import layout_of, pack
from underdeck.games.dungeon.legal import MAX_MOVES
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import DungeonMove, move_of
from underdeck.games.dungeon.state import MAX_CARDS, State
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.flat import Arms, choose_flat
from underdeck.minds.dungeon.programs import find_program
from underdeck.minds.dungeon.sampling import Slots
from underdeck.minds.dungeon.slots import find_slots

NO_SLOTS = Slots([], [], [], [], [])
"""The hidden places of a state that is known completely."""
PLAYOUTS = 400
"""The games played out for a decision."""


@cache
def working_memory() -> tuple[Any, Arms]:
    """Return room for states and moves, which all decisions of a process share."""
    arms = Arms(
        moves=np.zeros(MAX_MOVES, np.int64),
        visits=np.zeros(MAX_MOVES, np.float64),
        total=np.zeros(MAX_MOVES, np.float64),
        replies=np.zeros(MAX_MOVES, np.int64),
        order=np.zeros(MAX_CARDS, np.int64),
    )
    return np.zeros(2, layout_of(State)), arms


def search(position: State, seat: int, slots: Slots, random: Random) -> DungeonMove:
    """Return the move that flat search chooses."""
    stack, arms = working_memory()
    pack(position, stack[0])
    stream = np.array([random.getrandbits(32) for _ in range(4)], np.int64)
    rows = Slots(*(np.array(row, np.int64) for row in slots))
    action = find_program(choose_flat)(stack, seat, rows, arms, stream, PLAYOUTS)
    return move_of(int(action))


def flat(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Search in worlds that fit what the seat knows."""
    if len(view.legal) == 1:
        return view.legal[0]
    assert view.seat is not None
    position, slots = find_slots(view, memory, random)
    return search(position, view.seat, slots, random)


def cheat(state: State, seat: int, random: Random) -> DungeonMove:
    """Search in the real state: a cheater who sees every card, the order of the deck included."""
    return search(state, seat, NO_SLOTS, random)
