"""§3 Passages: digging, branches, cave-ins and the escape."""

from games.dungeon.position import EIGHT, Position

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
