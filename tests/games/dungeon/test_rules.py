"""The rules of docs/rules/dungeon.md, paragraph by paragraph."""

from collections import Counter
from typing import Any

import pytest

from games.dungeon.position import Position
from underdeck.cards import codes_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.options import Options
from underdeck.options import read_options

EIGHT = "10S 9S 8S 7S 6S 5S 4S 3S"
"""A dungeon that lacks only the 2."""


def parse(**options: Any) -> Options:
    chosen = read_options(Options, options)
    assert isinstance(chosen, Options)
    return chosen


# §1 Setting up


@pytest.mark.parametrize(
    ("options", "decks"),
    [
        ({}, 1),
        ({"decks": 1}, 1),
        ({"players": 3}, 2),
        ({"players": 4}, 2),
        ({"players": 3, "decks": 1}, 1),
        ({"players": 4, "decks": 2}, 2),
    ],
)
def test_1_1_two_players_use_one_deck_and_more_use_two_unless_they_say_otherwise(
    options: dict[str, Any], decks: int
) -> None:
    count = Counter(codes_of(GAME.deck(parse(**options))))
    assert len(count) == 52
    assert set(count.values()) == {decks}
    assert "Jk" not in count
    wild = Counter(codes_of(GAME.deck(parse(**options, jokers_wild=True))))
    assert wild == count + Counter({"Jk": 2 * decks})


def test_1_1_each_player_has_a_seat() -> None:
    assert [GAME.seats(parse(players=players)) for players in (2, 3, 4)] == [2, 3, 4]


@pytest.mark.parametrize(
    ("options", "jokers", "dark"),
    [
        ({}, 2, 0),
        ({"players": 3}, 3, 0),
        ({"players": 4}, 4, 0),
        ({"players": 3, "decks": 1}, 2, 1),
        ({"players": 4, "decks": 1}, 2, 2),
        ({"jokers_wild": True}, 0, 2),
        ({"players": 3, "almost_black": True}, 0, 3),
        ({"players": 4, "pitch_black": True}, 0, 4),
    ],
)
def test_1_2_jokers_are_cells_as_far_as_they_go_and_the_deck_gives_the_rest(
    options: dict[str, Any], jokers: int, dark: int
) -> None:
    position = Position(cells="KC QC JC 9C"[: 3 * dark].strip(), **options)
    for player in range(1, jokers + dark + 1):
        for seen_by in (*range(1, jokers + dark + 1), None):
            cell = position.view(seen_by).players[player - 1].cell
            assert (cell is None) == (player > jokers)
            assert cell is None or codes_of([cell]) == ["Jk"]
    assert (
        codes_of(position.state.cells[: jokers + dark])
        == ["Jk"] * jokers + ["KC", "QC", "JC", "9C"][:dark]
    )
    everywhere = [
        *position.deck,
        *(code for player in range(1, jokers + dark + 1) for code in position.hand(player)),
    ]
    assert len(everywhere) == len(GAME.deck(position.options)) - dark


def test_1_3_cells_first_then_five_rounds_in_the_order_of_seats() -> None:
    options = parse(players=3, decks=1)
    deck = GAME.deck(options)
    state = GAME.start(options, deck)
    cell, dealt, rest = deck[0], deck[1:16], deck[16:]
    assert state.cells[2] == cell
    for seat in range(3):
        assert GAME.view(state, seat).players[seat].hand == dealt[seat::3]
    assert tuple(state.deck[state.top : state.bottom]) == rest


def test_1_4_everybody_lays_a_card_and_the_highest_begins() -> None:
    position = Position({1: "QS 3H 4H 5H 6H", 2: "KS 3D 4D 5D 6D"}, "2S 2H 2D", first=None)
    assert (position.pending, position.waiting, position.turn_of) == ("bid", (1, 2), 0)
    assert position.legal(1) == ["bid 3", "bid 4", "bid 5", "bid 6", "bid Q"]
    position.play("p2 bid K")
    assert position.event_data(None) == [{"event": "bid_laid", "seat": 1}]
    assert (position.waiting, position.legal(2), position.discards) == ((1,), [], set())
    assert [player.has_bid for player in position.view(1).players] == [False, True]
    position.play("p1 bid Q")
    assert [event["card"] for event in position.event_data(None, "bid_shown")] == ["QS", "KS"]
    assert position.discards == {"QS", "KS"}
    assert position.hand(1) == ["3H", "4H", "5H", "6H", "2S"]
    assert position.hand(2) == ["3D", "4D", "5D", "6D", "2H", "2D"]
    assert (position.event_data(1, "began"), position.turn_of, position.waiting) == (
        [{"event": "began", "seat": 1}],
        2,
        (2,),
    )


