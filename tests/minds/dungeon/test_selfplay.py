"""Games that a mind plays against itself."""

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from underdeck.games.dungeon import DungeonOptions  # noqa: E402  needs the libraries
from underdeck.minds.dungeon.features import FEATURES, MAX_ACTIVE, SCALARS  # noqa: E402
from underdeck.minds.dungeon.programs import find_program, new_mind, new_stack  # noqa: E402
from underdeck.minds.dungeon.selfplay import (  # noqa: E402
    CERTAIN,
    GAMES,
    SERIES,
    TARGET,
    Lessons,
    Manner,
    learn_games,
)
from underdeck.minds.evaluate import Layers  # noqa: E402
from underdeck.minds.learning import new_network  # noqa: E402

ROWS = 40_000
OPTIONS = [
    DungeonOptions(turn_limit=60),
    DungeonOptions(players=3, pitch_black=True, turn_limit=60),
    DungeonOptions(players=4, jokers_wild=True, counter_attack=3, turn_limit=60),
]


def play(seed: int) -> tuple[int, Lessons]:
    """Play six games with random weights; return the number of positions written, and them."""
    weights = new_network(FEATURES, 16, 8, np.random.default_rng(seed))
    lessons = Lessons(
        active=np.zeros((ROWS, MAX_ACTIVE), np.int16),
        counts=np.zeros(ROWS, np.int64),
        scalars=np.zeros((ROWS, SCALARS), np.float32),
        numbers=np.zeros((ROWS, 3), np.float64),
        totals=np.zeros(4, np.float64),
    )
    manner = Manner(CERTAIN // 10, CERTAIN // 2, 0.8, CERTAIN // 3, 20, 0.02)
    stream, key = np.zeros(4, np.int64), np.arange(4, dtype=np.int64)
    stack, fresh = new_stack(OPTIONS)
    mind = new_mind(Layers(**weights))
    written = find_program(learn_games)(stack, fresh, mind, stream, key, 0, 6, manner, lessons)
    return written, lessons


def test_positions_have_targets_of_every_seat() -> None:
    written, lessons = play(1)
    targets = lessons.numbers[:written, TARGET]
    assert lessons.totals[GAMES] == 6
    assert written > 300
    assert targets.min() >= 0
    assert targets.max() <= 1
    assert set(lessons.numbers[:written, SERIES]) == {*range(8)}


def test_the_same_weights_play_the_same_games() -> None:
    (first, one), (second, other) = play(2), play(2)
    assert first == second
    assert (one.numbers == other.numbers).all()
    assert (one.active == other.active).all()
