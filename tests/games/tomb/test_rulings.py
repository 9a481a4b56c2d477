"""Every ruling R-1 ... R-20 of docs/rules/tomb.md, and every house rule on and off."""

import pytest

from games.tomb.table import Table
from underdeck.formats import write_json
from underdeck.games.tomb.turns import take_from_deck
from underdeck.refusal import Refusal

LATE_LIGHT = "Jk QS 5C AS AH AD"
"""Turn 1 wins the scroll; three torches burn at the start of turn 2."""


def test_r1_the_first_choice_is_always_to_delve() -> None:
    assert Table("5D").legal == ["delve"]
    assert Table("5D", earliest_turnaround=2).legal == ["delve"]


def test_r2_turning_around_after_turn_1_walks_out_at_once() -> None:
    table = Table("KH 2S 3S").play("delve", "draw").play("retreat")
    assert table.event_names == ["walked_out", "escaped"]
    assert (table.result["ending"], table.result["points"], table.view.turn) == ("escaped", 10, 1)


def test_r2_house_rule_earliest_turnaround_2_makes_turn_1_too_early() -> None:
    table = Table("2S 3S 2C 3C 4S 5S", earliest_turnaround=2).play("delve", "draw")
    assert table.legal == ["delve"]
    table.play("delve", "draw")
    assert table.legal == ["delve", "retreat"]
    table.play("retreat", "draw")
    assert (table.result["ending"], table.view.turn) == ("escaped", 3)


def test_r3_the_scroll_in_the_running_column_does_not_help() -> None:
    table = Table("AS AH AD Jk 5S AC").play("delve", "draw")
    assert table.result["ending"] == "lost"


@pytest.mark.parametrize(
    "cards", ["AS AH AD Jk KH 5S AC 6C", "AS AH AD KH Jk AC 5S 6C", "AS AH AD Jk AC KH 5S 6C"]
)
def test_r3_house_rule_scroll_from_column_lets_the_scroll_help(cards: str) -> None:
    table = Table(cards, scroll_from_column=True).play("delve")
    if table.legal == ["draw"]:
        table.play("draw")
    assert table.legal == ["read"]
    table.play("read")
    assert table.torches == {"AS", "AH", "AD", "Jk"}
    assert table.column == ["KH", "5S"]
    table.play("draw")
    assert table.hand == {"KH"}
    assert table.deck[-1] == "AC"


def test_r3_with_scroll_from_column_a_scroll_that_is_nowhere_still_does_not_help() -> None:
    table = Table("AS AH AD 5S AC", scroll_from_column=True).play("delve", "draw")
    assert table.result["ending"] == "lost"


def test_r4_the_scroll_answers_a_fourth_torch_among_the_discards_and_the_ace_counts() -> None:
    table = Table(f"{LATE_LIGHT} 6C 3S 4S AC 5S 7S").play("delve", "delve", "draw")
    assert table.legal == ["read"]
    assert table.discards == {"4S"}
    table.play("read")
    assert table.discards == {"4S", "5S"}
    assert table.deck[0] == "7S"
    assert table.deck[-1] == "AC"
    assert table.view.phase == "between"
    assert table.event_names == ["scroll_read", "discarded", "turn_lost"]


def test_r4_the_ace_may_be_the_last_of_the_discards() -> None:
    table = Table(f"{LATE_LIGHT} 6C 5S AC 7S").play("delve", "delve", "draw", "read")
    assert table.discards == set()
    assert table.deck[0] == "7S"
    assert table.legal == ["delve", "retreat"]


def test_r4_a_short_deck_meets_the_ace_again_in_the_same_discarding() -> None:
    table = Table("Jk QS 5C AS AH AD 6C 2S")
    state = table.played.state
    table.play("delve", "delve")
    # The deck at the end of a long game: the failed try, one card and the fourth ace.
    state.deck[state.top : state.top + 3] = [2 * 4, 3 * 4, 1 * 4 + 3]
    state.bottom = state.top + 3
    table.play("draw")
    assert table.legal == ["read"]
    table.play("read")
    assert table.result["ending"] == "lost"


