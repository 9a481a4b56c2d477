"""Training of the value network of Tomb: games against the deck, and targets.

The network for late positions comes first, since its targets depend on no other network. Then the
other one learns from targets of TD(lambda), at last from means over all next cards, which have
hardly any noise.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from underdeck.games.tomb.options import Options
from underdeck.minds.evaluate import Layers
from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.network import FEW_BITS
from underdeck.minds.tomb.compiled_player import seed_key
from underdeck.minds.tomb.features import FEATURES, LATE, MAX_ACTIVE, SCALARS
from underdeck.minds.tomb.foresight import LINES, learn_foresight
from underdeck.minds.tomb.programs import (
    find_program,
    new_exact_values,
    new_mind,
    new_solution,
    new_stack,
)
from underdeck.minds.tomb.relaxation import Solution
from underdeck.minds.tomb.search import MAX_POINTS, Depth, ExactValues, Mind
from underdeck.minds.tomb.selfplay import (
    CERTAIN,
    MAX_DRAWS,
    TARGET,
    Lessons,
    learn_deals,
    play_deals,
)
from underdeck.minds.training import WORKERS, Examples, Learner, Plan, StepPlan, Trainer
from underdeck.minds.training_run import TrainingRun
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


LATE_POSITIONS = LATE + 2
"""The maximum of late positions in a line of play."""
CHECKED_DEALS = 5_000
"""The deals on which finished weights are tried."""
CHECK_SEED = "check of trained weights"


@dataclass(frozen=True)
class TombPlan(Plan):
    """What is trained, and for how long."""

    steps: int = 7500
    late: float = 0.04
    """The share of steps, at first, that train the network for late positions."""
    late_hidden: int = 256
    late_batch: int = 512
    late_deals: int = 1280
    """The deals of a worker in such a step; all are played with a known deck."""
    late_passes: int = 4
    """How often each late position is learned from."""
    quick: float = 0.5
    """The share of the other steps with targets from the card that came."""
    hidden: int = 192
    deals: int = 512
    """Deals of a worker in a step."""
    lookahead: float = 0.25
    """Later, the share of positions whose next cards are all tried."""
    later_deals: int = 256
    """Later, the deals of a worker in a step."""
    solved: int = 96
    """Later, the deals of a worker in a step that are played with a known deck, too."""
    keep: float = 0.7
    later_keep: float = 0.4


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
    def new(cls, plan: "TombPlan") -> "Worker":
        """Return a worker with room for the deals of a step."""
        return cls(
            *new_stack(HOUSE_RULES),
            new_lessons(MAX_DRAWS * plan.deals),
            new_lessons(LINES * max(MAX_DRAWS * plan.solved, LATE_POSITIONS * plan.late_deals)),
            new_solution(1 << 16),
            new_exact_values(1 << 16),
        )


def new_lessons(rows: int) -> Lessons:
    """Return room for a number of positions."""
    return Lessons(
        active=np.zeros((rows, MAX_ACTIVE), np.int16),
        late=np.zeros(rows, np.bool_),
        counts=np.zeros(rows, np.int64),
        scalars=np.zeros((rows, SCALARS), np.float32),
        numbers=np.zeros((rows, 4), np.float64),
        totals=np.zeros(3, np.float64),
    )


class TombTrainer(Trainer[TombPlan]):
    """Trains the networks of a goal."""

    features = FEATURES
    bits = FEW_BITS

    def __init__(self, plan: TombPlan) -> None:
        super().__init__(plan)
        late = Learner(self.features, plan.late_hidden, plan.hidden2, f"{plan.seed} late")
        self.learners.append(late)
        self.late_steps = round(plan.late * plan.steps)
        self.workers = [Worker.new(plan) for _ in range(WORKERS)]
        self._learn = find_program(learn_deals)
        self._foresee = find_program(learn_foresight)
        self._key = np.array(words_of(f"deals {plan.seed}"), np.int64)
        self._solved_key = np.array(words_of(f"solved deals {plan.seed}"), np.int64)
        self._explore = np.array([round(each * CERTAIN) for each in EXPLORE], np.int64)

    @property
    def is_late(self) -> bool:
        """Whether the current step trains the network for late positions."""
        return self.step < self.late_steps

    def step_plan(self) -> StepPlan:
        """Return what is learned in the current step."""
        plan, (early, late) = self.plan, self.learners
        if self.is_late:
            return StepPlan(late, self.step / self.late_steps, plan.late_batch, plan.late_passes)
        return StepPlan(early, self._early_share(), plan.batch, passes=1)

    def _early_share(self) -> float:
        """Return the share of the steps after those for late positions that is done."""
        return (self.step - self.late_steps) / (self.plan.steps - self.late_steps)

    def play(self, pool: ThreadPoolExecutor) -> Iterator[Examples]:
        """Play the deals of the current step and yield their positions."""
        found = list(pool.map(self._play, range(WORKERS)))
        for worker, (played, solved) in zip(self.workers, found, strict=True):
            yield examples_of(worker.lessons, played, is_late=self.is_late)
            yield examples_of(worker.foreseen, solved, is_late=self.is_late)

    def report(self, loss: float) -> TrainingReport:
        """Return the means over the deals of the last step."""
        wins, points, games = sum(worker.lessons.totals for worker in self.workers)
        steps = self.step, self.plan.steps
        if games == 0:
            return TrainingReport(*steps, None, None, loss)
        return TrainingReport(*steps, wins / games, MAX_POINTS * points / games, loss)

    def _play(self, index: int) -> tuple[int, int]:
        """Play a worker's deals of the current step; return the numbers of its positions."""
        plan, worker = self.plan, self.workers[index]
        worker.lessons.totals[:] = 0
        early, late = self.learners
        late_weights = late.weights if self.is_late else late.adam.average
        mind = new_mind(Layers(**early.weights), Layers(**late_weights))
        mind = mind._replace(exact=worker.exact)
        if self.is_late:
            return 0, self._play_solved(worker, mind, index, plan.late_deals, 0.0)
        quick = self._early_share() < plan.quick
        played: int = self._learn(
            worker.stack,
            worker.fresh,
            mind,
            worker.stream,
            worker.chance,
            self._key,
            self._number(index) * plan.deals,
            plan.deals if quick else plan.later_deals,
            plan.goal,
            self._explore,
            0 if quick else round(plan.lookahead * CERTAIN),
            plan.keep if quick else plan.later_keep,
            worker.lessons,
        )
        if quick or plan.solved == 0:
            return played, 0
        return played, self._play_solved(worker, mind, index, plan.solved, plan.lookahead)

    def _play_solved(
        self, worker: Worker, mind: Mind, index: int, deals: int, lookahead: float
    ) -> int:
        """Play deals with a known deck; return the number of positions."""
        count: int = self._foresee(
            worker.stack,
            worker.fresh,
            mind,
            worker.stream,
            worker.chance,
            self._solved_key,
            self._number(index) * max(self.plan.late_deals, self.plan.solved),
            deals,
            self.plan.goal,
            round(lookahead * CERTAIN),
            worker.solution,
            worker.foreseen,
        )
        return count

    def _number(self, index: int) -> int:
        """Return the number of a worker's part of the current step, among all parts."""
        return self.step * WORKERS + index


