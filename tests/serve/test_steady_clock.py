"""The clock of a process when the wall clock is set."""

import pytest

from serve.worker import NOON, WallClock


def test_it_starts_with_the_wall_clock_and_keeps_its_pace() -> None:
    wall = WallClock()
    steady = wall.steady()
    wall.go_on(100.0)
    assert steady() == pytest.approx(NOON + 100.0)


@pytest.mark.parametrize("step", [3600.0, -3600.0])
def test_a_wall_clock_that_is_set_makes_it_at_most_one_percent_faster_or_slower(
    step: float,
) -> None:
    wall = WallClock()
    steady = wall.steady()
    wall.wall += step
    before = steady()
    assert before == NOON
    wall.go_on(100.0)
    assert steady() - before == pytest.approx(100.0 + (1.0 if step > 0 else -1.0))


@pytest.mark.parametrize("step", [3600.0, -3600.0])
def test_in_the_end_both_agree_again(step: float) -> None:
    wall = WallClock()
    steady = wall.steady()
    wall.wall += step
    for _ in range(101):
        wall.go_on(3600.0)
        steady()
    assert steady() == pytest.approx(wall.wall)
