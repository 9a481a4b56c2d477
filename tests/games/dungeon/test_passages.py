"""§3 Passages: digging, branches, cave-ins and the escape."""

from games.dungeon.position import EIGHT, Position
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.options import Options
from underdeck.options import read_options

# §3.1 - §3.3 D-5 Digging, branches and the front


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


# §3.4 Cave-ins


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


# §3.5 The escape


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


# §3.6 D-29 Short tunnels

FIVE = "7S 6S 5S 4S 3S"
"""A short dungeon that lacks only the 2."""


def test_d29_a_short_tunnel_begins_with_a_7_and_the_cell_counts_as_8() -> None:
    position = Position({1: "10S 8S 7S 6S 2S"}, short_tunnel=True)
    assert position.legal(1, "dig") == ["dig 7 @0"]
    position.play("p1 dig 7 @0").skip(2)
    assert position.legal(1, "dig") == ["dig 6 @1"]
    assert "dig 7 @0" not in Position({1: "7S"}).legal(1)


def test_d29_a_second_7_may_branch_from_the_cell_while_7_is_the_lowest() -> None:
    assert "dig 7 @0" in Position({1: "7D"}, dungeons={1: "7S"}, short_tunnel=True).legal(1)
    assert "dig 7 @0" not in Position({1: "7D"}, dungeons={1: "7S 6S"}, short_tunnel=True).legal(1)


def test_d29_a_player_leaves_the_cell_of_a_short_tunnel_with_a_7() -> None:
    position = Position({1: "7S", 2: "KS 7H"}, short_tunnel=True)
    assert position.legal(2, "attack") == []
    position.play("p1 dig 7 @0")
    assert position.legal(2, "attack") == ["attack K p1"]
    position.play("p2 cave 7 p1")
    assert (position.dungeon(1), position.view().players[0].left_cell) == ([], True)


def test_d29_the_2_is_the_sixth_passage_of_a_short_tunnel_and_wins() -> None:
    position = Position({1: "2D"}, dungeons={1: FIVE}, short_tunnel=True).play("p1 dig 2 @5")
    assert position.event_names == ["dug", "escaped"]
    assert position.result == {"ending": "escaped", "winner": 0, "alive": [0, 1], "turns": 1}


def test_d29_all_cards_stay_in_the_deck_and_an_8_9_or_10_fights() -> None:
    deck = GAME.deck(read_options(Options, {"short_tunnel": True}))
    assert deck == GAME.deck(read_options(Options, {}))
    position = Position({1: "KS", 2: "8S 9S 10S AS AH"}, dungeons={2: "7S"}, short_tunnel=True)
    position.play("p1 attack K p2")
    assert position.legal(2, "fight") == ["fight 8", "fight 9", "fight 10"]
    position.play("p2 fight 8", "p2 fight 10", "p2 strike")
    assert (position.dungeon(2), position.legal(2, "dig")) == ([(7, 0, "7S")], [])


def test_d29_a_joker_stands_for_no_passage_that_a_short_tunnel_lacks() -> None:
    position = Position({1: "Jk"}, dungeons={2: "7S"}, jokers_wild=True, short_tunnel=True)
    assert position.legal(1, "dig") == ["dig Jk=7 @0"]
    assert position.legal(1, "cave") == ["cave Jk=7 p2"]


def test_d29_in_pitch_black_a_10_is_a_false_passage_that_only_a_10_caves_in() -> None:
    position = Position({1: "10S", 2: "10H 7H"}, pitch_black=True, short_tunnel=True)
    assert "dig 10=7 @0" in position.legal(1, "dig")
    position.play("p1 dig 10=7 @0")
    assert {"cave 10 p1", "cave 7 p1"} <= set(position.legal(2, "cave"))
    position.play("p2 cave 10 p1")
    assert "cave_hit" in position.event_names
    assert position.dungeon(1) == []


def test_d29_in_pitch_black_the_sixth_card_claims_the_escape() -> None:
    position = Position({1: "KD"}, dungeons={1: FIVE}, pitch_black=True, short_tunnel=True)
    position.play("p1 dig K=2 @5")
    assert (position.pending, position.legal(2, "accuse")) == ("accusations", ["accuse p1"])
    position.play("p2 accuse p1")
    assert (position.result, position.dungeon(1)) == (None, [])
