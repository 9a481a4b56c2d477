"""Every ruling R-1 ... R-20 of docs/rules/tomb.md, and every house rule on and off."""

import pytest

from games.tomb.position import Position
from underdeck.formats import write_json
from underdeck.games.tomb.turns import take_from_deck
from underdeck.refusal import Refusal

LATE_LIGHT = "Jk QS 5C AS AH AD"
"""Turn 1 wins the scroll; three torches burn at the start of turn 2."""


def test_r1_the_first_choice_is_always_to_delve() -> None:
    assert Position("5D").legal == ["delve"]
    assert Position("5D", earliest_turnaround=2).legal == ["delve"]


def test_r2_turning_around_after_turn_1_walks_out_at_once() -> None:
    position = Position("KH 2S 3S").play("delve", "draw").play("retreat")
    assert position.event_names == ["walked_out", "escaped"]
    assert (position.result["ending"], position.result["points"], position.view.turn) == (
        "escaped",
        10,
        1,
    )


def test_r2_house_rule_earliest_turnaround_2_makes_turn_1_too_early() -> None:
    position = Position("2S 3S 2C 3C 4S 5S", earliest_turnaround=2).play("delve", "draw")
    assert position.legal == ["delve"]
    position.play("delve", "draw")
    assert position.legal == ["delve", "retreat"]
    position.play("retreat", "draw")
    assert (position.result["ending"], position.view.turn) == ("escaped", 3)


def test_r3_the_scroll_in_the_running_column_does_not_help() -> None:
    position = Position("AS AH AD Jk 5S AC").play("delve", "draw")
    assert position.result["ending"] == "lost"


@pytest.mark.parametrize(
    "cards", ["AS AH AD Jk KH 5S AC 6C", "AS AH AD KH Jk AC 5S 6C", "AS AH AD Jk AC KH 5S 6C"]
)
def test_r3_house_rule_scroll_from_column_lets_the_scroll_help(cards: str) -> None:
    position = Position(cards, scroll_from_column=True).play("delve")
    if position.legal == ["draw"]:
        position.play("draw")
    assert position.legal == ["read"]
    position.play("read")
    assert position.torches == {"AS", "AH", "AD", "Jk"}
    assert position.column == ["KH", "5S"]
    position.play("draw")
    assert position.hand == {"KH"}
    assert position.deck[-1] == "AC"


def test_r3_with_scroll_from_column_a_scroll_that_is_nowhere_still_does_not_help() -> None:
    position = Position("AS AH AD 5S AC", scroll_from_column=True).play("delve", "draw")
    assert position.result["ending"] == "lost"


def test_r4_the_scroll_answers_a_fourth_torch_among_the_discards_and_the_ace_counts() -> None:
    position = Position(f"{LATE_LIGHT} 6C 3S 4S AC 5S 7S").play("delve", "delve", "draw")
    assert position.legal == ["read"]
    assert position.discards == {"4S"}
    position.play("read")
    assert position.discards == {"4S", "5S"}
    assert position.deck[0] == "7S"
    assert position.deck[-1] == "AC"
    assert position.view.phase == "between"
    assert position.event_names == ["scroll_read", "discarded", "turn_lost"]


def test_r4_the_ace_may_be_the_last_of_the_discards() -> None:
    position = Position(f"{LATE_LIGHT} 6C 5S AC 7S").play("delve", "delve", "draw", "read")
    assert position.discards == set()
    assert position.deck[0] == "7S"
    assert position.legal == ["delve", "retreat"]


def test_r4_a_short_deck_meets_the_ace_again_in_the_same_discarding() -> None:
    position = Position("Jk QS 5C AS AH AD 6C 2S")
    state = position.played.state
    position.play("delve", "delve")
    # The deck at the end of a long game: the failed try, one card and the fourth ace.
    state.deck[state.top : state.top + 3] = [2 * 4, 3 * 4, 1 * 4 + 3]
    state.bottom = state.top + 3
    position.play("draw")
    assert position.legal == ["read"]
    position.play("read")
    assert position.result["ending"] == "lost"


