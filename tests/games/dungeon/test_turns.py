"""§2 A turn: draw, play, discard, and the renewal of the deck."""

from typing import Any

import pytest

from games.dungeon.position import Position
from underdeck.cards import codes_of
from underdeck.games.dungeon import GAME

# §2.1 - §2.2 D-2 Draw one, play one, discard down to five


def test_2_1_draw_one_play_one_discard_down_to_five() -> None:
    position = Position({1: "10S 9S 5H 5D 5C"}, "KS 2H 2D")
    assert position.hand(1) == ["10S", "9S", "5H", "5D", "5C", "KS"]
    assert position.event_data(2)[-2:] == [
        {"event": "turn_begun", "seat": 0, "turn": 1},
        {"event": "drew", "seat": 0, "n": 1},
    ]
    position.play("p1 dig 10 @0")
    assert (position.hand(1), position.turn_of, position.view().turn) == (
        ["9S", "5H", "5D", "5C", "KS"],
        2,
        2,
    )


def test_2_1_playing_nothing_leaves_a_card_to_discard_face_up() -> None:
    position = Position({1: "10S 9S 5H 5D 5C", 2: "AS 7H"}, "KS 2H 2D").play("p1 pass")
    assert (position.pending, position.waiting, position.turn_of) == ("discard", (1,), 1)
    assert position.legal(1) == ["discard 5", "discard 9", "discard 10", "discard K"]
    assert position.legal(2) == ["ace A"]
    position.play("p1 discard K")
    assert position.event_data(None)[0] == {"event": "discarded", "seat": 0, "card": "KS"}
    assert (position.discards, position.turn_of) == ({"KS"}, 2)


def test_2_1_cards_are_discarded_one_after_another() -> None:
    position = Position({1: "AS 9S 5H 5D 5C"}, "KS 2H 2D").play("p1 ace A", "p2 pass", "p1 pass")
    assert len(position.hand(1)) == 7
    position.play("p1 discard 9")
    assert (position.pending, position.waiting) == ("discard", (1,))
    position.play("p1 discard 2")
    assert (len(position.hand(1)), position.turn_of) == (5, 2)


def test_2_2_playing_is_allowed_and_not_forced() -> None:
    position = Position({1: "10S"})
    assert {"dig 10 @0", "pass"} <= set(position.legal(1))


def test_2_2_only_one_card_is_played() -> None:
    position = Position({1: "10S 9S"}).play("p1 dig 10 @0")
    assert position.turn_of == 2
    assert position.refuses("p1 dig 9 @1")


def test_d2_house_rule_must_play_leaves_no_way_out() -> None:
    playable: list[tuple[str, dict[str, Any]]] = [
        ("10S", {}),
        ("9D", {"dungeons": {2: "10H 9H"}}),
        ("KS", {"dungeons": {2: "10H"}}),
        ("JS", {"discards": "3C"}),
        ("QS", {}),
    ]
    for hand, options in playable:
        position = Position({1: hand}, must_play=True, **options)
        assert "pass" not in position.legal(1)
        assert position.legal(1)


def test_d2_with_must_play_a_player_who_can_play_nothing_passes() -> None:
    position = Position({1: "KS JS AS 4H 5H"}, "6H", must_play=True)
    assert position.legal(1) == ["pass", "ace A"]


def test_d2_with_must_play_an_accusation_is_legal_too() -> None:
    position = Position({1: "10S"}, must_play=True, pitch_black=True, dungeons={1: "10D", 2: "10H"})
    assert (position.legal(1, "pass"), position.legal(1, "accuse")) == ([], ["accuse p2"])


# §2.3 D-19 The card that a rank names


def test_2_3_of_several_cards_the_one_held_longest_goes() -> None:
    position = Position({1: "10D 10S 10C"}).play("p1 dig 10 @0")
    assert position.dungeon(1) == [(10, 0, "10D")]
    assert [code for code in position.hand(1) if code.startswith("10")] == ["10S", "10C"]


def test_2_3_of_several_discards_the_first_suit_is_taken() -> None:
    position = Position({1: "JS"}, discards="9C 9H 9D").play("p1 rob J", "p1 take 9")
    assert "9H" in position.hand(1)
    assert position.discards == {"9C", "9D"}


def test_d19_the_card_held_longest_goes_whatever_its_suit() -> None:
    position = Position({1: "5C 3H 3D 3C 5S"}, "5H").play("p1 pass", "p1 discard 5")
    assert position.discards == {"5C"}
    assert position.hand(1) == ["3H", "3D", "3C", "5S", "5H"]


