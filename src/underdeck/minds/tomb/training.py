"""Training of the value network of Tomb: games against the deck, targets, Adam.

A step plays a fixed number of deals with the current weights and learns from their positions. First
the targets are those of TD(lambda), then means over all next cards, which have hardly any noise.
Everything follows from the seed: the same plan gives the same weights on the same machine.
"""

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from underdeck.games.tomb.options import Options
from underdeck.minds.evaluate import Layers
from underdeck.minds.learning import Adam, Floats, Weights, gradients, new_network, write_inputs
from underdeck.minds.tomb.features import FEATURES, MAX_ACTIVE, SCALARS
from underdeck.minds.tomb.foresight import LINES, learn_foresight
from underdeck.minds.tomb.programs import (
    find_program,
    new_exact_values,
    new_mind,
    new_solution,
    new_stack,
)
from underdeck.minds.tomb.relaxation import Solution
from underdeck.minds.tomb.search import ExactValues
from underdeck.minds.tomb.selfplay import CERTAIN, MAX_DRAWS, TARGET, Lessons, learn_deals
from underdeck.sfc32 import words_of

DEFAULT_SHARE = 15
HOUSE_RULES = (
    *[Options()] * DEFAULT_SHARE,
    Options(earliest_turnaround=2),
    Options(scroll_from_column=True),
    Options(scroll_in_discards=False),
    Options(drop_sum=True),
    Options(disarm_after_fail=True),
)
"""The house rules of the deals, in turn: mostly none."""
EXPLORE = (0.01, 0.02, 0.01, 0.05, 0.01, 0.15, 0.02, 0.4)
"""The probabilities of a random move, in turn; they spread over the house rules, too, because 20 is
no multiple of 8 times 5."""
WORKERS = 2
"""The parts of a step that are played at the same time; part of the plan, as it fixes the deals."""


@dataclass(frozen=True)
class Plan:
    """What is trained, and for how long."""

    goal: int
    seed: str = "1"
    steps: int = 7200
    quick: float = 0.5
    """The share of steps with targets from the card that came."""
    hidden: int = 192
    hidden2: int = 32
    deals: int = 512
    """Deals of a worker in a step."""
    lookahead: float = 0.25
    """Later, the share of positions whose next cards are all tried."""
    later_deals: int = 256
    """Later, the deals of a worker in a step."""
    solved: int = 96
    """Later, the deals of a worker in a step that are played with a known deck, too."""
    batch: int = 4096
    rate: float = 2e-3
    last_rate: float = 2e-5
    keep: float = 0.7
    later_keep: float = 0.4
    averaging: float = 0.002
    """The weight of the newest weights in the average that is the result."""


@dataclass
class Worker:
    """The memory of one player of deals."""

    stack: Any
    fresh: Any
    lessons: Lessons
    foreseen: Lessons
    solution: Solution
    exact: ExactValues
    """Exact values of positions, which don't depend on the network."""
    stream: Any = field(default_factory=lambda: np.zeros(4, np.int64))
    chance: Any = field(default_factory=lambda: np.zeros(4, np.int64))

    @classmethod
    def new(cls, plan: "Plan") -> "Worker":
        """Return a worker with room for the deals of a step."""
        return cls(
            *new_stack(HOUSE_RULES),
            new_lessons(plan.deals),
            new_lessons(plan.solved * LINES),
            new_solution(1 << 16),
            new_exact_values(1 << 16),
        )


def new_lessons(deals: int) -> Lessons:
    """Return room for the positions of a number of deals."""
    rows = MAX_DRAWS * deals
    return Lessons(
        active=np.zeros((rows, MAX_ACTIVE), np.int16),
        counts=np.zeros(rows, np.int64),
        scalars=np.zeros((rows, SCALARS), np.float32),
        numbers=np.zeros((rows, 4), np.float64),
        totals=np.zeros(3, np.float64),
    )


@dataclass(frozen=True)
class Progress:
    """A report after a step, with means over the deals since the last one."""

    step: int
    steps: int
    wins: float
    points: float
    loss: float


