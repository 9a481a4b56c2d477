"""§12 Jokers wild."""

from typing import Any

import pytest

from games.dungeon.position import Position

# §12.1 A joker stands for any card


def test_12_1_a_joker_stands_for_any_card_declared_when_it_is_played() -> None:
    position = Position(
        {1: "Jk 3H 3D 3C 4H", 2: "9H"},
        "4S",
        jokers_wild=True,
        discards="9C",
        dungeons={2: "10S 9S"},
    )
    legal = position.legal(1)
    for move in (
        "dig Jk=10 @0",
        "cave Jk=9 p2",
        "attack Jk=J p2",
        "attack Jk=Q p2",
        "attack Jk=K p2",
        "rob Jk=J",
        "fish Jk=Q p2 7",
        "ace Jk=A",
    ):
        assert move in legal
    assert "dig Jk=9 @0" not in legal
    position.play("p1 dig Jk=10 @0")
    assert position.dungeon(1) == [(10, 0, "Jk")]
    assert position.event_data(2, "dug") == [
        {"event": "dug", "seat": 0, "card": "Jk", "value": 10, "place": 0}
    ]


@pytest.mark.parametrize(
    ("move", "event"),
    [
        ("dig Jk=9 @1", "dug"),
        ("cave Jk=10 p2", "caved_in"),
        ("attack Jk=K p2", "attacked"),
        ("rob Jk=J", "rob_called"),
        ("fish Jk=Q p2 5", "fished"),
        ("ace Jk=A", "ace_played"),
    ],
)
def test_12_1_every_use_leaves_the_hand_as_a_joker(move: str, event: str) -> None:
    position = Position(
        {1: "Jk 3H 3D 3C 4H"}, "4S", jokers_wild=True, discards="9C", dungeons={1: "10S", 2: "10D"}
    ).play(f"p1 {move}")
    assert position.event_data(2)[0]["event"] == event
    assert position.event_data(2)[0]["card"] == "Jk"
    assert "Jk" not in position.hand(1)


@pytest.mark.parametrize("variant", ["jokers_wild", "almost_black", "pitch_black"])
def test_12_1_jokers_are_wild_in_all_three_variants_and_only_there(variant: str) -> None:
    options: dict[str, Any] = {variant: True}
    position = Position({1: "Jk"}, **options)
    assert {"dig Jk=10 @0", "fish Jk=Q p2 Jk", "ace Jk=A"} <= set(position.legal(1))
    assert not any("Jk" in text for text in Position().legal(1))


def test_12_1_a_joker_counters_as_the_creature() -> None:
    position = Position(
        {1: "JS", 2: "Jk 3S"}, counter_attack=1, jokers_wild=True, discards="9C"
    ).play("p1 rob J")
    assert position.legal(2) == ["pass", "counter Jk=J", "ace Jk=A"]
    position.play("p2 counter Jk=J", "p1 pass")
    assert "ability_cancelled" in position.event_names
    assert position.discards == {"9C", "JS", "Jk"}


# §12.2 D-21 A joker passage that is caved in


def test_12_2_the_owner_of_a_joker_passage_may_discard_a_natural_card_instead() -> None:
    position = Position({1: "9D", 2: "9H 3S"}, jokers_wild=True, dungeons={2: "10S Jk"}).play(
        "p1 cave 9 p2"
    )
    assert (position.pending, position.waiting, position.view().about) == ("saving", (2,), (9,))
    assert position.legal(2) == ["yield", "save 9"]
    position.play("p2 save 9")
    assert position.event_data(1)[0] == {"event": "joker_saved", "seat": 1, "card": "9H"}
    assert position.dungeon(2) == [(10, 0, "10S"), (9, 1, "Jk")]
    assert position.discards == {"9D", "9H"}


def test_12_2_the_owner_may_lose_the_joker_instead() -> None:
    position = Position({1: "9D", 2: "9H 3S"}, jokers_wild=True, dungeons={2: "10S Jk"}).play(
        "p1 cave 9 p2", "p2 yield"
    )
    assert position.event_names[1] == "joker_lost"
    assert (position.values(2), position.discards, "9H" in position.hand(2)) == (
        [10],
        {"9D", "Jk"},
        True,
    )


@pytest.mark.parametrize("dark", ["jokers_wild", "almost_black", "pitch_black"])
@pytest.mark.parametrize(
    ("held", "answers"),
    [("10H", ["yield", "save 10"]), ("3S", ["yield"]), ("Jk", ["yield", "ace Jk=A"])],
)
def test_d21_the_owner_of_a_joker_is_asked_in_any_case(
    dark: str, held: str, answers: list[str]
) -> None:
    options: dict[str, Any] = {"dungeons": {2: "Jk"}, "players": 3, dark: True}
    position = Position({1: "10S", 2: f"{held} 4H 4D 4C 5H"}, **options).play("p1 cave 10 p2")
    assert (position.pending, position.waiting) == ("saving", (2,))
    assert position.legal(2) == answers


def test_d21_the_place_of_a_lost_joker_is_free_again() -> None:
    position = Position({1: "10S", 2: "10H"}, jokers_wild=True, dungeons={2: "Jk"}).play(
        "p1 cave 10 p2", "p2 yield"
    )
    assert position.legal(2, "dig")[0] == "dig 10 @0"


def test_d21_a_joker_caves_in_too() -> None:
    position = Position({1: "Jk"}, jokers_wild=True, dungeons={2: "10D 9D"}).play("p1 cave Jk=9 p2")
    assert position.event_data(None)[0] == {
        "event": "caved_in",
        "seat": 0,
        "target": 1,
        "card": "Jk",
        "value": 9,
    }
    assert (position.values(2), position.discards) == ([10], {"Jk", "9D"})


# §12.3 The rank of a joker


def test_12_3_a_joker_has_no_other_rank_but_can_be_asked_for() -> None:
    hands = {1: "QS", 2: "Jk 3S 4S 5S 6S"}
    assert Position(hands, jokers_wild=True).play("p1 fish Q p2 7").legal(2) == ["deny", "ace Jk=A"]
    position = Position(hands, jokers_wild=True).play("p1 fish Q p2 Jk")
    assert position.legal(2) == ["give", "deny", "ace Jk=A"]
    position.play("p2 give")
    assert position.hand(1)[-1] == "Jk"


def test_12_3_in_the_bid_a_joker_counts_13() -> None:
    position = Position({1: "QS", 2: "Jk"}, first=None, jokers_wild=True).play(
        "p1 bid Q", "p2 bid Jk"
    )
    assert position.turn_of == 2
    tie = Position({1: "KS", 2: "Jk"}, first=None, jokers_wild=True).play("p1 bid K", "p2 bid Jk")
    assert "bids_tied" in tie.event_names
