"""Actions of Dungeon by functions that run interpreted or compiled.

They give the same numbers as `numbered`.
"""

from collections.abc import MutableSequence, Sequence

import numpy as np
from numpy.typing import NDArray

from underdeck.env import dungeon_codes
from underdeck.env.batch import COUNTS, MOVES, NUMBERS
from underdeck.env.dungeon_codes import PLACES, WAIT
from underdeck.games.dungeon.legal import legal, waiting
from underdeck.games.dungeon.moves import (
    DIG,
    FISH,
    action_kind,
    action_place,
    action_rank,
    action_target,
    action_value,
)
from underdeck.games.dungeon.state import JOKER_RANK, State

NO_ACTION = -1
"""The number of a move without an action."""
NO_RULES_MOVE = -1
"""The move of the action `WAIT`, which is none of the rules."""
VALUE_COUNT = 16
"""Room for every value in a list of counters."""


def first_actions() -> NDArray[np.int64]:
    """Return the lowest action of each kind, rank and value; the target and the place add to it."""
    kinds = max(move.kind for move in dungeon_codes.MOVES if move) + 1
    actions = np.full((kinds, VALUE_COUNT, VALUE_COUNT), NO_ACTION)
    for number, move in reversed(list(enumerate(dungeon_codes.MOVES))):
        if move is not None:
            actions[move.kind, move.rank, move.value] = number
    return actions


FIRST_ACTIONS = first_actions()


def list_actions(s: State, seat: int, workspace: Sequence[list[int]]) -> int:
    """Write a seat's choices and their actions into the workspace; return how many they are."""
    count = legal(s, seat, workspace[MOVES])
    clear_places(workspace[COUNTS])
    for index in range(count):
        workspace[NUMBERS][index] = number_of(
            workspace[MOVES][index], seat, s.players, workspace[COUNTS]
        )
    if (waiting(s) >> seat) & 1 == 0:
        workspace[MOVES][count] = NO_RULES_MOVE
        workspace[NUMBERS][count] = WAIT
        count += 1
    return count


def number_of(move: int, seat: int, players: int, places: list[int]) -> int:
    """Return the action of a legal move; its target counts from the seat."""
    kind = action_kind(move)
    number = int(FIRST_ACTIONS[kind, action_rank(move), action_value(move)])
    if kind == DIG:
        place = place_number(action_value(move), action_place(move), places)
        return number + place if place < PLACES else NO_ACTION
    if action_target(move) < 0:
        return number
    other = (action_target(move) - seat) % players - 1
    if kind == FISH:
        return number + other * JOKER_RANK + action_place(move) - 1
    return number + other


def place_number(value: int, place: int, places: list[int]) -> int:
    """Return the index of a place among those where a value fits.

    Legal moves come in the order of places: `places` has the last place of each value, from 1, and
    then the number of different ones.
    """
    if places[value] != place + 1:
        places[value] = place + 1
        places[VALUE_COUNT + value] += 1
    return places[VALUE_COUNT + value] - 1


def clear_places(places: list[int]) -> None:
    """Forget the places of all values."""
    for value in range(2 * VALUE_COUNT):
        places[value] = 0


def find_action(number: int, count: int, numbers: Sequence[int]) -> int:
    """Return the index of an action in a list; -1 if it isn't there."""
    for index in range(count):
        if numbers[index] == number:
            return index
    return -1


def write_mask(numbers: Sequence[int], count: int, mask: MutableSequence[int]) -> None:
    """Write the mask of these actions."""
    for number in range(len(mask)):
        mask[number] = 0
    for index in range(count):
        if numbers[index] != NO_ACTION:
            mask[numbers[index]] = 1
