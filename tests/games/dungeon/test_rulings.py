"""The rulings D-1 ... D-21 of docs/rules/dungeon.md, every option, and refused options."""

import json
from random import Random
from typing import Any

import pytest

from games.dungeon.position import Position
from underdeck.cards import codes_of
from underdeck.games.dungeon import GAME, rules
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.creatures import may_fight_with
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.options import NEEDS, Options, is_dark, is_wild
from underdeck.options import read_options
from underdeck.refusal import Refusal

EIGHT = "10S 9S 8S 7S 6S 5S 4S 3S"
"""A dungeon that lacks only the 2."""


# D-1 The bid


def test_d1_all_lay_at_the_same_time_and_nobody_sees_what_the_others_laid() -> None:
    position = Position({1: "KS", 2: "QS", 3: "JS"}, players=3, first=None).play(
        "p3 bid J", "p1 bid K"
    )
    assert [event.name for event in position.events_for(2)] == ["bid_laid", "bid_laid"]
    assert (position.waiting, position.view(2).discards, position.cards_shown_to(2)) == (
        (2,),
        0,
        set(),
    )
    position.play("p2 bid Q")
    assert [(event["seat"], event["card"]) for event in position.event_data(None, "bid_shown")] == [
        (0, "KS"),
        (1, "QS"),
        (2, "JS"),
    ]


def test_d1_the_bidders_draw_one_each_in_the_order_of_seats() -> None:
    position = Position({1: "JS", 2: "QS", 3: "KS"}, "2S 2H 2D 3S", players=3, first=None).play(
        "p3 bid K", "p2 bid Q", "p1 bid J"
    )
    assert [position.hand(player)[4:] for player in (1, 2, 3)] == [["2S"], ["2H"], ["2D", "3S"]]
    assert position.turn_of == 3


def test_d1_only_tied_players_bid_again() -> None:
    position = Position({1: "KS 3H", 2: "QS", 3: "KH 5H"}, players=3, first=None).play(
        "p1 bid K", "p2 bid Q", "p3 bid K"
    )
    assert "bids_tied" in position.event_names
    assert (position.pending, position.waiting, position.legal(2)) == ("bid", (1, 3), [])
    assert len(position.hand(2)) == 5
    position.play("p1 bid 3", "p3 bid 5")
    assert position.turn_of == 3
    assert len(position.hand(2)) == 5


def test_d1_after_the_third_tie_the_lot_decides() -> None:
    position = Position({1: "KS QS JS", 2: "KH QH JH"}, first=None, lots=[2])
    position.play("p1 bid K", "p2 bid K", "p1 bid Q", "p2 bid Q")
    assert (position.event_names.count("bids_tied"), position.pending, position.waiting) == (
        2,
        "bid",
        (1, 2),
    )
    position.play("p1 bid J", "p2 bid J")
    assert [
        name for name in position.event_names if name in ("bids_tied", "lot_drawn", "began")
    ] == [
        "bids_tied",
        "lot_drawn",
        "began",
    ]
    assert position.turn_of == 2


def test_d1_the_lot_decides_only_among_tied_players() -> None:
    position = Position({1: "KS QS JS", 2: "4S", 3: "KH QH JH"}, players=3, first=None, lots=[3])
    position.play("p2 bid 4", "p1 bid K", "p3 bid K", "p1 bid Q", "p3 bid Q", "p1 bid J")
    before = GAME.clone(position.state)
    GAME.play(before, 2, GAME.read_move("bid J"))
    assert (GAME.pending_chance(before), GAME.waiting(before), GAME.legal(before, 0)) == (
        (0, 2),
        (),
        (),
    )
    position.play("p3 bid J")
    assert position.turn_of == 3


@pytest.mark.parametrize(("ace_high", "first"), [(False, 2), (True, 1)])
def test_d1_house_rule_ace_high(ace_high: bool, first: int) -> None:
    position = Position({1: "AS", 2: "KS"}, first=None, ace_high=ace_high).play(
        "p1 bid A", "p2 bid K"
    )
    assert position.turn_of == first


@pytest.mark.parametrize("first", [1, 2, 3])
def test_d1_house_rule_random_start_lets_the_lot_decide_among_all(first: int) -> None:
    options = read_options(Options, {"players": 3, "random_start": True})
    state = GAME.start(options, GAME.deck(options))
    assert (GAME.pending_chance(state), GAME.waiting(state)) == ((0, 1, 2), ())
    position = Position(players=3, first=first)
    assert position.event_names[:3] == ["lot_drawn", "began", "turn_begun"]
    assert (position.turn_of, [len(position.hand(player)) for player in (1, 2, 3)].count(6)) == (
        first,
        1,
    )


def test_d1_without_random_start_there_is_a_bid() -> None:
    assert Position(first=None).pending == "bid"


# D-2 Forced plays


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


# D-3 The deck is renewed


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


# D-4 Stalemate


def test_d4_a_full_round_without_a_card_is_a_stalemate() -> None:
    position = Position(players=3, only=True).play("p1 pass", "p2 pass")
    assert position.result is None
    position.play("p3 pass")
    assert position.event_names[-1] == "stalemate"
    assert position.result == {
        "ending": "stalemate",
        "winner": None,
        "alive": [0, 1, 2],
        "turns": 3,
    }


def test_d4_a_turn_with_an_ace_in_it_is_not_idle() -> None:
    position = Position({1: "AS"}, only=True).play("p1 pass", "p1 ace A", "p2 pass", "p2 pass")
    assert (position.result, position.turn_of) == (None, 1)
    position.play("p1 pass", "p2 pass")
    assert position.result is not None


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_d4_an_option_limits_the_turns(limit: int) -> None:
    position = Position(turn_limit=limit)
    for turn in range(limit):
        assert position.result is None
        position.skip(1 + turn % 2)
    assert position.result == {
        "ending": "stalemate",
        "winner": None,
        "alive": [0, 1],
        "turns": limit,
    }


