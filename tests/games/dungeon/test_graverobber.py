"""§5 The Graverobber's ability."""

from games.dungeon.position import Position


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
