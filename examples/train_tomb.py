"""Train an agent for Tomb of Four Kings with MaskablePPO and compare it with random play.

pip install '.[env]' sb3-contrib
python examples/train_tomb.py --minutes 2
"""

# ruff: noqa: T201  a script prints

import argparse
import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

TOMB = "underdeck.env:underdeck/Tomb-v0"
ENVIRONMENTS = 16
"""Number of games that are played in parallel during training."""

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], NDArray[np.int64]]
"""An action for each row of observations and masks."""


class Clock(BaseCallback):
    """Stop training when the time is up."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.end = time.monotonic() + 60 * minutes

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def train(minutes: float, seed: int, options: dict[str, Any]) -> MaskablePPO:
    """Return a model that was trained for a number of minutes, with points as its only reward."""
    torch.set_num_threads(1)
    environments = VecNormalize(
        DummyVecEnv([lambda: gym.make(TOMB, **options)] * ENVIRONMENTS), norm_obs=False, gamma=1.0
    )
    model = MaskablePPO(
        "MlpPolicy",
        environments,
        n_steps=256,
        batch_size=512,
        n_epochs=6,
        gamma=1.0,
        learning_rate=5e-4,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    return model.learn(100_000_000, callback=Clock(minutes))


def play(policy: Policy, games: int, options: dict[str, Any]) -> NDArray[np.float64]:
    """Return the points of a policy in each game, on the same deals at every call."""
    environments = gym.make_vec(TOMB, num_envs=games, **options)
    observations, info = environments.reset(
        options={"deals": [f"evaluation {game}" for game in range(games)]}
    )
    points = np.full(games, np.nan)
    while np.isnan(points).any():
        observations, rewards, over, _, info = environments.step(
            policy(observations, info["action_mask"])
        )
        points = np.where(over & np.isnan(points), rewards, points)
    return points


def summarize(name: str, points: NDArray[np.float64]) -> str:
    """Format a mean with its 95 % confidence interval."""
    margin = 1.96 * points.std(ddof=1) / len(points) ** 0.5
    low, high = points.mean() - margin, points.mean() + margin
    return f"{name:>10}: {points.mean():6.2f} points, 95 % interval {low:6.2f} to {high:6.2f}"


def main() -> None:
    """Train a model, then compare it with random play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--count-cards", action="store_true", help="let the agent see which cards have been turned"
    )
    chosen = parser.parse_args()
    options = {"count_cards": chosen.count_cards}
    model = train(chosen.minutes, chosen.seed, options)
    random = np.random.default_rng(chosen.seed)
    trained_points = play(
        lambda seen, masks: model.predict(seen, action_masks=masks, deterministic=True)[0],
        chosen.games,
        options,
    )
    random_points = play(
        lambda _, masks: (random.random(masks.shape) * masks).argmax(1), chosen.games, options
    )
    print(f"{model.num_timesteps} steps in {chosen.minutes:g} minutes, then {chosen.games} deals")
    print(summarize("random", random_points))
    print(summarize("trained", trained_points))
    print(summarize("difference", trained_points - random_points))


if __name__ == "__main__":
    main()
