"""§4 Creatures: attacks, fights, retreats and falls."""

import pytest

from games.dungeon.position import Position
from underdeck.cards import codes_of
from underdeck.games.dungeon.creatures import may_fight_with

# §4.1 - §4.3 D-6 D-9 Attacks


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


def test_4_3_the_defender_fights_or_retreats_and_draws_nothing() -> None:
    position = Position({1: "JS", 2: "5S 6S 7S 8S 9S"}, "4S 4H", dungeons={2: "10S"}).play(
        "p1 attack J p2"
    )
    assert position.legal(2) == ["fight 5", "fight 6", "fight 7", "fight 8", "fight 9", "retreat"]
    position.play("p2 fight 5", "p2 fight 6", "p2 strike")
    assert position.hand(2) == ["7S", "8S", "9S", "4H"]
    assert (position.turn_of, position.legal(2, "pass")) == (2, ["pass"])


def test_d9_the_attack_is_the_card_of_the_turn_and_the_defence_is_none() -> None:
    position = Position({1: "JS 10S", 2: "KH 9H 3S 3H 3D"}, "4S 4H", dungeons={2: "10D"}).play(
        "p1 attack J p2", "p2 fight K"
    )
    assert (position.turn_of, position.view().turn) == (2, 2)
    assert position.hand(2) == ["9H", "3S", "3H", "3D", "4H"]
    assert position.legal(2, "dig") == ["dig 9 @1"]


# §4.4 D-7 D-24 Winning a fight


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


def test_d24_a_2_beats_the_wight_together_with_others_in_any_order() -> None:
    for order in ("253", "325", "532"):
        position = Position({1: "KS", 2: "2S 3S 5S AS AD"}, dungeons={2: "10D"}).play(
            "p1 attack K p2"
        )
        position.play(*(f"p2 fight {rank}" for rank in order), "p2 strike")
        assert {"KS", "2S", "3S", "5S"} == position.discards


def test_d24_after_a_2_the_defender_may_strike_or_lay_more() -> None:
    position = Position({1: "KS", 2: "2S 3S 4S AS AD"}, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 2"
    )
    assert position.legal(2) == ["fight 3", "fight 4", "strike"]


def test_d24_each_card_must_still_leave_a_way_to_win() -> None:
    position = Position({1: "KS", 2: "2S 3S 4S AS AD"}, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 3"
    )
    assert position.legal(2) == ["fight 2", "fight 4"]
    assert (
        Position({1: "KS", 2: "3S 4S AS AD AC"}, dungeons={2: "10D"})
        .play("p1 attack K p2")
        .legal(2, "fight")
        == []
    )
    assert (
        Position({1: "QS", 2: "2S 3S AS AD AC"}, dungeons={2: "10D"})
        .play("p1 attack Q p2")
        .legal(2, "fight")
        == []
    )


def test_d24_a_joker_is_a_2_too_or_may_become_one() -> None:
    position = Position(
        {1: "KS", 2: "Jk 2S AS AD AC"}, decks=0, jokers_wild=True, dungeons={2: "10D"}
    ).play("p1 attack K p2")
    passages = [f"fight Jk={value}" for value in range(2, 11)]
    assert position.legal(2, "fight") == ["fight 2", *passages, "fight Jk=K"]
    position.play("p2 fight Jk=2", "p2 strike")
    assert position.discards == {"KS", "Jk"}
    low = Position({1: "KS", 2: "Jk AS AD AC AH"}, jokers_wild=True, dungeons={2: "10D"}).play(
        "p1 attack K p2"
    )
    assert low.legal(2, "fight") == ["fight Jk=2", "fight Jk=K"]


def test_d24_a_2_beats_only_the_wight() -> None:
    position = Position({1: "QS", 2: "2S 3S 9S AS AD"}, dungeons={2: "10D"}).play(
        "p1 attack Q p2", "p2 fight 2"
    )
    assert position.legal(2) == ["fight 3", "fight 9"]


# §4.5 D-20 Fighting cards are laid one by one


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


# §4.6 - §4.7 Retreat and fall


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
