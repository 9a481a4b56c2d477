"""Bounds: exact sums, and the same result after an interruption."""

from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from underdeck.games.tomb.options import Options
from underdeck.refusal import Refusal
from underdeck.study.bound import Bound, BoundPlan, Sums


class Stub:
    """A laboratory whose values follow from the numbers of deals."""

    def lower_values(self, options: Options, goal: str, seed: str, first: int, count: int) -> Any:
        plain = np.arange(first, first + count) % 3 / 2
        return plain, plain / 2 + (0.125 if options.drop_sum else 0.0)

    def upper_values(self, *args: Any) -> Any:
        return np.arange(args[-2], args[-2] + args[-1]) % 3 / 2 + 0.25

    def scale(self, goal: str) -> float:
        return 100 if goal == "points" else 1

    def weights_hash(self, goal: str) -> str:
        return "hash"


@pytest.fixture(autouse=True)
def laboratory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundPlan, "laboratory", Stub())


PLAN = BoundPlan("tomb", Options(), "1", 35, "win", 1, house_rules=True)


def finished(plan: BoundPlan = PLAN) -> Bound:
    bound = Bound(plan)
    assert [*bound.run()] == [10, 20, 30, 35]
    return bound


def test_results_and_what_rules_are_worth() -> None:
    results = finished().results()
    values = np.arange(20 * 35) % 3 / 2
    assert results["strong"]["mean"] == pytest.approx(values.mean())
    assert results["lower"]["error"] == pytest.approx(values.std(ddof=1) / 2 / (20 * 35) ** 0.5)
    gap, lower, upper = results["gap"], results["lower"], results["upper"]
    assert gap["mean"] == pytest.approx(upper["mean"] - lower["mean"])
    assert gap["error"] ** 2 == pytest.approx(upper["error"] ** 2 + lower["error"] ** 2)
    assert results["perfect"] == {
        "low": results["lower"]["low"],
        "high": results["upper"]["high"],
    }
    assert {rule: figure["mean"] for rule, figure in results["rules"].items()} == {
        "earliest_turnaround=2": 0.0,
        "scroll_from_column=on": 0.0,
        "scroll_in_discards=off": 0.0,
        "drop_sum=on": 0.125,
        "disarm_after_fail=on": 0.0,
    }


def test_points_are_hundredths_of_values() -> None:
    assert finished(replace(PLAN, goal="points")).results()["lower"]["mean"] == pytest.approx(
        100 * finished().results()["lower"]["mean"]
    )


def test_an_interrupted_run_has_the_same_result() -> None:
    interrupted = Bound(PLAN)
    with closing(interrupted.run()) as parts:
        assert [*islice(parts, 2)] == [10, 20]
    continued = Bound(PLAN)
    continued.load(interrupted.saved(), "file")
    assert [*continued.run()] == [30, 35]
    assert continued.as_json() == finished().as_json()


def test_files_of_other_runs_are_refused() -> None:
    saved = finished().saved()
    with pytest.raises(Refusal) as caught:
        Bound(replace(PLAN, deals=36)).load(saved, "file")
    assert caught.value.params == {"path": "file", "name": "deals", "one": 35, "other": 36}
    with pytest.raises(Refusal, match="file"):
        Bound(PLAN).load("{}", "file")


def test_sums_are_exact_in_any_order() -> None:
    values = np.random.default_rng(1).normal(size=100)
    parts = [Sums.of(values[place : place + 7]) for place in range(0, 100, 7)]
    whole = Sums()
    for part in reversed(parts):
        whole = whole.plus(part)
    assert whole == Sums.of(values)
    assert whole.error == pytest.approx(values.std(ddof=1) / 10, rel=1e-5)