def test_d4_without_a_limit_the_game_goes_on() -> None:
    position = Position(turn_limit=0).skip(1, 2, 1, 2, 1, 2)
    assert (position.result, position.view().turn) == (None, 7)


# D-5 Branches


def test_d5_branches_grow_only_at_the_lowest_level_and_every_tip_can_be_built_on() -> None:
    position = (
        Position({1: "9D 9H 8D 8H 8C"}, "10D 10H 7D 7H", dungeons={1: "10S 9S"})
        .play("p1 dig 9 @1")
        .skip(2)
        .play("p1 dig 8 @2")
    )
    position.skip(2)
    assert position.dungeon(1) == [(10, 0, "10S"), (9, 1, "9S"), (9, 1, "9D"), (8, 2, "8D")]
    assert position.legal(1, "dig") == ["dig 8 @2", "dig 8 @3", "dig 7 @4"]
    position.play("p1 dig 7 @4").skip(2)
    assert position.legal(1, "dig") == ["dig 8 @3"]
    position.play("p1 dig 8 @3")
    assert position.dungeon(1)[-1] == (8, 3, "8H")


def test_d5_the_level_rises_again_when_the_lowest_card_has_gone() -> None:
    position = Position({1: "10D", 2: "9H"}, "3S 3H", dungeons={1: "10S 9S"}, first=2)
    position.play("p2 cave 9 p1")
    assert position.legal(1, "dig") == ["dig 10 @0"]


# D-6 - D-9 Attacks


def test_d6_a_player_who_has_left_the_cell_has_left_it_for_good() -> None:
    position = Position({1: "KS KH", 2: "10H"}, "3S 3H 3D").play("p1 pass", "p1 discard 3")
    assert position.legal(1, "attack") == []
    position.play("p2 dig 10 @0", "p1 attack K p2", "p2 retreat").skip(2)
    assert (position.dungeon(2), position.view(1).players[1].left_cell) == ([], True)
    assert position.legal(1, "attack") == ["attack K p2"]
    assert position.view(2).players[0].left_cell is False
    assert [
        seen.left_cell for seen in Position(players=3, dungeons={1: "10D"}).view(3).players
    ] == [
        True,
        False,
        False,
    ]


def test_d7_creatures_and_passages_can_not_be_added_together() -> None:
    position = Position({1: "QS", 2: "JH 10H 3H AS AD"}, dungeons={2: "10D"}).play("p1 attack Q p2")
    assert position.legal(2, "fight") == ["fight 3", "fight 10"]
    position.play("p2 fight 10")
    assert position.legal(2) == ["fight 3"]
    strong = Position({1: "JS", 2: "KH 10H 3H AS AD"}, dungeons={2: "10D"}).play(
        "p1 attack J p2", "p2 fight 10"
    )
    assert strong.refuses("p2 fight K")


def test_d7_an_ace_does_not_fight() -> None:
    position = Position({1: "JS", 2: "AS 10H"}, dungeons={2: "10D"}).play("p1 attack J p2")
    assert not may_fight_with(position.state, 1, 1, 1, 11)
    assert position.refuses("p2 fight A")


def test_d9_the_attack_is_the_card_of_the_turn_and_the_defence_is_none() -> None:
    position = Position({1: "JS 10S", 2: "KH 9H 3S 3H 3D"}, "4S 4H", dungeons={2: "10D"}).play(
        "p1 attack J p2", "p2 fight K"
    )
    assert (position.turn_of, position.view().turn) == (2, 2)
    assert position.hand(2) == ["9H", "3S", "3H", "3D", "4H"]
    assert position.legal(2, "dig") == ["dig 9 @1"]


# D-8 A player who falls or resigns is out


THREE: dict[int, str] = {1: "QS JS KS 10S AS", 2: "7S 7H 5S 10H AH", 3: "JD QD 3D 3C AD"}
DECISIONS: dict[str, tuple[dict[str, Any], list[str], int]] = {
    "bid": ({"first": None}, [], 2),
    "turn": ({}, [], 1),
    "discard": ({}, ["p1 pass"], 1),
    "attacked": ({"dungeons": {2: "10D 9D"}}, ["p1 attack K p2"], 2),
    "asked": ({}, ["p1 fish Q p2 7"], 2),
    "answered": ({}, ["p1 fish Q p2 7", "p2 deny"], 1),
    "caught": ({"suicide_queen": True}, ["p1 fish Q p2 7", "p2 deny", "p1 demand"], 2),
    "robbing": ({"discards": "9C"}, ["p1 rob J"], 1),
    "saving": ({"jokers_wild": True, "dungeons": {2: "Jk"}}, ["p1 cave 10 p2"], 2),
    "aces": ({}, ["p1 ace A"], 3),
    "counters": ({"counter_attack": 3}, ["p1 fish Q p2 7"], 3),
    "accusations": (
        {"pitch_black": True, "dungeons": {1: "Jk", 2: "10D", 3: "10C"}},
        ["p1 dig 10 @0"],
        3,
    ),
}


@pytest.mark.parametrize("kind", DECISIONS)
def test_d8_a_player_may_resign_in_every_decision_and_the_others_play_on(kind: str) -> None:
    options, moves, player = DECISIONS[kind]
    position = Position(THREE, players=3, **options).play(*moves)
    assert position.pending == kind
    assert player in position.waiting
    assert "resign" not in position.legal(player)
    lost = position.hand(player)
    position.play(f"p{player} resign")
    assert position.event_names[0] == "resigned"
    assert position.event_data(None, "hand_lost") == [
        {"event": "hand_lost", "seat": player - 1, "n": len(lost)}
    ]
    assert (
        position.hand(player),
        position.dungeon(player),
        position.view(None).players[player - 1].alive,
    ) == ([], [], False)
    assert set(lost) <= position.discards
    assert (position.result, player in position.waiting, position.legal(player)) == (
        None,
        False,
        [],
    )
    assert all(position.legal(other) for other in position.waiting)
    assert position.waiting