def test_r4_house_rule_scroll_in_discards_off() -> None:
    table = Table(f"{LATE_LIGHT} 6C 3S 4S AC 5S", scroll_in_discards=False).play(
        "delve", "delve", "draw"
    )
    assert table.result["ending"] == "lost"


def test_r4_with_scroll_in_discards_off_the_scroll_still_helps_elsewhere() -> None:
    table = Table(f"{LATE_LIGHT} 7S AC", scroll_in_discards=False).play("delve", "delve", "draw")
    assert table.legal == ["read"]


def test_r5_reading_is_the_only_move_in_the_dark() -> None:
    table = Table(f"{LATE_LIGHT} 7S AC").play("delve", "delve", "draw")
    assert table.view.phase == "dark"
    assert table.legal == ["read"]


def test_r6_a_deadly_blow_may_be_dodged() -> None:
    table = Table("JH 10S 2C 3C").play("delve", "draw", "suffer", "draw")
    assert table.view.blow == 7
    assert table.hit_points == 1
    table.play("dodge")
    assert table.hit_points == 1
    assert table.view.phase == "standing"


def test_r6_dodge_blow_works_on_traps_and_the_trap_is_lost_all_the_same() -> None:
    table = Table("JH 9D 2C").play("delve", "draw")
    assert table.legal == ["dodge", "suffer"]
    table.play("dodge")
    assert (table.hit_points, table.hand, table.view.phase) == (9, set(), "between")
    assert table.stack(1) == {"9D", "2C"}


def test_r7_a_jack_drawn_in_the_turn_may_be_played_in_it() -> None:
    table = Table("10S JS").play("delve", "draw")
    assert "play JS" in table.legal


def test_r8_a_queen_before_the_encounter_wins_it_without_a_decision() -> None:
    table = Table("QH KS 10D").play("delve")
    assert table.event_names == [
        "delved",
        "favor_shown",
        "hoard_found",
        "encounter_met",
        "won_by_favor",
        "treasure_taken",
        "treasure_taken",
        "turn_won",
    ]
    assert table.hand == {"KS", "10D"}
    assert table.legal == ["delve", "retreat"]


def test_r8_two_queens_are_no_better_than_one() -> None:
    table = Table("QH QS 10C").play("delve")
    assert table.stack(1) == {"QH", "QS", "10C"}


def test_r9_all_treasure_is_collected_unless_nothing_else_marks_the_turn() -> None:
    table = Table("KS 5D 7D").play("delve", "draw")
    assert table.legal == ["leave KS", "leave 5D", "leave 7D"]
    assert table.hand == set()
    table.play("leave 5D")
    assert table.event_names == ["marker_left", "treasure_taken", "treasure_taken", "turn_won"]
    assert table.hand == {"KS", "7D"}
    assert table.stack(1) == {"5D"}


def test_r9_a_king_left_as_the_marker_is_not_collected_too() -> None:
    table = Table("KS 5D 7D").play("delve", "draw", "leave KS")
    assert table.hand == {"5D", "7D"}
    assert table.stack(1) == {"KS"}


def test_r9_on_the_last_turn_back_the_marker_is_left_before_the_escape() -> None:
    table = Table("2S 3S 2C 3C 5D 7D").play("delve", "draw", "delve", "draw", "retreat", "draw")
    assert not table.over
    assert table.legal == ["leave 5D", "leave 7D"]
    table.play("leave 5D")
    assert table.result["points"] == 7


def test_r10_a_treasure_in_the_running_column_is_never_dropped() -> None:
    assert Table("KS 5S").play("delve").legal == ["draw"]


def test_r11_the_deck_cannot_run_out_and_the_program_asserts_it() -> None:
    state = Table("5D").played.state
    state.top = state.bottom
    with pytest.raises(AssertionError, match="R-11"):
        take_from_deck(state)


@pytest.mark.parametrize("last", ["5D 4C", "5C 4S", "7D 6S"])
def test_r12_the_last_turn_back_need_not_be_won(last: str) -> None:
    table = Table(f"2S 3S 2C 3C {last}").play("delve", "draw", "delve", "draw", "retreat", "draw")
    assert table.result["ending"] == "escaped"
    assert table.event_names[-2:] == ["turn_lost", "escaped"]


