# ruff: noqa: E402  optional dependencies are checked first
"""Actions and observations of Dungeon: complete, frozen, and free of hidden facts."""

import hashlib
from random import Random

import pytest

np = pytest.importorskip("numpy", reason="observations need numpy: pip install 'underdeck[env]'")

from env.games import DUNGEONS, dungeon_moments, dungeon_view, name_of
from underdeck.env.dungeon_codes import (
    COMMON,
    MOVES,
    OBSERVED_OPTIONS,
    OPEN_ACTIONS,
    PLACES,
    PLAYER,
    SIZE,
    action_count,
    encode,
    mask_of,
    numbered,
)
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.moves import DIG, DungeonMove
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import SEATS


def move_of(number: int) -> DungeonMove:
    move = MOVES[number]
    assert move is not None
    return move


option_sets = pytest.mark.parametrize("options", DUNGEONS, ids=name_of)


@option_sets
def test_every_legal_move_has_an_action_of_its_own(options: Options) -> None:
    for seed in range(3):
        for state, _ in dungeon_moments(options, seed, 250):
            for seat in range(options.players):
                view = dungeon_view(state, seat)
                numbers = numbered(view.legal, seat, options.players)
                assert sorted(numbers.values()) == sorted(view.legal)
                assert max(numbers, default=0) < action_count(options)
                assert mask_of(numbers, action_count(options)).sum() == len(numbers)
                assert all(move_of(number)[:3] == move[:3] for number, move in numbers.items())


def test_actions_are_frozen() -> None:
    texts = "\n".join(map(relative_text, MOVES))
    assert (OPEN_ACTIONS, len(MOVES)) == (397, 1261)
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == "f66080318fe30d2f"


def test_observations_are_frozen() -> None:
    """A change needs environments `v1` beside `v0`.

    A new house rule can be played, but isn't observed, until there are such environments: leave
    `OBSERVED_OPTIONS` as it is.
    """
    sizes = [*COMMON.sizes.items(), *PLAYER.sizes.items()]
    names = "\n".join([*OBSERVED_OPTIONS, *(f"{name} {n}" for name, n in sizes)])
    assert (len(OBSERVED_OPTIONS), COMMON.size, PLAYER.size, SIZE) == (16, 149, 131, 673)
    assert hashlib.sha256(names.encode()).hexdigest()[:16] == "cfeeaa29b827c827"


def relative_text(move: DungeonMove | None) -> str:
    """Return the text of a move whose target counts from the acting seat: `p1` is the next."""
    if move is None or move.target is None:
        return str(move)
    return str(move._replace(target=move.target - 1))


def test_targets_are_counted_from_the_acting_seat() -> None:
    for seat in range(4):
        moves = [DungeonMove(4, 13, 13, (seat + step) % 4) for step in (1, 2, 3)]
        assert [move_of(number).target for number in sorted(numbered(moves, seat, 4))] == [1, 2, 3]
        assert list(numbered(moves, seat, 4).values()) == moves


def test_only_the_first_places_have_actions() -> None:
    moves = [DungeonMove(DIG, 9, 9, None, place) for place in range(3, 3 + 2 * PLACES, 2)] + [
        DungeonMove(DIG, 9, 9, None, 90)
    ]
    numbers = numbered(moves, 0, 2)
    assert list(numbers.values()) == moves[:-1]
    assert [move_of(number).place for number in sorted(numbers)] == list(range(PLACES))


@option_sets
def test_an_observation_is_within_0_and_1_and_shows_nothing_hidden(
    options: Options,
) -> None:
    random, differ = Random(2), 0
    for state, knowledge in dungeon_moments(options, 7, 120):
        for seat in range(options.players):
            view = dungeon_view(state, seat)
            row = encode(view)
            assert row.shape == (SIZE,)
            assert 0 <= row.min() <= row.max() <= 1
            if random.random() < 0.3:
                resampled = sample_state(state, knowledge[seat], view, random)
                assert (encode(dungeon_view(resampled, seat)) == row).all()
                assert numbered(
                    dungeon_view(resampled, seat).legal, seat, options.players
                ) == numbered(view.legal, seat, options.players)
                differ += resampled != state
        encode(dungeon_view(state, None))
    assert differ > 5


def test_an_observation_begins_with_the_viewer() -> None:
    for state, _ in dungeon_moments(Options(players=3), 3, 150):
        rows = [encode(dungeon_view(state, seat)) for seat in range(3)]
        parts = [
            [
                row[COMMON.size + place * PLAYER.size :][: PLAYER.size].tobytes()
                for place in range(SEATS)
            ]
            for row in rows
        ]
        for seat in range(3):
            assert [parts[seat][(other - seat) % 3] for other in range(3)] == parts[0][:3]
            assert not any(parts[seat][3])
