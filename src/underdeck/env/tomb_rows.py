"""Many games of Tomb in rows: plain functions that run interpreted or compiled, and write the numbers that `encode` and `mask_of` tell.

A row is made of a `PolicyView` and of what `show_piles` and `show_turned` add, which read no more of the state than view.py shows.
"""

from functools import cache
from typing import Any, NamedTuple

from underdeck.cards import NO_CARD, NUMBERS, count_of, rank_of, suit_of
from underdeck.env.tomb_codes import LAYOUT, MOST_POINTS
from underdeck.env.tomb_deals import CARDS, shuffle
from underdeck.fast.twin import interpret
from underdeck.games.tomb.events import emit
from underdeck.games.tomb.legal import legal
from underdeck.games.tomb.policy_view import PolicyView, view_for_policy
from underdeck.games.tomb.rules import play
from underdeck.games.tomb.state import DODGE_BLOW, ESCAPED, HIT_POINTS, MAX_TURNS, TORCHES, State
from underdeck.games.tomb.treasure import kings_in, points_in

NO_MOVE, NEW_DEAL = -1, -2
"""What else may be asked of a game than a move by its number."""
ENDING, KINGS, POINTS = range(3)
"""What is told of a game that is over."""
SUIT = len(NUMBERS)
"""So many encounters of each suit stand side by side in the deck's own order."""

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
"""Where the card counter begins, in rows that have one."""


class Desk(NamedTuple):
    """What lies ready: the state that every game begins with, tables, and room to work in."""

    fresh: Any
    """One state, before the shuffle."""
    actions: Any
    """The action of every number."""
    numbers: Any
    """The number of every action."""
    places: Any
    """Every card's place in the deck's own order."""
    held: Any
    """The cards that a hand may hold, in the order in which they are told."""
    lights: Any
    """The same for the torch row."""
    options: Any
    """The house in numbers."""
    moves: Any
    """Room for the legal moves."""


class Told(NamedTuple):
    """What comes of a step, a row for each game."""

    observations: Any
    masks: Any
    results: Any
    """`ENDING`, `KINGS` and `POINTS`, all 0 while a game runs."""


def step_all(states: Any, orders: Any, words: Any, desk: Desk, told: Told) -> None:
    """Make a legal move in every game, or none, or deal anew by the next row of words; then look at all of them."""
    dealt = 0
    for place in range(len(orders)):
        order = orders[place]
        if order == NEW_DEAL:
            begin(states, place, desk.fresh)
            shuffle(states[place].deck, words[dealt])
            dealt += 1
        elif order != NO_MOVE:
            play(states[place], desk.actions[order], None)
        s = states[place]
        write_row(s, desk, told.observations[place])
        write_mask(s, desk, told.masks[place])
        write_result(s, told.results[place])


def begin(states: Any, place: int, fresh: Any) -> None:
    """Put a new game in place of an old one."""
    states[place] = fresh[0].clone()


def begin_record(states: Any, place: int, fresh: Any) -> None:
    """The same for records, which are copied where they are put."""
    states[place] = fresh[0]


def see_record(s: Any) -> Any:
    """The same as `view_for_policy` for records: what reads a `PolicyView` is seen to read nothing else where it runs interpreted."""
    return s


def write_mask(s: State, desk: Desk, mask: Any) -> None:
    """A 1 for the number of each legal move."""
    mask[:] = 0
    for place in range(legal(s, desk.moves)):
        mask[desk.numbers[desk.moves[place]]] = 1


def write_result(s: State, row: Any) -> None:
    """How it ended, and what was brought out."""
    row[:] = 0
    row[ENDING] = s.ending
    if s.ending == ESCAPED:
        row[KINGS] = kings_in(s.hand)
        row[POINTS] = points_in(s.hand)


def write_row(s: State, desk: Desk, row: Any) -> None:
    """All that the view shows, in the order of `LAYOUT`, and the card counter if there is room for one."""
    row[:] = 0
    show_sight(view_for_policy(s), desk, row)
    show_piles(s, desk, row)
    if len(row) > AT_TURNED:
        show_turned(s, desk, row)


def show_sight(s: PolicyView, desk: Desk, row: Any) -> None:
    """The game's numbers, the hand and the torch row."""
    row[AT_PHASE + s.phase] = 1
    row[AT_ENDING + s.ending] = 1
    show_bits(s.hand, desk.held, row, AT_HAND)
    show_bits(s.torch_row, desk.lights, row, AT_TORCHES)
    row[AT_SPENT] = s.spent >> DODGE_BLOW & 1
    if s.encounter != NO_CARD:
        row[AT_ENCOUNTER_SUIT + desk.places[s.encounter] // SUIT] = 1
        row[AT_ENCOUNTER_NUMBER] = rank_of(s.encounter) / 10
    row[AT_BURNT] = s.torches / TORCHES
    row[AT_HIT_POINTS] = s.hit_points / HIT_POINTS
    row[AT_DECK] = (s.bottom - s.top) / (CARDS + 1)
    row[AT_TURN] = s.turn / MAX_TURNS
    row[AT_DEEPEST] = s.deepest / MAX_TURNS
    row[AT_BLOW] = s.blow / 10
    row[AT_OWED] = s.owed / 10
    row[AT_DROPPED] = s.dropped / MOST_POINTS
    row[AT_POINTS] = points_in(s.hand) / MOST_POINTS
    row[AT_KINGS] = kings_in(s.hand) / 4
    for place in range(len(desk.options)):
        row[AT_HOUSE + place] = desk.options[place]


def show_bits(cards: int, table: Any, row: Any, start: int) -> None:
    """A 1 for each of these cards that is there."""
    for place in range(len(table)):
        row[start + place] = cards >> table[place] & 1


def show_piles(s: State, desk: Desk, row: Any) -> None:
    """The column, the ace beneath the deck, and of what lies face down only how much it is."""
    for place in range(count_of(s.laid)):
        card = desk.places[s.column[place]]
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


def show_turned(s: State, desk: Desk, row: Any) -> None:
    """A 1 for each card that has been turned: those above the deck's top."""
    for place in range(s.top):
        row[AT_TURNED + desk.places[s.deck[place]]] = 1


def size_of(cards: int) -> int:
    """How many cards are in that set of cards?"""
    size = 0
    while cards != 0:
        cards &= cards - 1
        size += 1
    return size


@cache
def stepper(*, compiled: bool) -> Any:
    """`step_all`, compiled or as Python runs it."""
    if not compiled:
        return interpret(step_all, {})
    from underdeck.fast.compiler import Program, compile_program  # noqa: PLC0415  only where Numba is there

    return compile_program(
        Program(step_all, State, {begin: begin_record, view_for_policy: see_record}, (emit,))
    )
