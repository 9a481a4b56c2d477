"""Rematches, and matches to a number of wins."""

from random import Random

import pytest

from table.local_table import SEED, LocalTable
from underdeck.table.entries import AnyEntry, Began, Made, Opened, Sat
from underdeck.table.rematch import match_score, match_winner, rematch_entries
from underdeck.table.table import Table


def a_game(wins: int, loser: int, score: tuple[int, ...] = ()) -> Table:
    """Return a finished game of a match of two, which one seat has resigned."""
    opened = Opened("dungeon", {"players": 2}, ("", ""), SEED, rules=2, match=wins, score=score)
    return table_of([opened, Sat(0, "Ada", "a"), Sat(1, "Bruno", "b"), Began()], loser)


def table_of(entries: list[AnyEntry], loser: int) -> Table:
    """Return the table after entries and a resignation."""
    table = Table("t")
    for entry in [*entries, Made(loser, "resign")]:
        table.apply(entry, 0.0)
    assert table.is_over
    return table


def next_game(table: Table, loser: int) -> Table:
    """Return the rematch of a table, which one seat resigns."""
    return table_of([*rematch_entries(table, SEED), Began()], loser)


def test_a_match_counts_the_wins_of_each_seat() -> None:
    first = a_game(wins=2, loser=0)
    assert (match_score(first), match_winner(first)) == ((0, 1), None)
    second = next_game(first, loser=1)
    assert (match_score(second), match_winner(second)) == ((1, 1), None)
    third = next_game(second, loser=1)
    assert (match_score(third), match_winner(third)) == ((2, 1), 0)


def test_after_a_decided_match_a_new_one_begins() -> None:
    decided = next_game(a_game(wins=2, loser=0), loser=0)
    assert match_winner(decided) == 1
    assert match_score(next_game(decided, loser=1)) == (1, 0)


def test_a_running_game_does_not_count_yet() -> None:
    local = LocalTable(Opened("dungeon", {"players": 2}, ("", "careful"), SEED, rules=2, match=3))
    local.add(Sat(0, "Ada", "a"))
    local.settle()
    assert match_score(local.table) == (0, 0)


def test_a_stalemate_is_nobodys_win() -> None:
    house = {"players": 2, "turn_limit": 1}
    local = LocalTable(Opened("dungeon", house, ("", "careful"), SEED, rules=2, match=3))
    local.add(Sat(0, "Ada", "a"))
    local.play(Random(1))
    assert (local.table.game_played.result() or {})["winner"] is None
    assert match_score(local.table) == (0, 0)


def test_a_single_game_has_no_score() -> None:
    assert match_score(a_game(wins=0, loser=0)) == ()
    assert match_winner(a_game(wins=0, loser=0)) is None


@pytest.mark.parametrize("score", [(), (1, 0)])
def test_the_terms_of_a_match_survive_the_log(score: tuple[int, ...]) -> None:
    opened = Opened("dungeon", {"players": 2}, ("", ""), SEED, match=2, score=score)
    assert LocalTable(opened).again().terms == opened
