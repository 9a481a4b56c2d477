"""Bounds for perfect play: luck has the mean 0, and no deal depends on those before it."""

import numpy as np

from underdeck.games.tomb.options import Options
from underdeck.minds.tomb.bounds import lower_values, upper_values
from underdeck.minds.tomb.search import POINTS, WIN

OPTIONS = Options()


def test_luck_has_the_mean_0_and_explains_most_of_the_result() -> None:
    for goal in (WIN, POINTS):
        plain, lower = lower_values(OPTIONS, goal, "luck", 0, 400)
        luck = plain - lower
        assert abs(luck.mean()) < 4 * luck.std() / 400**0.5
        assert lower.std() < plain.std() / 2


def test_no_player_exceeds_the_upper_bound_on_average() -> None:
    _, lower = lower_values(OPTIONS, WIN, "upper", 0, 20)
    upper = upper_values(OPTIONS, WIN, 1, "upper", 0, 20)
    apart = upper - lower
    assert apart.mean() > -2 * apart.std() / 20**0.5
    assert np.array_equal(upper[12:], upper_values(OPTIONS, WIN, 1, "upper", 12, 8))
    assert np.array_equal(lower[5:], lower_values(OPTIONS, WIN, "upper", 5, 15)[1])
