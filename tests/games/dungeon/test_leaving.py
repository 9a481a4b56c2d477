"""§4.7 D-8 A player who falls or resigns is out, and the others play on."""

import pytest

from games.dungeon.decisions import DECISIONS, THREE_HANDS
from games.dungeon.position import Position


@pytest.mark.parametrize("kind", DECISIONS)
def test_d8_a_player_may_resign_in_every_decision_and_the_others_play_on(kind: str) -> None:
    options, moves, player = DECISIONS[kind]
    position = Position(THREE_HANDS, players=3, **options).play(*moves)
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
    position = Position(
        {1: THREE_HANDS[1], 2: THREE_HANDS[2]}, **{**options, "dungeons": laid}
    ).play(*moves)
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