def test_r12_fleeing_the_last_turn_back_is_an_escape_too() -> None:
    table = Table("8D 9C 2C 3C 7S").play("delve", "draw", "delve", "draw", "retreat", "drop 8D")
    assert table.result["ending"] == "escaped"


def test_r12_the_last_turn_back_must_be_survived() -> None:
    table = Table("10S 2C 10C 3S 4S 5D 4D").play(
        "delve", "draw", "draw", "delve", "draw", "retreat", "draw"
    )
    assert table.result["ending"] == "slain"


def test_r13_damage_beyond_the_last_hit_point_is_just_death() -> None:
    table = Table("10S 5C 3C").play("delve", "draw", "draw")
    assert table.hit_points == 0
    assert [event.parts for event in table.events if event.name == "wounded"] == [
        {"damage": 5, "hp": 4},
        {"damage": 7, "hp": 0},
    ]


def test_r14_a_fled_or_lost_turn_keeps_every_card() -> None:
    fled = Table("8D 9C KS 7S 2D").play("delve", "draw", "delve", "draw", "drop 8D")
    assert fled.stack(2) == {"KS", "7S", "2D", "8D"}
    lost = Table("KS Jk 5C 4D").play("delve", "draw")
    assert lost.stack(1) == {"KS", "Jk", "5C", "4D"}
    assert lost.hand == set()


@pytest.mark.parametrize("card", ["KS", "Jk", "AS", "JH"])
@pytest.mark.parametrize("encounter", ["9D", "9C"])
def test_r15_kings_joker_aces_and_jacks_use_up_no_attempt(card: str, encounter: str) -> None:
    table = Table(f"{encounter} {card} 10S").play("delve", "draw")
    assert table.view.phase == "standing"
    assert table.event_names[-1] in {"hoard_found", "scroll_found", "torch_burnt", "skill_gained"}
    table.play("draw")
    assert table.event_names[0] == "won_by_action"


def test_r16_dodge_blow_answers_the_blow_itself_and_goes_to_the_lost_hit_points() -> None:
    table = Table("JH 7S 3C").play("delve")
    assert "dodge" not in table.legal
    table.play("draw", "dodge")
    assert table.view.spent == (11 * 4 + 1,)
    table.play("draw")
    assert "JH" not in table.column


def test_r16_dodge_blow_drawn_after_the_blow_heals_nothing() -> None:
    table = Table("7S 3C JH").play("delve", "draw", "draw")
    assert table.hit_points == 5
    assert table.legal == ["draw"]


def test_r16_dodge_blow_does_not_help_against_a_door() -> None:
    table = Table("JH 7C 3C 2S 3S 4S 5S").play("delve", "draw")
    assert table.discards == {"2S", "3S", "4S", "5S"}
    assert table.hand == {"JH"}


def test_r17_after_pick_lock_the_failed_diamond_is_collected_too() -> None:
    table = Table("JC 7C 3D").play("delve", "draw", "play JC")
    assert table.hand == {"3D"}


def test_r18_a_drop_is_one_card_never_a_sum_and_never_a_skill() -> None:
    table = Table("JD 3D 10C 4D 10S 7S").play("delve", "draw", "delve", "draw", "delve")
    assert table.hand == {"3D", "4D", "JD"}
    assert table.legal == ["draw"]


@pytest.mark.parametrize("encounter", ["2D", "2C"])
def test_r18_treasure_is_dropped_only_before_monsters(encounter: str) -> None:
    assert Table(f"8D 10C {encounter}").play("delve", "draw", "delve").legal == ["draw"]


def test_r18_treasure_may_be_dropped_before_the_first_action_card() -> None:
    assert "drop 8D" in Table("8D 10C 2S").play("delve", "draw", "delve").legal


