"""The events of each move, and the players who get them."""

from typing import Any

import pytest

from games.dungeon.position import EIGHT, Position
from underdeck.games.dungeon import GAME, rules
from underdeck.games.dungeon.events import SEAT_PARTS


def test_the_rules_are_the_same_without_a_sink() -> None:
    position = Position({1: "QS 3H 3D 3C 4H", 2: "7S 7H 5S 6S 6H"})
    state = GAME.clone(position.state)
    for seat, text in ((0, "fish Q p2 7"), (1, "deny"), (0, "demand")):
        rules.play(state, seat, GAME.read_move(text).action, None)
    position.play("p1 fish Q p2 7", "p2 deny", "p1 demand")
    assert state == position.state


def event_lines(position: Position, player: int | None = None) -> list[str]:
    """Return the events of a player or spectator as lines, with players numbered from 1."""
    return [
        " ".join(
            str(part + 1 if name in SEAT_PARTS else part)  # type: ignore[operator]
            for name, part in event.items()
        )
        for event in position.event_data(player)
    ]


LIAR = {2: "QS 3H 3D 3C 4H", 3: "7S 7H 5S 6S AS"}
"""Options where player 2 asks player 3, who has two sevens, for a seven."""
STORIES: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "a bid, shown in the order of seats": (
        {"hands": {1: "QS", 2: "KS"}, "players": 2, "first": None},
        "p2 bid K, p1 bid Q",
        [
            "bid_laid 2",
            "bid_laid 1",
            "bid_shown 1 QS",
            "bid_shown 2 KS",
            "drew 1 1",
            "drew 2 1",
            "began 2",
            "turn_begun 2 1",
            "drew 2 1",
        ],
    ),
    "nothing is played": (
        {"first": 3},
        "p3 pass, p3 discard 5",
        ["passed 3", "discarded 3 5H", "turn_begun 1 2", "drew 1 1"],
    ),
    "an ace that nobody answers": (
        {"hands": {3: "AS"}},
        "p3 ace A, p2 pass",
        ["ace_played 3 AS", "passed 2"],
    ),
    "a passage": (
        {"hands": {2: "9D"}, "dungeons": {2: "10S"}},
        "p2 dig 9 @1",
        ["dug 2 9D 9 1", "turn_begun 3 2"],
    ),
    "a cave-in": (
        {"hands": {2: "9D"}, "dungeons": {3: "10S 9S"}},
        "p2 cave 9 p3",
        ["caved_in 2 3 9D 9", "front_lost 3", "front_was 3 9S", "turn_begun 3 2"],
    ),
    "a joker that is saved": (
        {"hands": {2: "9D", 3: "9H"}, "dungeons": {3: "10S Jk"}, "jokers_wild": True},
        "p2 cave 9 p3, p3 save 9",
        ["caved_in 2 3 9D 9", "joker_saved 3 9H", "turn_begun 3 2"],
    ),
    "a joker that is lost": (
        {"hands": {2: "9D"}, "dungeons": {3: "10S Jk"}, "jokers_wild": True},
        "p2 cave 9 p3, p3 yield",
        ["caved_in 2 3 9D 9", "joker_lost 3", "front_lost 3", "front_was 3 Jk", "turn_begun 3 2"],
    ),
    "an attack that is beaten": (
        {"hands": {2: "JS", 3: "5S 6S"}, "dungeons": {3: "10D"}},
        "p2 attack J p3, p3 fight 5, p3 fight 6, p3 strike",
        [
            "attacked 2 3 JS 11",
            "fight_laid 3 5S 5",
            "fight_laid 3 6S 6",
            "creature_beaten 3",
            "turn_begun 3 2",
        ],
    ),
    "an attack by a joker, and a retreat": (
        {"hands": {2: "Jk"}, "dungeons": {3: "10D"}, "jokers_wild": True},
        "p2 attack Jk=K p3, p3 retreat",
        ["attacked 2 3 Jk 13", "retreated 3", "front_lost 3", "front_was 3 10D", "turn_begun 3 2"],
    ),
    "a Graverobber": (
        {"hands": {2: "JS"}, "discards": "9C"},
        "p2 rob J, p2 take 9",
        ["rob_called 2 JS", "took 2 9C"],
    ),
    "a Graverobber that finds nothing, by version 1 of the rules": (
        {
            "hands": {2: "JS 5S 5H 5D 5C", 3: "AS"},
            "deck": "4S",
            "only": True,
            "discards": "9C",
            "rules": 1,
        },
        "p2 rob J, p3 ace A, p1 pass, p2 pass",
        [
            "rob_called 2 JS",
            "ace_played 3 AS",
            "passed 1",
            "passed 2",
            "deck_renewed 2",
            "drew 3 1",
            "drew 3 1",
            "took_nothing 2",
        ],
    ),
    "a Graverobber that is cancelled": (
        {"hands": {2: "JS", 3: "JH"}, "discards": "9C", "counter_attack": 1},
        "p2 rob J, p3 counter J, p1 pass, p2 pass",
        [
            "rob_called 2 JS",
            "countered 3 JH",
            "passed 1",
            "passed 2",
            "ability_cancelled 2",
            "turn_begun 3 2",
        ],
    ),
    "a Myrmiddon that is cancelled": (
        {"hands": {2: "QS", 3: "QH"}, "counter_attack": 2},
        "p2 fish Q p3 7, p3 counter Q, p1 pass, p2 pass",
        [
            "fished 2 3 QS 7",
            "countered 3 QH",
            "passed 1",
            "passed 2",
            "ability_cancelled 2",
            "turn_begun 3 2",
        ],
    ),
    "a card is given": (
        {"hands": LIAR},
        "p2 fish Q p3 7, p3 give",
        ["fished 2 3 QS 7", "gave 3 2 7"],
    ),
    "a no that is believed": (
        {"hands": LIAR},
        "p2 fish Q p3 7, p3 deny, p2 believe",
        ["fished 2 3 QS 7", "denied 3", "believed 2"],
    ),
    "a no that was true": (
        {"hands": LIAR},
        "p2 fish Q p3 8, p3 deny, p2 demand",
        [
            "fished 2 3 QS 8",
            "denied 3",
            "demanded 2 3",
            "told_truth 3",
            "hand_lost 2 5",
            "lost_card 2 3H",
            "lost_card 2 3D",
        ],
    ),
    "a no that was a lie": (
        {"hands": LIAR},
        "p2 fish Q p3 7, p3 deny, p2 demand",
        [
            "fished 2 3 QS 7",
            "denied 3",
            "demanded 2 3",
            "lied 3",
            "gave 3 2 7",
            "hand_lost 3 4",
            "lost_card 3 7H",
            "lost_card 3 5S",
        ],
    ),
    "a liar who gives": (
        {"hands": LIAR, "suicide_queen": True},
        "p2 fish Q p3 7, p3 deny, p2 demand, p3 give",
        ["fished 2 3 QS 7", "denied 3", "demanded 2 3", "lied 3", "gave 3 2 7", "hand_lost 3 4"],
    ),
    "a liar who burns": (
        {"hands": LIAR, "suicide_queen": True},
        "p2 fish Q p3 7, p3 deny, p2 demand, p3 burn",
        ["fished 2 3 QS 7", "denied 3", "demanded 2 3", "lied 3", "burnt 3", "hand_lost 3 5"],
    ),
    "a cave-in in pitch black that hits": (
        {"hands": {2: "7S"}, "dungeons": {3: "7D"}, "pitch_black": True},
        "p2 cave 7 p3",
        ["cave_tried 2 3", "cave_hit 2 3", "front_lost 3", "turn_begun 3 2"],
    ),
    "a cave-in in pitch black that misses": (
        {"hands": {2: "7S"}, "dungeons": {3: "8D"}, "pitch_black": True},
        "p2 cave 7 p3",
        ["cave_tried 2 3", "cave_missed 2 3", "turn_begun 3 2"],
    ),
    "a dungeon that was false": (
        {"dungeons": {2: "10S", 3: "10D 7D"}, "pitch_black": True},
        "p2 accuse p3",
        [
            "accused 2 3",
            "passage_shown 3 1 10D 10",
            "passage_shown 3 2 7D 9",
            "was_false 3",
            "dungeon_lost 3 2",
        ],
    ),
    "a dungeon that was honest": (
        {"dungeons": {2: "10S", 3: "10D"}, "pitch_black": True},
        "p2 accuse p3",
        ["accused 2 3", "passage_shown 3 1 10D 10", "was_honest 3", "dungeon_lost 2 1"],
    ),
    "one who leaves": (
        {"hands": {2: "7S 7H 5S 6S AS"}, "deck": "KS", "dungeons": {2: "10S"}},
        "p2 resign",
        [
            "resigned 2",
            "hand_lost 2 6",
            *(f"lost_card 2 {code}" for code in ("7S", "7H", "5S", "6S", "AS", "KS")),
            "dungeon_lost 2 1",
        ],
    ),
}


