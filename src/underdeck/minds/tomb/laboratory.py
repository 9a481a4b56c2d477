"""The experiments with the mind of Tomb."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from underdeck.fast.runner import Rows
from underdeck.fast.tomb import COLUMNS
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.treasure import ALL_HOARDS
from underdeck.minds.laboratory import DealRating, Puzzle
from underdeck.minds.tomb.bounds import Values, lower_values, upper_values, weights_hash
from underdeck.minds.tomb.deals import DIFFICULTIES, rate_deal
from underdeck.minds.tomb.network import GOALS
from underdeck.minds.tomb.player import STRONG, STRONG_POINTS
from underdeck.minds.tomb.puzzles import find_puzzles
from underdeck.minds.tomb.rule_search import (
    FIRST_RULE,
    chart_of,
    neighbors,
    rule_rows,
)
from underdeck.minds.tomb.search import MAX_POINTS, POINTS
from underdeck.minds.tomb.thumb_rule import ThumbRule
from underdeck.minds.tomb.training import TombPlan, open_training
from underdeck.minds.training_run import TrainingRun

Wholes = NDArray[np.int64]


class TombLaboratory:
    """Training and measurements of Tomb; see `minds.laboratory.Laboratory`."""

    goals = GOALS
    plan = TombPlan()
    """The plan of a training, apart from its goal, its seed and its steps."""

    def open_training(
        self, out: Path, goal: str, seed: str, steps: int | None, *, resume: bool
    ) -> TrainingRun:
        """Return a new training that writes weights to a file, or an interrupted one."""
        plan = replace(self.plan, goal=GOALS.index(goal), seed=seed, steps=steps or self.plan.steps)
        return open_training(plan, out, resume=resume)

    difficulties = DIFFICULTIES

    def rate_deal(self, options: Options, cards: Sequence[int]) -> DealRating:
        """Return how good a deal is."""
        return rate_deal(options, cards)

    def find_puzzles(self, options: Options, seed: str, number: int, goal: str) -> Iterator[Puzzle]:
        """Yield the puzzles in the game of a numbered deal, each while it is at hand."""
        return find_puzzles(options, seed, number, goal)

    rule_names = ThumbRule._fields

    def first_rule(self, _goal: str, /) -> tuple[int, ...]:
        """Return the rule of thumb from which a search begins."""
        return FIRST_RULE

    def rules_near(self, rule: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the rules of thumb that differ a little from one."""
        return [*neighbors(ThumbRule(*rule))]

    def rule_chart(self, rule: tuple[int, ...]) -> list[list[int]]:
        """Return with how many cards in the deck to turn around, by turn and torches."""
        return chart_of(ThumbRule(*rule))

    def rule_results(  # noqa: PLR0913, PLR0917  what is played, and the deals
        self, options: Options, goal: str, rule: tuple[int, ...], seed: str, first: int, count: int
    ) -> Wholes:
        """Return the results of a rule of thumb on the numbered deals: points, or 1 for a win."""
        number = GOALS.index(goal)
        return results_of(rule_rows(options, number, ThumbRule(*rule), seed, first, count), number)

    def strong_results(
        self, options: Options, goal: str, seed: str, first: int, count: int
    ) -> Wholes:
        """Return the results of strong play on the numbered deals: points, or 1 for a win."""
        number = GOALS.index(goal)
        player = STRONG_POINTS if number == POINTS else STRONG
        return results_of(player.rows(options, seed, first, count), number)

    def lower_values(
        self, options: Options, goal: str, seed: str, first: int, count: int
    ) -> tuple[Values, Values]:
        """Return the results of strong play, plain and without luck, for the numbered deals."""
        return lower_values(options, GOALS.index(goal), seed, first, count)

    def upper_values(  # noqa: PLR0913, PLR0917  what is bounded, and the deals
        self, options: Options, goal: str, plies: int, seed: str, first: int, count: int
    ) -> Values:
        """Return results that no player exceeds on average, for the numbered deals."""
        return upper_values(options, GOALS.index(goal), plies, seed, first, count)

    def scale(self, goal: str) -> float:
        """Return 1 for the chance to win, 100 for points."""
        return MAX_POINTS if GOALS.index(goal) == POINTS else 1

    def weights_hash(self, goal: str) -> str:
        """Return the hash of the weights of a goal."""
        return weights_hash(GOALS.index(goal))


def results_of(rows: Rows, goal: int) -> Wholes:
    """Return the points of games, or 1 for each that was won."""
    if goal == POINTS:
        return rows[:, COLUMNS.index("points")].astype(np.int64)
    return np.equal(rows[:, COLUMNS.index("kings")], ALL_HOARDS).astype(np.int64)


LABORATORY = TombLaboratory()
