"""Observations of many games of Tomb, by functions that run interpreted or compiled.

They write the same numbers as `encode` and `mask_of`. A row is made from a `PolicyView`, and from
`write_piles` and `write_turned`, which read no more of the state than view.py shows.
"""

from collections.abc import Callable, MutableSequence, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from underdeck.cards import NO_CARD, NUMBERS, count_of, rank_of, suit_of
from underdeck.env.tomb_codes import LAYOUT, MAX_POINTS
from underdeck.env.tomb_deals import CARDS, shuffle
from underdeck.fast.twin import interpret
from underdeck.games.tomb.events import emit
from underdeck.games.tomb.legal import legal
from underdeck.games.tomb.policy_view import PolicyView, view_for_policy
from underdeck.games.tomb.rules import play
from underdeck.games.tomb.state import DODGE_BLOW, ESCAPED, HIT_POINTS, MAX_TURNS, TORCHES, State
from underdeck.games.tomb.treasure import kings_in, points_in

NO_MOVE, NEW_DEAL = -1, -2
"""Orders for a game besides the actions."""
ENDING, KINGS, POINTS = range(3)
"""The columns of a result."""
CARDS_PER_SUIT = len(NUMBERS)
"""Encounters of one suit, which are neighbors in the order of `DECK`."""

(
    AT_PHASE,
    AT_ENDING,
    AT_HAND,
    AT_TORCHES,
    AT_UNDER,
    AT_SPENT,
    AT_COLUMN,
    AT_COLUMN_ORDER,
    AT_ENCOUNTER_SUIT,
    AT_ENCOUNTER_NUMBER,
    AT_STACKS,
    AT_FINISHED,
    AT_BURNT,
    AT_HIT_POINTS,
    AT_DECK,
    AT_DISCARDS,
    AT_TURN,
    AT_DEEPEST,
    AT_BLOW,
    AT_OWED,
    AT_DROPPED,
    AT_POINTS,
    AT_KINGS,
    AT_HOUSE,
) = LAYOUT.starts.values()
AT_TURNED = LAYOUT.size
"""The start of the card counter, in rows that have one."""


class Workspace(NamedTuple):
    """Data that every step needs: an opening state, lookup arrays, and a buffer."""

    opening: Sequence[State]
    """One state, before the shuffle."""
    actions: list[int]
    """The rules' int of each action."""
    numbers: list[int]
    """The action of each of the rules' ints."""
    places: list[int]
    """Each card's place in `DECK`."""
    held: list[int]
    """The cards that a hand may hold, in the order of the observation."""
    lights: list[int]
    """The same for the torch row."""
    options: list[float]
    """The house rules as numbers."""
    moves: list[int]
    """Buffer for the legal moves."""


