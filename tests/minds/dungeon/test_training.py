"""A training of Dungeon learns, and the same plan gives the same weights."""

from dataclasses import replace
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from underdeck.minds.dungeon.features import FEATURES  # noqa: E402  needs the libraries
from underdeck.minds.dungeon.training import (  # noqa: E402
    TRAININGS,
    DungeonPlan,
    open_training,
    option_mix,
    rival_results,
)
from underdeck.minds.evaluate import Layers, layers_of  # noqa: E402
from underdeck.minds.learning import new_network  # noqa: E402
from underdeck.minds.network import read_networks  # noqa: E402

TINY = DungeonPlan(seed="tiny", steps=3, hidden=16, hidden2=8, games=4, batch=128)
SHORT = replace(
    TINY, steps=100, hidden=32, hidden2=16, games=24, rate=5e-3, averaging=0.05, taught_steps=1.0
)


def trained(plan: DungeonPlan, out: Path) -> bytes:
    """Return the weights of a training."""
    training = open_training(plan, out, resume=False)
    training.run(lambda _: None)
    training.finish()
    return out.read_bytes()


def test_the_same_plan_gives_the_same_weights(tmp_path: Path) -> None:
    assert trained(TINY, tmp_path / "one") == trained(TINY, tmp_path / "other")
    assert trained(replace(TINY, seed="2"), tmp_path / "2") != trained(TINY, tmp_path / "3")


def test_a_short_training_learns(tmp_path: Path) -> None:
    weights = new_network(FEATURES, 32, 16, np.random.default_rng(1))
    before = rival_results(Layers(**weights), 200)
    layers = layers_of(read_networks(trained(SHORT, tmp_path / "short.weights"))[0])
    after = rival_results(layers, 200)
    assert after["won"] > before["won"] + 0.15


def test_deals_have_all_numbers_of_players_and_variants() -> None:
    mix = option_mix()
    assert {each.players for each in mix} == {2, 3, 4}
    assert any(each.pitch_black for each in mix)
    assert any(each.counter_attack for each in mix)
    assert sum(each == mix[0] for each in mix) * 2 == len(mix)


def test_the_only_goal_is_to_win(tmp_path: Path) -> None:
    assert TRAININGS.goals == ("win",)
    training = TRAININGS.open_training(tmp_path / "a", "win", "5", 7, resume=False)
    assert (training.plan.seed, training.steps) == ("5", 7)
