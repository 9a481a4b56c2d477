"""Intervals say how sure one can be, and no surer."""

import math

import numpy as np
import pytest

from underdeck.study.intervals import WIDTH, mean_interval, mean_of_sums, share_interval


@pytest.mark.parametrize(
    ("part", "whole"), [(0, 10), (10, 10), (3, 7), (57, 1000), (499_999, 1_000_000)]
)
def test_a_share_and_wilsons_interval(part: int, whole: int) -> None:
    share, square = part / whole, WIDTH**2
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = (
        WIDTH
        * math.sqrt(share * (1 - share) / whole + square / (4 * whole**2))
        / (1 + square / whole)
    )
    told = share_interval(part, whole)
    assert told["share"] == pytest.approx(share, abs=1e-6)
    assert told["low"] == pytest.approx(max(middle - half, 0), abs=1e-6)
    assert told["high"] == pytest.approx(min(middle + half, 1), abs=1e-6)
    assert all(type(number) is float for number in told.values())


def test_of_no_game_nothing_is_known() -> None:
    assert share_interval(0, 0) == {"share": 0.0, "low": 0.0, "high": 1.0}


def test_a_mean_from_counts_and_from_sums() -> None:
    numbers = np.random.default_rng(1).integers(0, 50, 400)
    error = WIDTH * numbers.std(ddof=1) / math.sqrt(len(numbers))
    expected = {
        "mean": numbers.mean(),
        "low": numbers.mean() - error,
        "high": numbers.mean() + error,
    }
    for told in (
        mean_interval(np.bincount(numbers)),
        mean_of_sums(len(numbers), int(numbers.sum()), int((numbers**2).sum())),
    ):
        assert told == pytest.approx(expected, abs=1e-6)


def test_one_number_has_no_width() -> None:
    assert mean_of_sums(1, 7, 49) == {"mean": 7.0, "low": 7.0, "high": 7.0}


def test_sums_are_exact_where_floats_are_not() -> None:
    # A billion games of points around 10^6: as floats, the two large terms of the variance would leave nothing of it.
    games, value = 10**9, 10**6
    told = mean_of_sums(
        games, games * value + games // 2, games * value**2 + (2 * value + 1) * (games // 2)
    )
    assert told["mean"] == value + 0.5
    assert told["high"] - told["low"] == pytest.approx(2 * WIDTH * 0.5 / math.sqrt(games), rel=0.05)


def test_ninety_five_in_a_hundred_intervals_hold_the_truth() -> None:
    random = np.random.default_rng(7)
    truth, trials = 0.06, 2000
    told = [share_interval(int(wins), 500) for wins in random.binomial(500, truth, trials)]
    held = sum(each["low"] <= truth <= each["high"] for each in told) / trials
    assert 0.935 < held < 0.97
