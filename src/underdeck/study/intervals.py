"""How sure one can be of a share or a mean: intervals of 95 %."""

import math
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

CONFIDENCE = 0.95
WIDTH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""So many standard errors to either side."""
DIGITS = 6


def share_interval(part: int, whole: int) -> dict[str, Any]:
    """A share, and Wilson's interval around it."""
    if not whole:
        return {"share": 0.0, "low": 0.0, "high": 1.0}
    share, square = part / whole, WIDTH**2 / whole
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return {
        "share": round(share, DIGITS),
        "low": round(max(middle - half, 0.0), DIGITS),
        "high": round(min(middle + half, 1.0), DIGITS),
    }


def mean_interval(counts: npt.NDArray[np.int64]) -> dict[str, Any]:
    """The mean of numbers counted by value, with its interval, from exact sums."""
    values = range(len(counts))
    games = int(counts.sum())
    total = sum(value * int(number) for value, number in zip(values, counts, strict=True))
    squares = sum(value * value * int(number) for value, number in zip(values, counts, strict=True))
    return mean_of_sums(games, total, squares)


def mean_of_sums(games: int, total: int, squares: int) -> dict[str, Any]:
    """The same from how many, their sum and the sum of their squares."""
    mean = total / games
    variance = (squares * games - total * total) / (games * max(games - 1, 1))
    error = WIDTH * math.sqrt(max(variance, 0) / games)
    return {
        "mean": round(mean, DIGITS),
        "low": round(mean - error, DIGITS),
        "high": round(mean + error, DIGITS),
    }