@pytest.mark.parametrize("kind", DECISIONS)
def test_d8_of_two_players_the_other_one_wins(kind: str) -> None:
    options, moves, player = DECISIONS[kind]
    laid = {seat: cards for seat, cards in options.get("dungeons", {}).items() if seat < 3}
    position = Position({1: THREE[1], 2: THREE[2]}, **{**options, "dungeons": laid}).play(*moves)
    player = min(player, 2)
    position.play(f"p{player} resign")
    assert position.event_names[-1] == "alone"
    assert position.result is not None
    assert (position.result["ending"], position.result["winner"], position.result["alive"]) == (
        "alone",
        2 - player,
        [2 - player],
    )


def test_d8_a_player_whom_the_game_does_not_wait_for_can_not_resign() -> None:
    position = Position()
    assert position.refuses("p2 resign")
    assert position.view(1).players[1].alive


def test_d8_resigning_in_the_middle_of_a_fight_discards_everything() -> None:
    position = Position({1: "KS", 2: "5S 6S 7S 8S 9S"}, players=3, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 5", "p2 resign"
    )
    assert {"KS", "5S", "6S", "7S", "8S", "9S", "10D"} <= position.discards
    assert (position.view().laid, position.view().creature, position.turn_of) == ((), None, 3)


def test_d8_a_joker_whose_owner_resigns_goes_with_the_card_that_caved_it_in() -> None:
    position = Position({1: "10S"}, players=3, jokers_wild=True, dungeons={2: "Jk"}).play(
        "p1 cave 10 p2", "p2 resign"
    )
    assert {"10S", "Jk"} <= position.discards
    assert (position.view().creature, position.turn_of) == (None, 3)


def test_d8_a_player_who_resigns_loses_a_bid_too() -> None:
    position = Position({2: "KS", 1: "3S", 3: "AS 4S"}, players=3, first=None).play(
        "p2 bid K", "p3 ace A", "p2 resign", "p1 pass"
    )
    assert "KS" in position.discards
    assert (position.pending, position.waiting) == ("bid", (1, 3))
    position.play("p1 bid 3", "p3 bid 4")
    assert position.event_data(None, "bid_shown")[0]["seat"] == 0
    assert position.turn_of == 3


def test_d8_the_last_of_the_tied_players_begins() -> None:
    position = Position({1: "KS", 2: "KH", 3: "4S"}, players=3, first=None).play(
        "p1 bid K", "p2 bid K", "p3 bid 4", "p1 resign"
    )
    assert (position.turn_of, position.pending) == (2, "turn")


def test_d8_if_all_tied_players_have_left_the_next_one_begins() -> None:
    position = Position({1: "KS", 2: "KH", 3: "4S AS", 4: "4H"}, players=4, first=None)
    position.play(
        "p1 bid K",
        "p2 bid K",
        "p3 bid 4",
        "p4 bid 4",
        "p3 ace A",
        "p1 resign",
        "p2 resign",
        "p4 pass",
    )
    assert (position.turn_of, position.pending, position.result) == (3, "turn", None)


def test_d8_the_last_bidder_begins() -> None:
    position = Position({1: "KS 4H", 2: "KH", 3: "4S"}, players=3, first=None)
    position.play("p1 bid K", "p2 bid K", "p3 bid 4", "p1 bid 4", "p2 resign")
    assert (position.turn_of, "4H" in position.discards) == (1, True)


def test_d8_the_turn_of_a_player_who_resigns_in_an_aces_window_is_over() -> None:
    position = Position({2: "AS"}, players=3).play("p2 ace A", "p1 resign", "p3 pass")
    assert (position.turn_of, position.pending, len(position.hand(2))) == (2, "turn", 7)


def test_d8_a_player_who_has_left_draws_nothing_for_an_ace() -> None:
    position = Position({1: "AS", 2: "AH"}, "4S 5S 5H", players=3).play(
        "p1 ace A", "p2 ace A", "p1 resign", "p3 pass"
    )
    assert (position.hand(1), position.turn_of) == ([], 2)
    assert [event["card"] for event in position.event_data(2, "drew_card")][:2] == ["5S", "5H"]
    assert position.event_names.count("drew") == 3  # two for the ace, one for the turn


def test_d8_a_question_lapses_when_the_asker_resigns() -> None:
    position = Position({1: "QS", 2: "7S", 3: "AS"}, players=3).play(
        "p1 fish Q p2 7", "p3 ace A", "p1 resign", "p2 pass"
    )
    assert (position.turn_of, position.pending, "7S" in position.hand(2)) == (2, "turn", True)


def test_d8_a_caught_liar_is_free_when_the_asker_resigns() -> None:
    position = Position({1: "QS", 2: "7S", 3: "AS"}, players=3, suicide_queen=True)
    position.play("p1 fish Q p2 7", "p2 deny", "p1 demand", "p3 ace A", "p1 resign", "p2 pass")
    assert (position.turn_of, position.pending, "7S" in position.hand(2)) == (2, "turn", True)


def test_d8_an_attack_goes_on_when_the_attacker_resigns() -> None:
    position = Position({1: "KS", 3: "AS"}, players=3, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p3 ace A", "p1 resign", "p2 pass"
    )
    assert (position.pending, position.waiting) == ("attacked", (2,))
    position.play("p2 retreat")
    assert (position.dungeon(2), position.turn_of) == ([], 2)


def test_d8_a_called_myrmiddon_asks_nothing_when_either_player_has_left() -> None:
    position = Position({1: "QS", 2: "7S"}, players=3, counter_attack=2).play(
        "p1 fish Q p2 7", "p2 resign", "p3 pass"
    )
    assert (position.turn_of, position.pending, "QS" in position.discards) == (3, "turn", True)


def test_d8_a_called_graverobber_takes_nothing_when_its_player_has_left() -> None:
    position = Position({1: "JS", 2: "AS"}, players=3, discards="9C").play(
        "p1 rob J", "p2 ace A", "p1 resign", "p3 pass"
    )
    assert {"JS", "9C"} <= position.discards
    assert (position.turn_of, position.pending) == (2, "turn")


