"""Observations of many games of Tomb, by functions that run interpreted or compiled.

They write the same numbers as `encode` and `mask_of`. A row is made from a `PolicyView`, and from
`write_piles` and `write_turned`, which read no more of the state than view.py shows.
"""

from collections.abc import MutableSequence, Sequence

import numpy as np
from numpy.typing import NDArray

from underdeck.cards import JOKER, NO_CARD, NUMBERS, count_of, rank_of, suit_of
from underdeck.env.batch import (
    EPISODE,
    ILLEGAL,
    MOVES,
    NEW_DEAL,
    ORDER,
    OVER,
    OWN_COLUMN,
    SKIP,
    STEPS,
    STREAM,
    Batch,
    Masks,
    Observations,
    Program,
    Rows,
    Table,
    begin,
    open_game_stream,
)
from underdeck.env.layout import option_row
from underdeck.env.tomb_codes import ACES, ACTIONS, HOLDABLE, LAYOUT, MAX_POINTS, OBSERVED_OPTIONS
from underdeck.fast.harness import records
from underdeck.fast.tomb import HARNESS
from underdeck.games.tomb.legal import legal
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.policy_view import PolicyView, view_for_policy
from underdeck.games.tomb.rules import play
from underdeck.games.tomb.state import (
    DECK,
    DODGE_BLOW,
    ESCAPED,
    HIT_POINTS,
    MAX_TURNS,
    TORCHES,
    State,
)
from underdeck.games.tomb.treasure import kings_in, points_in
from underdeck.sfc32 import DEAL, shuffle

LEGAL, ENDING, KINGS, POINTS = range(OWN_COLUMN, OWN_COLUMN + 4)
"""Columns of the table: the legal actions, a bit each, and the result, all 0 while a game runs."""
CARDS = len(DECK)
CARDS_PER_SUIT = len(NUMBERS)
"""Encounters of one suit, which are neighbors in the order of `DECK`."""


def lookup(values: Sequence[int]) -> NDArray[np.int64]:
    """Return the index of each value, by value."""
    indices = np.full(max(values) + 1, -1)
    indices[list(values)] = range(len(values))
    return indices


RULES_ACTIONS = np.array(ACTIONS)
"""The rules' int of each action."""
ACTION_NUMBERS = lookup(ACTIONS)
"""The action of each of the rules' ints."""
PLACES = lookup(DECK)
"""Each card's place in `DECK`."""
HAND_CARDS = np.array(HOLDABLE)
TORCH_CARDS = np.array((*ACES, JOKER))

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


def step_all(  # noqa: PLR0913, PLR0917  compiled code gets arrays faster than tuples of them
    states: MutableSequence[State],
    table: Table,
    workspace: Sequence[list[int]],
    template: Observations,
    observations: Observations,
    masks: Masks,
    strict: bool,
    limit: int,
) -> int:
    """Carry out the order of each game and write its row; return -1.

    A game that is over is dealt again, whatever its order. If `strict`, an illegal action changes
    nothing in any game, and its game is returned. Games are over after `limit` steps, if not 0.
    """
    if strict:
        for place in range(len(table)):
            if is_illegal(table[place]):
                return place
    games = records(states)
    for place in range(len(table)):
        row = table[place]
        if row[ORDER] == SKIP:
            continue
        if row[ORDER] == NEW_DEAL or row[OVER] != 0:
            begin(games, place)
            deal(games[place], row, workspace)
        elif row[ORDER] >= 0:
            move(games[place], row)
        write_table(games[place], row, workspace[MOVES], limit)
        write_row(games[place], template, observations[place])
        write_mask(row[LEGAL], masks[place])
    return -1


def is_illegal(row: MutableSequence[int]) -> bool:
    """Return whether the order of a game is an action that isn't legal."""
    return row[ORDER] >= 0 and row[OVER] == 0 and row[LEGAL] >> row[ORDER] & 1 == 0


def deal(s: State, row: MutableSequence[int], workspace: Sequence[list[int]]) -> None:
    """Shuffle the deck for the next deal of a game."""
    row[EPISODE] += 1
    row[STEPS] = 0
    row[ILLEGAL] = 0
    open_game_stream(row, workspace, DEAL)
    shuffle(workspace[STREAM], s.deck, CARDS)


