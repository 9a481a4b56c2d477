"""The rules of docs/rules/tomb.md, paragraph by paragraph."""

import pytest

from games.tomb.table import Table
from underdeck.cards import code_of
from underdeck.games.tomb.state import DECK
from underdeck.refusal import Refusal

# §1 The cards


def test_1_1_the_deck_has_44_cards_and_no_hearts_from_2_to_10() -> None:
    codes = {code_of(card) for card in DECK}
    assert len(DECK) == len(codes) == 44
    assert not codes & {f"{number}H" for number in range(2, 11)}
    assert {"Jk", "JH", "QH", "KH", "AH", "2S", "10D", "7C"} <= codes


def test_1_2_nine_hit_points_no_torch_burnt_an_empty_hand() -> None:
    table = Table("5D")
    assert (table.hit_points, table.torches, table.hand, len(table.deck)) == (9, set(), set(), 44)


# §3 A turn


def test_3_1_cards_are_turned_without_a_choice_until_an_encounter_stands() -> None:
    table = Table("KS AD JS Jk 5S").play("delve")
    assert table.column == ["KS", "Jk", "5S"]
    assert table.torches == {"AD"}
    assert table.hand == {"JS"}
    assert table.event_names == [
        "delved",
        "hoard_found",
        "torch_burnt",
        "skill_gained",
        "scroll_found",
        "encounter_met",
    ]


def test_3_2_the_first_number_is_the_encounter_and_later_ones_only_count_by_number() -> None:
    table = Table("5S 9C").play("delve", "draw")
    assert table.event_names[-2:] == ["won_by_action", "turn_won"]
    assert table.stack(1) == {"5S", "9C"}


def test_3_3_an_ace_goes_to_the_torch_row_and_a_jack_to_the_hand() -> None:
    table = Table("5S AD JC 9C").play("delve", "draw")
    assert table.torches == {"AD"}
    table.play("draw")
    assert table.hand == {"JC"}
    assert table.column == ["5S"]


@pytest.mark.parametrize("encounter", ["10S", "10D", "10C"])
def test_3_4_a_queen_wins_the_encounter_that_stands(encounter: str) -> None:
    table = Table(f"{encounter} KH QD").play("delve", "draw", "draw")
    assert table.event_names == [
        "delved",
        "encounter_met",
        "hoard_found",
        "favor_shown",
        "won_by_favor",
    ] + (["treasure_taken"] * (2 if encounter == "10D" else 1) + ["turn_won"])
    assert "KH" in table.hand
    assert table.stack(1) == {encounter, "QD"} - table.hand


def test_3_6_each_card_against_a_standing_encounter_needs_a_decision() -> None:
    table = Table("9S KH AD JD Jk").play("delve")
    for _ in range(4):
        assert table.legal == ["draw"]
        table.play("draw")
    assert table.column == ["9S", "KH", "Jk"]
    assert table.legal == ["draw"]


@pytest.mark.parametrize(("jack", "encounter"), [("JS", "10S"), ("JD", "10D"), ("JC", "10C")])
def test_3_7_the_jack_of_the_suit_wins_and_marks_the_turn(jack: str, encounter: str) -> None:
    table = Table(f"{jack} {encounter}").play("delve")
    assert table.legal == ["draw", f"play {jack}"]
    table.play(f"play {jack}")
    assert table.event_names == [
        "won_by_skill",
        *["treasure_taken"] * (encounter == "10D"),
        "turn_won",
    ]
    assert jack in table.stack(1)
    assert table.hand == ({"10D"} if encounter == "10D" else set())


@pytest.mark.parametrize(
    ("jack", "encounter"),
    [("JS", "10D"), ("JS", "10C"), ("JD", "10S"), ("JC", "10S"), ("JH", "10S")],
)
def test_3_7_a_jack_of_another_suit_does_nothing(jack: str, encounter: str) -> None:
    assert Table(f"{jack} {encounter}").play("delve").legal == ["draw"]


def test_3_8_a_won_turn_gives_its_treasure_and_keeps_the_rest() -> None:
    table = Table("KC Jk 3S 2D 4D").play("delve", "draw", "draw")
    assert table.hand == {"KC", "Jk", "2D", "4D"}
    assert table.stack(1) == {"3S"}
    assert table.column == []


# §4 Monsters


@pytest.mark.parametrize("action", ["7C", "8S", "9D", "10C"])
def test_4_1_an_action_card_of_at_least_the_monster_slays_it(action: str) -> None:
    table = Table(f"7S {action}").play("delve", "draw")
    assert (table.hit_points, table.view.phase) == (9, "between")


def test_4_2_a_lower_card_costs_the_difference_and_the_fight_goes_on() -> None:
    table = Table("7S 4C 6C").play("delve", "draw")
    assert (table.hit_points, table.view.phase) == (6, "standing")
    table.play("draw")
    assert (table.hit_points, table.view.phase) == (5, "standing")


