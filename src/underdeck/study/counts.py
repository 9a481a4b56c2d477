"""Numbers counted by value in arrays of fixed size, and the statistics taken from them."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from underdeck.intervals import Interval, mean_interval, share_interval

Counts = npt.NDArray[np.int64]
"""How often each number occurred, indexed by the number."""


def count_values(values: npt.NDArray[np.integer], size: int) -> Counts:
    """Count each value below `size`; larger ones count as the largest."""
    return np.bincount(np.minimum(values, size - 1), minlength=size).astype(np.int64)


def shares(games_by_name: Mapping[str, int], total: int) -> dict[str, dict[str, float]]:
    """Return each number of games with its share of the total and the interval of that share."""
    return {
        name: {"games": games, **share_interval(games, total)}
        for name, games in games_by_name.items()
    }


def summarize(counts: Counts) -> dict[str, float]:
    """Return mean with interval, median, minimum and maximum; nothing if there are no values."""
    values = np.flatnonzero(counts)
    if not len(values):
        return {}
    middle = np.searchsorted(np.cumsum(counts), [(counts.sum() + 1) // 2, counts.sum() // 2 + 1])
    return {
        **mean_interval(counts),
        "median": float(middle.mean()),
        "least": int(values[0]),
        "most": int(values[-1]),
    }


def mean_of(counts: Counts) -> Interval:
    """Return the mean with its interval; nothing if there are no values."""
    return mean_interval(counts) if counts.any() else {}


def frequencies(counts: Counts) -> dict[str, int]:
    """Return how often each number occurred, as JSON."""
    return {str(value): int(counts[value]) for value in np.flatnonzero(counts)}
