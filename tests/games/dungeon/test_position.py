"""Positions: what a seat knows of a state, and nothing else."""

from dataclasses import fields
from random import Random

import pytest

from underdeck.cards import card_of
from underdeck.games.dungeon import GAME, DungeonOptions
from underdeck.games.dungeon.belief import hidden_slots
from underdeck.games.dungeon.frames import push
from underdeck.games.dungeon.pending import SAVING
from underdeck.games.dungeon.position import PUBLIC_FIELDS, PUBLIC_ROWS, position_of
from underdeck.games.dungeon.state import State
from underdeck.games.dungeon.view import view

KING_OF_SPADES = card_of(13, 0)
VARIANTS = [
    DungeonOptions(),
    DungeonOptions(players=3, jokers_wild=True),
    DungeonOptions(players=4, almost_black=True),
    DungeonOptions(pitch_black=True),
]


def states(options: DungeonOptions, seed: int) -> list[State]:
    """Return the states of a game in which all seats play at random."""
    random = Random(seed)
    deck = list(GAME.deck(options))
    random.shuffle(deck)
    state = GAME.start(options, deck)
    found: list[State] = []
    while GAME.result(state) is None and len(found) < 150:
        if chance := list(GAME.pending_chance(state)):
            random.shuffle(chance)
            GAME.resolve_chance(state, chance)
            continue
        found.append(GAME.clone(state))
        seat = random.choice(GAME.waiting(state))
        GAME.play(state, seat, random.choice(GAME.legal(state, seat)))
    return found


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_position_does_not_depend_on_hidden_cards(options: DungeonOptions) -> None:
    random = Random(2)
    for state in states(options, 1)[::7]:
        for seat in range(options.players):
            other = GAME.clone(state)
            slots = [slot for slot in hidden_slots(other, seat) if slot[1] != "creature"]
            cards = [getattr(other, row)[place] for _, row, place in slots]
            random.shuffle(cards)
            for (_, row, place), card in zip(slots, cards, strict=True):
                getattr(other, row)[place] = card
            if GAME.view(state, seat) == GAME.view(other, seat):
                assert position_of(other, seat) == position_of(state, seat)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_position_shows_the_same_as_a_view(options: DungeonOptions) -> None:
    for state in states(options, 3)[::7]:
        for seat in range(options.players):
            assert view(position_of(state, seat), seat) == view(state, seat)


def test_every_field_of_a_state_is_listed_or_filtered() -> None:
    filtered = {"options", "deck", "hands", "fresh", "passages", "cells", "discards", "bids"}
    names = {field.name for field in fields(State)}
    assert names == filtered | {"creature"} | {*PUBLIC_FIELDS} | {*PUBLIC_ROWS}


def test_a_card_tried_in_secret_is_known_to_its_player_only() -> None:
    """§14.3 The others learn only that a joker may be saved."""
    state = State(DungeonOptions(pitch_black=True), current=0, creature=KING_OF_SPADES)
    push(state, SAVING, 1, 0, 9)
    assert position_of(state, 0).creature == KING_OF_SPADES
    assert position_of(state, 1).creature == 0
