"""Charts that only Tomb has."""

import numpy as np
import pytest

from study.outcomes import GAMES, tomb
from underdeck.say import Words
from underdeck.study.draw.data import PlotData
from underdeck.study.draw.matplotlib import drawn_charts
from underdeck.study.draw.tomb import Turning, alive, cell_width, fates


def test_maps_are_drawn_if_there_are_enough_games() -> None:
    few, many = (PlotData.of(tomb("heuristic", times=times), Words("en")) for times in (1, 100))
    names = ["points", "alive", "endings", "hoards"]
    assert [chart.name for chart in drawn_charts(few)] == names
    assert [chart.name for chart in drawn_charts(many)] == [*names, "turning"]
    assert cell_width(few.tallies) == 8
    assert cell_width(many.tallies) == 1


def test_coarse_cells_add_up_the_counts() -> None:
    turned = Turning.of(tomb("heuristic", times=100).outcome.tallies[0])
    for width in (1, 2, 4, 8):
        coarse = turned.coarse(width)
        assert [counts.sum() for counts in coarse] == [counts.sum() for counts in turned]
        assert coarse.games[3, 1, 3] == turned.games[3, 1, 3 * width : 4 * width].sum()


def test_fates_add_up_to_all_games() -> None:
    tally = tomb("heuristic").outcome.tallies[0]
    inside, out, dead = fates(tally)
    assert np.allclose(inside + out + dead, 1)
    assert inside[0] == 1
    assert inside[-1] == pytest.approx(0)
    assert alive(tally)[-1] == pytest.approx(tally.counts["ending"][1] / GAMES)
    turn = 5
    assert dead[turn] == pytest.approx(tally.counts["turns_dead"][: turn + 1].sum() / GAMES)


def test_turning_has_the_counts_of_the_tally() -> None:
    tally = tomb("heuristic").outcome.tallies[0]
    turned = Turning.of(tally)
    assert turned.games.sum() == tally.counts["turning"].sum()
    depth_one = tally.counts["turning"].reshape(turned.games.shape)[1].sum()
    assert turned.games[1].sum() == depth_one
    assert turned.points.sum() == sum(
        points * games for points, games in enumerate(tally.counts["points"])
    )
    assert (turned.out <= turned.games).all()