def test_d19_a_card_that_comes_later_is_behind_the_others() -> None:
    position = Position({1: "QS 7C", 2: "7D 7S"}).play("p1 fish Q p2 7", "p2 give")
    assert [code for code in position.hand(1) if code[0] == "7"] == ["7C", "7D"]


def test_d19_of_the_discards_the_first_in_the_order_of_suits() -> None:
    position = Position({1: "JS"}, discards="9C 9D 9S").play("p1 rob J", "p1 take 9")
    assert "9S" in position.hand(1)


# §2.4 D-3 The deck is renewed


def test_2_4_an_empty_deck_is_renewed_at_the_end_of_the_turn() -> None:
    position = Position({1: "5S 5H 5D 5C 6S"}, "4S", only=True, discards="9C", renewals=["9C"])
    assert position.deck == []
    position.play("p1 pass")
    assert position.view().deck == 0
    position.play("p1 discard 6")
    assert position.event_names == ["discarded", "deck_renewed", "turn_begun", "drew", "drew_card"]
    assert position.event_data(None, "deck_renewed") == [{"event": "deck_renewed", "n": 2}]
    assert (position.discards, position.deck, position.hand(2)[-1]) == (set(), ["6S"], "9C")


def test_2_4_an_empty_deck_is_renewed_at_once_if_a_card_must_be_drawn() -> None:
    position = Position(
        {1: "AS AH 5H"}, "4S 5S 6S", only=True, discards="9C 9D", renewals=["9D AS"]
    )
    position.play("p1 ace A", "p2 pass")
    assert (position.deck, "deck_renewed" in position.event_names) == ([], False)
    position.play("p1 ace A", "p2 pass")
    assert position.event_names == [
        "ace_played",
        "passed",
        "deck_renewed",
        "drew",
        "drew_card",
        "drew",
        "drew_card",
    ]
    assert position.hand(1)[-2:] == ["9D", "AS"]
    assert (position.deck, position.discards, position.turn_of, position.pending) == (
        ["AH", "9C"],
        set(),
        1,
        "turn",
    )


def test_2_4_if_both_are_empty_nothing_is_drawn() -> None:
    position = Position(only=True)
    assert (len(position.hand(1)), position.event_names) == (
        5,
        ["lot_drawn", "began", "turn_begun"],
    )


def test_2_4_a_small_renewed_deck_is_drawn_empty() -> None:
    position = Position({1: "AS 5H"}, only=True).play("p1 ace A", "p2 pass")
    assert position.event_names.count("drew") == 1
    assert position.hand(1)[-1] == "AS"
    assert (position.pending, position.deck, position.discards) == ("turn", [], set())


def test_d3_in_the_middle_of_an_aces_draw_the_deck_is_renewed_at_once() -> None:
    position = Position({1: "AS"}, "4S 5S", only=True, discards="9C 9D", renewals=["9D"]).play(
        "p1 ace A", "p2 pass"
    )
    assert position.event_names[2:] == ["drew", "drew_card", "deck_renewed", "drew", "drew_card"]
    assert position.event_data(2, "deck_renewed") == [{"event": "deck_renewed", "n": 3}]
    assert position.hand(1)[-2:] == ["5S", "9D"]
    assert (position.deck, position.discards) == (["AS", "9C"], set())


def test_d3_the_deck_is_not_renewed_before_the_turn_ends_if_nothing_is_drawn() -> None:
    position = Position({1: "10S"}, "4S", only=True, discards="9C", players=3)
    assert (position.deck, position.discards, position.pending) == ([], {"9C"}, "turn")
    position.play("p1 dig 10 @0")
    assert position.event_names[:2] == ["dug", "deck_renewed"]


def test_d3_chance_orders_the_discards() -> None:
    position = Position({1: "AS"}, "4S", only=True, discards="9C 9D").play("p1 pass", "p1 ace A")
    state = GAME.clone(position.state)
    GAME.play(state, 1, GAME.read_move("pass"))
    assert codes_of(GAME.pending_chance(state)) == ["AS", "9D", "9C"]
    assert (GAME.waiting(state), GAME.legal(state, 0), GAME.legal(state, 1)) == ((), (), ())


def test_d3_if_deck_and_discards_are_empty_nothing_is_drawn() -> None:
    position = Position(only=True).skip(1)
    assert "drew" not in position.event_names
    assert len(position.hand(2)) == 5


# §2.6 - §2.7 Public counts and the end of a turn


