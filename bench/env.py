"""Gymnasium environments of Tomb with random legal actions: vectorized against single."""

from collections.abc import Iterator

import gymnasium as gym
import numpy as np

from bench.measure import Line, best

TOMB = "underdeck.env:underdeck/Tomb-v0"
GAMES, STEPS, SINGLE_STEPS = 1024, 100, 4000


class Single:
    """One environment, reset whenever a game is over."""

    def __init__(self, random: np.random.Generator) -> None:
        self.env, self.random = gym.make(TOMB), random
        self.mask = self.env.reset(seed=1)[1]["action_mask"]

    def __call__(self) -> None:
        for _ in range(SINGLE_STEPS):
            _, _, over, _, info = self.env.step(
                (self.random.random(self.mask.shape) * self.mask).argmax()
            )
            self.mask = self.env.reset()[1]["action_mask"] if over else info["action_mask"]


class Vectorized:
    """Many games per step."""

    def __init__(self, random: np.random.Generator) -> None:
        self.envs, self.random = gym.make_vec(TOMB, num_envs=GAMES), random
        self.masks = self.envs.reset(seed=1)[1]["action_mask"]

    def __call__(self) -> None:
        for _ in range(STEPS):
            *_, info = self.envs.step((self.random.random(self.masks.shape) * self.masks).argmax(1))
            self.masks = info["action_mask"]


def lines() -> Iterator[Line]:
    """Measure the environments."""
    random = np.random.default_rng(1)
    single, vectorized = best(Single(random), Vectorized(random))
    rates = SINGLE_STEPS / single, GAMES * STEPS / vectorized
    name = f"Tomb, Gymnasium vector environment of {GAMES:,} games, deals included"
    yield Line(
        name,
        f"single environment: {rates[0]:,.0f} steps/s",
        f"{rates[1]:,.0f} steps/s",
        f"{rates[1] / rates[0]:.0f}",
    )
