"""Clocks: so much for each move, then the reserve; nobody's clock runs while others think."""

from underdeck.table.clock import Clocks
from underdeck.table.entries import Clock

RULES = Clock(move=10, reserve=30)


def test_a_move_in_time_costs_no_reserve() -> None:
    clocks = Clocks.new(RULES, 2)
    clocks.turn_to((0,), 100.0)
    clocks.turn_to((1,), 110.0)
    assert clocks.reserves == [30.0, 30.0]


def test_beyond_the_moves_own_time_the_reserve_is_used() -> None:
    clocks = Clocks.new(RULES, 2)
    clocks.turn_to((0,), 100.0)
    clocks.turn_to((1,), 117.5)
    assert clocks.reserves == [22.5, 30.0]
    clocks.turn_to((0,), 118.0)
    assert clocks.deadline(0) == 118.0 + 10 + 22.5
    assert clocks.deadline(1) is None


def test_a_clock_runs_out_when_the_reserve_does() -> None:
    clocks = Clocks.new(RULES, 3)
    clocks.turn_to((0, 2), 0.0)
    assert clocks.next_deadline() == 40.0
    assert clocks.expired(39.9) == []
    assert clocks.expired(40.0) == [0, 2]


def test_one_who_is_still_asked_does_not_begin_anew() -> None:
    clocks = Clocks.new(RULES, 2)
    clocks.turn_to((0,), 0.0)
    clocks.turn_to((0, 1), 5.0)
    assert clocks.deadline(0) == 40.0
    assert clocks.deadline(1) == 45.0


def test_no_clock_never_runs_out() -> None:
    clocks = Clocks.new(None, 2)
    clocks.turn_to((0, 1), 0.0)
    assert clocks.next_deadline() is None
    assert clocks.expired(1e9) == []
