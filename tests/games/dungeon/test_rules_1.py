"""Version 1 of the rules, by which old records are replayed."""

from games.dungeon.position import EIGHT, Position


def test_by_version_1_aces_can_be_played_for_ever() -> None:
    position = Position({1: "AS 5H 5D 5C 6S"}, only=True, rules=1)
    for _ in range(3):
        position.play("p1 ace A", "p2 pass")
    assert position.legal(1, "ace") == ["ace A"]


def test_by_version_1_an_ace_takes_the_discards_from_a_graverobber() -> None:
    position = Position(
        {1: "JS 5S 5H 5D 5C", 2: "AS"}, "4S", only=True, discards="9C", rules=1
    ).play("p1 rob J", "p2 ace A", "p1 pass")
    assert position.event_names[-5:] == [
        "took_nothing",
        "deck_renewed",
        "turn_begun",
        "drew",
        "drew_card",
    ]


def test_by_version_1_a_2_beats_the_wight_only_alone() -> None:
    position = Position({1: "KS", 2: "2S 3S 4S AS AD"}, dungeons={2: "10D"}, rules=1).play(
        "p1 attack K p2"
    )
    assert position.legal(2, "fight") == ["fight 2"]
    assert position.play("p2 fight 2").legal(2) == ["strike"]
    strong = Position({1: "KS", 2: "2S 3S 4S 9S AD"}, dungeons={2: "10D"}, rules=1).play(
        "p1 attack K p2", "p2 fight 2", "p2 fight 3"
    )
    assert strong.legal(2) == ["fight 4", "fight 9"]


def test_by_version_1_a_checked_escape_could_be_accused_first() -> None:
    position = Position(
        {1: "2H"}, pitch_black=True, reveal_on_escape=True, dungeons={1: EIGHT, 2: "10D"}, rules=1
    ).play("p1 dig 2 @8")
    assert (position.pending, position.waiting) == ("accusations", (2,))
    position.play("p2 accuse p1")
    assert position.event_names[-3:] == ["was_honest", "dungeon_lost", "escaped"]


def test_by_version_1_counters_go_on_without_the_caller() -> None:
    hands = {1: "JS QS", 2: "JH QH", 3: "JD QD"}
    for call in ("rob J", "fish Q p3 7"):
        position = Position(hands, players=3, counter_attack=3, discards="9C", rules=1).play(
            f"p1 {call}", f"p2 counter {call.split()[1]}"
        )
        position.play("p1 resign")
        assert (position.pending, position.waiting) == ("counters", (3,))
        position.play("p3 pass")
        assert (position.event_names[-4], position.turn_of) == ("ability_cancelled", 2)
    robbed = Position(hands, players=3, counter_attack=1, discards="9C", rules=1).play(
        "p1 rob J", "p2 counter J", "p3 counter J", "p1 resign"
    )
    robbed.play("p2 pass")
    assert (robbed.turn_of, {"JS", "JH", "JD"} <= robbed.discards) == (2, True)


def test_by_version_1_leaving_was_idle() -> None:
    position = Position(players=3, only=True, rules=1).play("p1 pass")
    assert position.play("p2 resign").result == {
        "ending": "stalemate",
        "winner": None,
        "alive": [0, 2],
        "turns": 2,
    }