def test_d8_a_passage_is_not_accused_when_its_player_has_left() -> None:
    position = Position(
        {1: "9S", 2: "AS"}, players=3, pitch_black=True, dungeons={1: "10S", 2: "10D"}
    )
    position.play("p1 dig 9 @1", "p2 ace A", "p1 resign", "p3 pass")
    assert (position.turn_of, position.pending) == (2, "turn")


# D-10 and D-11 Fishing


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


# D-12 and D-13 Aces


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
    position = Position(THREE, players=3, **options).play(*moves)
    before = position.waiting, position.view().about
    player = position.waiting[-1] if kind == "aces" else 3
    position.play(f"p{player} ace A")
    assert (position.pending, player in position.waiting) == ("aces", False)
    for other in position.waiting:
        position.play(f"p{other} pass")
    if kind != "aces":
        assert (position.pending, position.waiting, position.view().about) == (kind, *before)


def test_d13_nobody_discards_in_the_turn_of_another() -> None:
    position = (
        Position({2: "AS AH"}, "4S 5S 5H 6S 6H")
        .play("p2 ace A", "p1 pass", "p2 ace A", "p1 pass")
        .skip(1)
    )
    assert (len(position.hand(2)), position.turn_of) == (8, 2)
    position.skip(2)
    assert (len(position.hand(2)), position.turn_of) == (5, 1)


# D-14 - D-17 Pitch black


def test_d14_the_claim_is_public_and_the_card_is_not() -> None:
    position = Position({1: "KS"}, players=3, pitch_black=True, dungeons={1: "10S"}).play(
        "p1 dig K=9 @1"
    )
    for seer in (2, 3, None):
        assert position.event_data(seer, "dug_hidden") == [
            {"event": "dug_hidden", "seat": 0, "value": 9, "place": 1}
        ]
        assert "KS" not in position.cards_shown_to(seer)
        assert [
            (seen.value, seen.next_to, seen.card) for seen in position.view(seer).players[0].dungeon
        ] == [(10, 0, None), (9, 1, None)]
    assert position.dungeon(1)[1] == (9, 1, "KS")


def test_d14_a_card_is_laid_under_any_claim_that_fits() -> None:
    position = Position({1: "KS"}, pitch_black=True, dungeons={1: "10S"})
    assert [text for text in position.legal(1, "dig") if text.startswith("dig K=")] == [
        "dig K=10 @0",
        "dig K=9 @1",
    ]
    assert position.refuses("p1 dig K=8 @1")


def test_d14_a_joker_is_whatever_it_claims_to_be() -> None:
    position = Position({1: "3H"}, pitch_black=True, dungeons={1: "10S", 2: "Jk Jk"}).play(
        "p1 accuse p2"
    )
    assert "was_honest" in position.event_names


CAVING = {1: "7S 10S Jk", 2: "4H 4D 4C 5H 5D", 3: "6H 6D 6C 8H 8D"}


@pytest.mark.parametrize(
    ("move", "card", "end"),
    [
        ("cave 7 p2", "7S", "cave_hit"),
        ("cave 10 p2", "10S", "cave_missed"),
        ("cave Jk=7 p2", "Jk", "cave_hit"),
        ("cave Jk=10 p2", "Jk", "cave_missed"),
    ],
)
def test_d15_true_values_are_compared_in_secret_and_the_card_is_not_shown(
    move: str, card: str, end: str
) -> None:
    position = Position(CAVING, players=3, pitch_black=True, dungeons={2: "7D"}).play(f"p1 {move}")
    names: dict[int | None, list[str]] = {
        seer: [event.name for event in position.events_for(seer)] for seer in (1, 2, 3, None)
    }
    public = ["cave_tried", end, *["front_lost"] * (end == "cave_hit"), "turn_begun", "drew"]
    assert names[1] == ["cave_tried", "tried_with", *public[1:]]
    lost = public.index("front_lost") + 1 if end == "cave_hit" else len(public)
    card_lost = ["front_was"] * (end == "cave_hit")
    assert names[2] == [*public[:lost], *card_lost, *public[lost:], "drew_card"]
    assert names[3] == names[None] == public
    for seer in (3, None):
        assert position.cards_shown_to(seer) == set()
        assert position.view(seer).seen_discards is None
    assert card in position.cards_shown_to(1)
    assert position.discards == ({card, "7D"} if end == "cave_hit" else {card})
    assert position.values(2) == ([] if end == "cave_hit" else [10])


def test_d15_a_card_that_is_no_passage_at_all_is_never_hit() -> None:
    position = Position({1: "Jk KS"}, pitch_black=True, dungeons={2: "KD"})
    assert position.refuses("p1 cave K p2")
    assert position.refuses("p1 cave Jk=K p2")


def test_d15_a_hit_on_a_joker_asks_its_owner_and_shows_no_card() -> None:
    position = Position({1: "10S", 2: "10H"}, players=3, pitch_black=True, dungeons={2: "Jk"}).play(
        "p1 cave 10 p2"
    )
    assert (position.pending, position.waiting) == ("saving", (2,))
    for seer in (2, 3, None):
        assert position.view(seer).creature is None
        assert position.cards_shown_to(seer) == set()
    position.play("p2 save 10")
    assert position.values(2) == [10]
    assert position.discards == {"10S", "10H"}


def test_d15_the_card_that_was_tried_is_not_shown_under_an_aces_window_either() -> None:
    position = Position(
        {1: "10S", 2: "10H", 3: "AS"}, players=3, pitch_black=True, dungeons={2: "Jk"}
    ).play("p1 cave 10 p2", "p3 ace A")
    assert [position.view(seer).creature for seer in (2, 3, None)] == [None, None, None]


def test_d16_on_the_own_turn_both_need_a_passage() -> None:
    assert Position(pitch_black=True, dungeons={2: "10D"}).legal(1, "accuse") == []
    assert Position(pitch_black=True, dungeons={1: "10D"}).legal(1, "accuse") == []
    both = Position(players=4, pitch_black=True, dungeons={1: "10D", 2: "10S", 4: "10H"})
    assert both.legal(1, "accuse") == ["accuse p2", "accuse p4"]


