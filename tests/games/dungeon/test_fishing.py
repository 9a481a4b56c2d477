"""§6 The Myrmiddon's ability, and §10 Suicide queen."""

from typing import Any

import pytest

from games.dungeon.position import Position

# §6.1 - §6.3 D-10 Asking and answering


def fishing(**options: Any) -> Position:
    """Return a game where player 1 asks player 2, who has two sevens, for a seven."""
    return Position({1: "QS 3H 3D 3C 4H", 2: "7S 7H 5S 6S AS"}, "4S 8S 8H", **options).play(
        "p1 fish Q p2 7"
    )


def test_6_1_the_myrmiddon_asks_one_opponent_for_a_rank_and_is_discarded_at_once() -> None:
    position = fishing()
    assert position.event_data(None)[0] == {
        "event": "fished",
        "seat": 0,
        "target": 1,
        "card": "QS",
        "rank": 7,
    }
    assert (position.pending, position.waiting, position.discards, position.view().about) == (
        "asked",
        (2,),
        {"QS"},
        (0, 7),
    )


def test_6_1_any_rank_may_be_asked_for_but_no_joker_that_is_not_in_the_deck() -> None:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert Position({1: "QS"}).legal(1, "fish") == [f"fish Q p2 {rank}" for rank in ranks]
    assert Position({1: "QS"}, jokers_wild=True).legal(1, "fish") == [
        f"fish Q p2 {rank}" for rank in [*ranks, "Jk"]
    ]


def test_6_1_a_player_without_cards_is_not_asked() -> None:
    hands = {1: "QS 3H 3D 3C 4H", 2: "5S 6S 8S 9S 9H", 3: "QH"}
    position = Position(hands, players=3).play("p1 fish Q p2 7", "p2 deny", "p1 demand").skip(2)
    assert (position.hand(1), position.turn_of) == ([], 3)
    assert {text.split()[2] for text in position.legal(3, "fish")} == {"p2"}


def test_6_2_the_player_asked_gives_such_a_card_or_denies() -> None:
    position = fishing()
    assert position.legal(2) == ["give", "deny", "ace A"]
    position.play("p2 give")
    assert position.hand(1) == ["3H", "3D", "3C", "4H", "4S", "7S"]
    assert position.hand(2) == ["7H", "5S", "6S", "AS"]
    assert (position.pending, position.waiting) == ("discard", (1,))


def test_6_2_a_yes_must_be_true() -> None:
    position = Position({1: "QS", 2: "5S 6S 8S 9S 9H"}).play("p1 fish Q p2 7")
    assert position.legal(2) == ["deny"]


def test_6_3_after_a_denial_the_asker_believes_or_demands_and_no_ace_is_played() -> None:
    position = fishing().play("p2 deny")
    assert position.event_names == ["denied"]
    assert (position.pending, position.waiting, position.legal(1), position.legal(2)) == (
        "answered",
        (1,),
        ["believe", "demand"],
        [],
    )
    before = position.hand(2)
    position.play("p1 believe")
    assert position.event_names[0] == "believed"
    assert position.hand(2)[:5] == before


def test_d10_any_rank_may_be_asked_for_even_one_that_the_asker_lacks() -> None:
    position = Position({1: "QS 3S 3H 3D 3C", 2: "KS"}).play("p1 fish Q p2 K", "p2 give")
    assert position.hand(1)[-1] == "KS"


def test_d10_truth_is_judged_on_the_hand_at_the_moment_of_the_answer() -> None:
    position = Position({1: "QS 3S", 2: "AS 4S 5S"}, "6S 7S 8S").play(
        "p1 fish Q p2 A", "p2 ace A", "p1 pass"
    )
    assert position.legal(2) == ["deny"]
    position.play("p2 deny", "p1 demand")
    assert "told_truth" in position.event_names
    assert position.hand(1) == []


def test_d10_a_card_drawn_before_the_answer_counts() -> None:
    position = Position({1: "QS 3S", 2: "AS 4S 5S 5H 5D"}, "6S 7S 8S").play(
        "p1 fish Q p2 7", "p2 ace A", "p1 pass"
    )
    assert position.legal(2) == ["give", "deny"]


# §6.4 - §6.5 D-11 Demands


def test_6_4_after_a_true_answer_the_asker_discards_the_whole_hand() -> None:
    position = Position({1: "QS 3H 3D 3C 4H", 2: "5S 6S 8S 9S 9H"}, "4S").play(
        "p1 fish Q p2 7", "p2 deny", "p1 demand"
    )
    assert (position.hand(1), position.turn_of) == ([], 2)
    assert position.discards == {"QS", "3H", "3D", "3C", "4H", "4S"}
    assert "told_truth" in position.event_names
    assert {"5S", "6S", "8S", "9S", "9H"} <= set(position.hand(2))


