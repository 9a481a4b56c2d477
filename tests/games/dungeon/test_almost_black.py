"""§13 Almost black: discards are face down."""

from games.dungeon.position import Position
from underdeck.cards import codes_of


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


def test_13_1_without_almost_black_discards_are_seen() -> None:
    position = Position(discards="9C KD", jokers_wild=True)
    assert codes_of(position.view(2).seen_discards or ()) == ["9C", "KD"]


def test_13_1_passages_lie_open_and_must_be_what_they_are() -> None:
    position = Position({1: "10S KS"}, almost_black=True, dungeons={1: "10D"})
    assert position.refuses("p1 dig K=9 @1")
    assert [seen.card for seen in position.view(2).players[0].dungeon] != [None]


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
