"""§9 Hidden things: what each seat sees, and views as data."""

import json

from games.dungeon.position import EIGHT, Position
from underdeck.cards import codes_of

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


def test_14_5_only_the_dungeon_that_escaped_is_shown_at_the_end() -> None:
    escaped = Position(
        {2: "2H"}, players=3, first=2, pitch_black=True, dungeons={2: EIGHT, 3: "10D"}
    )
    escaped.play("p2 dig 2 @8", "p1 pass", "p3 pass")
    alone = Position(pitch_black=True, dungeons={1: "10D", 2: "10S"}).play("p1 resign")
    for position, hidden in ((escaped, 3), (alone, 2)):
        assert position.result is not None
        assert [seen.card for seen in position.view(None).players[hidden - 1].dungeon] == [None]
    assert all(seen.card for seen in escaped.view(None).players[1].dungeon)


# What a view shows of the game


def test_a_view_shows_what_is_pending_and_nothing_when_the_game_is_over() -> None:
    denied = Position({2: "QS", 3: "7S"}, players=3, first=2).play("p2 fish Q p3 7", "p3 deny")
    assert (denied.pending, denied.waiting, denied.view().about) == ("answered", (2,), (2, 7))
    over = Position({1: "KS"}, dungeons={2: "10D"}).play("p1 attack K p2", "p2 resign")
    assert (over.pending, over.waiting, over.view().about) == ("over", (), ())


def test_a_bid_that_was_laid_stays_laid_while_an_ace_is_open() -> None:
    position = Position({1: "KS", 2: "AS"}, first=None).play("p1 bid K", "p2 ace A")
    assert [seen.has_bid for seen in position.view().players] == [True, False]
    position.play("p1 pass", "p2 bid 5")
    assert [seen.has_bid for seen in position.view().players] == [False, False]


# Views as data


def test_a_view_as_data_names_cards_by_their_codes_and_hides_the_others() -> None:
    position = Position(
        {1: "KS 3H", 2: "5S 10H 6S 7S 8S"}, "4S", dungeons={2: "10D"}, discards="9C"
    ).play("p1 attack K p2", "p2 fight 10")
    data = json.loads(json.dumps(position.view(2).as_json()))
    assert (data["seat"], data["current"], data["pending"], data["waiting"], data["about"]) == (
        1,
        0,
        "attacked",
        [1],
        [0, 13],
    )
    assert (data["creature"], data["laid"], data["seen_discards"], data["robber"]) == (
        "KS",
        ["10H"],
        ["9C"],
        None,
    )
    assert (data["players"][1]["hand"], data["players"][0]["hand"]) == (
        ["5S", "6S", "7S", "8S"],
        None,
    )
    assert data["players"][1]["dungeon"] == [{"value": 10, "next_to": 0, "card": "10D"}]
    assert data["players"][0]["cell"] == "Jk"
    assert data["legal"] == ["fight 5", "fight 6", "fight 7", "fight 8"]
    assert (data["ending"], data["winner"], data["house"]["players"]) == (None, None, 2)


def test_a_view_as_data_has_the_names_of_the_view() -> None:
    view = Position(dungeons={2: "10D"}).view(1)
    data = view.as_json()
    later = {"keeps_discards", "top_discard", "fight", "ability"}  # which older clients don't know
    assert list(data) == ["house", *(name for name in view._fields[1:] if name not in later)]
    assert (data["waiting"], data["about"]) == ([0], [])


def test_a_view_as_data_in_pitch_black_hides_passages_cells_and_discards() -> None:
    position = Position(pitch_black=True, dungeons={2: "KD"}, discards="9C")
    data = position.view(1).as_json()
    players = data["players"]
    assert isinstance(players, list)
    assert players[1]["dungeon"] == [{"value": 10, "next_to": 0, "card": None}]
    assert (players[0]["cell"], data["seen_discards"], data["discards"]) == (None, None, 1)


def test_a_view_as_data_shows_the_robber_and_the_end() -> None:
    position = Position({1: "JS"}, discards="9C").play("p1 rob J", "p1 take 9")
    assert position.view(2).as_json()["robber"] == "JS"
    over = Position().play("p1 resign").view(None).as_json()
    assert (over["ending"], over["winner"], over["pending"], over["legal"], over["seat"]) == (
        "alone",
        1,
        "over",
        [],
        None,
    )
