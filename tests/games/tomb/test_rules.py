"""The rules of docs/rules/tomb.md, paragraph by paragraph."""

import pytest

from games.tomb.position import Position
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
    position = Position("5D")
    assert (position.hit_points, position.torches, position.hand, len(position.deck)) == (
        9,
        set(),
        set(),
        44,
    )


# §3 A turn


def test_3_1_cards_are_turned_without_a_choice_until_an_encounter_stands() -> None:
    position = Position("KS AD JS Jk 5S").play("delve")
    assert position.column == ["KS", "Jk", "5S"]
    assert position.torches == {"AD"}
    assert position.hand == {"JS"}
    assert position.event_names == [
        "delved",
        "hoard_found",
        "torch_burnt",
        "skill_gained",
        "scroll_found",
        "encounter_met",
    ]


def test_3_2_the_first_number_is_the_encounter_and_later_ones_only_count_by_number() -> None:
    position = Position("5S 9C").play("delve", "draw")
    assert position.event_names[-2:] == ["won_by_action", "turn_won"]
    assert position.stack(1) == {"5S", "9C"}


def test_3_3_an_ace_goes_to_the_torch_row_and_a_jack_to_the_hand() -> None:
    position = Position("5S AD JC 9C").play("delve", "draw")
    assert position.torches == {"AD"}
    position.play("draw")
    assert position.hand == {"JC"}
    assert position.column == ["5S"]


@pytest.mark.parametrize("encounter", ["10S", "10D", "10C"])
def test_3_4_a_queen_wins_the_encounter_that_stands(encounter: str) -> None:
    position = Position(f"{encounter} KH QD").play("delve", "draw", "draw")
    assert position.event_names == [
        "delved",
        "encounter_met",
        "hoard_found",
        "favor_shown",
        "won_by_favor",
    ] + (["treasure_taken"] * (2 if encounter == "10D" else 1) + ["turn_won"])
    assert "KH" in position.hand
    assert position.stack(1) == {encounter, "QD"} - position.hand


def test_3_6_each_card_against_a_standing_encounter_needs_a_decision() -> None:
    position = Position("9S KH AD JD Jk").play("delve")
    for _ in range(4):
        assert position.legal == ["draw"]
        position.play("draw")
    assert position.column == ["9S", "KH", "Jk"]
    assert position.legal == ["draw"]


@pytest.mark.parametrize(("jack", "encounter"), [("JS", "10S"), ("JD", "10D"), ("JC", "10C")])
def test_3_7_the_jack_of_the_suit_wins_and_marks_the_turn(jack: str, encounter: str) -> None:
    position = Position(f"{jack} {encounter}").play("delve")
    assert position.legal == ["draw", f"play {jack}"]
    position.play(f"play {jack}")
    assert position.event_names == [
        "won_by_skill",
        *["treasure_taken"] * (encounter == "10D"),
        "turn_won",
    ]
    assert jack in position.stack(1)
    assert position.hand == ({"10D"} if encounter == "10D" else set())


@pytest.mark.parametrize(
    ("jack", "encounter"),
    [("JS", "10D"), ("JS", "10C"), ("JD", "10S"), ("JC", "10S"), ("JH", "10S")],
)
def test_3_7_a_jack_of_another_suit_does_nothing(jack: str, encounter: str) -> None:
    assert Position(f"{jack} {encounter}").play("delve").legal == ["draw"]


def test_3_8_a_won_turn_gives_its_treasure_and_keeps_the_rest() -> None:
    position = Position("KC Jk 3S 2D 4D").play("delve", "draw", "draw")
    assert position.hand == {"KC", "Jk", "2D", "4D"}
    assert position.stack(1) == {"3S"}
    assert position.column == []


# §4 Monsters


@pytest.mark.parametrize("action", ["7C", "8S", "9D", "10C"])
def test_4_1_an_action_card_of_at_least_the_monster_slays_it(action: str) -> None:
    position = Position(f"7S {action}").play("delve", "draw")
    assert (position.hit_points, position.view.phase) == (9, "between")


def test_4_2_a_lower_card_costs_the_difference_and_the_fight_goes_on() -> None:
    position = Position("7S 4C 6C").play("delve", "draw")
    assert (position.hit_points, position.view.phase) == (6, "standing")
    position.play("draw")
    assert (position.hit_points, position.view.phase) == (5, "standing")


def test_4_3_dropping_treasure_flees_the_monster_and_loses_the_card() -> None:
    position = Position("8D 10S KC 7S").play("delve", "draw", "delve")
    assert position.legal == ["draw", "drop 8D"]
    position.play("drop 8D")
    assert position.event_names == ["treasure_dropped", "fled", "turn_fled"]
    assert position.hand == set()
    assert position.stack(2) == {"KC", "7S", "8D"}
    assert position.view.phase == "between"


