"""Features of a game of Dungeon: bounded, and blind to what a seat can't see."""

import pytest

from minds.dungeon.games import VARIANTS, random_game
from underdeck.games.dungeon import DungeonOptions
from underdeck.games.dungeon.position import position_of
from underdeck.games.dungeon.state import State, is_alive
from underdeck.minds.dungeon.features import (
    MAX_ACTIVE,
    RANKS,
    SCALARS,
    SET_FEATURES,
    Counts,
    write_features,
)


def features(state: State, seat: int, *, is_open: bool = False) -> tuple[list[int], list[float]]:
    """Return the set features that apply and the scalars."""
    active, scalars = [0] * MAX_ACTIVE, [0.0] * SCALARS
    counts = Counts(*([0] * RANKS for _ in Counts._fields))
    count = write_features(state, seat, is_open, counts, active, scalars)
    return active[:count], scalars


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_features_are_within_their_bounds(options: DungeonOptions) -> None:
    for seed in range(20):
        state = random_game(options, seed, 4 * seed).state
        for seat in range(options.players):
            if is_alive(state, seat):
                for is_open in (False, True):
                    active, scalars = features(state, seat, is_open=is_open)
                    assert len({*active}) == len(active)
                    assert all(0 <= feature < SET_FEATURES for feature in active)
                    assert all(0 <= scalar <= 4 for scalar in scalars)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_features_need_no_more_than_a_position(options: DungeonOptions) -> None:
    for seed in range(20):
        state = random_game(options, seed, 4 * seed).state
        for seat in range(options.players):
            if is_alive(state, seat):
                assert features(position_of(state, seat), seat) == features(state, seat)