class Trainer:
    """Trains a network step by step; can be saved and continued."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.step = 0
        random = np.random.default_rng(words_of(f"weights {plan.seed}"))
        self.weights = new_network(FEATURES, plan.hidden, plan.hidden2, random)
        self.adam = Adam(self.weights)
        self.workers = [Worker.new(plan) for _ in range(WORKERS)]
        self._learn = find_program(learn_deals)
        self._foresee = find_program(learn_foresight)
        self._key = np.array(words_of(f"deals {plan.seed}"), np.int64)
        self._solved_key = np.array(words_of(f"solved deals {plan.seed}"), np.int64)
        self._explore = np.array([round(each * CERTAIN) for each in EXPLORE], np.int64)

    def run(self, report: Callable[[Progress], None], until: int | None = None) -> Weights:
        """Train to the end of the plan, or to a step; return the averaged weights."""
        with ThreadPoolExecutor(WORKERS) as pool:
            while self.step < min(until or self.plan.steps, self.plan.steps):
                report(self.take_step(pool))
        return self.adam.average

    def take_step(self, pool: ThreadPoolExecutor) -> Progress:
        """Play and learn once."""
        plan = self.plan
        found = list(pool.map(self._play, range(WORKERS)))
        random = np.random.default_rng(words_of(f"order {plan.seed} {self.step}"))
        progress = self.step / plan.steps
        rate = (
            plan.last_rate + (plan.rate - plan.last_rate) * (1 + math.cos(math.pi * progress)) / 2
        )
        losses = []
        for batch in self._batches(found, random):
            gradient, loss = gradients(self.weights, *batch)
            self.adam.update(self.weights, gradient, rate, plan.averaging)
            losses.append(loss)
        self.step += 1
        wins, points, games = sum(worker.lessons.totals for worker in self.workers)
        return Progress(
            self.step, plan.steps, wins / games, 100 * points / games, float(np.mean(losses or [0]))
        )

    def _batches(
        self, found: list[tuple[int, int]], random: np.random.Generator
    ) -> Iterator[tuple[Floats, Floats]]:
        """Yield the inputs and targets of batches, from all positions in random order."""
        parts = [
            part
            for worker, counts in zip(self.workers, found, strict=True)
            for part in zip((worker.lessons, worker.foreseen), counts, strict=True)
            if part[1]
        ]
        inputs = np.zeros((sum(count for _, count in parts), FEATURES), np.float32)
        targets = np.zeros(len(inputs), np.float32)
        end = 0
        for lessons, count in parts:
            rows = slice(end, end + count)
            write_inputs(lessons.active, lessons.counts, lessons.scalars, inputs[rows])
            targets[rows] = lessons.numbers[:count, TARGET]
            end += count
        order = random.permutation(len(inputs))
        for chosen in np.array_split(order, max(round(len(inputs) / self.plan.batch), 1)):
            yield inputs[chosen], targets[chosen]

    def _play(self, index: int) -> tuple[int, int]:
        """Play a worker's deals of the current step; return the numbers of its positions."""
        plan, worker = self.plan, self.workers[index]
        quick = self.step < plan.quick * plan.steps
        worker.lessons.totals[:] = 0
        mind = new_mind(Layers(**self.weights))._replace(exact=worker.exact)
        number = self.step * WORKERS + index
        played: int = self._learn(
            worker.stack,
            worker.fresh,
            mind,
            worker.stream,
            worker.chance,
            self._key,
            number * plan.deals,
            plan.deals if quick else plan.later_deals,
            plan.goal,
            self._explore,
            0 if quick else round(plan.lookahead * CERTAIN),
            plan.keep if quick else plan.later_keep,
            worker.lessons,
        )
        if quick or plan.solved == 0:
            return played, 0
        solved: int = self._foresee(
            worker.stack,
            worker.fresh,
            mind,
            worker.stream,
            worker.chance,
            self._solved_key,
            number * plan.solved,
            plan.solved,
            plan.goal,
            round(plan.lookahead * CERTAIN),
            worker.solution,
            worker.foreseen,
        )
        return played, solved

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
