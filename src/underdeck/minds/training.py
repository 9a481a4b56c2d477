"""Training of a value network step by step; it can be interrupted and continued.

A step plays a fixed number of games with the current weights and learns from their positions.
Everything follows from the seed: the same plan gives the same weights on the same machine.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.learning import Adam, Floats, Weights, gradients, new_network, write_inputs
from underdeck.minds.memory import FloatTable, Ints, IntTable
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


class Trainer(ABC, Generic[PlanT]):
    """Trains the network of one game."""

    features: int
    """The number of features of the game."""

    def __init__(self, plan: PlanT) -> None:
        self.plan = plan
        self.step = 0
        random = np.random.default_rng(words_of(f"weights {plan.seed}"))
        self.weights = new_network(self.features, plan.hidden, plan.hidden2, random)
        self.adam = Adam(self.weights)

    @abstractmethod
    def play(self, pool: ThreadPoolExecutor) -> Iterable[Examples]:
        """Play the games of the current step and return their positions."""

    @abstractmethod
    def report(self, loss: float) -> TrainingReport:
        """Return the means over the games of the last step."""

    def run(self, report: Callable[[TrainingReport], None]) -> None:
        """Train to the end of the plan."""
        with ThreadPoolExecutor(WORKERS) as pool:
            while self.step < self.plan.steps:
                report(self.take_step(pool))

    def take_step(self, pool: ThreadPoolExecutor) -> TrainingReport:
        """Play and learn once."""
        random = np.random.default_rng(words_of(f"order {self.plan.seed} {self.step}"))
        rate, losses = self.learning_rate(), [0.0]
        for batch in self._batches(list(self.play(pool)), random):
            gradient, loss = gradients(self.weights, *batch)
            self.adam.update(self.weights, gradient, rate, self.plan.averaging)
            losses.append(loss)
        self.step += 1
        return self.report(sum(losses) / max(len(losses) - 1, 1))

    def learning_rate(self) -> float:
        """Return the rate of the current step, which falls along a cosine."""
        plan = self.plan
        share = (1 + math.cos(math.pi * self.step / plan.steps)) / 2
        return plan.last_rate + (plan.rate - plan.last_rate) * share

    def _batches(
        self, parts: list[Examples], random: np.random.Generator
    ) -> Iterator[tuple[Floats, Floats]]:
        """Yield the inputs and targets of batches, from all positions in random order."""
        inputs = np.zeros((sum(len(part.counts) for part in parts), self.features), np.float32)
        targets = np.concatenate([part.targets for part in parts]).astype(np.float32)
        end = 0
        for part in parts:
            rows = inputs[end : end + len(part.counts)]
            write_inputs(part.active, part.counts, part.scalars, rows)
            end += len(rows)
        order = random.permutation(len(inputs))
        for chosen in np.array_split(order, max(round(len(inputs) / self.plan.batch), 1)):
            yield inputs[chosen], targets[chosen]

    def save(self, path: Path) -> None:
        """Write everything that is needed to continue; an interrupted write leaves the old file."""
        arrays = {
            f"{part}.{name}": each
            for part, weights in self._parts().items()
            for name, each in weights.items()
        }
        temporary = path.with_suffix(".partial.npz")
        np.savez(temporary, allow_pickle=False, step=self.step, updates=self.adam.updates, **arrays)
        temporary.replace(path)

    def load(self, path: Path) -> None:
        """Continue from a file that `save` wrote."""
        with np.load(path) as saved:
            self.step, self.adam.updates = int(saved["step"]), int(saved["updates"])
            for part, weights in self._parts().items():
                for name, each in weights.items():
                    each[:] = saved[f"{part}.{name}"]

    def _parts(self) -> dict[str, Weights]:
        return {
            "weights": self.weights,
            "mean": self.adam.mean,
            "square": self.adam.square,
            "average": self.adam.average,
        }
