"""§14.4 - §14.5 Pitch black: accusations and claimed escapes."""

from typing import Any

import pytest

from games.dungeon.position import EIGHT, Position
from underdeck.cards import codes_of

# §14.4 D-16 Accusations


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


# §14.4 House rule accuse_freely


def test_d16_accuse_freely_lets_players_without_a_passage_accuse_in_their_own_turn() -> None:
    options: dict[str, Any] = {"pitch_black": True, "dungeons": {2: "KD"}}
    assert Position(**options).legal(1, "accuse") == []
    position = Position(accuse_freely=True, **options)
    assert position.legal(1, "accuse") == ["accuse p2"]
    position.play("p1 accuse p2")
    assert (position.values(2), position.pending) == ([], "turn")


def test_d16_accuse_freely_costs_nothing_without_passages_but_only_one_try_in_a_turn() -> None:
    position = Position(
        {1: "5S 5H"}, "5D", pitch_black=True, accuse_freely=True, dungeons={2: "10D"}
    ).play("p1 accuse p2")
    assert position.event_data(None, "dungeon_lost") == [
        {"event": "dungeon_lost", "seat": 0, "n": 0}
    ]
    assert (position.values(2), position.legal(1, "accuse")) == ([10], [])
    assert position.skip(1).skip(2).legal(1, "accuse") == ["accuse p2"]


def test_d16_a_player_who_lost_all_passages_by_accusing_may_still_try_once() -> None:
    position = Position(
        players=3, pitch_black=True, accuse_freely=True, dungeons={1: "10S", 2: "10D", 3: "10C"}
    ).play("p1 accuse p2")
    assert (position.values(1), position.legal(1, "accuse")) == ([], ["accuse p2", "accuse p3"])
    assert position.play("p1 accuse p3").legal(1, "accuse") == []


@pytest.mark.parametrize(("freely", "asked"), [(False, (3,)), (True, (2, 3))])
def test_d16_accuse_freely_asks_everyone_when_a_passage_was_laid(
    freely: bool, asked: tuple[int, ...]
) -> None:
    position = Position(
        {1: "10H"}, players=3, pitch_black=True, accuse_freely=freely, dungeons={3: "10D"}
    ).play("p1 dig 10 @0")
    assert (position.pending, position.waiting) == ("accusations", asked)


# §14.5 D-17 D-26 Claimed escapes


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


@pytest.mark.parametrize(("card", "ending"), [("2H", "escaped"), ("KS", None)])
def test_d26_an_escape_is_checked_at_once(card: str, ending: str | None) -> None:
    position = Position(
        {1: card, 2: "AS"},
        players=3,
        pitch_black=True,
        reveal_on_escape=True,
        dungeons={1: EIGHT, 2: "10D"},
    )
    position.play("p1 dig 2 @8" if ending else "p1 dig K=2 @8")
    assert position.event_names[:2] == ["dug_hidden", "laid_as"]
    assert "passage_shown" in position.event_names
    assert (position.result and position.result["ending"], position.values(2)) == (ending, [10])


def test_d26_other_passages_are_still_open_to_accusations() -> None:
    position = Position(
        {1: "9H"}, pitch_black=True, reveal_on_escape=True, dungeons={1: "10S", 2: "10D"}
    ).play("p1 dig 9 @1")
    assert (position.pending, position.waiting) == ("accusations", (2,))