def test_d16_accusing_is_no_play_and_may_be_repeated() -> None:
    position = Position(
        {1: "3H"}, players=3, pitch_black=True, dungeons={1: "10D", 2: "KS", 3: "QS"}
    )
    position.play("p1 accuse p2", "p1 accuse p3")
    assert (position.values(1), position.values(2), position.values(3)) == ([10], [], [])
    position.play("p1 dig 3=9 @1")
    assert position.values(1) == [10, 9]


def test_d16_after_the_card_of_the_turn_nobody_is_accused() -> None:
    position = Position({1: "QS 3H"}, pitch_black=True, dungeons={1: "10D", 2: "KS"}).play(
        "p1 fish Q p2 9"
    )
    assert position.refuses("p1 accuse p2")
    position.play("p2 deny", "p1 believe")
    assert position.refuses("p1 accuse p2")


def test_d16_right_after_a_passage_players_with_one_accuse_or_pass() -> None:
    position = Position(
        {1: "KS"}, players=4, pitch_black=True, dungeons={1: "10D", 2: "10S", 4: "10H"}
    ).play("p1 dig K=9 @1")
    assert (position.pending, position.waiting, position.view().about) == (
        "accusations",
        (2, 4),
        (0,),
    )
    assert (position.legal(2), position.legal(3)) == (["pass", "accuse p1"], [])
    position.play("p4 pass")
    assert list(position.waiting) == [2]
    position.play("p2 accuse p1")
    assert (position.values(1), position.values(2), position.turn_of) == ([], [10], 2)
    assert position.event_names[:4] == ["accused", "passage_shown", "passage_shown", "was_false"]


def test_d16_without_an_accusation_the_passage_stays_face_down() -> None:
    position = Position({1: "KS"}, pitch_black=True, dungeons={1: "10D", 2: "10S"}).play(
        "p1 dig K=9 @1", "p2 pass"
    )
    assert (position.values(1), position.turn_of, "passage_shown" in position.event_names) == (
        [10, 9],
        2,
        False,
    )


def test_d16_nobody_is_asked_where_nobody_else_has_a_passage() -> None:
    position = Position({1: "KS"}, pitch_black=True).play("p1 dig K=10 @0")
    assert position.turn_of == 2


def test_d16_the_first_accusation_closes_the_window_and_an_honest_one_costs_the_accuser() -> None:
    position = Position(
        {1: "9S"}, players=3, pitch_black=True, dungeons={1: "10D", 2: "KD", 3: "10H 9H"}
    ).play("p1 dig 9 @1", "p3 accuse p1")
    assert (position.values(1), position.values(2), position.values(3)) == ([10, 9], [10], [])
    assert (position.turn_of, position.event_data(None, "dungeon_lost")) == (
        2,
        [{"event": "dungeon_lost", "seat": 2, "n": 2}],
    )
    for seer in (1, 2, 3, None):
        assert [event["card"] for event in position.event_data(seer, "passage_shown")] == [
            "10D",
            "9S",
        ]
    assert [seen.card for seen in position.view(3).players[0].dungeon] == [None, None]


@pytest.mark.parametrize("reveal", [False, True])
@pytest.mark.parametrize(("card", "honest"), [("2H", True), ("Jk", True), ("KS", False)])
def test_d17_an_unaccused_ninth_card_stands_unless_every_escape_is_checked(
    card: str, honest: bool, reveal: bool
) -> None:
    position = Position(
        {1: card}, players=3, pitch_black=True, reveal_on_escape=reveal, dungeons={1: EIGHT}
    )
    digs = [text.split() for text in position.legal(1, "dig")]
    rank = card.strip("HS")
    move = next(dig for dig in digs if dig[1].split("=")[0] == rank and dig[2] == "@8")
    position.play(f"p1 {' '.join(move)}")
    if not reveal:
        assert list(position.waiting) == [2, 3]
        position.play("p3 pass", "p2 pass")
    shown = [event["card"] for event in position.event_data(3, "passage_shown")]
    assert shown == [*EIGHT.split(), card]
    if honest or not reveal:
        assert position.event_names[-1] == "escaped"
        assert position.result is not None
        assert (position.result["ending"], position.result["winner"]) == ("escaped", 0)
        assert codes_of([seen.card or 0 for seen in position.view(2).players[0].dungeon]) == shown
    else:
        assert (position.result, position.values(1), position.turn_of) == (None, [], 2)
        assert "was_false" in position.event_names


def test_d17_an_honest_escape_that_is_accused_stands_and_costs_the_accuser() -> None:
    position = Position({1: "2H"}, pitch_black=True, dungeons={1: EIGHT, 2: "10D"}).play(
        "p1 dig 2 @8", "p2 accuse p1"
    )
    assert position.event_names[-3:] == ["was_honest", "dungeon_lost", "escaped"]
    assert (position.values(2), position.result and position.result["winner"]) == ([], 0)


def test_d17_a_player_without_passages_may_accuse_an_escape() -> None:
    position = Position({1: "KS"}, pitch_black=True, dungeons={1: EIGHT}).play(
        "p1 dig K=2 @8", "p2 accuse p1"
    )
    assert (position.result, position.values(1), position.turn_of) == (None, [], 2)
    assert position.event_data(None, "dungeon_lost") == [
        {"event": "dungeon_lost", "seat": 0, "n": 9}
    ]


# D-18 - D-21


def test_d18_the_deal_is_the_order_of_the_deck() -> None:
    position = Position(
        {1: "10S 9S", 2: "8S 7S", 3: "6S 5S"}, "KD QD", cells="AC", players=3, decks=1
    )
    state = position.state
    assert codes_of(state.deck[:7]) == ["AC", "10S", "8S", "6S", "9S", "7S", "5S"]
    assert position.hand(1)[-1] == "KD"
    assert [codes_of([cell])[0] for cell in state.cells[:3]] == ["Jk", "Jk", "AC"]


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


