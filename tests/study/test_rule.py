"""The search for a rule of thumb climbs to the best neighbor and measures it on other deals."""

from typing import Any

import numpy as np
import pytest

from underdeck.games.tomb.options import Options
from underdeck.study.rule import CHECK, RulePlan, RuleSearch

HOUSE = Options(drop_sum=True)


class Stub:
    """A laboratory whose rules are numbers; 7 is the best of them."""

    rule_names = ("number",)

    def first_rule(self, goal: str, /) -> tuple[int, ...]:
        return (3,)

    def rules_near(self, rule: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(rule[0] - 1,), (rule[0] + 1,)]

    def rule_results(
        self, options: Any, goal: str, rule: tuple[int, ...], seed: str, first: int, count: int
    ) -> Any:
        assert (seed in ("1", "1" + CHECK), options) == (True, HOUSE)
        return np.full(count, 10 - abs(rule[0] - 7), np.int64)

    def strong_results(self, options: Any, goal: str, seed: str, first: int, count: int) -> Any:
        assert (seed, options) == ("1" + CHECK, HOUSE)
        return np.full(count, 12, np.int64)

    def scale(self, goal: str) -> float:
        return 100


def test_the_best_rule_and_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RulePlan, "laboratory", Stub())
    search = RuleSearch(RulePlan("tomb", "points", HOUSE, "1", 2500))
    for _ in search.run():
        pass
    data = search.as_json()
    assert data["house"]["drop_sum"]
    assert data["rule"] == {"number": 7}
    assert data["tried"] == 7
    assert data["results"]["rule"]["mean"] == 10
    assert data["results"]["difference"] == {"mean": -2.0, "low": -2.0, "high": -2.0}