def test_r4_house_rule_scroll_in_discards_off() -> None:
    position = Position(f"{LATE_LIGHT} 6C 3S 4S AC 5S", scroll_in_discards=False).play(
        "delve", "delve", "draw"
    )
    assert position.result["ending"] == "lost"


def test_r4_with_scroll_in_discards_off_the_scroll_still_helps_elsewhere() -> None:
    position = Position(f"{LATE_LIGHT} 7S AC", scroll_in_discards=False).play(
        "delve", "delve", "draw"
    )
    assert position.legal == ["read"]


def test_r5_reading_is_the_only_move_in_the_dark() -> None:
    position = Position(f"{LATE_LIGHT} 7S AC").play("delve", "delve", "draw")
    assert position.view.phase == "dark"
    assert position.legal == ["read"]


def test_r6_a_deadly_blow_may_be_dodged() -> None:
    position = Position("JH 10S 2C 3C").play("delve", "draw", "suffer", "draw")
    assert position.view.blow == 7
    assert position.hit_points == 1
    position.play("dodge")
    assert position.hit_points == 1
    assert position.view.phase == "standing"


def test_r6_dodge_blow_works_on_traps_and_the_trap_is_lost_all_the_same() -> None:
    position = Position("JH 9D 2C").play("delve", "draw")
    assert position.legal == ["dodge", "suffer"]
    position.play("dodge")
    assert (position.hit_points, position.hand, position.view.phase) == (9, set(), "between")
    assert position.stack(1) == {"9D", "2C"}


def test_r7_a_jack_drawn_in_the_turn_may_be_played_in_it() -> None:
    position = Position("10S JS").play("delve", "draw")
    assert "play JS" in position.legal


def test_r8_a_queen_before_the_encounter_wins_it_without_a_decision() -> None:
    position = Position("QH KS 10D").play("delve")
    assert position.event_names == [
        "delved",
        "favor_shown",
        "hoard_found",
        "encounter_met",
        "won_by_favor",
        "treasure_taken",
        "treasure_taken",
        "turn_won",
    ]
    assert position.hand == {"KS", "10D"}
    assert position.legal == ["delve", "retreat"]


def test_r8_two_queens_are_no_better_than_one() -> None:
    position = Position("QH QS 10C").play("delve")
    assert position.stack(1) == {"QH", "QS", "10C"}


def test_r9_all_treasure_is_collected_unless_nothing_else_marks_the_turn() -> None:
    position = Position("KS 5D 7D").play("delve", "draw")
    assert position.legal == ["leave KS", "leave 5D", "leave 7D"]
    assert position.hand == set()
    position.play("leave 5D")
    assert position.event_names == ["marker_left", "treasure_taken", "treasure_taken", "turn_won"]
    assert position.hand == {"KS", "7D"}
    assert position.stack(1) == {"5D"}


def test_r9_a_king_left_as_the_marker_is_not_collected_too() -> None:
    position = Position("KS 5D 7D").play("delve", "draw", "leave KS")
    assert position.hand == {"5D", "7D"}
    assert position.stack(1) == {"KS"}


def test_r9_on_the_last_turn_back_the_marker_is_left_before_the_escape() -> None:
    position = Position("2S 3S 2C 3C 5D 7D").play(
        "delve", "draw", "delve", "draw", "retreat", "draw"
    )
    assert not position.over
    assert position.legal == ["leave 5D", "leave 7D"]
    position.play("leave 5D")
    assert position.result["points"] == 7


def test_r10_a_treasure_in_the_running_column_is_never_dropped() -> None:
    assert Position("KS 5S").play("delve").legal == ["draw"]


def test_r11_the_deck_cannot_run_out_and_the_program_asserts_it() -> None:
    state = Position("5D").played.state
    state.top = state.bottom
    with pytest.raises(AssertionError, match="R-11"):
        take_from_deck(state)


@pytest.mark.parametrize("last", ["5D 4C", "5C 4S", "7D 6S"])
def test_r12_the_last_turn_back_need_not_be_won(last: str) -> None:
    position = Position(f"2S 3S 2C 3C {last}").play(
        "delve", "draw", "delve", "draw", "retreat", "draw"
    )
    assert position.result["ending"] == "escaped"
    assert position.event_names[-2:] == ["turn_lost", "escaped"]