def test_d20_once_the_first_card_is_laid_there_is_no_retreat() -> None:
    position = Position({1: "JS", 2: "10H 5H 3S 3H 3D"}, dungeons={2: "10D"}).play("p1 attack J p2")
    assert "retreat" in position.legal(2)
    position.play("p2 fight 10")
    assert position.legal(2) == ["fight 3", "fight 5"]
    assert position.event_data(1) == [
        {"event": "fight_laid", "seat": 1, "card": "10H", "value": 10}
    ]
    assert position.refuses("p2 retreat")
    assert position.refuses("p2 strike")


def test_d20_a_joker_fights_as_a_creature_or_as_a_passage() -> None:
    position = Position({1: "QS", 2: "Jk 3S 4H AS AD"}, jokers_wild=True, dungeons={2: "10D"}).play(
        "p1 attack Q p2"
    )
    fights = set(position.legal(2, "fight"))
    assert fights == {
        "fight 3",
        "fight 4",
        *(f"fight Jk={value}" for value in (5, 6, 7, 8, 9, 10)),
        "fight Jk=Q",
        "fight Jk=K",
    }
    position.play("p2 fight 3")
    assert position.legal(2) == ["fight 4", *(f"fight Jk={value}" for value in (5, 6, 7, 8, 9, 10))]
    position.play("p2 fight Jk=9")
    assert position.legal(2) == ["fight 4", "strike"]


def test_d20_a_joker_in_the_hand_counts_as_a_10_of_the_strength_left() -> None:
    for hand in ("Jk 3S AS AD AC", "3S Jk AS AD AC", "3S AS AD AC Jk"):
        position = Position({1: "KS", 2: hand}, jokers_wild=True, dungeons={2: "10D"}).play(
            "p1 attack K p2"
        )
        assert set(position.legal(2, "fight")) == {
            "fight 3",
            "fight Jk=2",
            "fight Jk=10",
            "fight Jk=K",
        }


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


# §10 Suicide queen, on and off


def caught(**options: Any) -> Position:
    hands = {1: "QS 3H 3D 3C 4H", 2: "7S 7H 5S 6S 6H"}
    return Position(hands, "4S 8S 8H", **options).play("p1 fish Q p2 7", "p2 deny", "p1 demand")


def test_suicide_queen_off_the_card_is_given_at_once() -> None:
    position = caught()
    assert position.pending == "discard"
    assert position.hand(1)[-1] == "7S"


@pytest.mark.parametrize("keeps", [False, True])
def test_surrender_keeps_rest_on_and_off(keeps: bool) -> None:
    position = caught(suicide_queen=True, surrender_keeps_rest=keeps).play("p2 give")
    assert position.hand(1)[-1] == "7S"
    assert position.hand(2) == (["7H", "5S", "6S", "6H"] if keeps else [])
    assert ("hand_lost" in position.event_names) == (not keeps)


@pytest.mark.parametrize("keeps", [False, True])
def test_suicide_queen_burning_discards_all_in_either_case(keeps: bool) -> None:
    position = caught(suicide_queen=True, surrender_keeps_rest=keeps).play("p2 burn")
    assert {"7S", "7H", "5S", "6S", "6H"} <= position.discards
    assert position.hand(1) == ["3H", "3D", "3C", "4H", "4S"]


def test_suicide_queen_a_liar_without_the_card_can_only_burn() -> None:
    position = Position({1: "QS", 2: "AS 5S"}, "4S 8S 8H", suicide_queen=True).play(
        "p1 fish Q p2 A", "p2 deny", "p1 demand", "p2 ace A", "p1 pass"
    )
    assert position.legal(2) == ["burn"]


def test_suicide_queen_an_honest_answer_leaves_nothing_to_choose() -> None:
    position = Position({1: "QS", 2: "5S 6S 8S 9S 9H"}, suicide_queen=True).play(
        "p1 fish Q p2 7", "p2 deny", "p1 demand"
    )
    assert (position.hand(1), position.turn_of) == ([], 2)


# §11 Counter attack


COUNTERERS = {1: "JS QS", 2: "JH QH 7S", 3: "JD QD"}


@pytest.mark.parametrize(
    ("option", "robs", "fishes"),
    [(0, False, False), (1, True, False), (2, False, True), (3, True, True)],
)
def test_counter_attack_says_whose_ability_can_be_cancelled(
    option: int, robs: bool, fishes: bool
) -> None:
    rob = Position(COUNTERERS, players=3, counter_attack=option, discards="9C").play("p1 rob J")
    assert (rob.pending == "counters") == robs
    assert rob.pending in ("counters", "robbing")
    fish = Position(COUNTERERS, players=3, counter_attack=option).play("p1 fish Q p2 7")
    assert (fish.pending == "counters") == fishes
    assert fish.pending in ("counters", "asked")


@pytest.mark.parametrize("counters", [0, 1, 2, 3])
@pytest.mark.parametrize("word", ["rob", "fish"])
def test_counter_attack_works_if_the_number_of_counters_is_even(word: str, counters: int) -> None:
    hands = {1: "JS JS QS QS", 2: "JH JH QH QH 7S", 3: "JD QD"}
    rank, call = ("J", "rob J") if word == "rob" else ("Q", "fish Q p2 7")
    position = Position(hands, players=3, counter_attack=3, discards="9C").play(f"p1 {call}")
    played = [f"p{player} counter {rank}" for player in (2, 1, 3)][:counters]
    position.play(*played)
    assert (position.pending, len(position.view().laid)) == ("counters", counters)
    last = (1, 2, 1, 3)[counters]
    assert last not in position.waiting
    position.play(*(f"p{player} pass" for player in position.waiting))
    if counters % 2:
        assert position.event_names.count("ability_cancelled") == 1
        assert (position.turn_of, position.pending) == (2, "turn")
        assert f"{rank}S" in position.discards
    else:
        assert position.pending == ("robbing" if word == "rob" else "asked")
        assert "ability_cancelled" not in position.event_names
        assert (f"{rank}S" in position.discards) == (word == "fish" or counters == 2)


