"""A training learns, and interruptions don't change its weights."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from minds.tomb.plans import TINY, small
from underdeck.games.tomb.options import Options
from underdeck.minds.laboratory import TrainingReport
from underdeck.minds.network import read_networks
from underdeck.minds.tomb.training import PHASES, TombPlan, open_training
from underdeck.refusal import Refusal
from underdeck.study.match import Match
from underdeck.study.policies import read_policy

SHORT = replace(
    TINY,
    goal=1,
    steps=80,
    hidden=32,
    late_hidden=32,
    hidden2=16,
    averaging=0.05,
    phases=tuple(phase._replace(rate=5e-3) for phase in small(deals=64, solved=2, late=32)),
)


def test_the_phases_cover_all_steps() -> None:
    plan = TombPlan()
    assert sum(phase.steps for phase in plan.phases) == pytest.approx(1)
    found = [plan.phase(step)[0] for step in range(plan.steps)]
    assert [found.count(phase) for phase in PHASES] == [240, 1600, 1600, 560]
    assert found == sorted(found, key=PHASES.index)
    assert plan.phase(240) == (PHASES[1], 0.0)


def run(plan: TombPlan, out: Path) -> bytes:
    training = open_training(plan, out, resume=False)
    training.run(lambda _: None)
    training.finish()
    return out.read_bytes()


class Killed(Exception):
    """The process ends between two steps."""


def test_an_interrupted_training_gives_the_same_weights(tmp_path: Path) -> None:
    out = tmp_path / "interrupted.weights"
    interrupted = open_training(TINY, out, resume=False)

    def stop(report: TrainingReport) -> None:
        if report.step == 2:
            interrupted.save()
        if report.step == 3:
            raise Killed

    with pytest.raises(Killed):
        interrupted.run(stop)
    continued = open_training(TINY, out, resume=True)
    assert continued.step == 2
    continued.run(lambda _: None)
    continued.finish()
    assert out.read_bytes() == run(TINY, tmp_path / "straight.weights")
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "interrupted.weights",
        "straight.weights",
    ]


def test_a_short_training_beats_random_play(tmp_path: Path) -> None:
    training = open_training(SHORT, tmp_path / "short.weights", resume=False)
    training.run(lambda _: None)
    results = training.finish()
    match = Match("tomb", Options(), "1", read_policy("tomb", "random"))
    random_points = match.measures.values(match.rows(0, 2000), "points").mean()
    assert results["points"] > 1.5 * random_points
    networks = read_networks((tmp_path / "short.weights").read_bytes())
    assert all(np.isfinite(network.bias).all() for network in networks)


def test_checkpoints_are_protected(tmp_path: Path) -> None:
    out = tmp_path / "a.weights"
    with pytest.raises(Refusal, match="no_training"):
        open_training(TINY, out, resume=True)
    open_training(TINY, out, resume=False).save()
    with pytest.raises(Refusal, match="training_exists"):
        open_training(TINY, out, resume=False)
    with pytest.raises(Refusal, match="other_training"):
        open_training(replace(TINY, seed="other"), out, resume=True)
    (tmp_path / "a.weights.checkpoint").write_text("no zip", encoding="utf-8")
    with pytest.raises(Refusal, match="training_damaged"):
        open_training(TINY, out, resume=True)