def test_1_4_an_ace_laid_in_the_bid_is_low_and_draws_nothing() -> None:
    position = Position({1: "AS", 2: "2S"}, first=None).play("p1 bid A", "p2 bid 2")
    assert position.turn_of == 2
    assert len(position.hand(1)) == 5
    assert "ace_played" not in position.event_names


def test_1_5_turns_go_clockwise_and_skip_players_who_are_out() -> None:
    position = Position(players=4, first=3)
    order = []
    for _ in range(5):
        order.append(position.turn_of)
        position.skip(position.turn_of)
    assert order == [3, 4, 1, 2, 3]
    position.play("p4 resign").skip(1, 2, 3)
    assert (position.turn_of, position.view().turn) == (1, 10)


# §2 A turn


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


def test_2_3_of_several_cards_the_one_held_longest_goes() -> None:
    position = Position({1: "10D 10S 10C"}).play("p1 dig 10 @0")
    assert position.dungeon(1) == [(10, 0, "10D")]
    assert [code for code in position.hand(1) if code.startswith("10")] == ["10S", "10C"]


def test_2_3_of_several_discards_the_first_suit_is_taken() -> None:
    position = Position({1: "JS"}, discards="9C 9H 9D").play("p1 rob J", "p1 take 9")
    assert "9H" in position.hand(1)
    assert position.discards == {"9C", "9D"}


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


def test_2_5_an_idle_turn_of_each_player_is_a_stalemate() -> None:
    position = Position({2: "10S"}, only=True).play("p1 pass", "p2 dig 10 @0", "p1 pass")
    assert position.result is None
    position.play("p2 pass")
    assert position.event_names == ["passed", "stalemate"]
    assert position.result == {"ending": "stalemate", "winner": None, "alive": [0, 1], "turns": 4}


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


# §3 Passages


def test_3_1_a_10_from_the_cell() -> None:
    position = Position({1: "10S 9S 8S 2H 2D"})
    assert position.legal(1, "dig") == ["dig 10 @0"]
    position.play("p1 dig 10 @0")
    assert position.event_data(None, "dug") == [
        {"event": "dug", "seat": 0, "card": "10S", "value": 10, "place": 0}
    ]
    position.skip(2)
    assert position.legal(1, "dig") == ["dig 9 @1"]


def test_3_1_the_9_follows_the_10_and_the_8_the_9() -> None:
    position = Position({1: "10D 9D 8D 7D 2D"}, dungeons={1: "10S"})
    assert position.legal(1, "dig") == ["dig 10 @0", "dig 9 @1"]
    position.play("p1 dig 9 @1")
    assert position.dungeon(1) == [(10, 0, "10S"), (9, 1, "9D")]


def test_3_2_a_branch_grows_only_at_the_lowest_level_in_play() -> None:
    position = Position({1: "10D 9D 8D 8H 7D"}, dungeons={1: "10S 9S"})
    assert position.legal(1, "dig") == ["dig 9 @1", "dig 8 @2"]
    position.play("p1 dig 9 @1")
    assert position.dungeon(1) == [(10, 0, "10S"), (9, 1, "9S"), (9, 1, "9D")]


def test_3_2_a_second_10_may_branch_from_the_cell_while_10_is_the_lowest() -> None:
    assert "dig 10 @0" in Position({1: "10D"}, dungeons={1: "10S"}).legal(1)
    assert "dig 10 @0" not in Position({1: "10D"}, dungeons={1: "10S 9S"}).legal(1)