def test_6_4_after_a_lie_the_asker_gets_the_card_and_the_liar_loses_the_rest() -> None:
    position = fishing().play("p2 deny", "p1 demand")
    assert "lied" in position.event_names
    assert position.hand(1) == ["3H", "3D", "3C", "4H", "4S", "7S"]
    assert position.hand(2) == []
    assert position.discards == {"QS", "7H", "5S", "6S", "AS"}


def test_6_5_a_demand_shows_the_hand_to_the_asker_only() -> None:
    position = Position({1: "QS", 2: "5S 6S 8S 9S 9H"}, players=3).play(
        "p1 fish Q p2 7", "p2 deny", "p1 demand"
    )
    assert [event["card"] for event in position.event_data(1, "hand_shown")] == [
        "5S",
        "6S",
        "8S",
        "9S",
        "9H",
    ]
    assert position.event_data(3, "hand_shown") == position.event_data(None, "hand_shown") == []


@pytest.mark.parametrize(("shows_all", "seers"), [(False, {1, 2}), (True, {1, 2, 3, None})])
def test_d11_a_demand_shows_the_hand_to_the_asker_or_to_all(
    shows_all: bool, seers: set[int | None]
) -> None:
    position = Position({1: "QS", 2: "5S 6S 8S 9S 9H"}, players=3, demand_shows_all=shows_all).play(
        "p1 fish Q p2 7", "p2 deny", "p1 demand"
    )
    shown = {
        seer: [event["card"] for event in position.event_data(seer, "hand_shown")]
        for seer in (1, 2, 3, None)
    }
    assert shown == {
        seer: ["5S", "6S", "8S", "9S", "9H"] if seer in seers else [] for seer in shown
    }


# §6.6 The king


def test_6_6_a_king_has_no_ability() -> None:
    position = Position({1: "KS"}, discards="9C")
    assert position.legal(1) == ["pass"]
    assert position.refuses("p1 rob K")
    assert position.refuses("p1 fish K p2 7")


# §10 Suicide queen


def caught(**options: Any) -> Position:
    hands = {1: "QS 3H 3D 3C 4H", 2: "7S 7H 5S 6S 6H"}
    return Position(hands, "4S 8S 8H", **options).play("p1 fish Q p2 7", "p2 deny", "p1 demand")


def test_10_1_a_caught_liar_may_burn_the_whole_hand_instead_of_giving() -> None:
    position = fishing(suicide_queen=True).play("p2 deny", "p1 demand")
    assert (position.pending, position.waiting, position.view().about) == ("caught", (2,), (0, 7))
    assert position.legal(2) == ["give", "burn", "ace A"]
    position.play("p2 burn")
    assert position.event_names[:2] == ["burnt", "hand_lost"]
    assert position.discards == {"QS", "7S", "7H", "5S", "6S", "AS"}
    assert (position.hand(1), position.hand(2)) == (["3H", "3D", "3C", "4H", "4S"], ["8S"])


def test_10_1_without_suicide_queen_the_card_is_given_at_once() -> None:
    position = caught()
    assert position.pending == "discard"
    assert position.hand(1)[-1] == "7S"


@pytest.mark.parametrize("keeps", [False, True])
def test_10_1_burning_discards_all_in_either_case(keeps: bool) -> None:
    position = caught(suicide_queen=True, surrender_keeps_rest=keeps).play("p2 burn")
    assert {"7S", "7H", "5S", "6S", "6H"} <= position.discards
    assert position.hand(1) == ["3H", "3D", "3C", "4H", "4S"]


def test_10_1_a_liar_without_the_card_can_only_burn() -> None:
    position = Position({1: "QS", 2: "AS 5S"}, "4S 8S 8H", suicide_queen=True).play(
        "p1 fish Q p2 A", "p2 deny", "p1 demand", "p2 ace A", "p1 pass"
    )
    assert position.legal(2) == ["burn"]


def test_10_1_an_honest_answer_leaves_nothing_to_choose() -> None:
    position = Position({1: "QS", 2: "5S 6S 8S 9S 9H"}, suicide_queen=True).play(
        "p1 fish Q p2 7", "p2 deny", "p1 demand"
    )
    assert (position.hand(1), position.turn_of) == ([], 2)


@pytest.mark.parametrize("keeps", [False, True])
def test_10_1_house_rule_surrender_keeps_rest(keeps: bool) -> None:
    position = caught(suicide_queen=True, surrender_keeps_rest=keeps).play("p2 give")
    assert position.hand(1)[-1] == "7S"
    assert position.hand(2) == (["7H", "5S", "6S", "6H"] if keeps else [])
    assert ("hand_lost" in position.event_names) == (not keeps)
