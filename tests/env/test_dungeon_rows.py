# ruff: noqa: E402  optional dependencies are checked first
"""Rows of Dungeon: the numbers of an encoded view, without anything hidden."""

from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="observations need numpy: pip install 'underdeck[env]'")

from env.games import DUNGEONS, compiled_or_not, dungeon_moments, dungeon_view, name_of
from underdeck.env.batch import NO_MOVE, ORDER
from underdeck.env.dungeon_batch import SEAT, VIEW, VIEWER, dungeon_batch
from underdeck.env.dungeon_codes import action_count, encode, mask_of
from underdeck.env.dungeon_turn_order import choices_of, seat_to_act
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import State

option_sets = pytest.mark.parametrize("options", DUNGEONS, ids=name_of)


def batch_of(options: Options, moments: list[State], *, compiled: bool) -> Any:
    """Return a batch with these games."""
    batch = dungeon_batch(options, len(moments), interrupts=True, compiled=compiled)
    for place, state in enumerate(moments):
        batch.put(place, state.clone())
    return batch


def rows_of(batch: Any, seat: int) -> Any:
    """Return the observations of a seat in all games."""
    batch.table[:, ORDER] = VIEW
    batch.table[:, VIEWER] = seat
    return batch.step()[1]


@compiled_or_not
@option_sets
def test_every_observation_equals_the_encoded_view(options: Options, compiled: bool) -> None:
    moments = [
        state.clone() for seed in range(3) for state, _ in dungeon_moments(options, seed, 250)
    ]
    batch = batch_of(options, moments, compiled=compiled)
    for seat in range(options.players):
        for row, state in zip(rows_of(batch, seat), moments, strict=True):
            assert row.tobytes() == encode(dungeon_view(state, seat)).tobytes()


@compiled_or_not
@option_sets
def test_the_seat_to_act_has_the_mask_of_its_choices(options: Options, compiled: bool) -> None:
    moments = [state.clone() for state, _ in dungeon_moments(options, 5, 250)]
    batch = batch_of(options, moments, compiled=compiled)
    batch.table[:, ORDER] = NO_MOVE
    _, observations, masks = batch.step()
    for place, state in enumerate(moments):
        seat = seat_to_act(state, 0, True)
        assert batch.table[place, SEAT] == seat
        wanted = mask_of(choices_of(state, seat), action_count(options))
        assert masks[place].tobytes() == wanted.tobytes()
        assert observations[place].tobytes() == encode(dungeon_view(state, seat)).tobytes()


@compiled_or_not
@option_sets
def test_nothing_hidden_is_observed(options: Options, compiled: bool) -> None:
    random, pairs = Random(2), []
    for state, knowledge in dungeon_moments(options, 7, 120):
        seat = random.randrange(options.players)
        other = sample_state(state, knowledge[seat], dungeon_view(state, seat), random)
        pairs.append((seat, state.clone(), other))
    first = batch_of(options, [state for _, state, _ in pairs], compiled=compiled)
    second = batch_of(options, [other for _, _, other in pairs], compiled=compiled)
    for seat in range(options.players):
        own = [place for place, pair in enumerate(pairs) if pair[0] == seat]
        assert (rows_of(first, seat)[own] == rows_of(second, seat)[own]).all()
    assert any(state != other for _, state, other in pairs)