def test_3_3_the_front_is_the_card_laid_last_among_those_still_there() -> None:
    position = Position({1: "9D 4S", 2: "9H 9C 8H"}, dungeons={1: "10S 9S"}).play("p1 dig 9 @1")
    assert position.legal(2, "cave") == ["cave 9 p1"]
    position.play("p2 cave 9 p1")
    assert position.dungeon(1) == [(10, 0, "10S"), (9, 1, "9S")]
    position.skip(1).play("p2 cave 9 p1")
    assert position.dungeon(1) == [(10, 0, "10S")]


def test_3_3_the_front_is_where_the_last_card_went_not_the_lowest_one() -> None:
    position = (
        Position({1: "9D 8D", 2: "9H 8H"}, dungeons={1: "10S 9S"})
        .play("p1 dig 9 @1")
        .skip(2)
        .play("p1 dig 8 @2")
    )
    assert position.legal(2, "cave") == ["cave 8 p1"]
    position.play("p2 cave 8 p1").skip(1)
    assert (position.legal(2, "cave"), position.values(1)) == (["cave 9 p1"], [10, 9, 9])


def test_3_4_a_card_of_the_fronts_value_caves_it_in_and_both_are_discarded() -> None:
    position = Position({1: "9D 8D"}, dungeons={2: "10S 9S"})
    assert position.legal(1, "cave") == ["cave 9 p2"]
    position.play("p1 cave 9 p2")
    assert position.event_data(None)[0] == {
        "event": "caved_in",
        "seat": 0,
        "target": 1,
        "card": "9D",
        "value": 9,
    }
    assert (position.dungeon(2), position.discards, position.turn_of) == (
        [(10, 0, "10S")],
        {"9D", "9S"},
        2,
    )


def test_3_4_a_cell_can_not_be_caved_in() -> None:
    assert Position({1: "JS 10D 2D"}).legal(1, "cave") == []


def test_3_4_nobody_caves_in_the_own_dungeon() -> None:
    position = Position({1: "9D"}, dungeons={1: "10S 9S"})
    assert position.legal(1, "cave") == []
    assert position.refuses("p1 cave 9 p1")


def test_3_4_the_place_that_was_left_can_be_built_on_again() -> None:
    position = Position({1: "9D", 2: "9H"}, "3S", dungeons={2: "10S 9S"}).play("p1 cave 9 p2")
    assert position.legal(2, "dig") == ["dig 9 @1"]


def test_3_5_laying_the_2_wins_at_once_and_nothing_can_answer_it() -> None:
    position = Position({1: "2D", 2: "AS 2H KH"}, dungeons={1: EIGHT}).play("p1 dig 2 @8")
    assert position.event_names == ["dug", "escaped"]
    assert position.result == {"ending": "escaped", "winner": 0, "alive": [0, 1], "turns": 1}
    assert (position.waiting, position.legal(1), position.legal(2), position.pending) == (
        (),
        [],
        [],
        "over",
    )
    assert position.refuses("p2 ace A")


# §4 Creatures


@pytest.mark.parametrize(("creature", "value"), [("J", 11), ("Q", 12), ("K", 13)])
def test_4_1_jack_queen_and_king_count_11_12_and_13(creature: str, value: int) -> None:
    position = Position({1: f"{creature}S"}, dungeons={2: "10S"}).play(f"p1 attack {creature} p2")
    assert position.event_data(2) == [
        {"event": "attacked", "seat": 0, "target": 1, "card": f"{creature}S", "value": value}
    ]
    assert (position.pending, position.waiting, position.view().about) == (
        "attacked",
        (2,),
        (0, value),
    )


def test_4_2_only_a_living_opponent_who_has_left_the_cell_is_attacked() -> None:
    position = Position({1: "KS", 3: "KH"}, players=3, dungeons={2: "10S", 1: "10D"})
    assert position.legal(1, "attack") == ["attack K p2"]
    position.play("p1 attack K p2", "p2 resign")
    assert (position.turn_of, position.legal(3, "attack")) == (3, ["attack K p1"])


