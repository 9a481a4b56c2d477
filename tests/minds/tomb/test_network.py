"""The files of networks, and the features they read."""

from pathlib import Path
from random import Random

import pytest

from minds.tomb.games import HOUSE_RULES, random_states
from underdeck.minds.network import FEW_BITS, FULL_BITS, Network, read_networks, write_networks
from underdeck.minds.tomb.features import (
    FEATURES,
    MAX_ACTIVE,
    SCALARS,
    SET_FEATURES,
    write_features,
)
from underdeck.minds.tomb.network import GOALS, load_networks
from underdeck.minds.tomb.position import position_in

MAX_BYTES = 300_000
"""All weights in the package together."""


def random_network(random: Random, hidden: int) -> Network:
    """Return a network whose weights need few bits."""

    def row(size: int) -> list[float]:
        return [random.randrange(-64, 64) / 16 for _ in range(size)]

    rows = [row(hidden) for _ in range(FEATURES)]
    return Network(rows, row(hidden), [row(3) for _ in range(hidden)], row(3), row(4))


def test_a_file_gives_back_its_networks(tmp_path: Path) -> None:
    random = Random(1)
    networks = [random_network(random, 4), random_network(random, 5)]
    write_networks(tmp_path / "file", networks, FULL_BITS)
    assert read_networks((tmp_path / "file").read_bytes()) == networks


def test_a_small_file_gives_back_almost_its_networks(tmp_path: Path) -> None:
    network = random_network(Random(2), 6)
    network.rows[0] = [0.0] * 6
    write_networks(tmp_path / "small", [network], FEW_BITS)
    (read,) = read_networks((tmp_path / "small").read_bytes())
    assert (read.bias, read.bias2, read.last) == (network.bias, network.bias2, network.last)
    for row, expected in zip(
        [*read.rows, *read.rows2], [*network.rows, *network.rows2], strict=True
    ):
        assert row == pytest.approx(expected, abs=max(map(abs, expected)) / 250)
    write_networks(tmp_path / "large", [network], FULL_BITS)
    assert (tmp_path / "small").stat().st_size < (tmp_path / "large").stat().st_size


def test_the_weights_of_the_package_are_small() -> None:
    folder = Path(__file__).parents[3] / "src/underdeck/minds/tomb"
    assert sum((folder / f"{goal}.weights").stat().st_size for goal in GOALS) <= MAX_BYTES
    networks = [network for goal in range(len(GOALS)) for network in load_networks(goal)]
    assert all(len(network.rows) == FEATURES for network in networks)


@pytest.mark.parametrize("options", HOUSE_RULES)
def test_features_stay_within_their_ranges(options: object) -> None:
    active, scalars = [0] * MAX_ACTIVE, [0.0] * SCALARS
    for seed in range(40):
        for state in random_states(seed, options):  # type: ignore[arg-type]
            count = write_features(position_in(state), active, scalars)
            assert len(set(active[:count])) == count
            assert all(0 <= feature < SET_FEATURES for feature in active[:count])
            assert all(0 <= scalar <= 2.5 for scalar in scalars)
