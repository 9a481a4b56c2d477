"""§1 Setting up: decks, cells, the deal and the bid for the first turn."""

from collections import Counter
from typing import Any

import pytest

from games.dungeon.position import Position
from underdeck.cards import codes_of
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.options import Options
from underdeck.options import read_options

# §1.1 - §1.3 Decks, cells and the deal


def parse(**options: Any) -> Options:
    chosen = read_options(Options, options)
    assert isinstance(chosen, Options)
    return chosen


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


def test_d18_the_deal_is_the_order_of_the_deck() -> None:
    position = Position(
        {1: "10S 9S", 2: "8S 7S", 3: "6S 5S"}, "KD QD", cells="AC", players=3, decks=1
    )
    state = position.state
    assert codes_of(state.deck[:7]) == ["AC", "10S", "8S", "6S", "9S", "7S", "5S"]
    assert position.hand(1)[-1] == "KD"
    assert [codes_of([cell])[0] for cell in state.cells[:3]] == ["Jk", "Jk", "AC"]


# §1.4 D-1 The bid


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


# §1.5 The order of turns


def test_1_5_turns_go_clockwise_and_skip_players_who_are_out() -> None:
    position = Position(players=4, first=3)
    order = []
    for _ in range(5):
        order.append(position.turn_of)
        position.skip(position.turn_of)
    assert order == [3, 4, 1, 2, 3]
    position.play("p4 resign").skip(1, 2, 3)
    assert (position.turn_of, position.view().turn) == (1, 10)
