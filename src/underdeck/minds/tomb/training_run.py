"""A training that survives interruptions: checkpoints in one file, then a file of weights.

A checkpoint holds the plan, too, so that only the same training can be continued from it. The
weights are the same whether or not the training was interrupted.
"""

import json
import time
import zipfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np

from underdeck.minds.evaluate import Layers, network_of
from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.network import write_network
from underdeck.minds.tomb.compiled_player import seed_key
from underdeck.minds.tomb.programs import find_program, new_mind, new_stack
from underdeck.minds.tomb.search import Depth
from underdeck.minds.tomb.selfplay import play_deals
from underdeck.minds.tomb.training import Plan, Progress, Trainer
from underdeck.refusal import Refusal

CHECKPOINT_INTERVAL_S = 60.0
CHECKED_DEALS = 5_000
"""The deals on which finished weights are tried."""
CHECK_SEED = "check of trained weights"
PLAN_NAME = "plan.json"
"""The name of the plan within a checkpoint."""


class TrainingRun:
    """A training with its files: weights at `out`, and a checkpoint beside it until then."""

    def __init__(self, plan: Plan, out: Path, *, resume: bool) -> None:
        self.plan, self.out = plan, out
        self.checkpoint = out.with_name(f"{out.name}.checkpoint")
        if self.checkpoint.exists() and not resume:
            raise Refusal("training_exists", path=str(self.checkpoint))
        if resume and not self.checkpoint.exists():
            raise Refusal("no_training", path=str(self.checkpoint))
        if resume:
            self._check_plan()
        self.trainer = Trainer(plan)
        if resume:
            self.trainer.load(self.checkpoint)
        self._saved = time.monotonic()

    @property
    def step(self) -> int:
        """The number of steps done."""
        return self.trainer.step

    @property
    def steps(self) -> int:
        """The number of steps of the whole training."""
        return self.plan.steps

    def _check_plan(self) -> None:
        """Refuse a checkpoint of another plan, or a file that is no checkpoint."""
        try:
            with zipfile.ZipFile(self.checkpoint) as saved:
                plan = json.loads(saved.read(PLAN_NAME))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile):
            raise Refusal("training_damaged", path=str(self.checkpoint)) from None
        ours = asdict(self.plan)
        for name, value in plan.items():
            if ours.get(name) != value:
                raise Refusal("other_training", name=name, one=value, other=ours.get(name))

    def run(self, report: Callable[[TrainingReport], None]) -> None:
        """Train to the end; a checkpoint is written every minute."""

        def report_step(progress: Progress) -> None:
            if time.monotonic() - self._saved >= CHECKPOINT_INTERVAL_S:
                self.save()
            report(TrainingReport(*vars(progress).values()))

        self.trainer.run(report_step)

    def save(self) -> None:
        """Write a checkpoint; an interrupted write leaves the one before."""
        draft = self.checkpoint.with_name(f".{self.checkpoint.name}.npz")
        self.trainer.save(draft)
        with zipfile.ZipFile(draft, "a") as saved:
            saved.writestr(PLAN_NAME, json.dumps(asdict(self.plan)))
        draft.replace(self.checkpoint)
        self._saved = time.monotonic()

    def finish(self) -> dict[str, float]:
        """Write the averaged weights, delete the checkpoint, and try the weights."""
        layers = Layers(**self.trainer.adam.average)
        draft = self.out.with_name(f".{self.out.name}.draft")
        write_network(draft, network_of(layers))
        draft.replace(self.out)
        self.checkpoint.unlink(missing_ok=True)
        return greedy_results(layers, self.plan.goal, CHECKED_DEALS)


def greedy_results(layers: Layers, goal: int, deals: int) -> dict[str, float]:
    """Return the share of wins and the mean points of greedy play with a network."""
    stack, fresh = new_stack()
    rows = np.zeros((deals, 3), np.int64)
    find_program(play_deals)(
        stack,
        fresh,
        new_mind(layers),
        np.zeros(4, np.int64),
        seed_key(CHECK_SEED),
        0,
        rows,
        Depth(goal, 0, 0),
    )
    return {"won": float(rows[:, 1].mean()), "points": float(rows[:, 2].mean())}
