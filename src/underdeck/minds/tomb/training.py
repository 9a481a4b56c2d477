"""Training of the value network of Tomb: games against the deck, and targets.

The network for late positions comes first, since its targets depend on no other network. Then the
other one learns from targets of TD(lambda), at last from means over all next cards, which have
hardly any noise.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from underdeck.games.tomb.options import Options
from underdeck.minds.evaluate import Layers
from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.network import FEW_BITS
from underdeck.minds.tomb.compiled_player import seed_key
from underdeck.minds.tomb.features import FEATURES, LATE, MAX_ACTIVE, SCALARS
from underdeck.minds.tomb.foresight import BRANCHES, LINES, Selection, learn_foresight
from underdeck.minds.tomb.programs import (
    find_program,
    new_exact_values,
    new_mind,
    new_solution,
    new_stack,
)
from underdeck.minds.tomb.relaxation import Solution
from underdeck.minds.tomb.search import MAX_POINTS, Depth, ExactValues
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


class Phase(NamedTuple):
    """A part of the training: which network learns, and from which positions."""

    steps: float
    """The share of all steps."""
    trains_late: bool
    """Whether the network for late positions learns, else the other one."""
    deals: int
    """The deals of a worker in a step."""
    solved: int
    """The deals of a worker in a step that are played with a known deck."""
    lookahead: float
    """The share of positions whose next cards are all tried; 0 takes the card that came."""
    keep: float
    """The weight of what follows in the game in a position's target."""
    rate: float = 2e-3
    batch: int = 1024
    passes: int = 1
    """How often each position is learned from."""


PHASES = (
    Phase(0.06, True, deals=0, solved=96, lookahead=0.0, keep=0.0, batch=512, passes=4),
    Phase(0.40, False, deals=512, solved=0, lookahead=0.0, keep=0.7),
    Phase(0.40, False, deals=256, solved=8, lookahead=0.25, keep=0.4, rate=1e-3),
    Phase(0.14, False, 128, 24, lookahead=0.5, keep=0.0, rate=4e-4, batch=512, passes=3),
)
"""Late positions first, then the others: quickly, with less noise, and at last with none."""


@dataclass(frozen=True)
class TombPlan(Plan):
    """What is trained, and for how long."""

    steps: int = 4000
    hidden: int = 192
    late_hidden: int = 256
    """The units in the first layer of the network for late positions."""
    phases: tuple[Phase, ...] = PHASES

    def phase(self, step: int) -> tuple[Phase, float]:
        """Return the phase of a step, and the share of it that is done before."""
        start = 0.0
        for phase in self.phases:
            length = phase.steps * self.steps
            if step < round(start + length):
                return phase, (step - start) / length
            start += length
        return self.phases[-1], 1.0


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
            new_lessons(MAX_DRAWS * max(phase.deals for phase in plan.phases)),
            new_lessons(LINES * (1 + BRANCHES) * max(map(solved_positions, plan.phases))),
            new_solution(1 << 16),
            new_exact_values(1 << 16),
        )


def solved_positions(phase: Phase) -> int:
    """Return the maximum of positions in one line of each solved deal of a step."""
    return phase.solved * (LATE_POSITIONS if phase.trains_late else MAX_DRAWS)


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
        self.workers = [Worker.new(plan) for _ in range(WORKERS)]
        self._learn = find_program(learn_deals)
        self._foresee = find_program(learn_foresight)
        self._key = np.array(words_of(f"deals {plan.seed}"), np.int64)
        self._solved_key = np.array(words_of(f"solved deals {plan.seed}"), np.int64)
        self._explore = np.array([round(each * CERTAIN) for each in EXPLORE], np.int64)

    def step_plan(self) -> StepPlan:
        """Return what is learned in the current step."""
        phase, done = self.plan.phase(self.step)
        early, late = self.learners
        rate = self.falling_rate(phase.rate, done)
        return StepPlan(late if phase.trains_late else early, rate, phase.batch, phase.passes)

    def play(self, pool: ThreadPoolExecutor) -> Iterator[Examples]:
        """Play the deals of the current step and yield their positions."""
        phase, _ = self.plan.phase(self.step)
        found = list(pool.map(partial(self._play, phase), range(WORKERS)))
        for worker, (played, solved) in zip(self.workers, found, strict=True):
            yield examples_of(worker.lessons, played, is_late=phase.trains_late)
            yield examples_of(worker.foreseen, solved, is_late=phase.trains_late)

    def report(self, loss: float) -> TrainingReport:
        """Return the means over the deals of the last step."""
        wins, points, games = sum(worker.lessons.totals for worker in self.workers)
        steps = self.step, self.plan.steps
        if games == 0:
            return TrainingReport(*steps, None, None, loss)
        return TrainingReport(*steps, wins / games, MAX_POINTS * points / games, loss)

    def _play(self, phase: Phase, index: int) -> tuple[int, int]:
        """Play a worker's deals of the current step; return the numbers of its positions."""
        worker, (early, late) = self.workers[index], self.learners
        worker.lessons.totals[:] = 0
        late_weights = late.weights if phase.trains_late else late.adam.average
        mind = new_mind(Layers(**early.weights), Layers(**late_weights))
        mind = mind._replace(exact=worker.exact)
        lookahead = round(phase.lookahead * CERTAIN)
        memory = worker.stack, worker.fresh, mind, worker.stream, worker.chance
        played: int = self._learn(
            *memory,
            self._key,
            self._number(index) * max(each.deals for each in self.plan.phases),
            phase.deals,
            self.plan.goal,
            self._explore,
            lookahead,
            phase.keep,
            worker.lessons,
        )
        solved: int = self._foresee(
            *memory,
            self._solved_key,
            self._number(index) * max(each.solved for each in self.plan.phases),
            phase.solved,
            Selection(self.plan.goal, int(phase.trains_late), lookahead),
            worker.solution,
            worker.foreseen,
        )
        return played, solved

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
