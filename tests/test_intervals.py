"""Confidence intervals have the right width and coverage."""

import math

import numpy as np
import pytest

from underdeck.intervals import Z, mean_interval, mean_of_sums, share_interval


@pytest.mark.parametrize(
    ("part", "whole"), [(0, 10), (10, 10), (3, 7), (57, 1000), (499_999, 1_000_000)]
)
def test_a_share_and_wilsons_interval(part: int, whole: int) -> None:
    share, square = part / whole, Z**2
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = (
        Z * math.sqrt(share * (1 - share) / whole + square / (4 * whole**2)) / (1 + square / whole)
    )
    result = share_interval(part, whole)
    assert result["share"] == pytest.approx(share, abs=1e-6)
    assert result["low"] == pytest.approx(max(middle - half, 0), abs=1e-6)
    assert result["high"] == pytest.approx(min(middle + half, 1), abs=1e-6)
    assert all(type(number) is float for number in result.values())


def test_the_interval_of_no_games() -> None:
    assert share_interval(0, 0) == {"share": 0.0, "low": 0.0, "high": 1.0}


def test_a_mean_from_counts_and_from_sums() -> None:
    numbers = np.random.default_rng(1).integers(0, 50, 400)
    error = Z * numbers.std(ddof=1) / math.sqrt(len(numbers))
    expected = {
        "mean": numbers.mean(),
        "low": numbers.mean() - error,
        "high": numbers.mean() + error,
    }
    for result in (
        mean_interval(np.bincount(numbers)),
        mean_of_sums(len(numbers), int(numbers.sum()), int((numbers**2).sum())),
    ):
        assert result == pytest.approx(expected, abs=1e-6)


def test_one_number_has_no_width() -> None:
    assert mean_of_sums(1, 7, 49) == {"mean": 7.0, "low": 7.0, "high": 7.0}


def test_sums_are_exact_where_floats_are_not() -> None:
    # With points around 10^6 in a billion games, the variance would vanish in floats.
    games, value = 10**9, 10**6
    result = mean_of_sums(
        games, games * value + games // 2, games * value**2 + (2 * value + 1) * (games // 2)
    )
    assert result["mean"] == value + 0.5
    assert result["high"] - result["low"] == pytest.approx(2 * Z * 0.5 / math.sqrt(games), rel=0.05)


def test_95_percent_of_intervals_contain_the_true_share() -> None:
    random = np.random.default_rng(7)
    truth, trials = 0.06, 2000
    result = [share_interval(int(wins), 500) for wins in random.binomial(500, truth, trials)]
    held = sum(each["low"] <= truth <= each["high"] for each in result) / trials
    assert 0.935 < held < 0.97
