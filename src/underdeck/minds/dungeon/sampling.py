"""Worlds sampled from what a seat knows and from what its opponents did.

A world is a position whose hidden places are filled with cards. Every way to fill them that fits
the seat's knowledge is equally likely at first; worlds in which an opponent probably would have
decided otherwise are then refused in proportion. The functions run interpreted or compiled.
"""

from typing import NamedTuple

from underdeck.cards import rank_of
from underdeck.games.dungeon.state import MAX_CARDS, State
from underdeck.minds.dungeon.worlds import fits_claim
from underdeck.minds.memory import Floats, Ints, States
from underdeck.sfc32 import below

ROWS = ("deck", "discards", "creature", "hands", "bids", "passages", "cells")
"""The fields of a state that hold hidden cards, by their numbers in `Slots`."""
DECK, DISCARDS, CREATURE, HANDS, BIDS, PASSAGES, CELLS = range(len(ROWS))
SWAPS = 12
"""The exchanges for each hidden card that make an order random."""
LATER_SWAPS = 4
"""The exchanges for each hidden card between two worlds."""
MAX_TRIES = 12
"""Worlds refused before one is taken that doesn't fit the opponents' decisions."""
CERTAIN = 1 << 20
"""The unit of probabilities."""
LIE = 0.0005
"""How likely a player lays a certain false card, compared with a certain card that fits the claim.

An estimate. About twelve times as many hidden cards are false as fit a claim, so about one passage
in 200 is taken for false, and more if few cards that fit can still be hidden.
"""


class Slots(NamedTuple):
    """The places of hidden cards, an item of each row."""

    row: Ints
    """The number of the field."""
    place: Ints
    """The index in the field."""
    card: Ints
    """The card there."""
    here: Ints
    """The bit of the kind of place."""
    reach: Ints
    """The bits of the places where the card may be."""


class Evidence(NamedTuple):
    """Decisions that speak against a rank among the oldest cards of a hand."""

    seat: Ints
    newer: Ints
    """The number of the hand's newest cards that came after the decision."""
    rank: Ints
    factor: Floats
    """How likely the decision is if the hand held the rank, compared with a hand that didn't."""


def deal_worlds(
    stack: States, worlds: States, slots: Slots, evidence: Evidence, stream: Ints
) -> None:
    """Fill the hidden places of the first state in the stack, in a different way for each world."""
    trust_claims(stack[0], slots, stream)
    exchange_likely(stack[0], slots, stream, SWAPS * len(slots.card))
    for number in range(len(worlds)):
        for _ in range(MAX_TRIES):
            exchange_likely(stack[0], slots, stream, LATER_SWAPS * len(slots.card))
            worlds[number] = stack[0]
            fill(worlds[number], slots)
            if below(stream, CERTAIN) < likelihood(worlds[number], evidence) * CERTAIN:
                break


def exchange(slots: Slots, stream: Ints, swaps: int) -> None:
    """Exchange random pairs of cards that may each be where the other is."""
    size = len(slots.card)
    if size == 0:
        return
    for _ in range(swaps):
        one, two = below(stream, size), below(stream, size)
        if fit_each_other(slots, one, two):
            swap(slots, one, two)


def exchange_likely(s: State, slots: Slots, stream: Ints, swaps: int) -> None:
    """Exchange random pairs, but rarely so that a claim becomes false.

    The steps are those of a Metropolis algorithm: worlds occur as often as they are likely.
    """
    size = len(slots.card)
    if size == 0:
        return
    for _ in range(swaps):
        one, two = below(stream, size), below(stream, size)
        if not fit_each_other(slots, one, two):
            continue
        lies = count_lies(s, slots, one, two)
        swap(slots, one, two)
        added = count_lies(s, slots, one, two) - lies
        if added > 0 and below(stream, CERTAIN) >= LIE**added * CERTAIN:
            swap(slots, one, two)


def count_lies(s: State, slots: Slots, one: int, two: int) -> int:
    """Return how many of two places are false passages."""
    return (0 if is_true(s, slots, one) else 1) + (0 if is_true(s, slots, two) else 1)


def is_true(s: State, slots: Slots, slot: int) -> bool:
    """§14.2 Return whether a place is no hidden passage, or one whose card fits its claim."""
    return slots.row[slot] != PASSAGES or fits_claim(slots.card[slot], s.claims[slots.place[slot]])


def fit_each_other(slots: Slots, one: int, two: int) -> bool:
    """Return whether the cards of two places may each be where the other is."""
    fits: bool = slots.here[one] & slots.reach[two] and slots.here[two] & slots.reach[one]
    return fits


def swap(slots: Slots, one: int, two: int) -> None:
    """Exchange the cards of two places."""
    card, reach = slots.card[one], slots.reach[one]
    slots.card[one], slots.reach[one] = slots.card[two], slots.reach[two]
    slots.card[two], slots.reach[two] = card, reach


def trust_claims(s: State, slots: Slots, stream: Ints) -> None:
    """§14.2 Make hidden passages true where a single exchange does, to begin with likely cards."""
    size = len(slots.card)
    for slot in range(size):
        start = below(stream, size)
        for step in range(size):
            if is_true(s, slots, slot):
                break
            other = (start + step) % size
            is_wanted = fits_claim(slots.card[other], s.claims[slots.place[slot]])
            if slots.row[other] != PASSAGES and is_wanted and fit_each_other(slots, slot, other):
                swap(slots, slot, other)


def fill(s: State, slots: Slots) -> None:
    """Put the cards into a position."""
    for slot in range(len(slots.card)):
        row, place, card = slots.row[slot], slots.place[slot], slots.card[slot]
        if row == DECK:
            s.deck[place] = card
        elif row == HANDS:
            s.hands[place] = card
        elif row == DISCARDS:
            s.discards[place] = card
        elif row == PASSAGES:
            s.passages[place] = card
        elif row == BIDS:
            s.bids[place] = card
        elif row == CELLS:
            s.cells[place] = card
        else:
            s.creature = card


def likelihood(s: State, evidence: Evidence) -> float:
    """Return how likely the opponents' decisions are in a world, at most 1."""
    chance = 1.0
    for item in range(len(evidence.seat)):
        seat = evidence.seat[item]
        start = seat * MAX_CARDS
        for place in range(start, start + s.hand_size[seat] - evidence.newer[item]):
            if rank_of(s.hands[place]) == evidence.rank[item]:
                chance *= evidence.factor[item]
                break
    return chance