def test_4_3_the_defender_fights_or_retreats_and_draws_nothing() -> None:
    position = Position({1: "JS", 2: "5S 6S 7S 8S 9S"}, "4S 4H", dungeons={2: "10S"}).play(
        "p1 attack J p2"
    )
    assert position.legal(2) == ["fight 5", "fight 6", "fight 7", "fight 8", "fight 9", "retreat"]
    position.play("p2 fight 5", "p2 fight 6", "p2 strike")
    assert position.hand(2) == ["7S", "8S", "9S", "4H"]
    assert (position.turn_of, position.legal(2, "pass")) == (2, ["pass"])


@pytest.mark.parametrize(
    ("attacker", "defence", "fights"),
    [
        ("J", "5S 6S 4S AS 10S", ["fight 4", "fight 5", "fight 6", "fight 10"]),
        ("J", "5S 5H AS AD AC", []),
        ("J", "JH QH KH AS AD", ["fight J", "fight Q", "fight K"]),
        ("Q", "JH QH KH AS AD", ["fight Q", "fight K"]),
        ("K", "JH QH KH AS AD", ["fight K"]),
        ("K", "2S 3S AS AD AC", ["fight 2", "fight 3"]),
        ("Q", "2S 3S AS AD AC", []),
        ("K", "JH 2S 10S AS AD", ["fight 2", "fight 10"]),
        ("Q", "JH 2S 10S AS AD", ["fight 2", "fight 10"]),
    ],
)
def test_4_4_passages_that_add_up_or_one_creature_or_a_2_against_the_wight(
    attacker: str, defence: str, fights: list[str]
) -> None:
    position = Position({1: f"{attacker}S", 2: defence}, dungeons={2: "10D"}).play(
        f"p1 attack {attacker} p2"
    )
    assert position.legal(2, "fight") == fights


def test_4_4_all_fighting_cards_are_discarded_with_the_attacker() -> None:
    position = Position({1: "QS", 2: "5S 7S 9S"}, dungeons={2: "10D"}).play(
        "p1 attack Q p2", "p2 fight 5", "p2 fight 9", "p2 strike"
    )
    assert position.discards == {"QS", "5S", "9S"}
    assert position.event_names[:5] == [
        "attacked",
        "fight_laid",
        "fight_laid",
        "creature_beaten",
        "turn_begun",
    ]
    assert position.dungeon(2) == [(10, 0, "10D")]


def test_4_4_a_single_2_beats_the_wight() -> None:
    position = Position({1: "KS", 2: "2S 3S 4S 4H 4D"}, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 2"
    )
    assert "strike" in position.legal(2)
    position.play("p2 strike")
    assert position.discards == {"KS", "2S"}


def test_4_4_more_than_needed_is_allowed() -> None:
    position = Position({1: "JS", 2: "5S 7S 9S 9H 9D"}, dungeons={2: "10D"}).play(
        "p1 attack J p2", "p2 fight 5", "p2 fight 7"
    )
    assert position.legal(2) == ["fight 9", "strike"]
    position.play("p2 fight 9", "p2 strike")
    assert position.discards == {"JS", "5S", "7S", "9S"}


def test_4_5_each_card_must_leave_enough_to_win_and_there_is_no_way_back() -> None:
    position = Position({1: "KS", 2: "3S 4S 9S AS AD"}, dungeons={2: "10D"}).play("p1 attack K p2")
    assert position.legal(2) == ["fight 3", "fight 4", "fight 9", "retreat", "ace A"]
    position.play("p2 fight 3")
    assert position.legal(2) == ["fight 4", "fight 9"]
    position.play("p2 fight 9")
    assert position.legal(2) == ["fight 4"]
    assert codes_of(position.view(1).laid) == ["3S", "9S"]
    position.play("p2 fight 4")
    assert position.legal(2) == ["strike"]


def test_4_5_a_creature_in_defence_ends_the_fight_by_itself() -> None:
    position = Position({1: "JS", 2: "QH 9S"}, dungeons={2: "10D"}).play(
        "p1 attack J p2", "p2 fight Q"
    )
    assert position.event_names[1:3] == ["fight_laid", "creature_beaten"]
    assert (position.discards, position.turn_of) == ({"JS", "QH"}, 2)


def test_4_6_a_retreat_discards_the_front_with_the_creature() -> None:
    position = Position({1: "KS"}, dungeons={2: "10D 9D"}).play("p1 attack K p2", "p2 retreat")
    assert position.event_names[:2] == ["attacked", "retreated"]
    assert (position.dungeon(2), position.discards, position.turn_of) == (
        [(10, 0, "10D")],
        {"KS", "9D"},
        2,
    )