@pytest.mark.parametrize("story", STORIES)
def test_a_spectator_gets_the_seats_and_public_cards(story: str) -> None:
    options, moves, lines = STORIES[story]
    position = Position(**{"players": 3, "first": 2, **options}).play(*moves.split(", "))
    assert event_lines(position)[: len(lines)] == lines


def test_the_lot_names_the_first_player() -> None:
    assert event_lines(Position(players=3, first=3)) == [
        "lot_drawn 3",
        "began 3",
        "turn_begun 3 1",
        "drew 3 1",
    ]


def test_bids_that_tie_name_nobody() -> None:
    position = Position({1: "KS", 2: "KH"}, first=None).play("p1 bid K", "p2 bid K")
    assert event_lines(position)[-1] == "bids_tied"


def test_a_player_who_begins_because_others_have_left_is_named() -> None:
    tied = Position({1: "KS", 2: "KH", 3: "4S"}, players=3, first=None).play(
        "p1 bid K", "p2 bid K", "p3 bid 4", "p2 resign"
    )
    assert event_lines(tied)[-3:] == ["began 1", "turn_begun 1 1", "drew 1 1"]
    gone = Position({1: "KS", 2: "KH", 3: "4S AS", 4: "4H"}, players=4, first=None)
    gone.play(
        "p1 bid K",
        "p2 bid K",
        "p3 bid 4",
        "p4 bid 4",
        "p3 ace A",
        "p1 resign",
        "p2 resign",
        "p4 pass",
    )
    assert event_lines(gone)[-3:] == ["began 3", "turn_begun 3 1", "drew 3 1"]


