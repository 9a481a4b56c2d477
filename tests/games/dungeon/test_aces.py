"""§7 Aces: windows, cards drawn, and aces that must wait."""

from typing import Any

import pytest

from games.dungeon.decisions import DECISIONS, THREE_HANDS
from games.dungeon.position import Position
from underdeck.cards import codes_of, read_cards
from underdeck.games.dungeon.legal import is_fight_lost
from underdeck.games.dungeon.state import MAX_CARDS

# §7.1 - §7.3 D-12 When an ace may be played


def test_7_1_an_ace_draws_two_in_anyones_turn_and_is_no_play() -> None:
    position = Position({1: "AS 10S", 2: "AH"}, "4S 5S 5H 6S 6H").play("p1 ace A", "p2 pass")
    assert position.hand(1)[-3:] == ["4S", "5S", "5H"]
    assert (position.discards, position.pending, position.turn_of) == ({"AS"}, "turn", 1)
    position.play("p2 ace A", "p1 pass")
    assert (position.hand(2)[-2:], position.turn_of) == (["6S", "6H"], 1)
    assert "dig 10 @0" in position.legal(1)


def test_7_2_the_last_ace_draws_first() -> None:
    position = Position({1: "AS", 2: "AH"}, "4S 5S 5H 6S 6H").play("p1 ace A", "p2 ace A")
    assert (position.pending, position.waiting, position.deck[0]) == ("aces", (1,), "5S")
    position.play("p1 pass")
    assert (position.hand(2)[-2:], position.hand(1)[-2:]) == (["5S", "5H"], ["6S", "6H"])


def test_7_3_every_living_player_may_play_an_ace_whenever_the_game_waits() -> None:
    position = Position({1: "KS AS", 2: "5S 6S 7S AH", 3: "AD"}, players=3, dungeons={2: "10S"})
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [["ace A"]] * 3
    position.play("p1 attack K p2")
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [["ace A"]] * 3
    position.play("p2 fight 6")
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [[]] * 3


def test_d12_aces_are_played_during_the_bid_too() -> None:
    position = Position({1: "AS", 2: "KS"}, "4S 5S", first=None).play(
        "p2 bid K", "p1 ace A", "p2 pass"
    )
    assert (position.hand(1)[-2:], position.pending, position.waiting) == (
        ["4S", "5S"],
        "bid",
        (1,),
    )


def test_d12_aces_wait_between_answer_and_demand_and_between_first_card_and_strike() -> None:
    fished = Position({1: "QS AS", 2: "AH", 3: "AD"}, players=3).play("p1 fish Q p2 7", "p2 deny")
    fought = Position({1: "KS AS", 2: "AH 10H 9H", 3: "AD"}, players=3, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 10", "p2 fight 9"
    )
    for position in (fished, fought):
        assert [position.legal(player, "ace") for player in (1, 2, 3)] == [[], [], []]
        assert position.refuses("p3 ace A")


@pytest.mark.parametrize("kind", [kind for kind in DECISIONS if kind != "answered"])
def test_d12_an_ace_interrupts_every_other_decision_and_the_game_then_waits_where_it_had_waited(
    kind: str,
) -> None:
    options, moves, _ = DECISIONS[kind]
    position = Position(THREE_HANDS, players=3, **options).play(*moves)
    before = position.waiting, position.view().about
    player = position.waiting[-1] if kind == "aces" else 3
    position.play(f"p{player} ace A")
    assert (position.pending, player in position.waiting) == ("aces", False)
    for other in position.waiting:
        position.play(f"p{other} pass")
    if kind != "aces":
        assert (position.pending, position.waiting, position.view().about) == (kind, *before)


# §7.3 House rule aces_in_fights


def fought(cards: str, **options: Any) -> Position:
    """Return a game where player 2 fights a Wight and has laid the first card."""
    hands = {1: "KS AC", 2: cards, 3: "AD"}
    first = cards.split(maxsplit=1)[0][:-1]
    return Position(hands, players=3, aces_in_fights=True, dungeons={2: "10D"}, **options).play(
        "p1 attack K p2", f"p2 fight {first}"
    )


def test_d12_aces_in_fights_are_played_between_the_first_card_and_the_strike() -> None:
    position = fought("9H 4H AS")
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [["ace A"]] * 3
    position.play("p3 ace A", "p2 ace A", "p1 pass", "p3 pass")
    assert (position.pending, position.waiting, codes_of(position.view().laid)) == (
        "attacked",
        (2,),
        ["9H"],
    )
    assert position.refuses("p2 retreat")
    position.play("p2 fight 4", "p2 strike")
    assert {"KS", "9H", "4H", "AS", "AD"} <= position.discards


def test_d12_aces_in_fights_still_wait_between_answer_and_demand() -> None:
    position = Position({1: "QS AS", 2: "AH"}, aces_in_fights=True).play(
        "p1 fish Q p2 7", "p2 deny"
    )
    assert [position.legal(player, "ace") for player in (1, 2)] == [[], []]


