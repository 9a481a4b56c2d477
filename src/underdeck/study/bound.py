"""Bounds for perfect play: what strong play reaches, and what no player can exceed.

The number of deals is part of the plan, since an interval is valid only if it was fixed before. A
task is a fixed number of deals and sums are exact, so that the result is the same for any number of
workers, and whether or not the run was interrupted. Strong play is much cheaper than an upper
bound, so it plays more deals, from a seed of its own: the two bounds are independent.
"""

import json
from collections.abc import Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from underdeck.intervals import Z
from underdeck.minds.laboratory import Laboratory
from underdeck.options import GameOptions, option_text, option_values
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.study.executors import map_ordered

DEALS_PER_TASK = 10
UNIT = 1 << 24
"""Values are counted in units of one part in this number, so that their sums are exact."""

LOWER_DEALS = 20
"""The deals of strong play for each deal of the upper bound."""

PLAIN, LOWER, UPPER = "plain", "lower", "upper"
RULE = "rule "
"""The prefix of what a house rule is worth."""


@dataclass(frozen=True)
class Sums:
    """The exact sums of values and of their squares, in units."""

    count: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "Sums":
        """Return the sums of some values."""
        units = [round(value * UNIT) for value in values.tolist()]
        return cls(len(units), sum(units), sum(each * each for each in units))

    def plus(self, other: "Sums") -> "Sums":
        """Add more values."""
        return Sums(
            self.count + other.count, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        """The mean of the values."""
        return self.total / self.count / UNIT

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        spread = self.squares * self.count - self.total * self.total
        return float((max(spread, 0) / max(self.count - 1, 1)) ** 0.5 / self.count / UNIT)

    def as_json(self, scale: float) -> dict[str, float]:
        """Return the mean with its standard error and its interval of 95 %."""
        return interval_of(scale * self.mean, scale * self.error)


def interval_of(mean: float, error: float) -> dict[str, float]:
    """Return a mean with its standard error and its interval of 95 %."""
    return {"mean": mean, "error": error, "low": mean - Z * error, "high": mean + Z * error}


@dataclass(frozen=True)
class BoundPlan:
    """What is bounded, and on which deals."""

    game: str
    options: GameOptions
    seed: str
    deals: int
    goal: str
    plies: int
    house_rules: bool
    """Whether the value of each house rule is measured, too."""

    @property
    def laboratory(self) -> Laboratory:
        """The experiments of the game."""
        laboratory: Laboratory = find_part(self.game, "laboratory")
        return laboratory

    def variations(self) -> dict[str, GameOptions]:
        """Return the options with one house rule changed, by its text: `drop_sum=on`."""
        if not self.house_rules:
            return {}
        return {
            f"{option.name}={option_text(value)}": replace(self.options, **{option.name: value})
            for option in fields(self.options)
            for value in option_values(option)
            if value != getattr(self.options, option.name)
        }

    def as_json(self) -> dict[str, Any]:
        """Return the plan and the hash of the weights that it uses, as JSON."""
        return {
            "game": self.game,
            "house": asdict(self.options),
            "seed": self.seed,
            "deals": self.deals,
            "goal": self.goal,
            "plies": self.plies,
            "house_rules": self.house_rules,
            "weights": self.laboratory.weights_hash(self.goal),
        }


def bound_task(plan: BoundPlan, first: int, count: int) -> dict[str, Sums]:
    """Return the sums of some deals."""
    laboratory = plan.laboratory
    upper = laboratory.upper_values(plan.options, plan.goal, plan.plies, plan.seed, first, count)
    played = plan.goal, f"{plan.seed} lower", LOWER_DEALS * first, LOWER_DEALS * count
    plain, lower = laboratory.lower_values(plan.options, *played)
    values = {PLAIN: plain, LOWER: lower, UPPER: upper}
    for rule, options in plan.variations().items():
        _, changed = laboratory.lower_values(options, *played)
        values[RULE + rule] = changed - lower
    return {name: Sums.of(each) for name, each in values.items()}


@dataclass
class Bound:
    """A run of a plan: the sums of the deals done so far."""

    plan: BoundPlan
    jobs: int = 1
    cluster: str | None = None
    sums: dict[str, Sums] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """The number of deals done."""
        return self.sums[UPPER].count if self.sums else 0

    @property
    def scale(self) -> float:
        """The unit of values in the results: 1 for shares, 100 for points."""
        return self.plan.laboratory.scale(self.plan.goal)

    def prepare(self) -> None:
        """Compile the programs in this process, so that workers find them in the cache."""
        bound_task(replace(self.plan, house_rules=False), 0, 1)

    def run(self) -> Generator[int]:
        """Compute the rest of the deals; yield the number of deals done after each task."""
        for part in map_ordered(bound_task, self._tasks(), self.jobs, self.cluster):
            self.sums = {
                name: self.sums.get(name, Sums()).plus(sums) for name, sums in part.items()
            }
            yield self.done

    def _tasks(self) -> Iterator[tuple[BoundPlan, int, int]]:
        """Yield the tasks that are left; they begin at multiples of their size."""
        for first in range(self.done, self.plan.deals, DEALS_PER_TASK):
            yield self.plan, first, min(DEALS_PER_TASK, self.plan.deals - first)

    def results(self) -> dict[str, Any]:
        """Return both bounds with their intervals, and that of perfect play."""
        scale = self.scale
        figures = {name: sums.as_json(scale) for name, sums in self.sums.items()}
        lower, upper = figures[LOWER], figures[UPPER]
        gap = interval_of(upper["mean"] - lower["mean"], hypot(upper["error"], lower["error"]))
        return {
            "strong": figures[PLAIN],
            "lower": lower,
            "upper": upper,
            "gap": gap,
            "perfect": {"low": lower["low"], "high": upper["high"]},
            "rules": {
                name.removeprefix(RULE): figure
                for name, figure in figures.items()
                if name.startswith(RULE)
            },
        }

    def as_json(self) -> dict[str, Any]:
        """Return the plan and the results as JSON."""
        return {**self.plan.as_json(), "done": self.done, **self.results()}

    def saved(self) -> str:
        """Return everything that is needed to continue, as JSON."""
        sums = {name: asdict(each) for name, each in self.sums.items()}
        return json.dumps({"plan": self.plan.as_json(), "sums": sums}) + "\n"

    def load(self, text: str, path: str) -> None:
        """Continue from a saved run of the same plan."""
        try:
            data = json.loads(text)
            plan, sums = data["plan"], {name: Sums(**each) for name, each in data["sums"].items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Refusal("bound_damaged", path=path) from None
        refuse_other_plan(plan, self.plan.as_json(), path)
        self.sums = sums


def refuse_other_plan(saved: Mapping[str, Any], asked: Mapping[str, Any], path: str) -> None:
    """Refuse to continue a run whose plan differs."""
    for name, value in asked.items():
        if saved.get(name) != value:
            raise Refusal("other_bound", path=path, name=name, one=saved.get(name), other=value)