def test_4_3_equal_is_enough_to_drop_and_less_is_not() -> None:
    equal = Position("7D 10S 7S").play("delve", "draw", "delve")
    less = Position("7D 10S 8S").play("delve", "draw", "delve")
    assert "drop 7D" in equal.legal
    assert less.legal == ["draw"]


def test_4_3_a_king_is_worth_ten_and_the_joker_six() -> None:
    ten = Position("KS Jk QS 2C 10S").play("delve", "delve")
    six = Position("KS Jk QS 2C 6S").play("delve", "delve")
    seven = Position("KS Jk QS 2C 7S").play("delve", "delve")
    assert ten.legal == ["draw", "drop KS"]
    assert six.legal == ["draw", "drop KS", "drop Jk"]
    assert seven.legal == ["draw", "drop KS"]


# §5 Traps


@pytest.mark.parametrize("action", ["5C", "5S", "10C"])
def test_5_1_one_action_card_of_at_least_the_trap_disarms_it(action: str) -> None:
    position = Position(f"5D {action}").play("delve", "draw")
    assert (position.hand, position.hit_points) == ({"5D"}, 9)


def test_5_2_a_sprung_trap_costs_the_difference_and_the_turn() -> None:
    position = Position("KS 7D 3C").play("delve", "draw")
    assert (position.hit_points, position.hand, position.view.phase) == (5, set(), "between")
    assert position.stack(1) == {"KS", "7D", "3C"}
    assert position.event_names[-3:] == ["blow_struck", "wounded", "turn_lost"]


# §6 Doors


@pytest.mark.parametrize("action", ["6S", "6D", "9C"])
def test_6_1_one_action_card_of_at_least_the_door_opens_it(action: str) -> None:
    position = Position(f"KH 6C {action}").play("delve", "draw")
    assert position.hand == {"KH", *([action] if action.endswith("D") else [])}
    assert position.discards == set()


def test_6_2_a_failed_try_may_be_answered_with_pick_lock() -> None:
    position = Position("JC KH 9C 2S").play("delve", "draw")
    assert position.legal == ["play JC", "yield"]
    position.play("play JC")
    assert position.hand == {"KH"}
    assert position.discards == set()
    assert position.stack(1) == {"9C", "2S", "JC"}


def test_6_2_the_discards_may_be_accepted_instead() -> None:
    position = Position("JC KH 9C 7S 2C 3C").play("delve", "draw", "yield")
    assert position.discards == {"2C", "3C"}
    assert position.hand == {"JC"}
    assert position.stack(1) == {"KH", "9C", "7S"}


def test_6_3_without_pick_lock_the_difference_is_discarded() -> None:
    position = Position("KH 6C 3S 5S KD Jk 9S").play("delve", "draw")
    assert position.discards == {"5S", "KD", "Jk"}
    assert position.event_names[-5:] == [
        "door_held",
        "discarded",
        "discarded",
        "discarded",
        "turn_lost",
    ]
    assert position.deck[0] == "9S"
    assert position.stack(1) == {"KH", "6C", "3S"}


def test_6_3_an_ace_among_the_discards_burns_and_counts() -> None:
    position = Position("6C 3S AD 5S AH 9S").play("delve", "draw")
    assert position.torches == {"AD", "AH"}
    assert position.discards == {"5S"}
    assert position.deck[0] == "9S"


def test_6_3_jacks_and_queens_among_the_discards_are_just_lost() -> None:
    position = Position("6C 3S JS QS KS 9S").play("delve", "draw")
    assert position.discards == {"JS", "QS", "KS"}
    assert position.hand == set()


# §7 Light


def test_7_1_the_fourth_torch_loses_the_game() -> None:
    position = Position("AS AH AD 5S 2C AC").play("delve", "draw")
    assert not position.over
    position.play("draw")
    assert position.result == {
        "ending": "lost",
        "kings": 0,
        "points": 0,
        "gold": 0,
        "won": False,
        "assisted": False,
    }
    assert position.torches == {"AS", "AH", "AD", "AC"}
    assert position.legal == []
    assert position.event_names == ["torch_burnt", "lost"]


def test_7_2_the_scroll_in_the_hand_answers_the_fourth_torch_and_the_turn_goes_on() -> None:
    position = Position("Jk QS 5C AS AH AD 7S AC 9C").play("delve", "delve", "draw")
    assert position.legal == ["read"]
    assert position.torches == {"AS", "AH", "AD", "AC"}
    position.play("read")
    assert position.torches == {"AS", "AH", "AD", "Jk"}
    assert position.hand == set()
    assert position.deck[-1] == "AC"
    assert position.legal == ["draw"]
    assert position.column == ["7S"]


def test_7_2_before_the_encounter_the_turning_goes_on_by_itself() -> None:
    position = Position("Jk QS 5C AS AH AD AC KS 7S").play("delve", "delve", "read")
    assert position.column == ["KS", "7S"]
    assert position.legal == ["draw"]


