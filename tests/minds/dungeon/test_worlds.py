"""Worlds: hidden cards dealt again, and nothing else changed."""

import pytest

from minds.dungeon.games import VARIANTS, random_game
from underdeck.games.dungeon import DungeonOptions
from underdeck.games.dungeon.position import position_of
from underdeck.games.dungeon.state import State
from underdeck.minds.dungeon.worlds import LARGEST_WORLD, redeal


def cards_of(state: State) -> list[int]:
    """Return all cards of a state, sorted."""
    found = state.deck[state.top : state.bottom] + state.discards[: state.discard_size]
    for seat in range(state.players):
        row = seat * len(state.deck)
        found += state.hands[row : row + state.hand_size[seat]]
        found += state.passages[row : row + state.depth[seat]]
        found += [state.bids[seat], state.cells[seat]]
    return sorted([*found, *state.pile[: state.pile_size], state.creature, state.robber])


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_world_looks_the_same_to_its_seat(options: DungeonOptions) -> None:
    stream, changed = [1, 2, 3, 4], 0
    for seed in range(20):
        state = random_game(options, seed, 5 * seed).state
        for seat in range(options.players):
            world = state.clone()
            redeal(world, seat, [0] * LARGEST_WORLD, stream)
            assert position_of(world, seat) == position_of(state, seat)
            assert cards_of(world) == cards_of(state)
            changed += world != state
    assert changed > 30
