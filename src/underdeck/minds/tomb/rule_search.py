"""The search for the best rule of thumb, by steps to a better neighbor on the same deals."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from underdeck.fast.runner import Rows
from underdeck.fast.tomb import COLUMNS
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import TORCHES
from underdeck.minds.tomb.compiled_player import new_minds, seed_key
from underdeck.minds.tomb.player import QUICK, QUICK_POINTS
from underdeck.minds.tomb.programs import find_program, new_stack
from underdeck.minds.tomb.search import WIN
from underdeck.minds.tomb.thumb_rule import ThumbRule, play_by_rule

FIRST_RULE = ThumbRule(turn=3, torch=0, wound=0, hoard=0, limit=0)
"""Where the search begins: a turn of the retreat takes about three cards."""
STEPS = {"torch": (-1, 1), "wound": (-1, 1), "hoard": (-1, 1), "limit": (-2, -1, 1, 2)}
"""The changes of a single number that are tried."""
CHART_TURNS = 10
PAIRS = {"turn": (6, 7), "torch": (1, 2), "hoard": (1, 2)}
"""Changes of the limit that are tried together with a change of a weight by 1."""


def rule_rows(  # noqa: PLR0913, PLR0917  what is played, and the deals
    options: Options, goal: int, rule: ThumbRule, seed: str, first: int, count: int
) -> Rows:
    """Play the numbered deals of a seed by a rule of thumb."""
    stack, fresh = new_stack((options,))
    rows = np.zeros((count, len(COLUMNS)), np.int32)
    minds = new_minds((QUICK if goal == WIN else QUICK_POINTS).depth)
    find_program(play_by_rule)(
        stack, fresh, minds, np.zeros(4, np.int64), seed_key(seed), first, rule, rows
    )
    return rows


def neighbors(rule: ThumbRule) -> Iterator[ThumbRule]:
    """Yield the rules that differ in one number, or in a weight and the limit."""
    for name, changes in STEPS.items():
        for change in changes:
            yield rule._replace(**{name: getattr(rule, name) + change})
    for name, amounts in PAIRS.items():
        for change, amount in product((-1, 1), amounts):
            weight, limit = getattr(rule, name) + change, rule.limit + change * amount
            yield rule._replace(**{name: weight, "limit": limit})


def chart_of(rule: ThumbRule) -> list[list[int]]:
    """Return with how many cards in the deck to turn around, or with fewer.

    A row is a turn, a column a number of torches burnt out; there are no hoards and no wounds.
    """
    return [
        [max(rule.turn * turn + rule.torch * torches - rule.limit, 0) for torches in range(TORCHES)]
        for turn in range(1, CHART_TURNS + 1)
    ]
