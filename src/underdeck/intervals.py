"""Confidence intervals of shares and means."""

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import TypeAlias

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Standard errors from the middle of an interval to either end."""
DIGITS = 6

Interval: TypeAlias = dict[str, float]
"""A `share` or `mean`, with the ends of its interval, `low` and `high`."""


def share_interval(part: float, whole: int) -> Interval:
    """Return a share with its Wilson interval."""
    if not whole:
        return {"share": 0.0, "low": 0.0, "high": 1.0}
    share, square = part / whole, Z**2 / whole
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return {
        "share": round(share, DIGITS),
        "low": round(max(middle - half, 0.0), DIGITS),
        "high": round(min(middle + half, 1.0), DIGITS),
    }


def mean_interval(counts: Iterable[int]) -> Interval:
    """Return the mean of numbers counted by value, with its interval, from exact sums."""
    games = total = squares = 0
    for value, number in enumerate(map(int, counts)):
        games += number
        total += value * number
        squares += value * value * number
    return mean_of_sums(games, total, squares)


def mean_of_sums(games: int, total: int, squares: int) -> Interval:
    """Return a mean with its interval, given the sum of the numbers and that of their squares."""
    mean = total / games
    variance = (squares * games - total * total) / (games * max(games - 1, 1))
    error = Z * math.sqrt(max(variance, 0) / games)
    return {
        "mean": round(mean, DIGITS),
        "low": round(mean - error, DIGITS),
        "high": round(mean + error, DIGITS),
    }