def test_4_7_in_the_cell_there_is_no_retreat() -> None:
    position = Position({1: "KS KH", 2: "3S 3H 3D 4D 4H"}, "5C 5D", dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 retreat", "p2 pass"
    )
    position.play("p2 discard 5", "p1 attack K p2")
    assert position.legal(2) == ["fight 3", "fight 4", "fall"]
    position.play("p2 fall")
    assert position.event_names == [
        "fell",
        "hand_lost",
        *["lost_card"] * 5,
        "dungeon_lost",
        "alone",
    ]
    assert position.result == {"ending": "alone", "winner": 0, "alive": [0], "turns": 3}


def test_4_7_a_player_who_falls_is_out_and_the_others_play_on() -> None:
    position = (
        Position({1: "KS KH", 2: "3S 3H 3D 4D 4H"}, players=3, dungeons={2: "10D"})
        .play("p1 attack K p2", "p2 retreat")
        .skip(2, 3)
    )
    held = set(position.hand(2))
    position.play("p1 attack K p2", "p2 fall")
    assert held | {"KS", "KH", "10D"} <= position.discards
    assert (position.hand(2), position.view(1).players[1].alive, position.turn_of) == ([], False, 3)
    assert (position.legal(2), position.result) == ([], None)
    assert {event["card"] for event in position.event_data(None, "lost_card")} == held


# §5 The Graverobber


def test_5_1_the_graverobber_takes_any_one_card_from_the_discards() -> None:
    position = Position({1: "JS 3H"}, discards="9C KD AH").play("p1 rob J")
    assert position.event_data(2) == [{"event": "rob_called", "seat": 0, "card": "JS"}]
    assert (position.pending, position.waiting, position.legal(1)) == (
        "robbing",
        (1,),
        ["take A", "take 9", "take K"],
    )
    position.play("p1 take K")
    assert position.event_data(None)[0] == {"event": "took", "seat": 0, "card": "KD"}
    assert "KD" in position.hand(1)


def test_5_1_the_graverobber_needs_a_discard_to_take() -> None:
    assert Position({1: "JS"}).legal(1, "rob") == []


def test_5_2_the_graverobber_is_discarded_only_at_the_end_of_the_turn() -> None:
    position = Position({1: "JS"}, discards="9C").play("p1 rob J")
    assert (position.discards, position.legal(1, "take")) == ({"9C"}, ["take 9"])
    position.play("p1 take 9")
    assert (position.pending, position.discards) == ("discard", set())
    position.play("p1 discard 9")
    assert position.discards == {"9C", "JS"}


def test_5_2_a_graverobber_that_was_called_always_finds_a_card() -> None:
    position = Position({1: "JS", 2: "AS"}, "4S", only=True, discards="9C").play(
        "p1 rob J", "p2 ace A", "p1 pass"
    )
    assert (position.pending, position.legal(1, "take"), len(position.hand(2))) == (
        "robbing",
        ["take A", "take 9"],
        4,
    )


# §6 The Myrmiddon


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


def test_6_6_a_king_has_no_ability() -> None:
    position = Position({1: "KS"}, discards="9C")
    assert position.legal(1) == ["pass"]
    assert position.refuses("p1 rob K")
    assert position.refuses("p1 fish K p2 7")


# §7 Aces


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


def test_7_5_cards_over_five_stay_until_the_end_of_the_own_turn() -> None:
    position = Position({2: "AS"}, "4S 5S 5H").play("p2 ace A", "p1 pass").skip(1)
    assert (len(position.hand(2)), position.turn_of) == (7, 2)
    position.play("p2 pass")
    assert (position.pending, position.waiting) == ("discard", (2,))


# §8 The end


def test_8_1_the_last_one_alive_wins() -> None:
    position = Position(players=3).play("p1 resign")
    assert (position.result, position.turn_of) == (None, 2)
    position.play("p2 resign")
    assert position.event_names[-1] == "alone"
    assert position.result == {"ending": "alone", "winner": 2, "alive": [2], "turns": 2}


