"""Environments with random legal actions, beside those of other libraries, in one run.

Every turn includes the resets and the choice of actions, whose random weights are drawn beforehand.
"""

from collections.abc import Callable, Iterator
from itertools import count
from statistics import median
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np

from bench.measure import Line, median_ratio, rates
from bench.peers import pettingzoo_leduc, pgx_sparrow_mahjong
from underdeck.env import dungeon_v0
from underdeck.env.dungeon_vector import DungeonVectorEnv

TOMB = "underdeck.env:underdeck/Tomb-v0"
SINGLE_STEPS, VECTOR_STEPS = 2000, 20_000
"""Minimum number of steps in a turn."""
WEIGHTS = np.random.default_rng(1).integers(1, 128, (64, 2048)).astype(np.int8)

Turn = Callable[[], int]
"""Makes some steps and returns their number."""


class Comparison(NamedTuple):
    """Two environments to compare, by name."""

    ours: str
    theirs: str
    goal: str = ""


COMPARISONS = (
    Comparison("Tomb, single", "CartPole, single", ">= 60,000 steps/s"),
    Comparison("Tomb, single", "Blackjack, single"),
    Comparison("Tomb, 64 games", "CartPole, 64 games"),
    Comparison("Tomb, 1,024 games", "CartPole, 64 games", ">= 3,000,000 steps/s"),
    Comparison("Tomb, 1,024 games", "Tomb, single"),
    Comparison("Dungeon, PettingZoo", "PettingZoo leduc_holdem", ">= 20,000 steps/s"),
    Comparison("Dungeon, 1,024 games", "pgx sparrow_mahjong, 1,000 games"),
    Comparison("Dungeon, 1,024 games", "Dungeon, PettingZoo"),
)


def chosen(mask: Any, number: int) -> Any:
    """Choose a legal action of each row."""
    return (mask * WEIGHTS[number % len(WEIGHTS), : mask.shape[-1]]).argmax(-1)


def single_tomb() -> Turn:
    """One game of Tomb, reset whenever it is over."""
    env = gym.make(TOMB)
    mask = env.reset(seed=1)[1]["action_mask"]

    def turn() -> int:
        nonlocal mask
        for number in range(SINGLE_STEPS):
            _, _, over, _, info = env.step(chosen(mask, number))
            mask = env.reset()[1]["action_mask"] if over else info["action_mask"]
        return SINGLE_STEPS

    return turn


def single(name: str) -> Turn:
    """One of Gymnasium's environments with two actions, reset whenever it is over."""
    env = gym.make(name)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(2, size=SINGLE_STEPS).tolist()

    def turn() -> int:
        for action in actions:
            _, _, over, cut, _ = env.step(action)
            if over or cut:
                env.reset()
        return SINGLE_STEPS

    return turn


def many_tombs(games: int) -> Turn:
    """Many games of Tomb in one step."""
    envs = gym.make_vec(TOMB, num_envs=games)
    masks = envs.reset(seed=1)[1]["action_mask"]

    def turn() -> int:
        nonlocal masks
        for number in range(VECTOR_STEPS // games + 1):
            *_, info = envs.step(chosen(masks, number))
            masks = info["action_mask"]
        return games * (VECTOR_STEPS // games + 1)

    return turn


def many_cart_poles(games: int) -> Turn:
    """Gymnasium's own vectorized environment."""
    envs = gym.make_vec("CartPole-v1", num_envs=games, vectorization_mode="vector_entry_point")
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(2, size=(VECTOR_STEPS // games, games))

    def turn() -> int:
        for row in actions:
            envs.step(row)
        return actions.size

    return turn


def dungeon() -> Turn:
    """Dungeon for two players, turn by turn."""
    env, numbers = dungeon_v0.env(), count()

    def turn() -> int:
        steps = 0
        while steps < SINGLE_STEPS:
            env.reset(seed=next(numbers))
            for _ in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                assert observation is not None
                env.step(None if ended or cut else chosen(observation["action_mask"], steps))
                steps += 1
        return steps

    return turn


def many_dungeons(games: int) -> Turn:
    """Many games of Dungeon for two players in one step."""
    envs = DungeonVectorEnv(games)
    turns = envs.reset(seed=1)

    def turn() -> int:
        nonlocal turns
        for number in range(VECTOR_STEPS // games + 1):
            turns = envs.step(chosen(turns.masks, number))
        return games * (VECTOR_STEPS // games + 1)

    return turn


def repeated(play: Turn) -> Turn:
    """Play short games until there are enough steps."""

    def turn() -> int:
        steps = 0
        while steps < SINGLE_STEPS:
            steps += play()
        return steps

    return turn


ENVIRONMENTS: dict[str, Callable[[], Turn]] = {
    "Tomb, single": single_tomb,
    "CartPole, single": lambda: single("CartPole-v1"),
    "Blackjack, single": lambda: single("Blackjack-v1"),
    "Tomb, 64 games": lambda: many_tombs(64),
    "CartPole, 64 games": lambda: many_cart_poles(64),
    "Tomb, 1,024 games": lambda: many_tombs(1024),
    "Dungeon, PettingZoo": dungeon,
    "PettingZoo leduc_holdem": lambda: repeated(pettingzoo_leduc()),
    "Dungeon, 1,024 games": lambda: many_dungeons(1024),
    "pgx sparrow_mahjong, 1,000 games": pgx_sparrow_mahjong,
}


def lines() -> Iterator[Line]:
    """Measure all environments in turns."""
    turns: dict[str, Turn] = {}
    missing: dict[str, str | None] = {}
    for name, make in ENVIRONMENTS.items():
        try:
            turns[name] = make()
        except ImportError as error:
            missing[name] = error.name
    found = dict(zip(turns, rates(*turns.values()), strict=True))
    for ours, theirs, goal in COMPARISONS:
        measured = f"{median(found[ours]):,.0f} steps/s"
        if theirs in missing:
            yield Line(ours, f"{theirs}: {missing[theirs]} is missing", measured, "skipped", goal)
            continue
        reference = f"{theirs}: {median(found[theirs]):,.0f} steps/s"
        ratio = f"{median_ratio(found[ours], found[theirs]):.2f}"
        yield Line(ours, reference, measured, ratio, goal)
