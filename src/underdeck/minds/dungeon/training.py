"""Training of the value network of Dungeon: games that it plays against itself."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
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
    TURNS,
    Lessons,
    Manner,
    learn_games,
)
from underdeck.minds.evaluate import Layers
from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.training import WORKERS, Examples, Plan, Trainer
from underdeck.minds.training_run import TrainingRun
from underdeck.sfc32 import words_of

TURN_LIMIT = 300
"""Games of a training are a stalemate after this many turns."""
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

    steps: int = 3000
    hidden: int = 104
    games: int = 48
    """Games of a worker in a step."""
    explore: float = 0.03
    """The share of random moves."""
    write: float = 0.15
    """The share of positions that are learned from."""
    keep: float = 0.9
    """The weight of what follows in the game, after each position."""
    rate: float = 1e-3
    guided_steps: float = 0.05
    """The share of steps, at first, whose games are played by a rule of thumb."""
    guided: float = 0.05
    """Later, the share of such games."""


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
        """Return the share of decided games and their mean length."""
        totals = sum(worker.lessons.totals for worker in self.workers)
        games = totals[GAMES]
        decided = 1 - totals[DRAWS] / games
        return TrainingReport(self.step, self.plan.steps, decided, totals[TURNS] / games, loss)

    def _play(self, index: int) -> int:
        """Play a worker's games of the current step; return the number of its positions."""
        plan, worker = self.plan, self.workers[index]
        worker.lessons.totals[:] = 0
        guided = self.step < plan.guided_steps * plan.steps
        manner = Manner(
            round(plan.explore * CERTAIN),
            round(plan.write * CERTAIN),
            1.0 if guided else plan.keep,
            round((1.0 if guided else plan.guided) * CERTAIN),
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


def open_training(plan: DungeonPlan, out: Path, *, resume: bool) -> TrainingRun:
    """Return a new training that writes weights to a file, or an interrupted one."""
    return TrainingRun(plan, lambda: DungeonTrainer(plan), lambda _: {}, out, resume=resume)