def test_8_2_a_stalemate_is_shared_by_living_players() -> None:
    position = Position(players=3, turn_limit=2).play("p1 resign").skip(2)
    assert position.event_names[-1] == "stalemate"
    assert position.result == {"ending": "stalemate", "winner": None, "alive": [1, 2], "turns": 2}


# §9 Hidden things


def test_9_1_hands_are_seen_by_their_owners_only() -> None:
    position = Position({1: "10S 9S 8S 7S 6S", 2: "10H 9H 8H 7H 6H"}, "KS 2H")
    assert codes_of(position.view(1).players[0].hand or ()) == ["10S", "9S", "8S", "7S", "6S", "KS"]
    for player, other in ((1, 2), (2, 1)):
        assert position.view(player).players[other - 1].hand is None
    assert [seen.hand for seen in position.view(None).players] == [None, None]
    position.skip(1)
    assert position.event_data(2, "drew_card") == [{"event": "drew_card", "seat": 1, "card": "2H"}]
    assert position.event_data(1, "drew_card") == position.event_data(None, "drew_card") == []


def test_9_2_a_card_that_changes_hands_is_seen_by_the_two_and_its_rank_by_all() -> None:
    position = Position({1: "QS", 2: "7S"}, players=3).play("p1 fish Q p2 7", "p2 give")
    for seer in (1, 2):
        assert position.event_data(seer, "gave_card") == [
            {"event": "gave_card", "seat": 1, "target": 0, "card": "7S"}
        ]
    for player in (3, None):
        assert position.event_data(player, "gave_card") == []
        assert position.event_data(player, "gave") == [
            {"event": "gave", "seat": 1, "target": 0, "rank": 7}
        ]


# §10 Suicide queen


def test_10_1_a_caught_liar_may_burn_the_whole_hand_instead_of_giving() -> None:
    position = fishing(suicide_queen=True).play("p2 deny", "p1 demand")
    assert (position.pending, position.waiting, position.view().about) == ("caught", (2,), (0, 7))
    assert position.legal(2) == ["give", "burn", "ace A"]
    position.play("p2 burn")
    assert position.event_names[:2] == ["burnt", "hand_lost"]
    assert position.discards == {"QS", "7S", "7H", "5S", "6S", "AS"}
    assert (position.hand(1), position.hand(2)) == (["3H", "3D", "3C", "4H", "4S"], ["8S"])


# §11 Counter attack


def robbing(**options: Any) -> Position:
    """Return a game where player 1 calls a Graverobber and all three hold another."""
    hands = {1: "JS JS 3H", 2: "JH JH 3D", 3: "JD JD 3C"}
    return Position(hands, players=3, counter_attack=1, discards="9C", **options).play("p1 rob J")


def test_11_1_an_ability_is_cancelled_by_a_creature_of_the_same_rank() -> None:
    position = robbing()
    assert (position.pending, position.waiting) == ("counters", (2, 3))
    assert position.legal(2) == ["pass", "counter J"]
    position.play("p2 counter J", "p1 pass", "p3 pass")
    assert "ability_cancelled" in position.event_names
    assert position.discards == {"9C", "JS", "JH"}


def test_11_2_target_and_rank_are_named_before_anyone_counters() -> None:
    position = Position({1: "QS", 2: "QH 7S"}, counter_attack=2).play("p1 fish Q p2 7")
    assert position.event_data(2) == [
        {"event": "fished", "seat": 0, "target": 1, "card": "QS", "rank": 7}
    ]
    assert (position.pending, position.waiting, position.view().about) == ("counters", (2,), (0,))
    position.play("p2 pass")
    assert (position.pending, position.waiting) == ("asked", (2,))


def test_11_2_a_counter_opens_another_window_for_all_other_players() -> None:
    position = robbing().play("p3 pass", "p2 counter J")
    assert list(position.waiting) == [1, 3]
    position.play("p1 counter J")
    assert list(position.waiting) == [2, 3]
    position.play("p3 pass", "p2 pass")
    assert (position.pending, position.waiting, "ability_cancelled" in position.event_names) == (
        "robbing",
        (1,),
        False,
    )


