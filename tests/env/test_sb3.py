"""Tomb for Stable-Baselines3: the games of the vector environment, restarted at once."""

from typing import Any

import pytest

pytest.importorskip(
    "stable_baselines3",
    reason="the adapter needs stable-baselines3: pip install stable-baselines3 sb3-contrib",
)

import gymnasium as gym
import numpy as np
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from underdeck.env.sb3 import TombVecEnv

TOMB = "underdeck.env:underdeck/Tomb-v0"
GAMES = 6


def choose(random: np.random.Generator, env: Any) -> Any:
    """Choose a legal action per game."""
    masks = np.stack(env.env_method("action_masks"))
    return (random.random(masks.shape) * masks).argmax(1)


@pytest.mark.parametrize("options", [{}, {"count_cards": True, "max_episode_steps": 9}])
def test_the_same_as_single_environments_of_the_library(options: dict[str, Any]) -> None:
    ours = TombVecEnv(GAMES, **options)
    theirs = DummyVecEnv([lambda: gym.make(TOMB, compiled=False, **options)] * GAMES)
    random = np.random.default_rng(1)
    for env in (ours, theirs):
        env.seed(5)
    assert ours.reset().tobytes() == theirs.reset().tobytes()
    for _ in range(60):
        actions = choose(random, ours)
        assert (
            np.stack(theirs.env_method("action_masks")) == ours.env_method("action_masks")
        ).all()
        seen, rewards, over, infos = ours.step(actions)
        expected, wanted, ended, expected_infos = theirs.step(actions)
        assert seen.tobytes() == expected.tobytes()
        assert rewards.tobytes() == wanted.tobytes()
        assert (over == ended).all()
        for info, other in zip(infos, expected_infos, strict=True):
            assert info.get("TimeLimit.truncated", False) == other["TimeLimit.truncated"]
            assert info.get("result") == other.get("result")
            if "terminal_observation" in other:
                last = info["terminal_observation"]
                assert last.tobytes() == other["terminal_observation"].tobytes()


def test_episodes_are_monitored() -> None:
    env, random, points = VecMonitor(TombVecEnv(GAMES)), np.random.default_rng(2), []
    env.reset()
    for _ in range(60):
        *_, infos = env.step(choose(random, env))
        points += [(info["episode"]["r"], info["result"]["points"]) for info in infos if info]
    assert points
    assert all(reward == result for reward, result in points)


def test_games_have_no_methods_or_attributes_of_their_own() -> None:
    env = TombVecEnv(GAMES)
    assert env.has_attr("action_masks")
    assert not env.has_attr("foo")
    assert env.get_attr("reward", [1, 2]) == ["points", "points"]
    assert env.env_is_wrapped(gym.Wrapper, 0) == [False]
    with pytest.raises(AttributeError, match=r"^unknown method 'render': the only one is action_"):
        env.env_method("render")
    with pytest.raises(AttributeError, match=r"^reward of a single game can't be set"):
        env.set_attr("reward", "win")


def test_an_algorithm_with_masks_learns_from_it() -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="masks need sb3-contrib")
    model = contrib.MaskablePPO("MlpPolicy", TombVecEnv(GAMES), n_steps=16, batch_size=32)
    model.learn(200)
    assert model.num_timesteps >= 200
