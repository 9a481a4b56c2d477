"""§11 Counter attack."""

from typing import Any

import pytest

from games.dungeon.position import Position
from underdeck.cards import codes_of

# §11.1 Whose ability is cancelled


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


COUNTERERS = {1: "JS QS", 2: "JH QH 7S", 3: "JD QD"}


@pytest.mark.parametrize(
    ("option", "robs", "fishes"),
    [(0, False, False), (1, True, False), (2, False, True), (3, True, True)],
)
def test_11_1_the_option_says_whose_ability_can_be_cancelled(
    option: int, robs: bool, fishes: bool
) -> None:
    rob = Position(COUNTERERS, players=3, counter_attack=option, discards="9C").play("p1 rob J")
    assert (rob.pending == "counters") == robs
    assert rob.pending in ("counters", "robbing")
    fish = Position(COUNTERERS, players=3, counter_attack=option).play("p1 fish Q p2 7")
    assert (fish.pending == "counters") == fishes
    assert fish.pending in ("counters", "asked")


def test_11_1_an_attack_can_not_be_countered() -> None:
    position = Position({1: "JS", 2: "JH"}, counter_attack=3, dungeons={2: "10D"}).play(
        "p1 attack J p2"
    )
    assert (position.pending, position.legal(2, "counter")) == ("attacked", [])


# §11.2 - §11.3 Windows and the number of counters


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


@pytest.mark.parametrize("counters", [0, 1, 2, 3])
@pytest.mark.parametrize("word", ["rob", "fish"])
def test_11_2_the_ability_works_if_the_number_of_counters_is_even(word: str, counters: int) -> None:
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


def test_11_3_counters_are_no_play_and_discarded_when_the_last_window_has_closed() -> None:
    position = robbing().play("p2 counter J")
    assert (position.discards, codes_of(position.view().laid)) == ({"9C"}, ["JH"])
    assert codes_of([position.view().creature or 0]) == ["JS"]
    position.play("p1 pass", "p3 pass")
    assert position.discards == {"9C", "JH", "JS"}
    assert (position.view().laid, position.view().creature, position.turn_of) == ((), None, 2)
    assert "pass" in position.legal(2)


def test_11_3_a_counter_that_was_discarded_can_be_robbed() -> None:
    hands = {1: "JS 3S", 2: "JH", 3: "JD"}
    position = Position(hands, players=3, counter_attack=1, discards="9C").play(
        "p1 rob J", "p2 counter J", "p3 counter J", "p1 pass", "p2 pass"
    )
    assert position.legal(1, "take") == ["take 9", "take J"]


# §11.4 D-27 The caller leaves


@pytest.mark.parametrize("counters", [0, 1, 2])
@pytest.mark.parametrize("word", ["rob", "fish"])
def test_d27_the_counter_window_closes_when_the_caller_resigns(word: str, counters: int) -> None:
    rank, call = ("J", "rob J") if word == "rob" else ("Q", "fish Q p3 7")
    hands = {1: "JS QS", 2: "JH QH AS", 3: "JD QD 7S AD"}
    position = Position(hands, players=3, counter_attack=3, discards="9C").play(f"p1 {call}")
    position.play(
        *[f"p{player} counter {rank}" for player in (2, 3)][:counters],
        "p2 ace A" if not counters else "p3 ace A",
    )
    position.play("p1 resign", *(f"p{player} pass" for player in position.waiting if player != 1))
    assert (position.pending, position.turn_of, position.view().laid, position.view().creature) == (
        "turn",
        2,
        (),
        None,
    )
    assert {f"{rank}{suit}" for suit in "SHD"[: counters + 1]} <= position.discards
    assert "ability_cancelled" not in position.event_names


def test_d27_the_window_closes_at_once_if_no_ace_is_open() -> None:
    position = Position(
        {1: "JS", 2: "JH", 3: "JD"}, players=3, counter_attack=1, discards="9C"
    ).play("p1 rob J", "p2 counter J", "p1 resign")
    assert (position.turn_of, position.pending) == (2, "turn")
    assert {"JS", "JH", "9C"} <= position.discards


def test_d27_another_player_who_resigns_closes_nothing() -> None:
    position = Position(
        {1: "JS", 2: "JH", 3: "JD"}, players=3, counter_attack=1, discards="9C"
    ).play("p1 rob J", "p2 counter J", "p3 resign")
    assert (position.pending, position.waiting) == ("counters", (1,))
