"""Tomb for learning agents: many games in one step against one environment, both with random legal actions."""

from collections.abc import Iterator

import gymnasium as gym
import numpy as np

from bench.measure import Line, best

TOMB = "underdeck.env:underdeck/Tomb-v0"
GAMES, STEPS, SINGLE_STEPS = 1024, 100, 4000


class Alone:
    """One environment, which is reset whenever a game is over."""

    def __init__(self, random: np.random.Generator) -> None:
        self.env, self.random = gym.make(TOMB), random
        self.mask = self.env.reset(seed=1)[1]["action_mask"]

    def __call__(self) -> None:
        for _ in range(SINGLE_STEPS):
            _, _, over, _, info = self.env.step(
                (self.random.random(self.mask.shape) * self.mask).argmax()
            )
            self.mask = self.env.reset()[1]["action_mask"] if over else info["action_mask"]


class Together:
    """Many games in one step."""

    def __init__(self, random: np.random.Generator) -> None:
        self.envs, self.random = gym.make_vec(TOMB, num_envs=GAMES), random
        self.masks = self.envs.reset(seed=1)[1]["action_mask"]

    def __call__(self) -> None:
        for _ in range(STEPS):
            *_, info = self.envs.step((self.random.random(self.masks.shape) * self.masks).argmax(1))
            self.masks = info["action_mask"]


def lines() -> Iterator[Line]:
    """The environments' part of the table."""
    random = np.random.default_rng(1)
    alone, together = best(Alone(random), Together(random))
    rates = SINGLE_STEPS / alone, GAMES * STEPS / together
    what = f"Tomb for Gymnasium, {GAMES} games in one step, deals included"
    yield Line(
        what,
        f"one environment: {rates[0]:,.0f} steps/s",
        f"{rates[1]:,.0f} steps/s",
        f"{rates[1] / rates[0]:.0f}",
    )