def test_counter_attack_a_counter_that_was_discarded_can_be_robbed() -> None:
    hands = {1: "JS 3S", 2: "JH", 3: "JD"}
    position = Position(hands, players=3, counter_attack=1, discards="9C").play(
        "p1 rob J", "p2 counter J", "p3 counter J", "p1 pass", "p2 pass"
    )
    assert position.legal(1, "take") == ["take 9", "take J"]


def test_counter_attack_a_joker_counters_as_the_creature() -> None:
    position = Position(
        {1: "JS", 2: "Jk 3S"}, counter_attack=1, jokers_wild=True, discards="9C"
    ).play("p1 rob J")
    assert position.legal(2) == ["pass", "counter Jk=J", "ace Jk=A"]
    position.play("p2 counter Jk=J", "p1 pass")
    assert "ability_cancelled" in position.event_names
    assert position.discards == {"9C", "JS", "Jk"}


def test_counter_attack_an_attack_can_not_be_countered() -> None:
    position = Position({1: "JS", 2: "JH"}, counter_attack=3, dungeons={2: "10D"}).play(
        "p1 attack J p2"
    )
    assert (position.pending, position.legal(2, "counter")) == ("attacked", [])


# §12 Jokers in every use


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
def test_jokers_wild_every_use_leaves_the_hand_as_a_joker(move: str, event: str) -> None:
    position = Position(
        {1: "Jk 3H 3D 3C 4H"}, "4S", jokers_wild=True, discards="9C", dungeons={1: "10S", 2: "10D"}
    ).play(f"p1 {move}")
    assert position.event_data(2)[0]["event"] == event
    assert position.event_data(2)[0]["card"] == "Jk"
    assert "Jk" not in position.hand(1)


@pytest.mark.parametrize("variant", ["jokers_wild", "almost_black", "pitch_black"])
def test_jokers_are_wild_in_all_three_variants_and_only_there(variant: str) -> None:
    options: dict[str, Any] = {variant: True}
    position = Position({1: "Jk"}, **options)
    assert {"dig Jk=10 @0", "fish Jk=Q p2 Jk", "ace Jk=A"} <= set(position.legal(1))
    assert not any("Jk" in text for text in Position().legal(1))


def test_almost_black_off_discards_are_seen() -> None:
    position = Position(discards="9C KD", jokers_wild=True)
    assert codes_of(position.view(2).seen_discards or ()) == ["9C", "KD"]


def test_almost_black_passages_lie_open_and_must_be_what_they_are() -> None:
    position = Position({1: "10S KS"}, almost_black=True, dungeons={1: "10D"})
    assert position.refuses("p1 dig K=9 @1")
    assert [seen.card for seen in position.view(2).players[0].dungeon] != [None]


# Refused options


def refusal_of(**options: Any) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as refusal:
        read_options(Options, options)
    return refusal.value.code, refusal.value.params


def test_two_players_with_two_decks_are_refused() -> None:
    assert refusal_of(players=2, decks=2) == ("house_two_decks", {})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pitch_black", "almost_black"),
        ("pitch_black", "jokers_wild"),
        ("almost_black", "jokers_wild"),
    ],
)
def test_a_variant_with_one_that_it_includes_is_refused(one: str, other: str) -> None:
    assert refusal_of(**{one: True, other: True}) == (
        "house_includes",
        {"one": one, "other": other},
    )


@pytest.mark.parametrize(("one", "other"), NEEDS)
def test_an_option_that_needs_another_is_refused_without_it(one: str, other: str) -> None:
    assert refusal_of(**{one: True}) == ("house_needs", {"one": one, "other": other})
    assert getattr(read_options(Options, {one: True, other: True}), one) is True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", 1),
        ("players", 5),
        ("decks", 3),
        ("counter_attack", 4),
        ("turn_limit", -1),
        ("turn_limit", 10_000),
        ("must_play", "maybe"),
    ],
)
def test_a_value_that_the_table_of_options_does_not_have_is_refused(
    name: str, value: object
) -> None:
    code, params = refusal_of(**{name: value})
    assert (code, params["name"], params["value"]) == ("house_value", name, str(value))


def test_the_defaults_are_those_of_the_table_of_options() -> None:
    options = read_options(Options, {})
    assert (options.players, options.decks, options.counter_attack, options.turn_limit) == (
        2,
        0,
        0,
        0,
    )
    switches = (
        "jokers_wild almost_black pitch_black suicide_queen ace_high random_start must_play "
        "demand_shows_all reveal_on_escape"
    )
    assert not any(
        getattr(options, name)
        for name in [*switches.split(), "surrender_keeps_rest", "aces_in_fights", "accuse_freely"]
    )


@pytest.mark.parametrize(
    ("variant", "wild", "dark"),
    [
        ("", False, False),
        ("jokers_wild", True, False),
        ("almost_black", True, True),
        ("pitch_black", True, True),
    ],
)
def test_variants_include_wild_jokers_and_hidden_discards(
    variant: str, wild: bool, dark: bool
) -> None:
    options = read_options(Options, {variant: True} if variant else {})
    assert (is_wild(options), is_dark(options)) == (wild, dark)


# §9 Views as JSON


def test_a_view_as_data_names_cards_by_their_codes_and_hides_the_others() -> None:
    position = Position(
        {1: "KS 3H", 2: "5S 10H 6S 7S 8S"}, "4S", dungeons={2: "10D"}, discards="9C"
    ).play("p1 attack K p2", "p2 fight 10")
    data = json.loads(json.dumps(position.view(2).as_json()))
    assert (data["seat"], data["current"], data["pending"], data["waiting"], data["about"]) == (
        1,
        0,
        "attacked",
        [1],
        [0, 13],
    )
    assert (data["creature"], data["laid"], data["seen_discards"], data["robber"]) == (
        "KS",
        ["10H"],
        ["9C"],
        None,
    )
    assert (data["players"][1]["hand"], data["players"][0]["hand"]) == (
        ["5S", "6S", "7S", "8S"],
        None,
    )
    assert data["players"][1]["dungeon"] == [{"value": 10, "next_to": 0, "card": "10D"}]
    assert data["players"][0]["cell"] == "Jk"
    assert data["legal"] == ["fight 5", "fight 6", "fight 7", "fight 8"]
    assert (data["ending"], data["winner"], data["house"]["players"]) == (None, None, 2)