def move(s: State, row: MutableSequence[int]) -> None:
    """Make the move of an action; an illegal one changes nothing."""
    row[STEPS] += 1
    row[ILLEGAL] = is_illegal(row)
    if row[ILLEGAL] == 0:
        play(s, int(RULES_ACTIONS[row[ORDER]]), None)


def write_table(s: State, row: MutableSequence[int], moves: list[int], limit: int) -> None:
    """Write the legal actions, the result, and whether the game is over."""
    actions = 0
    for place in range(legal(s, moves)):
        actions |= 1 << int(ACTION_NUMBERS[moves[place]])
    row[LEGAL] = actions
    row[ENDING] = s.ending
    row[KINGS] = kings_in(s.hand) if s.ending == ESCAPED else 0
    row[POINTS] = points_in(s.hand) if s.ending == ESCAPED else 0
    row[OVER] = s.ending != 0 or 0 < limit <= row[STEPS]


def record_as_view(s: np.void) -> np.void:
    """Return a NumPy record as its own `PolicyView`.

    Interpreted code, which gets a real `PolicyView`, ensures that nothing else is read.
    """
    return s


def write_mask(actions: int, mask: NDArray[np.int8]) -> None:
    """Write the mask of legal actions."""
    for number in range(len(mask)):
        mask[number] = actions >> number & 1


def write_row(s: State, template: NDArray[np.float32], row: NDArray[np.float32]) -> None:
    """Write an observation in the order of `LAYOUT`; a longer row gets the card counter."""
    row[:] = 0
    for place in range(AT_HOUSE, AT_TURNED):
        row[place] = template[place]
    write_policy_view(view_for_policy(s), row)
    write_piles(s, row)
    if len(row) > AT_TURNED:
        write_turned(s, row)


def write_policy_view(s: PolicyView, row: NDArray[np.float32]) -> None:
    """Write the game's numbers, the hand and the torch row."""
    row[AT_PHASE + s.phase] = 1
    row[AT_ENDING + s.ending] = 1
    write_bits(s.hand, HAND_CARDS, row, AT_HAND)
    write_bits(s.torch_row, TORCH_CARDS, row, AT_TORCHES)
    row[AT_SPENT] = s.spent >> DODGE_BLOW & 1
    if s.encounter != NO_CARD:
        row[AT_ENCOUNTER_SUIT + PLACES[s.encounter] // CARDS_PER_SUIT] = 1
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


def write_bits(held: int, cards: NDArray[np.int64], row: NDArray[np.float32], start: int) -> None:
    """Write a 1 for each of these cards that is in a set."""
    for place in range(len(cards)):
        row[start + place] = held >> cards[place] & 1


def write_piles(s: State, row: NDArray[np.float32]) -> None:
    """Write the column, the ace beneath the deck, and the sizes of face-down piles."""
    for place in range(count_of(s.laid)):
        card = PLACES[s.column[place]]
        row[AT_COLUMN + card] = 1
        row[AT_COLUMN_ORDER + card] = (place + 1) / CARDS
    if s.bottom > CARDS and s.top < s.bottom:
        row[AT_UNDER + suit_of(s.deck[s.bottom - 1])] = 1
    finished = 0
    for turn in range(s.turn):
        if s.stacks[turn] != 0:
            row[AT_STACKS + finished] = count_of(s.stacks[turn]) / CARDS
            finished += 1
    row[AT_FINISHED] = finished / MAX_TURNS
    row[AT_DISCARDS] = count_of(s.discards) / CARDS


def write_turned(s: State, row: NDArray[np.float32]) -> None:
    """Write the card counter: a 1 for each card above the deck's top."""
    for place in range(s.top):
        row[AT_TURNED + PLACES[s.deck[place]]] = 1


PROGRAM = Program(HARNESS, step_all, POINTS + 1, {view_for_policy: record_as_view})


def tomb_batch(options: Options, count: int, *, count_cards: bool, compiled: bool) -> Batch:
    """Return a number of games, whose observations may have the card counter."""
    template = [0.0] * (LAYOUT.size + (CARDS if count_cards else 0))
    template[LAYOUT.part("house")] = option_row(options, OBSERVED_OPTIONS)
    return Batch(PROGRAM, options, Rows(template, len(ACTIONS)), count, compiled=compiled)