def test_d12_aces_in_fights_a_joker_that_the_fight_needs_is_no_ace() -> None:
    needed = fought("9H Jk AS AD AC", jokers_wild=True)
    assert needed.legal(2, "ace") == ["ace A"]
    needed.play("p1 ace A")
    assert (needed.pending, needed.legal(2, "ace")) == ("aces", ["ace A"])
    spare = fought("9H Jk 5H AD AC", jokers_wild=True)
    assert spare.legal(2, "ace") == ["ace A", "ace Jk=A"]
    two = fought("2H Jk AS AD AC", jokers_wild=True)
    assert two.legal(2, "ace") == ["ace A", "ace Jk=A"]
    assert Position({1: "Jk"}, jokers_wild=True, aces_in_fights=True).legal(1, "ace") == [
        "ace Jk=A"
    ]


def test_d12_aces_in_fights_others_may_play_any_joker() -> None:
    position = Position(
        {1: "KS", 2: "9H 5H", 3: "Jk"},
        players=3,
        jokers_wild=True,
        aces_in_fights=True,
        dungeons={2: "10D"},
    )
    position.play("p1 attack K p2", "p2 fight 9")
    assert position.legal(3) == ["ace Jk=A"]


def test_d20_a_fight_is_never_lost_unless_hidden_cards_are_sampled() -> None:
    position = fought("9H 4H AS AD AC").play("p3 ace A")
    assert (position.pending, is_fight_lost(position.state)) == ("aces", False)
    (three,) = read_cards(["3H"])
    position.state.hands[MAX_CARDS] = three
    assert is_fight_lost(position.state)
    countered = Position({1: "JS", 2: "JH"}, counter_attack=1, discards="9C").play(
        "p1 rob J", "p2 counter J"
    )
    assert not is_fight_lost(countered.state)


# §7.4 D-12 D-25 Answers to an ace


def test_7_4_each_other_player_answers_in_any_order_and_nobody_sees_who_holds_an_ace() -> None:
    position = Position({1: "AS"}, players=4).play("p1 ace A")
    assert (position.pending, position.waiting, position.view().about) == ("aces", (2, 3, 4), (0,))
    assert [position.legal(player) for player in (1, 2, 3, 4)] == [[], ["pass"], ["pass"], ["pass"]]
    position.play("p4 pass")
    assert list(position.waiting) == [2, 3]
    position.play("p2 pass", "p3 pass")
    assert (position.pending, position.waiting, position.event_names.count("drew")) == (
        "turn",
        (1,),
        2,
    )


def test_d12_a_chain_of_three_aces_draws_from_the_last_to_the_first() -> None:
    position = Position({1: "AS", 2: "AH", 3: "AD"}, "4S 5S 5H 6S 6H 7S 7H", players=3).play(
        "p2 ace A"
    )
    assert list(position.waiting) == [1, 3]
    position.play("p3 ace A")
    assert list(position.waiting) == [1, 2]
    position.play("p1 ace A")
    assert (position.waiting, position.deck[0], "drew" in position.event_names) == (
        (2, 3),
        "5S",
        False,
    )
    position.play("p3 pass", "p2 pass")
    assert [event.parts["seat"] for event in position.events if event.name == "drew"] == [
        0,
        0,
        2,
        2,
        1,
        1,
    ]
    assert [position.hand(player)[-2:] for player in (1, 3, 2)] == [
        ["5S", "5H"],
        ["6S", "6H"],
        ["7S", "7H"],
    ]
    assert (position.pending, position.waiting, position.turn_of) == ("turn", (1,), 1)


def test_d12_a_player_may_answer_the_answer_to_the_own_ace() -> None:
    position = Position({1: "AS AH", 2: "AD"}, "4S 5S 5H 6S 6H 7S 7H").play("p1 ace A")
    assert position.legal(1) == []
    position.play("p2 ace A", "p1 ace A", "p2 pass")
    assert position.hand(1)[-4:] == ["5S", "5H", "7S", "7H"]
    assert position.hand(2)[-2:] == ["6S", "6H"]


def test_d12_a_pass_does_not_count_for_the_next_ace() -> None:
    position = Position({1: "AS", 2: "AH", 3: "AD"}, players=3).play("p1 ace A", "p2 pass")
    assert position.legal(2) == []
    position.play("p3 ace A")
    assert position.legal(2) == ["pass", "ace A"]


def test_d25_in_an_aces_window_only_players_who_have_not_answered_play_an_ace() -> None:
    position = Position({1: "AS AH", 2: "AD", 3: "AC"}, players=3).play("p1 ace A", "p2 pass")
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [[], [], ["ace A"]]
    position.play("p3 pass")
    assert [position.legal(player, "ace") for player in (1, 2, 3)] == [
        ["ace A"],
        ["ace A"],
        ["ace A"],
    ]


# §7.5 D-13 Cards over five


def test_7_5_cards_over_five_stay_until_the_end_of_the_own_turn() -> None:
    position = Position({2: "AS"}, "4S 5S 5H").play("p2 ace A", "p1 pass").skip(1)
    assert (len(position.hand(2)), position.turn_of) == (7, 2)
    position.play("p2 pass")
    assert (position.pending, position.waiting) == ("discard", (2,))


def test_d13_nobody_discards_in_the_turn_of_another() -> None:
    position = (
        Position({2: "AS AH"}, "4S 5S 5H 6S 6H")
        .play("p2 ace A", "p1 pass", "p2 ace A", "p1 pass")
        .skip(1)
    )
    assert (len(position.hand(2)), position.turn_of) == (8, 2)
    position.skip(2)
    assert (len(position.hand(2)), position.turn_of) == (5, 1)
