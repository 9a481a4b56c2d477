"""Statistics of numbers counted by value."""

from statistics import median

import numpy as np
import pytest

from underdeck.study.counts import count_values, frequencies, mean_of, summarize


@pytest.mark.parametrize("numbers", [[3], [1, 2], [1, 1, 5], [0, 2, 4, 9], [7, 7, 7, 8, 9, 9]])
def test_summary(numbers: list[int]) -> None:
    summary = summarize(np.bincount(numbers))
    assert summary["median"] == median(numbers)
    assert (summary["least"], summary["most"]) == (min(numbers), max(numbers))


def test_no_numbers_have_no_summary() -> None:
    assert summarize(np.zeros(5, np.int64)) == mean_of(np.zeros(5, np.int64)) == {}


def test_values_beyond_the_size_count_as_the_largest() -> None:
    assert count_values(np.array([1, 105]), 100)[[1, 99]].tolist() == [1, 1]


def test_frequencies() -> None:
    assert frequencies(np.array([0, 2, 0, 1])) == {"1": 2, "3": 1}
