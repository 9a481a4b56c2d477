"""The files of networks, and the features they read."""

from pathlib import Path
from random import Random

import pytest

from minds.tomb.games import HOUSE_RULES, random_states
from underdeck.minds.network import Network, read_network, write_network
from underdeck.minds.tomb.features import (
    FEATURES,
    MAX_ACTIVE,
    SCALARS,
    SET_FEATURES,
    write_features,
)
from underdeck.minds.tomb.network import GOALS, load_network
from underdeck.minds.tomb.position import position_in

MAX_BYTES = 300_000
"""All weights in the package together."""


def test_a_file_gives_back_its_network(tmp_path: Path) -> None:
    random = Random(1)

    def row(size: int) -> list[float]:
        return [random.randrange(-64, 64) / 16 for _ in range(size)]

    network = Network(
        [row(4) for _ in range(FEATURES)], row(4), [row(3) for _ in range(4)], row(3), row(4)
    )
    write_network(tmp_path / "file", network)
    assert read_network((tmp_path / "file").read_bytes()) == network


def test_the_weights_of_the_package_are_small() -> None:
    folder = Path(__file__).parents[3] / "src/underdeck/minds/tomb"
    assert sum((folder / f"{goal}.weights").stat().st_size for goal in GOALS) <= MAX_BYTES
    assert all(len(load_network(goal).rows) == FEATURES for goal in range(len(GOALS)))


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_features_stay_within_their_ranges(options: object) -> None:
    active, scalars = [0] * MAX_ACTIVE, [0.0] * SCALARS
    for seed in range(40):
        for state in random_states(seed, options):  # type: ignore[arg-type]
            count = write_features(position_in(state), active, scalars)
            assert len(set(active[:count])) == count
            assert all(0 <= feature < SET_FEATURES for feature in active[:count])
            assert all(0 <= scalar <= 2.5 for scalar in scalars)