def test_11_3_counters_are_no_play_and_discarded_when_the_last_window_has_closed() -> None:
    position = robbing().play("p2 counter J")
    assert (position.discards, codes_of(position.view().laid)) == ({"9C"}, ["JH"])
    assert codes_of([position.view().creature or 0]) == ["JS"]
    position.play("p1 pass", "p3 pass")
    assert position.discards == {"9C", "JH", "JS"}
    assert (position.view().laid, position.view().creature, position.turn_of) == ((), None, 2)
    assert "pass" in position.legal(2)


# §12 Jokers wild


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


# §13 Almost black


def test_13_1_discards_are_face_down_but_bids_and_plays_are_shown() -> None:
    position = Position({1: "KS 10S", 2: "QS"}, first=None, almost_black=True).play(
        "p1 bid K", "p2 bid Q"
    )
    assert [event["card"] for event in position.event_data(None, "bid_shown")] == ["KS", "QS"]
    for player in (1, 2, None):
        assert (position.view(player).seen_discards, position.view(player).discards) == (None, 2)
    position.play("p1 dig 10 @0")
    assert position.event_data(None, "dug")[0]["card"] == "10S"
    assert codes_of([passage.card or 0 for passage in position.view(None).players[0].dungeon]) == [
        "10S"
    ]


def test_13_2_only_the_graverobbers_player_sees_the_discards_and_takes_one_secretly() -> None:
    position = Position({1: "JS"}, almost_black=True, discards="9C KD").play("p1 rob J")
    assert codes_of(position.view(1).seen_discards or ()) == ["9C", "KD"]
    assert position.view(2).seen_discards is position.view(None).seen_discards is None
    position.play("p1 take K")
    assert "KD" in position.hand(1)
    assert position.event_data(1)[:2] == [
        {"event": "took_secretly", "seat": 0},
        {"event": "took", "seat": 0, "card": "KD"},
    ]
    assert (
        position.event_data(2)
        == position.event_data(None)
        == [{"event": "took_secretly", "seat": 0}]
    )


def test_13_3_cards_discarded_from_a_hand_are_not_shown_at_the_end_of_a_turn() -> None:
    position = Position({1: "10S 9S"}, "KS", almost_black=True).play("p1 pass", "p1 discard K")
    assert position.event_data(1, "own_discard") == [
        {"event": "own_discard", "seat": 0, "card": "KS"}
    ]
    for player in (2, None):
        assert position.event_data(player)[1] == {"event": "discarded_hidden", "seat": 0}
        assert "KS" not in position.cards_shown_to(player)
    assert position.discards == {"KS"}


def test_13_3_a_lost_hand_is_not_shown_after_a_demand_or_a_fall() -> None:
    position = Position({1: "QS 3H", 2: "5S 6S 8S 9S 9H"}, players=3, almost_black=True).play(
        "p1 fish Q p2 7", "p2 deny", "p1 demand"
    )
    assert (position.event_data(3, "hand_lost"), position.cards_shown_to(3)) == (
        [{"event": "hand_lost", "seat": 0, "n": 5}],
        {"QS"},
    )
    position.play("p2 resign")
    assert (len(position.event_data(None, "hand_lost")), position.cards_shown_to(None)) == (
        1,
        set(),
    )


# §14 Pitch black


def test_14_1_passages_are_face_down_and_any_card_may_be_laid_as_any_passage() -> None:
    position = Position({1: "7S KS AS Jk 10S"}, "QS", pitch_black=True)
    digs = ["dig A=10 @0", "dig 7=10 @0", "dig 10 @0", "dig Q=10 @0", "dig K=10 @0", "dig Jk=10 @0"]
    assert position.legal(1, "dig") == digs
    position.play("p1 dig 7=10 @0")
    assert position.dungeon(1) == [(10, 0, "7S")]
    assert [(passage.value, passage.card) for passage in position.view(2).players[0].dungeon] == [
        (10, None)
    ]
    assert "7S" not in position.cards_shown_to(2)
    assert position.event_data(1, "laid_as") == [
        {"event": "laid_as", "seat": 0, "card": "7S", "value": 10}
    ]


