"""Training of the value network of Dungeon: games that it plays against itself."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from underdeck.games.dungeon.options import Options
from underdeck.minds.dungeon.features import FEATURES, MAX_ACTIVE, SCALARS
from underdeck.minds.dungeon.programs import find_program, new_mind, new_stack
from underdeck.minds.dungeon.selfplay import (
    CERTAIN,
    DRAWS,
    GAMES,
    MAX_LESSONS,
    TARGET,
    Lessons,
    Manner,
    learn_games,
    play_rivals,
)
from underdeck.minds.evaluate import Layers
from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.training import WORKERS, Examples, Plan, Trainer
from underdeck.minds.training_run import TrainingRun
from underdeck.sfc32 import words_of

TURN_LIMIT = 200
"""Games of a training are a stalemate after this many turns."""
CHECKED_GAMES = 1_000
"""The games in which finished weights are tried."""
CHECK_SEED = "check of trained weights"
DUELS = 12
"""Of 24 deals, those of two players without a variant."""


def option_mix(turn_limit: int = TURN_LIMIT) -> list[Options]:
    """Return the options of the deals, in turn: mostly two players without a variant."""
    others: list[dict[str, Any]] = [
        {"players": 3},
        {"players": 4},
        {"pitch_black": True},
        {"pitch_black": True},
        {"jokers_wild": True},
        {"almost_black": True},
        {"suicide_queen": True, "counter_attack": 3},
        {"players": 3, "pitch_black": True},
        {"players": 4, "pitch_black": True, "accuse_freely": True},
        {"players": 3, "jokers_wild": True, "counter_attack": 1},
        {"players": 4, "almost_black": True, "counter_attack": 2},
        {"players": 4, "suicide_queen": True, "surrender_keeps_rest": True},
    ]
    plain = [Options(turn_limit=turn_limit)] * DUELS
    varied = [Options(turn_limit=turn_limit, **each) for each in others]
    return [each for pair in zip(plain, varied, strict=True) for each in pair]


@dataclass(frozen=True)
class DungeonPlan(Plan):
    """What is trained, and for how long."""

    steps: int = 1600
    hidden: int = 104
    games: int = 64
    """Games of a worker in a step."""
    explore: float = 0.01
    """The share of random moves."""
    taught_explore: float = 0.05
    """The share of random moves while the teacher plays."""
    write: float = 0.12
    """The share of positions that are learned from."""
    keep: float = 0.85
    """The weight of what follows in the game, after each position."""
    taught_keep: float = 0.97
    """The same while the teacher plays, whose games are long."""
    rate: float = 1e-3
    taught_steps: float = 0.25
    """The share of steps, at first, in whose games the teacher plays all seats."""
    taught: float = 0.35
    """Later, the share of seats that the teacher plays."""
    opening: int = 40
    """Every other game begins with fewer than this number of moves by the teacher."""
    noise: float = 0.02
    """The spread of random numbers that are added to the values of moves."""


@dataclass
class Worker:
    """The memory of one player of games."""

    stack: Any
    fresh: Any
    lessons: Lessons
    stream: Any = field(default_factory=lambda: np.zeros(4, np.int64))

    @classmethod
    def new(cls, plan: DungeonPlan) -> "Worker":
        """Return a worker with room for the positions of a step."""
        rows = max(plan.games, 2) * MAX_LESSONS // 4
        lessons = Lessons(
            active=np.zeros((rows, MAX_ACTIVE), np.int16),
            counts=np.zeros(rows, np.int64),
            scalars=np.zeros((rows, SCALARS), np.float32),
            numbers=np.zeros((rows, 3), np.float64),
            totals=np.zeros(4, np.float64),
        )
        return cls(*new_stack(option_mix()), lessons)


class DungeonTrainer(Trainer[DungeonPlan]):
    """Trains the network."""

    features = FEATURES

    def __init__(self, plan: DungeonPlan) -> None:
        super().__init__(plan)
        self.workers = [Worker.new(plan) for _ in range(WORKERS)]
        self._learn = find_program(learn_games)
        self._key = np.array(words_of(f"games {plan.seed}"), np.int64)

    def play(self, pool: ThreadPoolExecutor) -> Iterator[Examples]:
        """Play the games of the current step and yield their positions."""
        found = list(pool.map(self._play, range(WORKERS)))
        for worker, count in zip(self.workers, found, strict=True):
            lessons = worker.lessons
            columns = (lessons.active, lessons.counts, lessons.scalars, lessons.numbers[:, TARGET])
            yield Examples(*(column[:count] for column in columns))

    def report(self, loss: float) -> TrainingReport:
        """Return the share of games that somebody won in the last step."""
        totals = sum(worker.lessons.totals for worker in self.workers)
        decided = 1 - totals[DRAWS] / totals[GAMES]
        return TrainingReport(self.step, self.plan.steps, decided, None, loss)

    def _play(self, index: int) -> int:
        """Play a worker's games of the current step; return the number of its positions."""
        plan, worker = self.plan, self.workers[index]
        worker.lessons.totals[:] = 0
        taught = self.step < plan.taught_steps * plan.steps
        manner = Manner(
            round((plan.taught_explore if taught else plan.explore) * CERTAIN),
            round(plan.write * CERTAIN),
            plan.taught_keep if taught else plan.keep,
            round((1.0 if taught else plan.taught) * CERTAIN),
            plan.opening,
            plan.noise,
        )
        count: int = self._learn(
            worker.stack,
            worker.fresh,
            new_mind(Layers(**self.weights)),
            worker.stream,
            self._key,
            (self.step * WORKERS + index) * plan.games,
            plan.games,
            manner,
            worker.lessons,
        )
        return count


def rival_results(layers: Layers, games: int = CHECKED_GAMES) -> dict[str, float]:
    """Return the share of games of two that greedy play wins against the teacher."""
    won: int = find_program(play_rivals)(
        *new_stack([Options(turn_limit=TURN_LIMIT)]),
        new_mind(layers),
        np.zeros(4, np.int64),
        np.array(words_of(CHECK_SEED), np.int64),
        games,
    )
    return {"won": won / games, "games": games}


def open_training(plan: DungeonPlan, out: Path, *, resume: bool) -> TrainingRun:
    """Return a new training that writes weights to a file, or an interrupted one."""
    return TrainingRun(plan, lambda: DungeonTrainer(plan), rival_results, out, resume=resume)


class DungeonTrainings:
    """The trainings of Dungeon; see `minds.laboratory.Trainings`."""

    goals = ("win",)
    plan = DungeonPlan()
    """The plan of a training, apart from its seed and its steps."""

    def open_training(
        self, out: Path, goal: str, seed: str, steps: int | None, *, resume: bool
    ) -> TrainingRun:
        """Return a new training that writes weights to a file, or an interrupted one."""
        number = self.goals.index(goal)
        plan = replace(self.plan, goal=number, seed=seed, steps=steps or self.plan.steps)
        return open_training(plan, out, resume=resume)


TRAININGS = DungeonTrainings()
