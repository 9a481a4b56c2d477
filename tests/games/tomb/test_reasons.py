"""Every illegal move has a reason, computed from the player's view alone."""

import pytest

from games.tomb.position import Position
from underdeck.cards import read_card
from underdeck.games.tomb.moves import DROP, PLAY, WORDS, TombMove, read_move
from underdeck.games.tomb.reasons import why_not
from underdeck.refusal import IllegalMove


def reason(position: Position, move: str | TombMove) -> IllegalMove:
    found = why_not(position.view, read_move(move) if isinstance(move, str) else move)
    assert found is not None
    return found


def code(position: Position, move: str | TombMove) -> str:
    return reason(position, move).code.removeprefix("tomb.")


def test_a_legal_move_needs_no_reason() -> None:
    assert why_not(Position("5D").view, read_move("delve")) is None


def test_9_a_turn_begins_after_the_last_one_and_the_player_turns_around_once() -> None:
    position = Position("5D 6C 4C 9S 3C 4S")
    assert code(position, "retreat") == "too_early_to_retreat"
    assert reason(
        Position("5D 6C", earliest_turnaround=2).play("delve", "draw"), "retreat"
    ).params == {"n": 2}
    assert code(position, "onward") == "not_turned_around"
    position.play("delve")
    assert (
        code(position, "delve")
        == code(position, "retreat")
        == code(position, "onward")
        == "turn_running"
    )
    position.play("draw", "delve", "draw")
    position.play("retreat")
    assert code(position, "delve") == "turn_running"


def test_9_after_turning_around_there_is_no_delving() -> None:
    position = Position("2D 6C 2C 9S 3C 4S 2S 9C").play(
        "delve", "draw", "delve", "draw", "delve", "draw", "retreat", "draw"
    )
    assert code(position, "delve") == code(position, "retreat") == "already_turned_around"


def test_3_6_a_card_is_drawn_only_against_an_encounter() -> None:
    assert code(Position("5D"), "draw") == "nothing_to_draw_against"
    assert code(Position("JH 5D 2C").play("delve", "draw"), "draw") == "decide_first"


def test_3_7_a_skill_works_against_one_kind_of_encounter_from_the_hand() -> None:
    position = Position("JS JD JC JH 5D 2C")
    assert code(position, "play JS") == "not_in_hand"
    assert code(position, "play 5D") == "no_skill"
    position.play("delve")
    assert code(position, "play JS") == "skill_for_monsters"
    assert code(position, "play JC") == "skill_for_doors"
    assert code(position, "play JH") == "skill_answers_blows"
    assert code(Position("JD 5C").play("delve"), "play JD") == "skill_for_traps"
    assert code(Position("5C").play("delve"), TombMove(PLAY)) == "no_fitting_skill"
    won = Position("JD 5C 6C").play("delve", "draw")
    assert code(won, "play JD") == "nothing_stands"


def test_5_3_a_sprung_trap_cannot_be_disarmed_and_a_blow_is_answered_first() -> None:
    assert code(Position("JH JD 5D 2C").play("delve", "draw"), "play JD") == "trap_sprung"
    assert code(Position("JH JS 5S 2C").play("delve", "draw"), "play JS") == "decide_first"


def test_4_3_treasure_is_dropped_before_a_monster_if_it_is_in_the_hand_and_worth_enough() -> None:
    position = Position("2D 6C KS 5S 2C").play("delve", "draw")
    assert code(position, "drop 2D") == "drop_before_monsters"
    position.play("delve")
    too_small = reason(position, "drop 2D")
    assert (too_small.code, too_small.params) == (
        "tomb.treasure_too_small",
        {"card": read_card("2D"), "worth": 2, "value": 5},
    )
    assert code(position, "drop KS") == "treasure_in_column"
    assert code(position, "drop 9D") == "not_in_hand"
    assert code(position, TombMove(DROP)) == "treasure_not_enough"
    assert code(Position("JD 5D").play("delve"), "drop JD") == "drop_before_monsters"
    assert code(Position("JD 5S").play("delve"), "drop JD") == "no_treasure"
    assert code(Position("JH 5S 2C").play("delve", "draw"), "drop 2D") == "decide_first"
    assert (
        code(Position("2D 6C 5S", drop_sum="on").play("delve", "draw", "delve"), "drop 2D")
        == "treasure_not_enough"
    )


@pytest.mark.parametrize(("card", "value", "worth"), [("Jk", 9, 6)])
def test_4_3_the_scroll_is_worth_6(card: str, value: int, worth: int) -> None:
    position = Position(f"{card} 2C 6C {value}S").play("delve", "draw", "delve")
    assert reason(position, f"drop {card}").params == {
        "card": read_card(card),
        "worth": worth,
        "value": value,
    }


def test_8_2_a_blow_is_dodged_when_it_falls_and_only_with_the_skill() -> None:
    assert code(Position("JH 5S").play("delve"), "dodge") == "no_blow"
    assert code(Position("5S").play("delve"), "suffer") == "no_blow"
    assert (
        code(Position("JD 5D 2C", disarm_after_fail="on").play("delve", "draw"), "dodge")
        == "not_in_hand"
    )


def test_other_moves_need_their_phase() -> None:
    position = Position("5D 6C 2D 6D").play("delve")
    assert code(position, "yield") == "no_door_failed"
    assert code(position, "read") == "no_fourth_torch"
    assert code(position, "leave 5D") == "nothing_to_mark"
    marking = Position("2D 6D").play("delve", "draw")
    assert code(marking, "leave 9D") == "not_in_column"


def test_after_the_end_nothing_is_legal() -> None:
    over = Position("5D 6C").play("delve", "draw", "retreat")
    for word in WORDS[1:]:
        assert code(over, TombMove(WORDS.index(word))) == "game_over"