def test_4_3_dropping_treasure_flees_the_monster_and_loses_the_card() -> None:
    table = Table("8D 10S KC 7S").play("delve", "draw", "delve")
    assert table.legal == ["draw", "drop 8D"]
    table.play("drop 8D")
    assert table.event_names == ["treasure_dropped", "fled", "turn_fled"]
    assert table.hand == set()
    assert table.stack(2) == {"KC", "7S", "8D"}
    assert table.view.phase == "between"


def test_4_3_equal_is_enough_to_drop_and_less_is_not() -> None:
    equal = Table("7D 10S 7S").play("delve", "draw", "delve")
    less = Table("7D 10S 8S").play("delve", "draw", "delve")
    assert "drop 7D" in equal.legal
    assert less.legal == ["draw"]


def test_4_3_a_king_is_worth_ten_and_the_joker_six() -> None:
    ten = Table("KS Jk QS 2C 10S").play("delve", "delve")
    six = Table("KS Jk QS 2C 6S").play("delve", "delve")
    seven = Table("KS Jk QS 2C 7S").play("delve", "delve")
    assert ten.legal == ["draw", "drop KS"]
    assert six.legal == ["draw", "drop KS", "drop Jk"]
    assert seven.legal == ["draw", "drop KS"]


# §5 Traps


@pytest.mark.parametrize("action", ["5C", "5S", "10C"])
def test_5_1_one_action_card_of_at_least_the_trap_disarms_it(action: str) -> None:
    table = Table(f"5D {action}").play("delve", "draw")
    assert (table.hand, table.hit_points) == ({"5D"}, 9)


def test_5_2_a_sprung_trap_costs_the_difference_and_the_turn() -> None:
    table = Table("KS 7D 3C").play("delve", "draw")
    assert (table.hit_points, table.hand, table.view.phase) == (5, set(), "between")
    assert table.stack(1) == {"KS", "7D", "3C"}
    assert table.event_names[-3:] == ["blow_struck", "wounded", "turn_lost"]


# §6 Doors


@pytest.mark.parametrize("action", ["6S", "6D", "9C"])
def test_6_1_one_action_card_of_at_least_the_door_opens_it(action: str) -> None:
    table = Table(f"KH 6C {action}").play("delve", "draw")
    assert table.hand == {"KH", *([action] if action.endswith("D") else [])}
    assert table.discards == set()


def test_6_2_a_failed_try_may_be_answered_with_pick_lock() -> None:
    table = Table("JC KH 9C 2S").play("delve", "draw")
    assert table.legal == ["play JC", "yield"]
    table.play("play JC")
    assert table.hand == {"KH"}
    assert table.discards == set()
    assert table.stack(1) == {"9C", "2S", "JC"}


def test_6_2_the_discards_may_be_accepted_instead() -> None:
    table = Table("JC KH 9C 7S 2C 3C").play("delve", "draw", "yield")
    assert table.discards == {"2C", "3C"}
    assert table.hand == {"JC"}
    assert table.stack(1) == {"KH", "9C", "7S"}


def test_6_3_without_pick_lock_the_difference_is_discarded() -> None:
    table = Table("KH 6C 3S 5S KD Jk 9S").play("delve", "draw")
    assert table.discards == {"5S", "KD", "Jk"}
    assert table.event_names[-5:] == [
        "door_held",
        "discarded",
        "discarded",
        "discarded",
        "turn_lost",
    ]
    assert table.deck[0] == "9S"
    assert table.stack(1) == {"KH", "6C", "3S"}


def test_6_3_an_ace_among_the_discards_burns_and_counts() -> None:
    table = Table("6C 3S AD 5S AH 9S").play("delve", "draw")
    assert table.torches == {"AD", "AH"}
    assert table.discards == {"5S"}
    assert table.deck[0] == "9S"


def test_6_3_jacks_and_queens_among_the_discards_are_just_lost() -> None:
    table = Table("6C 3S JS QS KS 9S").play("delve", "draw")
    assert table.discards == {"JS", "QS", "KS"}
    assert table.hand == set()


# §7 Light


def test_7_1_the_fourth_torch_loses_the_game() -> None:
    table = Table("AS AH AD 5S 2C AC").play("delve", "draw")
    assert not table.over
    table.play("draw")
    assert table.result == {
        "ending": "lost",
        "kings": 0,
        "points": 0,
        "gold": 0,
        "won": False,
        "assisted": False,
    }
    assert table.torches == {"AS", "AH", "AD", "AC"}
    assert table.legal == []
    assert table.event_names == ["torch_burnt", "lost"]


def test_7_2_the_scroll_in_the_hand_answers_the_fourth_torch_and_the_turn_goes_on() -> None:
    table = Table("Jk QS 5C AS AH AD 7S AC 9C").play("delve", "delve", "draw")
    assert table.legal == ["read"]
    assert table.torches == {"AS", "AH", "AD", "AC"}
    table.play("read")
    assert table.torches == {"AS", "AH", "AD", "Jk"}
    assert table.hand == set()
    assert table.deck[-1] == "AC"
    assert table.legal == ["draw"]
    assert table.column == ["7S"]


def test_7_2_before_the_encounter_the_turning_goes_on_by_itself() -> None:
    table = Table("Jk QS 5C AS AH AD AC KS 7S").play("delve", "delve", "read")
    assert table.column == ["KS", "7S"]
    assert table.legal == ["draw"]


