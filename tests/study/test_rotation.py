"""Bots that change seats: every bot plays each deal in every seat."""

import pytest

from underdeck.fast.dungeon_rows import COLUMNS
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.moves import PASS
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.pending import TURN
from underdeck.study.match import Match, play_out
from underdeck.study.simulation import Simulation

BOTS = ("careful", "random", "careful-1")
MATCH = Match("dungeon", Options(players=3, turn_limit=60), "seats", bots=BOTS, rotate=True)


def test_each_deal_is_played_by_every_bot_in_every_seat() -> None:
    games = [play_out(MATCH, number).record for number in range(4)]
    assert [game.seats for game in games] == [
        ["careful", "random", "careful-1"],
        ["careful-1", "careful", "random"],
        ["random", "careful-1", "careful"],
        ["careful", "random", "careful-1"],
    ]
    deals = [game.deal.cards for game in games]
    assert deals[0] == deals[1] == deals[2] != deals[3]


def test_results_are_those_of_the_bots() -> None:
    rows = MATCH.rows(0, 6)
    for number in range(6):
        played = play_out(MATCH, number)
        state, row = played.state, dict(zip(COLUMNS, rows[number].tolist(), strict=True))
        names = list(played.record.seats)
        if state.winner >= 0:
            assert BOTS[row["winner"]] == names[state.winner]
        alive = {BOTS[place] for place in range(3) if row["alive"] >> place & 1}
        assert alive == {names[seat] for seat in range(3) if state.alive >> seat & 1}


def test_hands_move_with_the_bots() -> None:
    shift = COLUMNS.index("hand_1")
    first, second = MATCH.rows(0, 2)[:, shift : shift + 3].tolist()
    assert second == [first[1], first[2], first[0]]


def test_passes_are_those_of_the_bots() -> None:
    rows = MATCH.rows(0, 3)
    for number in range(3):
        played = play_out(MATCH, number)
        row = dict(zip(COLUMNS, rows[number].tolist(), strict=True))
        passes = dict.fromkeys(BOTS, 0)
        for state, seat, move in played.decisions():
            if move.kind == PASS and pending_kind(state) == TURN:
                passes[played.record.seats[seat]] += 1
        assert [row[f"passes_{place}"] for place in (1, 2, 3)] == list(passes.values())
        assert all(row[f"turns_{place}"] >= row[f"passes_{place}"] for place in (1, 2, 3))


def test_every_deal_is_played_in_all_seatings() -> None:
    assert Simulation((MATCH,), games=10).games == 12
    until = Simulation((MATCH,), until=0.2)
    points = until.checkpoints()
    assert all(next(points) % 3 == 0 for _ in range(20))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_results_for_any_number_of_processes(jobs: int) -> None:
    simulation = Simulation((MATCH,), games=12, jobs=jobs)
    for _ in simulation.run():
        pass
    data = simulation.outcome.tallies[0].as_json(3)
    assert data["games"] == 12
    assert sum(MATCH.rows(0, 12)[:, 1] == 0) == data["seats"]["1"]["games"]


def test_bots_of_the_same_name_are_numbered() -> None:
    match = Match("dungeon", Options(players=3), "x", bots=("careful", "random", "random"))
    assert match.bot_labels() == ["careful", "random 1", "random 2"]
