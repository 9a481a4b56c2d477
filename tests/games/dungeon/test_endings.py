"""§2.5 and §8 The end: stalemates, and the last player alive."""

import pytest

from games.dungeon.position import Position

# §2.5 D-4 D-28 Stalemate


def test_2_5_an_idle_turn_of_each_player_is_a_stalemate() -> None:
    position = Position({2: "10S"}, only=True).play("p1 pass", "p2 dig 10 @0", "p1 pass")
    assert position.result is None
    position.play("p2 pass")
    assert position.event_names == ["passed", "stalemate"]
    assert position.result == {"ending": "stalemate", "winner": None, "alive": [0, 1], "turns": 4}


def test_d4_a_full_round_without_a_card_is_a_stalemate() -> None:
    position = Position(players=3, only=True).play("p1 pass", "p2 pass")
    assert position.result is None
    position.play("p3 pass")
    assert position.event_names[-1] == "stalemate"
    assert position.result == {
        "ending": "stalemate",
        "winner": None,
        "alive": [0, 1, 2],
        "turns": 3,
    }


def test_d4_a_turn_with_an_ace_in_it_is_not_idle() -> None:
    position = Position({1: "AS"}, only=True).play("p1 pass", "p1 ace A", "p2 pass", "p2 pass")
    assert (position.result, position.turn_of) == (None, 1)
    position.play("p1 pass", "p2 pass")
    assert position.result is not None


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_d4_an_option_limits_the_turns(limit: int) -> None:
    position = Position(turn_limit=limit)
    for turn in range(limit):
        assert position.result is None
        position.skip(1 + turn % 2)
    assert position.result == {
        "ending": "stalemate",
        "winner": None,
        "alive": [0, 1],
        "turns": limit,
    }


def test_d4_without_a_limit_the_game_goes_on() -> None:
    position = Position(turn_limit=0).skip(1, 2, 1, 2, 1, 2)
    assert (position.result, position.view().turn) == (None, 7)


def test_d28_a_turn_in_which_a_player_left_is_not_idle() -> None:
    position = Position(players=3, only=True).play("p1 pass")
    position.play("p2 resign")
    assert (position.result, position.turn_of, position.state.idle) == (None, 3, 0)


# §8 The end


def test_8_1_the_last_one_alive_wins() -> None:
    position = Position(players=3).play("p1 resign")
    assert (position.result, position.turn_of) == (None, 2)
    position.play("p2 resign")
    assert position.event_names[-1] == "alone"
    assert position.result == {"ending": "alone", "winner": 2, "alive": [2], "turns": 2}


def test_8_2_a_stalemate_is_shared_by_living_players() -> None:
    position = Position(players=3, turn_limit=2).play("p1 resign").skip(2)
    assert position.event_names[-1] == "stalemate"
    assert position.result == {"ending": "stalemate", "winner": None, "alive": [1, 2], "turns": 2}