def test_a_player_who_falls_and_the_last_one_are_named() -> None:
    position = (
        Position({1: "KS KH", 2: "3S 3H 3D 4D 4H"}, "5C 5D", dungeons={2: "10D"})
        .play("p1 attack K p2", "p2 retreat")
        .skip(2)
    )
    position.play("p1 attack K p2", "p2 fall")
    assert event_lines(position)[:2] == ["attacked 1 2 KH 13", "fell 2"]
    assert event_lines(position)[-2:] == ["dungeon_lost 2 0", "alone 1"]
    assert event_lines(Position().play("p1 resign"))[-1] == "alone 2"


def test_a_stalemate_names_nobody() -> None:
    assert event_lines(Position(only=True).play("p1 pass", "p2 pass"))[-2:] == [
        "passed 2",
        "stalemate",
    ]


def test_an_escape_names_the_winner() -> None:
    position = Position({2: "2D"}, dungeons={2: EIGHT}, first=2).play("p2 dig 2 @8")
    assert event_lines(position) == ["dug 2 2D 2 8", "escaped 2"]


@pytest.mark.parametrize(
    ("reveal", "end"),
    [(False, ["escaped 2"]), (True, ["was_false 2", "dungeon_lost 2 9", "turn_begun 3 2"])],
)
def test_a_ninth_card_that_nobody_accused_is_shown(reveal: bool, end: list[str]) -> None:
    position = Position(
        {2: "KS"},
        players=3,
        first=2,
        pitch_black=True,
        reveal_on_escape=reveal,
        dungeons={2: EIGHT},
    )
    passes = [] if reveal else ["passed 3", "passed 1"]
    position.play("p2 dig K=2 @8", *([] if reveal else ["p3 pass", "p1 pass"]))
    shown = [
        f"passage_shown 2 {place + 1} {code} {10 - place}"
        for place, code in enumerate([*EIGHT.split(), "KS"])
    ]
    assert event_lines(position)[: 10 + len(passes) + len(end)] == [
        "dug_hidden 2 2 8",
        *passes,
        *shown,
        *end,
    ]


def test_a_secret_card_is_shown_to_its_player_only() -> None:
    tried = Position({2: "Jk"}, players=3, first=2, pitch_black=True, dungeons={3: "7D"}).play(
        "p2 cave Jk=7 p3"
    )
    assert event_lines(tried, 2)[:3] == ["cave_tried 2 3", "tried_with 2 Jk 7", "cave_hit 2 3"]
    laid = Position({2: "KS"}, players=3, first=2, pitch_black=True).play("p2 dig K=10 @0")
    assert event_lines(laid, 2)[:2] == ["dug_hidden 2 10 0", "laid_as 2 KS 10"]
    for position in (tried, laid):
        assert not position.cards_shown_to(None)


@pytest.mark.parametrize(("asker", "asked"), [(1, 3), (2, 3), (3, 2)])
def test_a_demanded_hand_is_shown_to_the_two_players(asker: int, asked: int) -> None:
    position = Position({asker: "QS 3H", asked: "5S 6S 8S 9S 9H"}, players=4, first=asker)
    position.play(f"p{asker} fish Q p{asked} 7", f"p{asked} deny", f"p{asker} demand")
    shown = [f"hand_shown {asked} {code}" for code in ("5S", "6S", "8S", "9S", "9H")]
    for player in (1, 2, 3, 4):
        assert [
            line for line in event_lines(position, player) if line.startswith("hand_shown")
        ] == (shown if player in (asker, asked) else [])