def test_7_2_the_scroll_saves_once_and_no_more() -> None:
    position = Position("Jk QS 5C AS AH AD AC").play("delve", "delve", "read")
    position.played.state.hit_points = 99  # to survive until the deck is empty
    while not position.over:
        assert position.deck[-1] == "AC"
        position.play(position.legal[0])
    assert position.result["ending"] == "lost"
    assert position.torches == {"AS", "AH", "AD", "AC", "Jk"}
    assert position.deck == []
    assert position.played.record.moves.count("read") == 1


# §8 Blows


def test_8_1_the_ninth_point_of_damage_kills() -> None:
    position = Position("10S 5C 6C").play("delve", "draw")
    assert position.hit_points == 4
    position.play("draw")
    assert position.hit_points == 0
    assert position.result == {
        "ending": "slain",
        "kings": 0,
        "points": 0,
        "gold": 0,
        "won": False,
        "assisted": False,
    }
    assert position.event_names == ["blow_struck", "wounded", "slain"]


def test_8_1_eight_points_leave_one() -> None:
    assert Position("10S 2C").play("delve", "draw").hit_points == 1


def test_8_1_a_trap_kills_as_well() -> None:
    position = Position("10S 2C 10C 5D 3C").play("delve", "draw", "draw", "delve", "draw")
    assert position.result["ending"] == "slain"
    assert position.column == ["5D", "3C"]


@pytest.mark.parametrize(("answer", "hit_points"), [("dodge", 9), ("suffer", 5)])
def test_8_2_a_blow_may_be_dodged_or_suffered(answer: str, hit_points: int) -> None:
    position = Position("JH 7S 3C").play("delve", "draw")
    assert position.legal == ["dodge", "suffer"]
    assert position.view.blow == 4
    position.play(answer)
    assert position.hit_points == hit_points
    assert position.view.phase == "standing"
    assert position.hand == (set() if answer == "dodge" else {"JH"})
    assert position.view.blow == 0


def test_8_2_without_dodge_blow_there_is_nothing_to_choose() -> None:
    position = Position("7S 3C").play("delve", "draw")
    assert position.hit_points == 5
    assert position.view.phase == "standing"


# §9 The delve and the retreat


def test_9_2_after_each_delve_turn_the_player_delves_on_or_turns_around() -> None:
    position = Position("2S 3S").play("delve", "draw")
    assert position.legal == ["delve", "retreat"]


def test_9_3_the_retreat_has_one_turn_less_than_the_delve() -> None:
    position = Position("2S 3S 2C 3C 4S 5S 4C 5C 6S 7S").play(
        "delve", "draw", "delve", "draw", "delve", "draw"
    )
    position.play("retreat")
    assert position.event_names == ["turned_around", "retreated", "encounter_met"]
    assert position.events[0].parts == {"n": 2}
    assert position.events[1].parts == {"turn": 4, "left": 2}
    position.play("draw")
    assert position.legal == ["onward"]
    position.play("onward")
    assert position.events[0].parts == {"turn": 5, "left": 1}
    assert not position.over
    position.play("draw")
    assert position.result["ending"] == "escaped"
    assert position.view.turn == 5


# §10 Score


def test_10_1_points_and_gold_count_what_the_hand_holds() -> None:
    position = Position("KS Jk 3D QS").play("delve", "draw", "retreat")
    assert position.result == {
        "ending": "escaped",
        "kings": 1,
        "points": 19,
        "gold": 1900,
        "won": False,
        "assisted": False,
    }
    assert position.events[-1].parts == {"kings": 1, "points": 19}


def test_10_1_skills_count_nothing() -> None:
    position = Position("JS JH 2S 3C").play("delve", "draw", "retreat")
    assert position.result["points"] == 0


def test_10_2_four_kings_win_whatever_the_points() -> None:
    position = Position("KS KH KD KC 2S 3C").play("delve", "draw", "retreat")
    assert position.result == {
        "ending": "escaped",
        "kings": 4,
        "points": 40,
        "gold": 4000,
        "won": True,
        "assisted": False,
    }


def test_10_2_all_treasure_is_a_hundred_points() -> None:
    diamonds = " ".join(f"{number}D" for number in range(2, 11))
    position = Position(f"KS KH KD KC Jk 10S {diamonds} QS")
    position.play("delve")
    position.played.state.hit_points = 99  # to survive nine blows
    while not position.over:
        position.play("retreat" if "retreat" in position.legal else "draw")
    assert (position.result["kings"], position.result["points"]) == (4, 100)


def test_10_3_the_dead_score_nothing() -> None:
    position = Position("KS 2S 3C 10S 2C 3D").play("delve", "draw", "delve", "draw", "draw")
    assert (position.result["ending"], position.result["kings"], position.result["points"]) == (
        "slain",
        0,
        0,
    )


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    position = Position("7S 3C").play("delve")
    before = position.view
    with pytest.raises(Refusal) as refusal:
        position.play("retreat")
    assert refusal.value.code == "record_move"
    assert position.view == before
    assert position.played.record.moves == ["delve"]
