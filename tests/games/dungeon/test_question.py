"""What the game waits for, as the key of a sentence and its subject."""

from typing import Any

import pytest

from games.dungeon.position import Position, view_of
from games.dungeon.test_facts import random_states, shown
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.facts import CLIENT_VIEW
from underdeck.games.dungeon.question import KEYS
from underdeck.say.words import LANGUAGES, Words


@pytest.mark.parametrize(
    ("position", "player", "question"),
    [
        (Position(first=None), 1, {"key": "bid.you", "seats": [0, 1]}),
        (Position({1: "10S"}), 1, {"key": "turn.you", "seats": [0]}),
        (Position(), 2, {"key": "turn.other", "seats": [0]}),
        (Position(), None, {"key": "turn.other", "seats": [0]}),
        (
            Position({1: "3S 3H 3D 3C 4S"}, "4H").play("p1 pass"),
            1,
            {"key": "discard.you", "seats": [0]},
        ),
        (Position({1: "3S 3H 3D 3C 4S"}, "4H"), 1, {"key": "turn.pass", "seats": [0]}),
        (
            Position({1: "QS", 2: "7S"}).play("p1 fish Q p2 7"),
            2,
            {"key": "asked.you", "seats": [1], "target": 0, "rank": 7},
        ),
        (
            Position({1: "QS", 2: "3S 3H 3D 3C 4S"}).play("p1 fish Q p2 7"),
            2,
            {"key": "asked.deny", "seats": [1], "target": 0, "rank": 7},
        ),
        (
            Position({1: "QS", 2: "7S"}).play("p1 fish Q p2 7", "p2 deny"),
            1,
            {"key": "answered.you", "seats": [0], "target": 1, "rank": 7},
        ),
        (
            Position({1: "JS"}, discards="9C").play("p1 rob J"),
            1,
            {"key": "robbing.you", "seats": [0]},
        ),
        (
            Position({1: "9H", 2: "9S"}, first=2, jokers_wild=True, dungeons={1: "10S Jk"}).play(
                "p2 cave 9 p1"
            ),
            1,
            {"key": "saving.you", "seats": [0], "rank": 9},
        ),
        (
            Position({1: "AS", 2: "AH"}).play("p1 ace A"),
            2,
            {"key": "aces.you", "seats": [1], "target": 0},
        ),
        (
            Position({1: "AS", 2: "3S 3H 3D 3C 4S"}).play("p1 ace A"),
            2,
            {"key": "aces.pass", "seats": [1], "target": 0},
        ),
        (Position().play("p1 resign"), 1, None),
    ],
)
def test_a_question_and_its_subject(position: Position, player: int | None, question: Any) -> None:
    assert shown(position, player)["question"] == question


def test_section_4_the_sentences_of_a_fight() -> None:
    position = Position({1: "KS", 2: "8S 7S 2S"}, dungeons={2: "10D"}).play("p1 attack K p2")
    assert shown(position, 2)["question"]["key"] == "attacked.you"
    assert shown(position.play("p2 fight 8"), 2)["question"]["key"] == "attacked.fight"
    assert shown(position.play("p2 fight 7"), 2)["question"]["key"] == "attacked.strike"
    assert shown(position, 1)["question"] == {
        "key": "attacked.other",
        "seats": [1],
        "target": 0,
        "rank": 13,
    }


def test_d_24_a_2_has_a_sentence_of_its_own() -> None:
    position = Position({1: "KS", 2: "2S"}, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 2"
    )
    assert shown(position, 2)["question"]["key"] == "attacked.two"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_are_those_of_the_catalogues(language: str) -> None:
    assert set(Words(language).table("dungeon.pending")) == set(KEYS)


def test_there_is_a_question_as_long_as_the_game_waits() -> None:
    for state in random_states(16):
        for seat in (None, *range(state.players)):
            view = view_of(state, seat)
            question: Any = CLIENT_VIEW.shown(view)["question"]
            assert question["key"] in KEYS
            assert question["seats"] == list(GAME.waiting(state))
            assert question["key"].endswith(".other") == (seat not in view.waiting)
