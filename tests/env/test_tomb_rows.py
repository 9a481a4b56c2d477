# ruff: noqa: E402  optional dependencies are checked first
"""Rows of Tomb: the numbers of an encoded view, without anything hidden."""

from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="observations need numpy: pip install 'underdeck[env]'")

from env.games import TOMBS, compiled_or_not, name_of, tombs
from underdeck.env.batch import NO_MOVE, ORDER
from underdeck.env.tomb_codes import LAYOUT, encode, mask_of
from underdeck.env.tomb_rows import LEGAL, tomb_batch
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State
from underdeck.games.tomb.view import view

option_sets = pytest.mark.parametrize("house", TOMBS, ids=name_of)


@compiled_or_not
@option_sets
def test_every_observation_equals_the_encoded_view(house: Options, compiled: bool) -> None:
    moments = [state.clone() for state in tombs(house, 60)]
    observations, masks, _ = rows_for(house, moments, compiled=compiled)
    for place, state in enumerate(moments):
        seen = view(state)
        assert observations[place, : LAYOUT.size].tobytes() == encode(seen).tobytes()
        assert masks[place].tobytes() == mask_of(seen.legal).tobytes()


def rows_for(house: Options, moments: list[State], *, compiled: bool) -> tuple[Any, Any, Any]:
    """Return observations with the card counter, masks, and results of some states."""
    batch = tomb_batch(house, len(moments), count_cards=True, compiled=compiled)
    for place, state in enumerate(moments):
        batch.put(place, state.clone())
    batch.table[:, ORDER] = NO_MOVE
    _, observations, masks = batch.step()
    return observations, masks, batch.table[:, LEGAL:]


def with_other_hidden_cards(state: State, random: Random) -> State:
    """Return a state that looks the same to the player, with other hidden cards."""
    other = state.clone()
    unseen = other.deck[other.top : min(other.bottom, len(DECK))]
    other.deck[other.top : other.top + len(unseen)] = random.sample(unseen, len(unseen))
    other.discards = sum(1 << card for card in random.sample(DECK, state.discards.bit_count()))
    other.stacks = [
        sum(1 << card for card in random.sample(DECK, stack.bit_count())) for stack in state.stacks
    ]
    other.favored = random.choice(DECK)
    return other


@compiled_or_not
@option_sets
def test_nothing_hidden_is_observed(house: Options, compiled: bool) -> None:
    random = Random(6)
    moments = [state.clone() for state in tombs(house, 60)]
    first, second = (
        rows_for(house, states, compiled=compiled)
        for states in (moments, [with_other_hidden_cards(state, random) for state in moments])
    )
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one, other)
