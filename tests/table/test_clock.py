"""Clocks: a time for each move, then the reserve; clocks run only for seats that are asked."""

from underdeck.table.clock import Clocks
from underdeck.table.entries import Clock

RULES = Clock(move=10, reserve=30)


def test_a_move_in_time_costs_no_reserve() -> None:
    clocks = Clocks.new(RULES, 2)
    clocks.turn_to((0,), 100.0)
    clocks.turn_to((1,), 110.0)
    assert clocks.reserves == [30.0, 30.0]


def test_the_reserve_is_used_after_the_time_of_a_move() -> None:
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


def test_a_clock_that_runs_is_not_restarted() -> None:
    clocks = Clocks.new(RULES, 2)
    clocks.turn_to((0,), 0.0)
    clocks.turn_to((0, 1), 5.0)
    assert clocks.deadline(0) == 40.0
    assert clocks.deadline(1) == 45.0


def test_a_table_without_clocks_has_no_deadline() -> None:
    clocks = Clocks.new(None, 2)
    clocks.turn_to((0, 1), 0.0)
    assert clocks.next_deadline() is None
    assert clocks.expired(1e9) == []