def test_14_2_a_claim_must_be_a_legal_placement_and_the_layout_is_public() -> None:
    position = Position({1: "7S KS"}, pitch_black=True, dungeons={1: "10S 4S"})
    assert {
        text.split("=")[-1] for text in position.legal(1, "dig") if text.startswith("dig K")
    } == {
        "9 @1",
        "8 @2",
    }
    assert position.event_data(None, "dug_hidden") == []
    position.play("p1 dig K=8 @2")
    assert position.event_data(None, "dug_hidden") == [
        {"event": "dug_hidden", "seat": 0, "value": 8, "place": 2}
    ]
    assert [passage.value for passage in position.view(None).players[0].dungeon] == [10, 9, 8]


def test_14_3_a_hit_discards_both_and_a_miss_costs_the_card() -> None:
    hit = Position({1: "7S"}, pitch_black=True, dungeons={2: "7D"}).play("p1 cave 7 p2")
    assert hit.event_names[:3] == ["cave_tried", "tried_with", "cave_hit"]
    assert (hit.dungeon(2), hit.discards) == ([], {"7S", "7D"})
    miss = Position({1: "10S"}, pitch_black=True, dungeons={2: "7D"}).play("p1 cave 10 p2")
    assert miss.event_names[:3] == ["cave_tried", "tried_with", "cave_missed"]
    assert (miss.dungeon(2), miss.discards) == ([(10, 0, "7D")], {"10S"})


def test_14_3_any_passage_card_may_be_tried_or_a_joker_declared() -> None:
    position = Position({1: "7S 2H KS AS Jk"}, "JS", pitch_black=True, dungeons={2: "10D"})
    tries = ["cave 2 p2", "cave 7 p2", *(f"cave Jk={value} p2" for value in range(2, 11))]
    assert sorted(position.legal(1, "cave")) == sorted(tries)


def test_14_4_a_false_dungeon_accused_on_the_own_turn_is_lost() -> None:
    position = Position({1: "3H"}, pitch_black=True, dungeons={1: "10S", 2: "10D 7D"})
    assert position.legal(1, "accuse") == ["accuse p2"]
    position.play("p1 accuse p2")
    assert [
        (event["card"], event["value"]) for event in position.event_data(None, "passage_shown")
    ] == [
        ("10D", 10),
        ("7D", 9),
    ]
    assert (position.event_names[-2:], position.values(2), position.values(1)) == (
        ["was_false", "dungeon_lost"],
        [],
        [10],
    )
    assert position.discards == {"10D", "7D"}
    assert (position.pending, position.turn_of, "pass" in position.legal(1)) == ("turn", 1, True)


def test_14_4_an_honest_dungeon_costs_the_accuser_and_is_turned_down_again() -> None:
    position = Position({1: "3H"}, pitch_black=True, dungeons={1: "10S", 2: "10D Jk"}).play(
        "p1 accuse p2"
    )
    assert (position.event_names[-2:], position.values(2), position.values(1)) == (
        ["was_honest", "dungeon_lost"],
        [10, 9],
        [],
    )
    assert position.discards == {"10S"}
    assert [passage.card for passage in position.view(1).players[1].dungeon] == [None, None]


def test_14_5_the_ninth_card_claims_the_escape_and_everyone_may_accuse_one_last_time() -> None:
    position = Position({1: "KS"}, players=3, pitch_black=True, dungeons={1: EIGHT}).play(
        "p1 dig K=2 @8"
    )
    assert (position.pending, position.waiting, position.result) == ("accusations", (2, 3), None)
    assert position.legal(2) == ["pass", "accuse p1"]
    position.play("p2 pass", "p3 pass")
    assert position.event_names.count("passage_shown") == 9
    assert (position.event_names[-1], position.result and position.result["winner"]) == (
        "escaped",
        0,
    )


def test_14_5_an_escape_that_was_false_is_undone_by_an_accusation() -> None:
    position = Position({1: "KS"}, players=3, pitch_black=True, dungeons={1: EIGHT}).play(
        "p1 dig K=2 @8", "p3 accuse p1"
    )
    assert (position.values(1), position.result, position.turn_of) == ([], None, 2)
    assert set(EIGHT.split()) | {"KS"} <= position.discards