def test_7_2_the_scroll_saves_once_and_no_more() -> None:
    table = Table("Jk QS 5C AS AH AD AC").play("delve", "delve", "read")
    table.played.state.hit_points = 99  # to survive until the deck is empty
    while not table.over:
        assert table.deck[-1] == "AC"
        table.play(table.legal[0])
    assert table.result["ending"] == "lost"
    assert table.torches == {"AS", "AH", "AD", "AC", "Jk"}
    assert table.deck == []
    assert table.played.record.moves.count("read") == 1


# §8 Blows


def test_8_1_the_ninth_point_of_damage_kills() -> None:
    table = Table("10S 5C 6C").play("delve", "draw")
    assert table.hit_points == 4
    table.play("draw")
    assert table.hit_points == 0
    assert table.result == {
        "ending": "slain",
        "kings": 0,
        "points": 0,
        "gold": 0,
        "won": False,
        "assisted": False,
    }
    assert table.event_names == ["blow_struck", "wounded", "slain"]


def test_8_1_eight_points_leave_one() -> None:
    assert Table("10S 2C").play("delve", "draw").hit_points == 1


def test_8_1_a_trap_kills_as_well() -> None:
    table = Table("10S 2C 10C 5D 3C").play("delve", "draw", "draw", "delve", "draw")
    assert table.result["ending"] == "slain"
    assert table.column == ["5D", "3C"]


@pytest.mark.parametrize(("answer", "hit_points"), [("dodge", 9), ("suffer", 5)])
def test_8_2_a_blow_may_be_dodged_or_suffered(answer: str, hit_points: int) -> None:
    table = Table("JH 7S 3C").play("delve", "draw")
    assert table.legal == ["dodge", "suffer"]
    assert table.view.blow == 4
    table.play(answer)
    assert table.hit_points == hit_points
    assert table.view.phase == "standing"
    assert table.hand == (set() if answer == "dodge" else {"JH"})
    assert table.view.blow == 0


def test_8_2_without_dodge_blow_there_is_nothing_to_choose() -> None:
    table = Table("7S 3C").play("delve", "draw")
    assert table.hit_points == 5
    assert table.view.phase == "standing"


# §9 The delve and the retreat


def test_9_2_after_each_delve_turn_the_player_delves_on_or_turns_around() -> None:
    table = Table("2S 3S").play("delve", "draw")
    assert table.legal == ["delve", "retreat"]


def test_9_3_the_retreat_has_one_turn_less_than_the_delve() -> None:
    table = Table("2S 3S 2C 3C 4S 5S 4C 5C 6S 7S").play(
        "delve", "draw", "delve", "draw", "delve", "draw"
    )
    table.play("retreat")
    assert table.event_names == ["turned_around", "retreated", "encounter_met"]
    assert table.events[0].parts == {"n": 2}
    assert table.events[1].parts == {"turn": 4, "left": 2}
    table.play("draw")
    assert table.legal == ["onward"]
    table.play("onward")
    assert table.events[0].parts == {"turn": 5, "left": 1}
    assert not table.over
    table.play("draw")
    assert table.result["ending"] == "escaped"
    assert table.view.turn == 5


# §10 Score


def test_10_1_points_and_gold_count_what_the_hand_holds() -> None:
    table = Table("KS Jk 3D QS").play("delve", "draw", "retreat")
    assert table.result == {
        "ending": "escaped",
        "kings": 1,
        "points": 19,
        "gold": 1900,
        "won": False,
        "assisted": False,
    }
    assert table.events[-1].parts == {"kings": 1, "points": 19}


def test_10_1_skills_count_nothing() -> None:
    table = Table("JS JH 2S 3C").play("delve", "draw", "retreat")
    assert table.result["points"] == 0


def test_10_2_four_kings_win_whatever_the_points() -> None:
    table = Table("KS KH KD KC 2S 3C").play("delve", "draw", "retreat")
    assert table.result == {
        "ending": "escaped",
        "kings": 4,
        "points": 40,
        "gold": 4000,
        "won": True,
        "assisted": False,
    }


def test_10_2_all_treasure_is_a_hundred_points() -> None:
    diamonds = " ".join(f"{number}D" for number in range(2, 11))
    table = Table(f"KS KH KD KC Jk 10S {diamonds} QS")
    table.play("delve")
    table.played.state.hit_points = 99  # to survive nine blows
    while not table.over:
        table.play("retreat" if "retreat" in table.legal else "draw")
    assert (table.result["kings"], table.result["points"]) == (4, 100)


def test_10_3_the_dead_score_nothing() -> None:
    table = Table("KS 2S 3C 10S 2C 3D").play("delve", "draw", "delve", "draw", "draw")
    assert (table.result["ending"], table.result["kings"], table.result["points"]) == (
        "slain",
        0,
        0,
    )


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    table = Table("7S 3C").play("delve")
    before = table.view
    with pytest.raises(Refusal) as refusal:
        table.play("retreat")
    assert refusal.value.code == "record_move"
    assert table.view == before
    assert table.played.record.moves == ["delve"]
