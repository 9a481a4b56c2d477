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
from typing import Any

from underdeck.minds.evaluate import Layers, layers_of, network_of
from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.network import read_networks, write_networks
from underdeck.minds.training import Plan, Trainer
from underdeck.refusal import Refusal

CHECKPOINT_INTERVAL_S = 60.0
PLAN_NAME = "plan.json"
"""The name of the plan within a checkpoint."""


class TrainingRun:
    """A training with its files: weights at `out`, and a checkpoint beside it until then."""

    def __init__(
        self,
        plan: Plan,
        new_trainer: Callable[[], Trainer[Any]],
        check: Callable[..., dict[str, float]],
        out: Path,
        *,
        resume: bool,
    ) -> None:
        """`check` returns results of games with the layers of all finished networks."""
        self.plan, self.out, self.check = plan, out, check
        self.checkpoint = out.with_name(f"{out.name}.checkpoint")
        if self.checkpoint.exists() and not resume:
            raise Refusal("training_exists", path=str(self.checkpoint))
        if resume and not self.checkpoint.exists():
            raise Refusal("no_training", path=str(self.checkpoint))
        if resume:
            self._check_plan()
        self.trainer = new_trainer()
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

    def _plan_text(self) -> str:
        """Return the plan as JSON."""
        return json.dumps(asdict(self.plan))

    def _check_plan(self) -> None:
        """Refuse a checkpoint of another plan, or a file that is no checkpoint."""
        try:
            with zipfile.ZipFile(self.checkpoint) as saved:
                plan = json.loads(saved.read(PLAN_NAME))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile):
            raise Refusal("training_damaged", path=str(self.checkpoint)) from None
        ours = json.loads(self._plan_text())
        for name, value in plan.items():
            if ours.get(name) != value:
                raise Refusal("other_training", name=name, one=value, other=ours.get(name))

    def run(self, report: Callable[[TrainingReport], None]) -> None:
        """Train to the end; a checkpoint is written every minute."""

        def report_step(progress: TrainingReport) -> None:
            if time.monotonic() - self._saved >= CHECKPOINT_INTERVAL_S:
                self.save()
            report(progress)

        self.trainer.run(report_step)

    def save(self) -> None:
        """Write a checkpoint; an interrupted write leaves the one before."""
        draft = self.checkpoint.with_name(f".{self.checkpoint.name}.npz")
        self.trainer.save(draft)
        with zipfile.ZipFile(draft, "a") as saved:
            saved.writestr(PLAN_NAME, self._plan_text())
        draft.replace(self.checkpoint)
        self._saved = time.monotonic()

    def finish(self) -> dict[str, float]:
        """Write the averaged weights, delete the checkpoint, and try the weights."""
        networks = [network_of(Layers(**learner.adam.average)) for learner in self.trainer.learners]
        draft = self.out.with_name(f".{self.out.name}.draft")
        write_networks(draft, networks, self.trainer.bits)
        draft.replace(self.out)
        self.checkpoint.unlink(missing_ok=True)
        return self.check(*map(layers_of, read_networks(self.out.read_bytes())))
