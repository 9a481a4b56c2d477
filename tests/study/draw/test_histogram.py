"""Histograms group counted numbers into bins."""

import numpy as np
import pytest

from study.outcomes import tomb
from underdeck.study.draw.histogram import bin_width, histogram


def test_bins_add_up_the_counts() -> None:
    counts = tomb("heuristic").outcome.tallies[0].counts["points_out"]
    for max_bins in (200, 30, 7):
        bars = histogram([counts], max_bins)
        assert len(bars.shares[0]) <= max(max_bins, 10)
        assert bars.shares[0].sum() == pytest.approx(1)
        for index, share in enumerate(bars.shares[0]):
            start = bars.start + bars.width * index
            assert share * counts.sum() == pytest.approx(counts[start : start + bars.width].sum())


def test_several_matches_have_the_same_bins() -> None:
    one, other = np.zeros(120, np.int64), np.zeros(120, np.int64)
    one[[3, 40]] = 50
    other[[90]] = 100
    bars = histogram([one, other], 20)
    assert (bars.start, bars.width, bars.edges[0], bars.edges[-1]) == (0, 10, -0.5, 99.5)
    assert [int(share.argmax()) for share in bars.shares] == [0, 9]
    assert histogram([one * 0], 20).shares[0].tolist() == [0]


@pytest.mark.parametrize(
    ("span", "games", "max_bins", "width"),
    [(100, 200_000, 110, 1), (100, 200_000, 50, 5), (234, 40, 110, 25), (0, 1, 50, 1)],
)
def test_the_bin_width_depends_on_games_and_space(
    span: int, games: int, max_bins: int, width: int
) -> None:
    assert bin_width(span, games, max_bins) == width