def test_r12_fleeing_the_last_turn_back_is_an_escape_too() -> None:
    position = Position("8D 9C 2C 3C 7S").play(
        "delve", "draw", "delve", "draw", "retreat", "drop 8D"
    )
    assert position.result["ending"] == "escaped"


def test_r12_the_last_turn_back_must_be_survived() -> None:
    position = Position("10S 2C 10C 3S 4S 5D 4D").play(
        "delve", "draw", "draw", "delve", "draw", "retreat", "draw"
    )
    assert position.result["ending"] == "slain"


def test_r13_damage_beyond_the_last_hit_point_is_just_death() -> None:
    position = Position("10S 5C 3C").play("delve", "draw", "draw")
    assert position.hit_points == 0
    assert [event.parts for event in position.events if event.name == "wounded"] == [
        {"damage": 5, "hp": 4},
        {"damage": 7, "hp": 0},
    ]


def test_r14_a_fled_or_lost_turn_keeps_every_card() -> None:
    fled = Position("8D 9C KS 7S 2D").play("delve", "draw", "delve", "draw", "drop 8D")
    assert fled.stack(2) == {"KS", "7S", "2D", "8D"}
    lost = Position("KS Jk 5C 4D").play("delve", "draw")
    assert lost.stack(1) == {"KS", "Jk", "5C", "4D"}
    assert lost.hand == set()


@pytest.mark.parametrize("card", ["KS", "Jk", "AS", "JH"])
@pytest.mark.parametrize("encounter", ["9D", "9C"])
def test_r15_kings_joker_aces_and_jacks_use_up_no_attempt(card: str, encounter: str) -> None:
    position = Position(f"{encounter} {card} 10S").play("delve", "draw")
    assert position.view.phase == "standing"
    assert position.event_names[-1] in {
        "hoard_found",
        "scroll_found",
        "torch_burnt",
        "skill_gained",
    }
    position.play("draw")
    assert position.event_names[0] == "won_by_action"


def test_r16_dodge_blow_answers_the_blow_itself_and_goes_to_the_lost_hit_points() -> None:
    position = Position("JH 7S 3C").play("delve")
    assert "dodge" not in position.legal
    position.play("draw", "dodge")
    assert position.view.spent == (11 * 4 + 1,)
    position.play("draw")
    assert "JH" not in position.column


def test_r16_dodge_blow_drawn_after_the_blow_heals_nothing() -> None:
    position = Position("7S 3C JH").play("delve", "draw", "draw")
    assert position.hit_points == 5
    assert position.legal == ["draw"]


def test_r16_dodge_blow_does_not_help_against_a_door() -> None:
    position = Position("JH 7C 3C 2S 3S 4S 5S").play("delve", "draw")
    assert position.discards == {"2S", "3S", "4S", "5S"}
    assert position.hand == {"JH"}


def test_r17_after_pick_lock_the_failed_diamond_is_collected_too() -> None:
    position = Position("JC 7C 3D").play("delve", "draw", "play JC")
    assert position.hand == {"3D"}


def test_r18_a_drop_is_one_card_never_a_sum_and_never_a_skill() -> None:
    position = Position("JD 3D 10C 4D 10S 7S").play("delve", "draw", "delve", "draw", "delve")
    assert position.hand == {"3D", "4D", "JD"}
    assert position.legal == ["draw"]


@pytest.mark.parametrize("encounter", ["2D", "2C"])
def test_r18_treasure_is_dropped_only_before_monsters(encounter: str) -> None:
    assert Position(f"8D 10C {encounter}").play("delve", "draw", "delve").legal == ["draw"]


def test_r18_treasure_may_be_dropped_before_the_first_action_card() -> None:
    assert "drop 8D" in Position("8D 10C 2S").play("delve", "draw", "delve").legal


