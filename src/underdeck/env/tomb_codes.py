"""Tomb of Four Kings in numbers: the actions, and a view as a row of numbers from 0 to 1.

Actions and the layout of observations are frozen.
"""

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from underdeck.cards import ACE, JOKER, card_of, rank_of, suit_of
from underdeck.env.layout import Layout, option_row
from underdeck.games.tomb.moves import (
    DELVE,
    DODGE,
    DRAW,
    DROP,
    LEAVE,
    ONWARD,
    PLAY,
    READ,
    RETREAT,
    SUFFER,
    YIELD,
    TombMove,
)
from underdeck.games.tomb.state import (
    DECK,
    DISARM_MECHANISM,
    DODGE_BLOW,
    ENDINGS,
    GO_BERSERK,
    HIT_POINTS,
    MAX_TURNS,
    PHASES,
    PICK_LOCK,
    TORCHES,
    TREASURES,
)
from underdeck.games.tomb.view import TombView

MOVES = (
    *(TombMove(kind) for kind in (DELVE, RETREAT, ONWARD, DRAW, DODGE, SUFFER, YIELD, READ)),
    *(TombMove(PLAY, jack) for jack in (GO_BERSERK, DISARM_MECHANISM, PICK_LOCK)),
    *(TombMove(DROP, card) for card in TREASURES),
    *(TombMove(LEAVE, card) for card in TREASURES),
)
"""Every move, by action."""
NUMBERS = {move: number for number, move in enumerate(MOVES)}
ACTIONS = tuple(move.action for move in MOVES)
"""The same moves as the ints of the rules."""

ACES = tuple(card_of(ACE, suit) for suit in range(4))
HOLDABLE = (GO_BERSERK, DODGE_BLOW, DISARM_MECHANISM, PICK_LOCK, *TREASURES)
"""The cards that a hand may hold."""
ENCOUNTER_SUITS = tuple(dict.fromkeys(suit_of(card) for card in DECK[:MAX_TURNS]))
"""Spades, diamonds, clubs: a monster, a trap, a door."""
MAX_POINTS = 100
REWARDS = ("points", "win")
"""The reward at the end: the points brought out, or 1 for all four kings."""

OBSERVED_OPTIONS = (
    "earliest_turnaround",
    "scroll_from_column",
    "scroll_in_discards",
    "drop_sum",
    "disarm_after_fail",
)
"""The house rules in an observation; later ones wait for the next version of the environments."""

LAYOUT = Layout(
    {
        "phase": len(PHASES),
        "ending": len(ENDINGS),
        "hand": len(HOLDABLE),
        "torches": len(ACES) + 1,
        "under": len(ACES),
        "spent": 1,
        "column": len(DECK),
        "column_order": len(DECK),
        "encounter_suit": len(ENCOUNTER_SUITS),
        "encounter_number": 1,
        "stacks": MAX_TURNS,
        "finished": 1,
        "burnt": 1,
        "hit_points": 1,
        "deck": 1,
        "discards": 1,
        "turn": 1,
        "deepest": 1,
        "blow": 1,
        "owed": 1,
        "dropped": 1,
        "points": 1,
        "kings": 1,
        "house": len(OBSERVED_OPTIONS),
    }
)
"""The parts of an observation, explained in docs/reference/environments.md."""


def mask_of(legal: Iterable[TombMove]) -> NDArray[np.int8]:
    """Return the mask of the legal actions."""
    mask = np.zeros(len(MOVES), np.int8)
    for move in legal:
        mask[NUMBERS[move]] = 1
    return mask


def encode(view: TombView) -> NDArray[np.float32]:
    """Return a view as numbers, in the order of `LAYOUT`."""
    row = [0.0] * LAYOUT.size
    at = LAYOUT.starts
    row[at["phase"] + PHASES.index(view.phase)] = 1
    row[at["ending"] + ENDINGS.index(view.ending)] = 1
    set_bits(row, at["hand"], HOLDABLE, view.hand)
    set_bits(row, at["torches"], (*ACES, JOKER), view.torches)
    set_bits(row, at["under"], ACES, view.under)
    set_bits(row, at["spent"], (DODGE_BLOW,), view.spent)
    for place, card in enumerate(view.column, 1):
        row[at["column"] + DECK.index(card)] = 1
        row[at["column_order"] + DECK.index(card)] = place / len(DECK)
    if view.encounter:
        row[at["encounter_suit"] + ENCOUNTER_SUITS.index(suit_of(view.encounter))] = 1
        row[at["encounter_number"]] = rank_of(view.encounter) / 10
    for place, size in enumerate(view.stacks):
        row[at["stacks"] + place] = size / len(DECK)
    set_figures(row, view)
    return np.array(row, np.float32)


def set_bits(row: list[float], start: int, cards: tuple[int, ...], held: Collection[int]) -> None:
    """Set a 1 for each of these cards that is held."""
    for place, card in enumerate(cards):
        if card in held:
            row[start + place] = 1


def set_figures(row: list[float], view: TombView) -> None:
    """Set the counts, each divided by its maximum, and the house rules."""
    at = LAYOUT.starts
    row[at["finished"]] = len(view.stacks) / MAX_TURNS
    row[at["burnt"]] = view.burnt / TORCHES
    row[at["hit_points"]] = view.hit_points / HIT_POINTS
    row[at["deck"]] = view.deck / (len(DECK) + 1)
    row[at["discards"]] = view.discards / len(DECK)
    row[at["turn"]] = view.turn / MAX_TURNS
    row[at["deepest"]] = view.deepest / MAX_TURNS
    row[at["blow"]] = view.blow / 10
    row[at["owed"]] = view.owed / 10
    row[at["dropped"]] = view.dropped / MAX_POINTS
    row[at["points"]] = view.points / MAX_POINTS
    row[at["kings"]] = view.kings / 4
    row[LAYOUT.part("house")] = option_row(view.options, OBSERVED_OPTIONS)


def encode_seen(cards: Collection[int]) -> NDArray[np.float32]:
    """Return the card counter: a 1 for each card of the deck that has been turned."""
    return np.array([card in cards for card in DECK], np.float32)
