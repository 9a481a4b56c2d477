"""§7.6 D-22 A card drawn from a renewed deck is no ace before the turn is over."""

import pytest

from games.dungeon.position import Position
from underdeck.games.dungeon.belief import believed_fresh
from underdeck.games.dungeon.knowledge import Knowledge


def test_d22_an_ace_that_came_back_from_a_renewed_deck_waits_for_the_next_turn() -> None:
    position = Position({1: "AS 5H 5D 5C 6S"}, only=True).play("p1 ace A", "p2 pass")
    assert ("deck_renewed" in position.event_names, position.hand(1)[-1]) == (True, "AS")
    assert position.legal(1, "ace") == []
    assert position.refuses("p1 ace A")
    position.play("p1 pass")
    assert (position.turn_of, position.legal(1, "ace")) == (2, ["ace A"])


def test_d22_an_ace_held_before_the_renewal_can_still_be_played() -> None:
    position = Position({1: "AS AH 5D"}, only=True, renewals=["AS"]).play("p1 ace A", "p2 pass")
    assert (position.hand(1)[0], position.hand(1)[-1], position.legal(1, "ace")) == (
        "AH",
        "AS",
        ["ace A"],
    )
    position.play("p1 ace A", "p2 pass")
    assert (position.hand(1)[-2:], position.legal(1, "ace")) == (["AS", "AH"], [])


def test_d22_cards_that_leave_the_hand_do_not_free_the_newer_ones() -> None:
    position = Position({1: "AS 10H 5D 5C 6S"}, only=True).play(
        "p1 ace A", "p2 pass", "p1 dig 10 @0"
    )
    assert (position.turn_of, position.legal(1, "ace")) == (2, ["ace A"])
    fishing = Position({1: "AS QH AD", 2: "7S 7H"}, only=True, renewals=["AS"]).play(
        "p1 ace A", "p2 pass", "p1 fish Q p2 7"
    )
    assert (fishing.hand(1)[0], fishing.legal(1, "ace"), fishing.state.fresh[0]) == (
        "AD",
        ["ace A"],
        1,
    )


def test_d22_a_new_card_that_has_left_again_counts_no_longer() -> None:
    position = Position(
        {1: "AS AH 5D 5C 6S"}, "4S 6C", only=True, discards="10C 9C 8C", renewals=["10C 9C 8C AS"]
    )
    position.play("p1 ace A", "p2 pass", "p1 ace A", "p2 pass")
    assert (position.hand(1), position.state.fresh[0]) == (
        ["5D", "5C", "6S", "4S", "6C", "10C", "9C", "8C"],
        3,
    )
    position.play("p1 dig 10 @0")
    assert (position.pending, position.legal(1, "ace"), position.state.fresh[0]) == (
        "discard",
        [],
        2,
    )


def test_d22_the_ban_holds_for_every_player_until_the_turn_is_over() -> None:
    position = Position({1: "QS AS", 2: "AH 7S"}, "4S 4H", only=True).play("p2 ace A", "p1 pass")
    assert (position.hand(2)[-1], position.legal(2, "ace"), position.legal(1, "ace")) == (
        "AH",
        [],
        ["ace A"],
    )
    position.play("p1 fish Q p2 A", "p2 give")
    assert (position.hand(1)[0], position.hand(1)[-1], position.legal(1, "ace")) == (
        "AS",
        "AH",
        ["ace A"],
    )
    position.play("p1 ace A", "p2 pass")
    assert position.legal(1, "ace") == []


def test_d22_a_lost_hand_clears_the_count_of_new_cards() -> None:
    position = Position({1: "AS QH 4S 4H 4D", 2: "5S 6S 8S 9S 9H"}, only=True).play(
        "p1 ace A", "p2 pass"
    )
    assert position.state.fresh[0] == 1
    position.play("p1 fish Q p2 7", "p2 deny", "p1 demand")
    assert position.hand(1) == []


def test_d22_a_new_joker_is_no_ace_but_any_other_card() -> None:
    position = Position({1: "Jk 5H 5D 5C 6S"}, only=True, jokers_wild=True).play(
        "p1 ace Jk=A", "p2 pass"
    )
    assert (position.hand(1)[-1], position.legal(1, "ace")) == ("Jk", [])
    assert "dig Jk=10 @0" in position.legal(1)


def test_d22_a_renewal_at_the_end_of_a_turn_bans_nothing() -> None:
    position = Position({1: "AS 5S 5H 5D 5C", 2: "KS"}, "4S", only=True, renewals=["AS"]).play(
        "p1 pass", "p1 ace A", "p2 pass"
    )
    assert position.state.renewed == 1
    ended = Position({1: "AS 5S 5H 5D 5C", 2: "KS"}, "4S", only=True, renewals=["AS"]).play(
        "p1 pass", "p1 discard A"
    )
    assert (ended.hand(2)[-1], ended.legal(2, "ace"), ended.state.renewed) == ("AS", ["ace A"], 0)


@pytest.mark.parametrize(("old", "left"), [("7S", 3), ("8S", 2)])
def test_d22_others_do_not_know_whether_an_old_or_a_new_card_has_left_a_hand(
    old: str, left: int
) -> None:
    hands = {1: f"AS AH 5D 5C {old}", 2: "KS"}
    position = Position(
        hands, "4S 6C", only=True, discards="7H 9C 8C", renewals=["7H 9C 8C AS"], almost_black=True
    )
    own, other = Knowledge(position.view(1)), Knowledge(position.view(2))
    for move in ("p1 ace A", "p2 pass", "p1 ace A", "p2 pass", "p1 pass", "p1 discard 7"):
        for event in position.play(move).events:
            other.observe(event)
    assert (position.pending, position.state.fresh[0]) == ("discard", left)
    assert [believed_fresh(position.state, mind)[0] for mind in (own, other)] == [left, 3]
