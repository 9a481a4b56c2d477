"""Every illegal move has a reason, computed from the player's view alone."""

import pytest

from games.tomb.table import Table
from underdeck.cards import read_card
from underdeck.games.tomb.moves import DROP, PLAY, WORDS, TombMove, read_move
from underdeck.games.tomb.reasons import why_not
from underdeck.refusal import IllegalMove


def reason(table: Table, move: str | TombMove) -> IllegalMove:
    found = why_not(table.view, read_move(move) if isinstance(move, str) else move)
    assert found is not None
    return found


def code(table: Table, move: str | TombMove) -> str:
    return reason(table, move).code.removeprefix("tomb.")


def test_a_legal_move_needs_no_reason() -> None:
    assert why_not(Table("5D").view, read_move("delve")) is None


def test_9_a_turn_begins_after_the_last_one_and_the_player_turns_around_once() -> None:
    table = Table("5D 6C 4C 9S 3C 4S")
    assert code(table, "retreat") == "too_early_to_retreat"
    assert reason(
        Table("5D 6C", earliest_turnaround=2).play("delve", "draw"), "retreat"
    ).params == {"n": 2}
    assert code(table, "onward") == "not_turned_around"
    table.play("delve")
    assert code(table, "delve") == code(table, "retreat") == code(table, "onward") == "turn_running"
    table.play("draw", "delve", "draw")
    table.play("retreat")
    assert code(table, "delve") == "turn_running"


def test_9_after_turning_around_there_is_no_delving() -> None:
    table = Table("2D 6C 2C 9S 3C 4S 2S 9C").play(
        "delve", "draw", "delve", "draw", "delve", "draw", "retreat", "draw"
    )
    assert code(table, "delve") == code(table, "retreat") == "already_turned_around"


def test_3_6_a_card_is_drawn_only_against_an_encounter() -> None:
    assert code(Table("5D"), "draw") == "nothing_to_draw_against"
    assert code(Table("JH 5D 2C").play("delve", "draw"), "draw") == "decide_first"


def test_3_7_a_skill_works_against_one_kind_of_encounter_from_the_hand() -> None:
    table = Table("JS JD JC JH 5D 2C")
    assert code(table, "play JS") == "not_in_hand"
    assert code(table, "play 5D") == "no_skill"
    table.play("delve")
    assert code(table, "play JS") == "skill_for_monsters"
    assert code(table, "play JC") == "skill_for_doors"
    assert code(table, "play JH") == "skill_answers_blows"
    assert code(Table("JD 5C").play("delve"), "play JD") == "skill_for_traps"
    assert code(Table("5C").play("delve"), TombMove(PLAY)) == "no_fitting_skill"
    won = Table("JD 5C 6C").play("delve", "draw")
    assert code(won, "play JD") == "nothing_stands"


def test_5_3_a_sprung_trap_cannot_be_disarmed_and_a_blow_is_answered_first() -> None:
    assert code(Table("JH JD 5D 2C").play("delve", "draw"), "play JD") == "trap_sprung"
    assert code(Table("JH JS 5S 2C").play("delve", "draw"), "play JS") == "decide_first"


def test_4_3_treasure_is_dropped_before_a_monster_if_it_is_in_the_hand_and_worth_enough() -> None:
    table = Table("2D 6C KS 5S 2C").play("delve", "draw")
    assert code(table, "drop 2D") == "drop_before_monsters"
    table.play("delve")
    too_small = reason(table, "drop 2D")
    assert (too_small.code, too_small.params) == (
        "tomb.treasure_too_small",
        {"card": read_card("2D"), "worth": 2, "value": 5},
    )
    assert code(table, "drop KS") == "treasure_in_column"
    assert code(table, "drop 9D") == "not_in_hand"
    assert code(table, TombMove(DROP)) == "treasure_not_enough"
    assert code(Table("JD 5D").play("delve"), "drop JD") == "drop_before_monsters"
    assert code(Table("JD 5S").play("delve"), "drop JD") == "no_treasure"
    assert code(Table("JH 5S 2C").play("delve", "draw"), "drop 2D") == "decide_first"
    assert (
        code(Table("2D 6C 5S", drop_sum="on").play("delve", "draw", "delve"), "drop 2D")
        == "treasure_not_enough"
    )


@pytest.mark.parametrize(("card", "value", "worth"), [("Jk", 9, 6)])
def test_4_3_the_scroll_is_worth_6(card: str, value: int, worth: int) -> None:
    table = Table(f"{card} 2C 6C {value}S").play("delve", "draw", "delve")
    assert reason(table, f"drop {card}").params == {
        "card": read_card(card),
        "worth": worth,
        "value": value,
    }


def test_8_2_a_blow_is_dodged_when_it_falls_and_only_with_the_skill() -> None:
    assert code(Table("JH 5S").play("delve"), "dodge") == "no_blow"
    assert code(Table("5S").play("delve"), "suffer") == "no_blow"
    assert (
        code(Table("JD 5D 2C", disarm_after_fail="on").play("delve", "draw"), "dodge")
        == "not_in_hand"
    )


def test_other_moves_need_their_phase() -> None:
    table = Table("5D 6C 2D 6D").play("delve")
    assert code(table, "yield") == "no_door_failed"
    assert code(table, "read") == "no_fourth_torch"
    assert code(table, "leave 5D") == "nothing_to_mark"
    marking = Table("2D 6D").play("delve", "draw")
    assert code(marking, "leave 9D") == "not_in_column"


def test_after_the_end_nothing_is_legal() -> None:
    over = Table("5D 6C").play("delve", "draw", "retreat")
    for word in WORDS[1:]:
        assert code(over, TombMove(WORDS.index(word))) == "game_over"
