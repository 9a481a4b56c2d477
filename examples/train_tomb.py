"""Train an agent for Tomb of Four Kings with MaskablePPO, and see how it does against random play on the same deals.

pip install "underdeck[env]" sb3-contrib
python examples/train_tomb.py --minutes 2
"""

# ruff: noqa: T201  a script talks

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
TABLES = 16
"""Games that are played side by side while learning."""

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], NDArray[np.int64]]
"""An action for each row of observations and masks."""


class Clock(BaseCallback):
    """Stops training when the time is up."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.end = time.monotonic() + 60 * minutes

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def train(minutes: float, seed: int, options: dict[str, Any]) -> MaskablePPO:
    """A policy that has learnt for so long, by points and nothing else."""
    torch.set_num_threads(1)
    tables = VecNormalize(
        DummyVecEnv([lambda: gym.make(TOMB, **options)] * TABLES), norm_obs=False, gamma=1.0
    )
    model = MaskablePPO(
        "MlpPolicy",
        tables,
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
    """The points of a policy in so many games, always the same deals, side by side."""
    tables = gym.make_vec(TOMB, num_envs=games, **options)
    observations, info = tables.reset(
        options={"deals": [f"evaluation {game}" for game in range(games)]}
    )
    points = np.full(games, np.nan)
    while np.isnan(points).any():
        observations, rewards, over, _, info = tables.step(
            policy(observations, info["action_mask"])
        )
        points = np.where(over & np.isnan(points), rewards, points)
    return points


def told(name: str, points: NDArray[np.float64]) -> str:
    """A mean with its 95 % interval."""
    margin = 1.96 * points.std(ddof=1) / len(points) ** 0.5
    return f"{name:>10}: {points.mean():6.2f} points, 95 % interval {points.mean() - margin:6.2f} to {points.mean() + margin:6.2f}"


def main() -> None:
    """Train, then compare."""
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
    learnt = play(
        lambda seen, masks: model.predict(seen, action_masks=masks, deterministic=True)[0],
        chosen.games,
        options,
    )
    aimless = play(
        lambda _, masks: (random.random(masks.shape) * masks).argmax(1), chosen.games, options
    )
    print(f"{model.num_timesteps} steps in {chosen.minutes:g} minutes, then {chosen.games} deals")
    print(told("random", aimless))
    print(told("learnt", learnt))
    print(told("difference", learnt - aimless))


if __name__ == "__main__":
    main()