def test_2_6_counts_and_discards_are_public_and_no_more() -> None:
    position = Position({1: "10S 9S 5H 5D 5C"}, "KS").play("p1 pass", "p1 discard K")
    for player in (1, 2, None):
        view = position.view(player)
        assert [seen.cards for seen in view.players] == [5, 6]
        assert (view.deck, view.discards, codes_of(view.seen_discards or ())) == (40, 1, ["KS"])


def test_2_7_hand_then_graverobber_then_deck_then_the_next_turn() -> None:
    position = Position({1: "JS 5S 5H 5D 5C"}, "4S", only=True, discards="9C").play(
        "p1 rob J", "p1 take 9"
    )
    assert (position.pending, position.discards, codes_of([position.view(2).robber or 0])) == (
        "discard",
        set(),
        ["JS"],
    )
    position.play("p1 discard 9")
    assert position.event_names == ["discarded", "deck_renewed", "turn_begun", "drew", "drew_card"]
    assert position.event_data(None, "deck_renewed") == [{"event": "deck_renewed", "n": 2}]
    assert (position.hand(2)[-1], position.deck, position.view().robber) == ("9C", ["JS"], None)


# §2.8 D-23 Kept discards


LAST: dict[str, Any] = {"deck": "4S", "only": True, "discards": "9C"}
"""Options with which the first draw takes the last card of the deck."""


def test_d23_after_the_draw_that_took_the_last_card_an_ace_draws_nothing() -> None:
    position = Position({1: "AS JS"}, **LAST).play("p1 ace A", "p2 pass")
    assert ("drew" in position.event_names, position.discards, position.deck) == (
        False,
        {"AS", "9C"},
        [],
    )
    position.play("p1 rob J", "p1 take 9")
    assert "9C" in position.hand(1)


def test_d23_an_opponents_ace_draws_nothing_either() -> None:
    position = Position({1: "JS", 2: "AS"}, **LAST).play("p2 ace A", "p1 pass")
    assert (len(position.hand(2)), position.discards) == (4, {"AS", "9C"})


@pytest.mark.parametrize("move", ["p1 pass", "p1 fish Q p2 7"])
def test_d23_once_the_card_of_the_turn_is_played_the_deck_is_renewed_as_usual(move: str) -> None:
    position = Position({1: "QS 5S 5H 5D 5C", 2: "AS"}, **LAST).play(move, "p2 ace A", "p1 pass")
    assert ("deck_renewed" in position.event_names, len(position.hand(2))) == (True, 6)


def test_d23_when_the_player_of_the_turn_has_gone_the_deck_is_renewed_as_usual() -> None:
    position = Position({2: "AS", 3: "AH"}, players=3, **LAST).play(
        "p2 ace A", "p1 resign", "p3 pass"
    )
    assert (position.event_names[-1], position.turn_of, len(position.hand(2))) == (
        "drew_card",
        2,
        5,
    )


@pytest.mark.parametrize("cancelled", [False, True])
def test_d23_from_the_call_of_a_graverobber_the_discards_stay_until_the_end_of_the_turn(
    cancelled: bool,
) -> None:
    position = Position(
        {1: "JS 5S 5H 5D 5C", 2: "AS JH AH"}, "4S 4H", only=True, discards="9C", counter_attack=1
    ).play("p1 rob J", "p2 ace A")
    position.play("p1 pass")
    assert (position.deck, position.event_names.count("drew")) == ([], 1)
    position.play(
        *(
            ["p2 counter J", "p1 pass"]
            if cancelled
            else ["p2 pass", "p1 take 9", "p2 ace A", "p1 pass", "p1 discard 9"]
        )
    )
    assert position.event_names.count("drew") == 1  # for the next turn
    assert position.event_names[-4:] == ["deck_renewed", "turn_begun", "drew", "drew_card"]


def test_d23_the_end_of_the_turn_still_renews_the_deck() -> None:
    position = Position({1: "JS 5S 5H 5D 5C"}, **LAST).play("p1 rob J", "p1 take 9", "p1 discard 9")
    assert position.event_names[-4:] == ["deck_renewed", "turn_begun", "drew", "drew_card"]


def test_d23_a_deck_that_an_ace_emptied_is_renewed_as_usual() -> None:
    position = Position({1: "AS AH"}, "4S 5S 6S", only=True).play(
        "p1 ace A", "p2 pass", "p1 ace A", "p2 pass"
    )
    assert position.event_names.count("deck_renewed") == 1
