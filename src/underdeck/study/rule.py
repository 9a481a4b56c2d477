"""The best rule of thumb that is found, and what it costs against strong play.

The search goes from a rule to its best neighbor until none is better. Every rule plays the same
deals. What the rule costs is measured on other deals, since the best of many rules was lucky.
"""

from collections.abc import Generator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from underdeck.intervals import Interval, mean_of_sums, share_interval
from underdeck.minds.laboratory import Laboratory
from underdeck.options import GameOptions
from underdeck.registry import find_part
from underdeck.study.executors import map_ordered

DEALS_PER_TASK = 1_000
MIN_GAIN = 0.002
"""The least gain for which a rule is changed: 0.2 % of wins, or 0.2 points.

Smaller ones are hardly more than luck, and a rule to be learned by heart must be simple.
"""
CHECK = " check"
"""Added to the seed of the deals on which the rule is measured."""

Rule = tuple[int, ...]


@dataclass(frozen=True)
class RulePlan:
    """What is searched, and on how many deals."""

    game: str
    goal: str
    options: GameOptions
    seed: str
    deals: int

    @property
    def laboratory(self) -> Laboratory:
        """The experiments of the game."""
        laboratory: Laboratory = find_part(self.game, "laboratory")
        return laboratory


def total_of(plan: RulePlan, rule: Rule, first: int, count: int) -> int:
    """Return the sum of a rule's results on some deals of the search."""
    values = plan.laboratory.rule_results(plan.options, plan.goal, rule, plan.seed, first, count)
    return int(values.sum())


def compare(plan: RulePlan, rule: Rule, first: int, count: int) -> "np.ndarray[Any, Any]":
    """Return sums over some deals that the rule and strong play both play.

    They are the sums of the rule's results and their squares, the same of strong play, and the
    squares of the differences.
    """
    options, seed = plan.options, plan.seed + CHECK
    ruled = plan.laboratory.rule_results(options, plan.goal, rule, seed, first, count)
    strong = plan.laboratory.strong_results(options, plan.goal, seed, first, count)
    apart = ruled - strong
    parts = (ruled, ruled * ruled, strong, strong * strong, apart * apart)
    return np.array([part.sum() for part in parts], np.int64)


@dataclass
class RuleSearch:
    """A search: the best rule so far, and afterwards its results."""

    plan: RulePlan
    jobs: int = 1
    best: Rule = ()
    tried: dict[Rule, int] = field(default_factory=dict)
    """The sum of the results of each rule."""
    sums: "np.ndarray[Any, Any]" = field(default_factory=lambda: np.zeros(5, np.int64))

    def run(self) -> Generator[int]:
        """Search, then measure; yield the number of rules tried after each of them."""
        self.best = self.plan.laboratory.first_rule(self.plan.goal)
        yield from self._try([self.best])
        while True:
            around = self.plan.laboratory.rules_near(self.best)
            yield from self._try([rule for rule in around if rule not in self.tried])
            better = max(around, key=lambda rule: self.tried[rule])
            if self.tried[better] - self.tried[self.best] < self._min_gain:
                break
            self.best = better
        tasks = ((self.plan, self.best, *chunk) for chunk in self._chunks())
        for part in map_ordered(compare, tasks, self.jobs):
            self.sums = self.sums + part
            yield len(self.tried)

    @property
    def _min_gain(self) -> float:
        """The least gain in all deals for which a rule is worth changing."""
        return MIN_GAIN * self.plan.laboratory.scale(self.plan.goal) * self.plan.deals

    def _try(self, rules: list[Rule]) -> Generator[int]:
        """Play the deals of the search with some rules."""
        asked = [(rule, chunk) for rule in rules for chunk in self._chunks()]
        tasks = ((self.plan, rule, *chunk) for rule, chunk in asked)
        totals = dict.fromkeys(rules, 0)
        for (rule, _), total in zip(asked, map_ordered(total_of, tasks, self.jobs), strict=True):
            totals[rule] += total
            yield len(self.tried)
        self.tried |= totals

    def _chunks(self) -> list[tuple[int, int]]:
        """Return the first deal and the number of deals of each task."""
        deals = self.plan.deals
        return [
            (first, min(DEALS_PER_TASK, deals - first)) for first in range(0, deals, DEALS_PER_TASK)
        ]

    def results(self) -> dict[str, Interval]:
        """Return the results of the rule and of strong play, and their difference."""
        deals = self.plan.deals
        ruled, ruled_squares, strong, strong_squares, apart_squares = self.sums.tolist()
        return {
            "rule": self._interval(ruled, ruled_squares),
            "strong": self._interval(strong, strong_squares),
            "difference": mean_of_sums(deals, ruled - strong, apart_squares),
        }

    def _interval(self, total: int, squares: int) -> Interval:
        """Return a mean of points, or a share of wins."""
        if self.plan.laboratory.scale(self.plan.goal) == 1:
            return share_interval(total, self.plan.deals)
        return mean_of_sums(self.plan.deals, total, squares)

    def as_json(self) -> dict[str, Any]:
        """Return the plan, the rule and its results as JSON."""
        names = self.plan.laboratory.rule_names
        return {
            "game": self.plan.game,
            "house": asdict(self.plan.options),
            "goal": self.plan.goal,
            "seed": self.plan.seed,
            "deals": self.plan.deals,
            "tried": len(self.tried),
            "rule": dict(zip(names, self.best, strict=True)),
            "results": self.results(),
        }