def test_a_view_as_data_has_the_names_of_the_view() -> None:
    view = Position(dungeons={2: "10D"}).view(1)
    data = view.as_json()
    assert list(data) == ["house", *view._fields[1:]]
    assert (data["waiting"], data["about"]) == ([0], [])


def test_a_view_shows_what_is_pending_and_nothing_when_the_game_is_over() -> None:
    denied = Position({2: "QS", 3: "7S"}, players=3, first=2).play("p2 fish Q p3 7", "p3 deny")
    assert (denied.pending, denied.waiting, denied.view().about) == ("answered", (2,), (2, 7))
    over = Position({1: "KS"}, dungeons={2: "10D"}).play("p1 attack K p2", "p2 resign")
    assert (over.pending, over.waiting, over.view().about) == ("over", (), ())


def test_13_2_only_the_graverobbers_player_sees_the_discards() -> None:
    position = Position({3: "JS"}, players=3, first=3, almost_black=True, discards="9C KD").play(
        "p3 rob J"
    )
    assert [position.view(seer).seen_discards is not None for seer in (1, 2, 3, None)] == [
        False,
        False,
        True,
        False,
    ]


def test_14_5_only_the_dungeon_that_escaped_is_shown_at_the_end() -> None:
    escaped = Position(
        {2: "2H"}, players=3, first=2, pitch_black=True, dungeons={2: EIGHT, 3: "10D"}
    )
    escaped.play("p2 dig 2 @8", "p1 pass", "p3 pass")
    alone = Position(pitch_black=True, dungeons={1: "10D", 2: "10S"}).play("p1 resign")
    for position, hidden in ((escaped, 3), (alone, 2)):
        assert position.result is not None
        assert [seen.card for seen in position.view(None).players[hidden - 1].dungeon] == [None]
    assert all(seen.card for seen in escaped.view(None).players[1].dungeon)


def test_a_view_as_data_in_pitch_black_hides_passages_cells_and_discards() -> None:
    position = Position(pitch_black=True, dungeons={2: "KD"}, discards="9C")
    data = position.view(1).as_json()
    players = data["players"]
    assert isinstance(players, list)
    assert players[1]["dungeon"] == [{"value": 10, "next_to": 0, "card": None}]
    assert (players[0]["cell"], data["seen_discards"], data["discards"]) == (None, None, 1)


def test_a_view_as_data_shows_the_robber_and_the_end() -> None:
    position = Position({1: "JS"}, discards="9C").play("p1 rob J", "p1 take 9")
    assert position.view(2).as_json()["robber"] == "JS"
    over = Position().play("p1 resign").view(None).as_json()
    assert (over["ending"], over["winner"], over["pending"], over["legal"], over["seat"]) == (
        "alone",
        1,
        "over",
        [],
        None,
    )


def test_d21_a_sampled_state_keeps_a_saved_joker_and_the_card_that_saved_it() -> None:
    position = Position({1: "10S", 2: "Jk 10H"}, "3S 3H 3D", jokers_wild=True, first=2)
    knowledge = Knowledge(position.view(1))
    for move in ("p2 dig Jk=10 @0", "p1 cave 10 p2", "p2 save 10"):
        for event in position.play(move).events:
            knowledge.observe(event)
    other = sample_state(position.state, knowledge, position.view(1), Random(1))
    assert (GAME.view(other, 0), other.discard_size) == (position.view(1), 2)
    held = {token.card for token in knowledge.tokens if token.places == {("discards", 0, 0)}}
    assert set(codes_of(held)) == {"10S", "10H"}


def test_d15_a_sampled_state_may_have_any_card_tried_in_secret() -> None:
    position = Position({1: "10S", 2: "Jk", 3: "3S"}, players=3, pitch_black=True, first=2)
    knowledge = Knowledge(position.view(3))
    for move in ("p2 dig Jk=10 @0", "p3 dig 3=10 @0", "p2 pass", "p1 cave 10 p2"):
        for event in position.play(move).events:
            knowledge.observe(event)
    assert (
        position.pending,
        position.view(3).creature,
        codes_of([position.view(1).creature or 0]),
    ) == (
        "saving",
        None,
        ["10S"],
    )
    others = [
        sample_state(position.state, knowledge, position.view(3), Random(seed)) for seed in range(5)
    ]
    assert len({other.creature for other in others}) > 1
    assert all(GAME.view(other, 2) == position.view(3) for other in others)


def test_d8_a_sampled_state_has_the_bid_of_a_player_who_resigned_among_the_discards() -> None:
    position = Position({2: "KS", 1: "3S", 3: "AS 4S"}, players=3, decks=1, first=None)
    knowledge = Knowledge(position.view(1))
    for move in ("p2 bid K", "p3 ace A", "p2 resign", "p1 pass"):
        for event in position.play(move).events:
            knowledge.observe(event)
    other = sample_state(position.state, knowledge, position.view(1), Random(1))
    assert "KS" in codes_of(other.discards[: other.discard_size])
    assert GAME.view(other, 0) == position.view(1)


def test_the_rules_are_the_same_without_a_sink() -> None:
    position = Position({1: "QS 3H 3D 3C 4H", 2: "7S 7H 5S 6S 6H"})
    state = GAME.clone(position.state)
    for seat, text in ((0, "fish Q p2 7"), (1, "deny"), (0, "demand")):
        rules.play(state, seat, GAME.read_move(text).action, None)
    position.play("p1 fish Q p2 7", "p2 deny", "p1 demand")
    assert state == position.state
