"""Training of a value network step by step; it can be interrupted and continued.

A step plays a fixed number of games with the current weights and learns from their positions.
Everything follows from the seed: the same plan gives the same weights on the same machine.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.learning import Adam, Floats, Weights, gradients, new_network, write_inputs
from underdeck.minds.memory import FloatTable, Ints, IntTable
from underdeck.minds.network import FULL_BITS
from underdeck.sfc32 import words_of

WORKERS = 2
"""The parts of a step that are played at the same time; part of the plan, as it fixes the games."""


@dataclass(frozen=True)
class Plan:
    """What is trained, and for how long; games add their own fields."""

    goal: int = 0
    seed: str = "1"
    steps: int = 1000
    hidden: int = 96
    hidden2: int = 32
    batch: int = 1024
    rate: float = 2e-3
    last_rate: float = 2e-5
    averaging: float = 0.002
    """The weight of the newest weights in the average that is the result."""


PlanT = TypeVar("PlanT", bound=Plan)


class Examples(NamedTuple):
    """Positions to learn from, a row each."""

    active: IntTable
    """The set features that apply."""
    counts: Ints
    """The number of set features that apply."""
    scalars: FloatTable
    targets: Floats


class StepPlan(NamedTuple):
    """What is learned in a step."""

    learner: "Learner"
    rate: float
    batch: int
    passes: int
    """How often each position is learned from."""


class Learner:
    """A network that learns, with its optimizer."""

    def __init__(self, features: int, hidden: int, hidden2: int, seed: str) -> None:
        random = np.random.default_rng(words_of(f"weights {seed}"))
        self.weights = new_network(features, hidden, hidden2, random)
        self.adam = Adam(self.weights)

    def learn(self, batch: tuple[Floats, Floats], rate: float, averaging: float) -> float:
        """Learn from the inputs and targets of a batch; return the loss."""
        gradient, loss = gradients(self.weights, *batch)
        self.adam.update(self.weights, gradient, rate, averaging)
        return loss

    def arrays(self) -> dict[str, Floats]:
        """Return all arrays that change, by their names in a checkpoint."""
        parts = {
            "weights": self.weights,
            "mean": self.adam.mean,
            "square": self.adam.square,
            "average": self.adam.average,
        }
        return {
            f"{part}.{name}": each
            for part, weights in parts.items()
            for name, each in weights.items()
        }


class Trainer(ABC, Generic[PlanT]):
    """Trains the networks of one game, one in each step."""

    features: int
    """The number of features of the game."""
    bits = FULL_BITS
    """The size of a weight in the file."""

    def __init__(self, plan: PlanT) -> None:
        self.plan = plan
        self.step = 0
        self.learners = [Learner(self.features, plan.hidden, plan.hidden2, plan.seed)]

    @abstractmethod
    def play(self, pool: ThreadPoolExecutor) -> Iterable[Examples]:
        """Play the games of the current step and return their positions."""

    @abstractmethod
    def report(self, loss: float) -> TrainingReport:
        """Return the means over the games of the last step."""

    @property
    def weights(self) -> Weights:
        """The weights of the first network."""
        return self.learners[0].weights

    def step_plan(self) -> StepPlan:
        """Return what is learned in the current step."""
        rate = self.falling_rate(self.plan.rate, self.step / self.plan.steps)
        return StepPlan(self.learners[0], rate, self.plan.batch, passes=1)

    def run(self, report: Callable[[TrainingReport], None]) -> None:
        """Train to the end of the plan."""
        with ThreadPoolExecutor(WORKERS) as pool:
            while self.step < self.plan.steps:
                report(self.take_step(pool))

    def take_step(self, pool: ThreadPoolExecutor) -> TrainingReport:
        """Play and learn once."""
        random = np.random.default_rng(words_of(f"order {self.plan.seed} {self.step}"))
        now = self.step_plan()
        losses = []
        inputs, targets = self._inputs(list(self.play(pool)))
        for _ in range(now.passes):
            order = random.permutation(len(inputs))
            for chosen in np.array_split(order, max(round(len(inputs) / now.batch), 1)):
                batch = inputs[chosen], targets[chosen]
                losses.append(now.learner.learn(batch, now.rate, self.plan.averaging))
        self.step += 1
        return self.report(sum(losses) / len(losses))

    def falling_rate(self, first: float, done: float) -> float:
        """Return the learning rate after a share of some steps; it falls along a cosine."""
        last = self.plan.last_rate
        return last + (first - last) * (1 + math.cos(math.pi * done)) / 2

    def _inputs(self, parts: list[Examples]) -> tuple[Floats, Floats]:
        """Return the features of all positions as rows of numbers, and their targets."""
        inputs = np.zeros((sum(len(part.counts) for part in parts), self.features), np.float32)
        targets = np.concatenate([part.targets for part in parts]).astype(np.float32)
        end = 0
        for part in parts:
            rows = inputs[end : end + len(part.counts)]
            write_inputs(part.active, part.counts, part.scalars, rows)
            end += len(rows)
        return inputs, targets

    def save(self, path: Path) -> None:
        """Write everything that is needed to continue; an interrupted write leaves the old file."""
        updates = [learner.adam.updates for learner in self.learners]
        temporary = path.with_suffix(".partial.npz")
        np.savez(temporary, allow_pickle=False, step=self.step, updates=updates, **self._arrays())
        temporary.replace(path)

    def load(self, path: Path) -> None:
        """Continue from a file that `save` wrote."""
        with np.load(path) as saved:
            self.step = int(saved["step"])
            for learner, updates in zip(self.learners, saved["updates"], strict=True):
                learner.adam.updates = int(updates)
            for name, each in self._arrays().items():
                each[:] = saved[name]

    def _arrays(self) -> dict[str, Floats]:
        """Return all arrays that change, by their names in a checkpoint."""
        return {
            f"{index}.{name}": each
            for index, learner in enumerate(self.learners)
            for name, each in learner.arrays().items()
        }