def test_r18_house_rule_drop_sum_drops_card_by_card_until_it_is_enough() -> None:
    position = Position("JS 3D 10C 4D 9C 2D 8C 7S", drop_sum=True).play(
        "delve", "draw", "delve", "draw", "delve", "draw", "delve"
    )
    assert position.legal == ["draw", "play JS", "drop 2D", "drop 3D", "drop 4D"]
    position.play("drop 2D")
    assert position.view.phase == "dropping"
    assert position.legal == ["drop 3D", "drop 4D"]
    position.play("drop 3D")
    assert position.view.dropped == 5
    position.play("drop 4D")
    assert position.event_names == ["treasure_dropped", "fled", "turn_fled"]
    assert position.stack(4) == {"7S", "2D", "3D", "4D"}
    assert position.hand == {"JS"}


def test_r18_house_rule_drop_sum_a_single_card_may_still_be_enough() -> None:
    position = Position("3D 10C 8D 9C 7S", drop_sum=True).play(
        "delve", "draw", "delve", "draw", "delve", "drop 8D"
    )
    assert position.hand == {"3D"}
    assert position.view.phase == "between"


def test_r18_house_rule_drop_sum_the_hand_must_hold_enough_in_all() -> None:
    just = Position("3D 10C 4D 9C 7S", drop_sum=True).play(
        "delve", "draw", "delve", "draw", "delve"
    )
    short = Position("3D 10C 4D 9C 8S", drop_sum=True).play(
        "delve", "draw", "delve", "draw", "delve"
    )
    assert just.legal == ["draw", "drop 3D", "drop 4D"]
    assert short.legal == ["draw"]


def test_r18_house_rule_drop_sum_starts_again_with_each_monster() -> None:
    position = Position("3D 10C 8D 9C 7S 8S", drop_sum=True).play(
        "delve", "draw", "delve", "draw", "delve", "drop 8D", "delve"
    )
    assert position.legal == ["draw"]


def test_r19_a_sprung_trap_can_not_be_disarmed() -> None:
    position = Position("JD 7D 3C").play("delve", "draw")
    assert (position.hit_points, position.view.phase) == (5, "between")
    assert position.hand == {"JD"}


def test_r19_house_rule_disarm_after_fail_answers_the_blow() -> None:
    position = Position("JD 7D 3C", disarm_after_fail=True).play("delve", "draw")
    assert position.legal == ["play JD", "suffer"]
    position.play("play JD")
    assert (position.hit_points, position.hand) == (9, {"7D"})
    assert position.stack(1) == {"3C", "JD"}
    assert position.view.blow == 0


def test_r19_house_rule_disarm_after_fail_lets_the_blow_be_suffered_too() -> None:
    position = Position("JD 7D 3C", disarm_after_fail=True).play("delve", "draw", "suffer")
    assert (position.hit_points, position.hand) == (5, {"JD"})


def test_r19_house_rule_disarm_after_fail_beside_dodge_blow() -> None:
    position = Position("JD JH 7D 3C", disarm_after_fail=True).play("delve", "draw")
    assert position.legal == ["dodge", "play JD", "suffer"]


def test_r19_house_rule_disarm_after_fail_is_for_traps_only() -> None:
    position = Position("JD 7S 3C", disarm_after_fail=True).play("delve", "draw")
    assert position.view.phase == "standing"


def test_r20_finished_turns_and_discards_are_not_in_the_view() -> None:
    position = Position("6C 4S 2S 3S 7D 8C").play("delve", "draw", "delve", "draw")
    data = str(position.view.as_json())
    for hidden in ("6C", "4S", "2S", "3S", "8C"):
        assert f"'{hidden}'" not in data
    assert position.view.stacks == (2, 1)
    assert position.view.discards == 2


def test_r20_taking_a_move_back_makes_the_game_assisted() -> None:
    position = Position("KH 2S 3S").play("delve")
    position.played.undo()
    position.play("delve", "draw", "retreat")
    assert position.result["assisted"] is True
    assert '"assists": ["undo"]' in write_json(position.played)


def test_r20_there_is_nothing_to_take_back_before_the_first_move() -> None:
    with pytest.raises(Refusal, match="nothing_to_undo"):
        Position("KH").played.undo()
