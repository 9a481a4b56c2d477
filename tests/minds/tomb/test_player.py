"""The strong players of Tomb: the same games in bulk, move by move, compiled and interpreted."""

import numpy as np
import pytest

from underdeck.fast.tomb import COLUMNS
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import OVER
from underdeck.minds.tomb.player import (
    PLAYERS,
    QUICK,
    STRONG,
    find_chooser,
    new_interpreted_chooser,
)
from underdeck.minds.tomb.position import position_in
from underdeck.study.match import Match, play_out
from underdeck.study.policies import read_policy

OPTIONS = [
    Options(),
    Options(drop_sum=True, disarm_after_fail=True),
    Options(scroll_from_column=True),
]


def match(policy: str, options: Options = OPTIONS[0]) -> Match:
    return Match("tomb", options, "players", read_policy("tomb", policy))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("policy", PLAYERS)
def test_games_in_bulk_are_those_played_move_by_move(policy: str, options: Options) -> None:
    in_bulk = match(policy, options).rows(7, 6)
    recorded, lines = match(policy, options).rows_and_records(7, 6)
    assert np.array_equal(in_bulk, recorded)
    assert len(lines) == 6


def test_the_deals_are_those_of_other_policies() -> None:
    deals = {play_out(match(name), 3).record.deal.cards for name in ("strong-quick", "random")}
    assert len(deals) == 1


def test_rows_dont_depend_on_the_tasks() -> None:
    played = match("strong")
    assert np.array_equal(
        played.rows(0, 20), np.concatenate([played.rows(0, 13), played.rows(13, 7)])
    )


def test_strong_wins_more_often_than_the_heuristic() -> None:
    won = COLUMNS.index("kings")
    strong, heuristic = (
        np.count_nonzero(match(name).rows(0, 1500)[:, won] == 4)
        for name in ("strong-quick", "heuristic-wins")
    )
    assert strong > 1.3 * heuristic


def test_interpreted_moves_are_the_compiled_ones() -> None:
    compiled, interpreted = find_chooser(QUICK.depth), new_interpreted_chooser(QUICK.depth)
    played = play_out(match("heuristic"), 1)
    before = type(played).before(played.record)
    for _ in before.replay(played.record.moves):
        if before.state.phase != OVER:
            position = position_in(before.state)
            assert compiled(position) == interpreted(position.clone())


def test_a_move_doesnt_depend_on_hidden_cards() -> None:
    played = play_out(match("heuristic"), 2)
    before = type(played).before(played.record)
    for _ in before.replay(played.record.moves):
        state = before.state
        if state.phase != OVER:
            redealt = state.clone()
            redealt.deck[state.top : state.bottom] = state.deck[state.top : state.bottom][::-1]
            assert STRONG.move(redealt) == STRONG.move(state)