class StepOutput(NamedTuple):
    """The result of a step, one row per game."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    results: NDArray[np.int64]
    """`ENDING`, `KINGS` and `POINTS`, all 0 while a game runs."""


def step_all(
    states: MutableSequence[State],
    orders: NDArray[np.int64],
    words: NDArray[np.int64],
    workspace: Workspace,
    output: StepOutput,
) -> None:
    """Carry out one order per game, then write its output.

    An order is a legal action, `NO_MOVE`, or `NEW_DEAL`, which uses the next row of words.
    """
    dealt = 0
    for place in range(len(orders)):
        order = orders[place]
        if order == NEW_DEAL:
            begin(states, place, workspace.opening)
            shuffle(states[place].deck, words[dealt])
            dealt += 1
        elif order != NO_MOVE:
            play(states[place], workspace.actions[order], None)
        s = states[place]
        write_row(s, workspace, output.observations[place])
        write_mask(s, workspace, output.masks[place])
        write_result(s, output.results[place])


def begin(states: MutableSequence[State], place: int, opening: Sequence[State]) -> None:
    """Replace a game by a new one."""
    states[place] = opening[0].clone()


def begin_record(states: NDArray[np.void], place: int, opening: NDArray[np.void]) -> None:
    """Replace a game by a new one, for NumPy records, which assignment copies."""
    states[place] = opening[0]


def record_as_view(s: np.void) -> np.void:
    """Return a NumPy record as its own `PolicyView`.

    Interpreted code, which gets a real `PolicyView`, ensures that nothing else is read.
    """
    return s


def write_mask(s: State, workspace: Workspace, mask: NDArray[np.int8]) -> None:
    """Write the mask of legal actions."""
    mask[:] = 0
    for place in range(legal(s, workspace.moves)):
        mask[workspace.numbers[workspace.moves[place]]] = 1


def write_result(s: State, row: NDArray[np.int64]) -> None:
    """Write the ending and what was brought out."""
    row[:] = 0
    row[ENDING] = s.ending
    if s.ending == ESCAPED:
        row[KINGS] = kings_in(s.hand)
        row[POINTS] = points_in(s.hand)


def write_row(s: State, workspace: Workspace, row: NDArray[np.float32]) -> None:
    """Write an observation in the order of `LAYOUT`; a longer row gets the card counter."""
    row[:] = 0
    write_policy_view(view_for_policy(s), workspace, row)
    write_piles(s, workspace, row)
    if len(row) > AT_TURNED:
        write_turned(s, workspace, row)


def write_policy_view(s: PolicyView, workspace: Workspace, row: NDArray[np.float32]) -> None:
    """Write the game's numbers, the hand and the torch row."""
    row[AT_PHASE + s.phase] = 1
    row[AT_ENDING + s.ending] = 1
    write_bits(s.hand, workspace.held, row, AT_HAND)
    write_bits(s.torch_row, workspace.lights, row, AT_TORCHES)
    row[AT_SPENT] = s.spent >> DODGE_BLOW & 1
    if s.encounter != NO_CARD:
        row[AT_ENCOUNTER_SUIT + workspace.places[s.encounter] // CARDS_PER_SUIT] = 1
        row[AT_ENCOUNTER_NUMBER] = rank_of(s.encounter) / 10
    row[AT_BURNT] = s.torches / TORCHES
    row[AT_HIT_POINTS] = s.hit_points / HIT_POINTS
    row[AT_DECK] = (s.bottom - s.top) / (CARDS + 1)
    row[AT_TURN] = s.turn / MAX_TURNS
    row[AT_DEEPEST] = s.deepest / MAX_TURNS
    row[AT_BLOW] = s.blow / 10
    row[AT_OWED] = s.owed / 10
    row[AT_DROPPED] = s.dropped / MAX_POINTS
    row[AT_POINTS] = points_in(s.hand) / MAX_POINTS
    row[AT_KINGS] = kings_in(s.hand) / 4
    for place in range(len(workspace.options)):
        row[AT_HOUSE + place] = workspace.options[place]


def write_bits(held: int, cards: Sequence[int], row: NDArray[np.float32], start: int) -> None:
    """Write a 1 for each of these cards that is in a set."""
    for place in range(len(cards)):
        row[start + place] = held >> cards[place] & 1


def write_piles(s: State, workspace: Workspace, row: NDArray[np.float32]) -> None:
    """Write the column, the ace beneath the deck, and the sizes of face-down piles."""
    for place in range(count_of(s.laid)):
        card = workspace.places[s.column[place]]
        row[AT_COLUMN + card] = 1
        row[AT_COLUMN_ORDER + card] = (place + 1) / CARDS
    if s.bottom > CARDS and s.top < s.bottom:
        row[AT_UNDER + suit_of(s.deck[s.bottom - 1])] = 1
    finished = 0
    for turn in range(s.turn):
        if s.stacks[turn] != 0:
            row[AT_STACKS + finished] = size_of(s.stacks[turn]) / CARDS
            finished += 1
    row[AT_FINISHED] = finished / MAX_TURNS
    row[AT_DISCARDS] = size_of(s.discards) / CARDS


def write_turned(s: State, workspace: Workspace, row: NDArray[np.float32]) -> None:
    """Write the card counter: a 1 for each card above the deck's top."""
    for place in range(s.top):
        row[AT_TURNED + workspace.places[s.deck[place]]] = 1


def size_of(cards: int) -> int:
    """Return the number of cards in a set."""
    size = 0
    while cards != 0:
        cards &= cards - 1
        size += 1
    return size


@cache
def stepper(*, compiled: bool) -> Callable[..., None]:
    """Return `step_all`, compiled or interpreted."""
    if not compiled:
        return interpret(step_all, {})
    from underdeck.fast.compiler import Program, compile_program  # noqa: PLC0415  only with Numba

    return compile_program(
        Program(step_all, State, {begin: begin_record, view_for_policy: record_as_view}, (emit,))
    )