def test_r18_house_rule_drop_sum_drops_card_by_card_until_it_is_enough() -> None:
    table = Table("JS 3D 10C 4D 9C 2D 8C 7S", drop_sum=True).play(
        "delve", "draw", "delve", "draw", "delve", "draw", "delve"
    )
    assert table.legal == ["draw", "play JS", "drop 2D", "drop 3D", "drop 4D"]
    table.play("drop 2D")
    assert table.view.phase == "dropping"
    assert table.legal == ["drop 3D", "drop 4D"]
    table.play("drop 3D")
    assert table.view.dropped == 5
    table.play("drop 4D")
    assert table.event_names == ["treasure_dropped", "fled", "turn_fled"]
    assert table.stack(4) == {"7S", "2D", "3D", "4D"}
    assert table.hand == {"JS"}


def test_r18_house_rule_drop_sum_a_single_card_may_still_be_enough() -> None:
    table = Table("3D 10C 8D 9C 7S", drop_sum=True).play(
        "delve", "draw", "delve", "draw", "delve", "drop 8D"
    )
    assert table.hand == {"3D"}
    assert table.view.phase == "between"


def test_r18_house_rule_drop_sum_the_hand_must_hold_enough_in_all() -> None:
    just = Table("3D 10C 4D 9C 7S", drop_sum=True).play("delve", "draw", "delve", "draw", "delve")
    short = Table("3D 10C 4D 9C 8S", drop_sum=True).play("delve", "draw", "delve", "draw", "delve")
    assert just.legal == ["draw", "drop 3D", "drop 4D"]
    assert short.legal == ["draw"]


def test_r18_house_rule_drop_sum_starts_again_with_each_monster() -> None:
    table = Table("3D 10C 8D 9C 7S 8S", drop_sum=True).play(
        "delve", "draw", "delve", "draw", "delve", "drop 8D", "delve"
    )
    assert table.legal == ["draw"]


def test_r19_a_sprung_trap_can_not_be_disarmed() -> None:
    table = Table("JD 7D 3C").play("delve", "draw")
    assert (table.hit_points, table.view.phase) == (5, "between")
    assert table.hand == {"JD"}


def test_r19_house_rule_disarm_after_fail_answers_the_blow() -> None:
    table = Table("JD 7D 3C", disarm_after_fail=True).play("delve", "draw")
    assert table.legal == ["play JD", "suffer"]
    table.play("play JD")
    assert (table.hit_points, table.hand) == (9, {"7D"})
    assert table.stack(1) == {"3C", "JD"}
    assert table.view.blow == 0


def test_r19_house_rule_disarm_after_fail_lets_the_blow_be_suffered_too() -> None:
    table = Table("JD 7D 3C", disarm_after_fail=True).play("delve", "draw", "suffer")
    assert (table.hit_points, table.hand) == (5, {"JD"})


def test_r19_house_rule_disarm_after_fail_beside_dodge_blow() -> None:
    table = Table("JD JH 7D 3C", disarm_after_fail=True).play("delve", "draw")
    assert table.legal == ["dodge", "play JD", "suffer"]


def test_r19_house_rule_disarm_after_fail_is_for_traps_only() -> None:
    table = Table("JD 7S 3C", disarm_after_fail=True).play("delve", "draw")
    assert table.view.phase == "standing"


def test_r20_finished_turns_and_discards_are_not_in_the_view() -> None:
    table = Table("6C 4S 2S 3S 7D 8C").play("delve", "draw", "delve", "draw")
    data = str(table.view.as_json())
    for hidden in ("6C", "4S", "2S", "3S", "8C"):
        assert f"'{hidden}'" not in data
    assert table.view.stacks == (2, 1)
    assert table.view.discards == 2


def test_r20_taking_a_move_back_makes_the_game_assisted() -> None:
    table = Table("KH 2S 3S").play("delve")
    table.played.undo()
    table.play("delve", "draw", "retreat")
    assert table.result["assisted"] is True
    assert '"assists": ["undo"]' in write_json(table.played)


def test_r20_there_is_nothing_to_take_back_before_the_first_move() -> None:
    with pytest.raises(Refusal, match="nothing_to_undo"):
        Table("KH").played.undo()