def examples_of(lessons: Lessons, count: int, *, is_late: bool) -> Examples:
    """Return the late positions among the first ones of some lessons, or the others."""
    chosen = lessons.late[:count] == is_late
    columns = (lessons.active, lessons.counts, lessons.scalars, lessons.numbers[:, TARGET])
    return Examples(*(column[:count][chosen] for column in columns))


def greedy_results(
    early: Layers, late: Layers, goal: int, deals: int = CHECKED_DEALS
) -> dict[str, float]:
    """Return the share of wins and the mean points of greedy play with both networks."""
    stack, fresh = new_stack()
    rows = np.zeros((deals, 3), np.int64)
    find_program(play_deals)(
        stack,
        fresh,
        new_mind(early, late),
        np.zeros(4, np.int64),
        seed_key(CHECK_SEED),
        0,
        rows,
        Depth(goal, 0, 0),
    )
    return {"won": float(rows[:, 1].mean()), "points": float(rows[:, 2].mean())}


def open_training(plan: TombPlan, out: Path, *, resume: bool) -> TrainingRun:
    """Return a new training that writes weights to a file, or an interrupted one."""
    return TrainingRun(
        plan,
        lambda: TombTrainer(plan),
        lambda early, late: greedy_results(early, late, plan.goal),
        out,
        resume=resume,
    )
