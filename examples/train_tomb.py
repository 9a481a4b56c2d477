"""Train an agent for Tomb of Four Kings with MaskablePPO and compare it with random play.

pip install '.[env]' sb3-contrib
python examples/train_tomb.py --minutes 10
"""

# ruff: noqa: T201  a script prints

import argparse
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from underdeck.env.sb3 import TombVecEnv

TOMB = "underdeck.env:underdeck/Tomb-v0"
ENVIRONMENTS = 256
"""Number of games that are played in parallel during training."""
STEPS = 32
"""Moves in each of these games between two updates of the network."""
REPORT_S = 15
"""Seconds between two lines of progress."""
RECENT_GAMES = 10_000
"""Number of games whose mean is reported."""
LEARNING_RATE, LAST_LEARNING_RATE = 1e-3, 5e-5

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], NDArray[np.int64]]
"""An action for each row of observations and masks."""


class Progress(BaseCallback):
    """Stops training when the time is up, and prints the mean of recent games until then."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.begun, self.duration = time.monotonic(), 60 * minutes
        self.points: deque[int] = deque(maxlen=RECENT_GAMES)
        self.reported = 0.0

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self.begun

    def learning_rate(self, _: float) -> float:
        """Return the learning rate, which falls until the time is up."""
        left = max(0.0, 1 - self.elapsed() / self.duration)
        return LAST_LEARNING_RATE + left * (LEARNING_RATE - LAST_LEARNING_RATE)

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "result" in info:
                self.points.append(info["result"]["points"])
        seconds = self.elapsed()
        if seconds - self.reported >= REPORT_S and self.points:
            self.reported = seconds
            print(
                f"{seconds:5.0f} s, {self.num_timesteps / 1e6:5.2f} million moves: "
                f"{np.mean(self.points):5.2f} points in the last {len(self.points):,} games",
                flush=True,
            )
        return seconds < self.duration


def train(minutes: float, seed: int, options: dict[str, Any]) -> MaskablePPO:
    """Return a model that was trained for a number of minutes, with points as its only reward."""
    torch.set_num_threads(1)  # more threads only wait for each other in a network this small
    progress = Progress(minutes)
    model = MaskablePPO(
        "MlpPolicy",
        TombVecEnv(ENVIRONMENTS, **options),
        n_steps=STEPS,
        batch_size=2048,
        n_epochs=3,
        gamma=1.0,
        gae_lambda=0.95,
        learning_rate=progress.learning_rate,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    return model.learn(1_000_000_000, callback=progress)


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
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=10_000)
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
    print(f"{model.num_timesteps} moves in {chosen.minutes:g} minutes, then {chosen.games} deals")
    print(summarize("random", random_points))
    print(summarize("trained", trained_points))
    print(summarize("difference", trained_points - random_points))


if __name__ == "__main__":
    main()
