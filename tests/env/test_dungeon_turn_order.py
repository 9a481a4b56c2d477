"""The turn order of Dungeon: one seat at a time, by public facts alone."""

from random import Random

import pytest

pytest.importorskip("numpy", reason="observations need numpy: pip install 'underdeck[env]'")

from env.games import DUNGEONS, dungeon_moments, dungeon_view, name_of
from games.dungeon.position import Position
from underdeck.env.dungeon_codes import WAIT
from underdeck.env.dungeon_turn_order import NOBODY, choices_of, payoffs, seat_to_act
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.options import Options


def texts(position: Position, seat: int) -> list[str]:
    return [
        str(move or "wait")
        for _, move in sorted(choices_of(position.state, seat).items(), key=lambda item: item[0])
    ]


def test_the_waiting_seat_acts() -> None:
    position = Position({1: "AS KS QS JS 2S"})
    assert seat_to_act(position.state, 0, False) == 0
    assert sorted(texts(position, 0)) == sorted(position.legal(1))


def test_a_window_is_answered_clockwise_after_the_player_who_opened_it() -> None:
    position = Position({3: "AS 4S 5S 6S 7S"}, players=4, first=3).play("p3 ace A")
    order = []
    while position.pending == "aces":
        order.append(seat_to_act(position.state, 0, False) + 1)
        position.play(f"p{order[-1]} pass")
    assert order == [4, 1, 2]


def test_with_interrupts_the_other_seats_act_once_before_each_decision() -> None:
    position = Position({2: "AS 4S 5S 6S 7S"}, players=3, first=1)
    assert seat_to_act(position.state, 0, True) == 1
    assert texts(position, 1) == ["wait", "ace A"]
    assert seat_to_act(position.state, 0b010, True) == 2
    assert texts(position, 2) == ["wait"]
    assert seat_to_act(position.state, 0b110, True) == 0


def test_nobody_interrupts_when_no_ace_may_be_played() -> None:
    position = Position({1: "QS 4S 5S 6S 7S"}, players=3, first=1).play("p1 fish Q p2 K")
    assert seat_to_act(position.state, 0, True) == 2
    position.play("p2 deny")
    assert seat_to_act(position.state, 0, True) == 0


def test_the_dead_never_act() -> None:
    position = Position(players=3, first=1).play("p1 resign")
    assert {seat_to_act(position.state, declined, True) for declined in range(8)} == {1, 2}


def test_nobody_acts_after_the_end() -> None:
    assert seat_to_act(Position(first=1).play("p1 resign").state, 0, True) == NOBODY


@pytest.mark.parametrize("options", DUNGEONS, ids=name_of)
def test_the_turn_order_does_not_depend_on_hidden_hands(options: Options) -> None:
    random = Random(3)
    for state, knowledge in dungeon_moments(options, 11, 100):
        seat = random.randrange(options.players)
        resampled = sample_state(state, knowledge[seat], dungeon_view(state, seat), random)
        for declined in range(1 << options.players):
            for interrupts in (False, True):
                assert seat_to_act(state, declined, interrupts) == seat_to_act(
                    resampled, declined, interrupts
                )
                acting = seat_to_act(state, declined, interrupts)
                assert (WAIT in choices_of(state, acting)) == (acting not in GAME.waiting(state))


def test_the_winner_gets_the_sum_that_the_others_lose() -> None:
    assert payoffs({"winner": 1}, 3) == [-0.5, 1.0, -0.5]
    assert payoffs({"winner": None}, 4) == [0.0] * 4
