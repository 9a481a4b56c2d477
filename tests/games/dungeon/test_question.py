"""What the game waits for, as the key of a sentence and its subject."""

from typing import Any

import pytest

from games.dungeon.position import EIGHT, Position, view_of
from games.dungeon.test_facts import random_states, shown
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.facts import CLIENT_VIEW
from underdeck.games.dungeon.question import KEYS, WARNINGS, ace_draws
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
        (
            Position({1: "JS", 2: "JH"}, counter_attack=1, discards="9C").play("p1 rob J"),
            2,
            {"key": "counters.you", "seats": [1], "target": 0, "rank": 11},
        ),
        (
            Position({1: "JS JD", 2: "JH"}, counter_attack=1, discards="9C").play(
                "p1 rob J", "p2 counter J"
            ),
            1,
            {"key": "countered.you", "seats": [0], "target": 1, "rank": 11},
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
    about = {"seats": [1], "target": 0, "rank": 13}
    assert shown(position, 1)["question"] == {"key": "attacked.other_you"} | about
    assert shown(position, None)["question"] == {"key": "attacked.other"} | about


def test_d_24_a_2_has_a_sentence_of_its_own() -> None:
    position = Position({1: "KS", 2: "2S"}, dungeons={2: "10D"}).play(
        "p1 attack K p2", "p2 fight 2"
    )
    assert shown(position, 2)["question"]["key"] == "attacked.two"


def test_14_5_passing_on_a_claimed_2_lets_its_owner_win() -> None:
    hidden: dict[str, Any] = {"pitch_black": True, "dungeons": {1: EIGHT}}
    claimed = Position({1: "KS"}, **hidden).play("p1 dig K=2 @8")
    assert shown(claimed, 2)["question"] == {
        "key": "accusations.escape",
        "seats": [1],
        "target": 0,
        "lets_win": 0,
        "warning": "pass",
    }
    moves = {move["verb"]: move.get("lets_win") for move in shown(claimed, 2)["legal"]}
    assert (moves["pass"], moves["accuse"]) == (0, None)
    assert "lets_win" not in shown(claimed, 1)["question"]
    assert "lets_win" not in shown(claimed, None)["question"]


def test_14_5_others_may_still_accuse() -> None:
    hidden: dict[str, Any] = {"players": 3, "pitch_black": True, "dungeons": {1: EIGHT}}
    claimed = Position({1: "KS"}, **hidden).play("p1 dig K=2 @8")
    assert shown(claimed, 2)["question"]["warning"] == "pass_or_others"
    assert shown(claimed.play("p2 pass"), 3)["question"]["warning"] == "pass"


def test_14_4_passing_on_any_other_passage_lets_nobody_win() -> None:
    hidden: dict[str, Any] = {"pitch_black": True, "dungeons": {1: "10S", 2: "10H"}}
    laid = Position({1: "KS"}, **hidden).play("p1 dig K=9 @1")
    assert shown(laid, 2)["question"] == {"key": "accusations.you", "seats": [1], "target": 0}


@pytest.mark.parametrize(("players", "winner"), [(2, 0), (3, None)])
def test_8_falling_lets_the_only_other_player_win(players: int, winner: int | None) -> None:
    position = Position({1: "KS 10S", 2: "KH"}, players=players, dungeons={2: "10D"})
    position.play("p1 cave 10 p2").skip(*range(2, players + 1))
    attacked = shown(position.play("p1 attack K p2"), 2)
    assert attacked["question"].get("lets_win") == winner
    (fall,) = [move for move in attacked["legal"] if move["verb"] == "fall"]
    assert fall.get("lets_win") == winner


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_warnings_are_those_of_the_catalogues(language: str) -> None:
    assert set(Words(language).table("dungeon.lets_win")) == set(WARNINGS)


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
            is_other = question["key"].partition(".")[2] in ("other", "other_you")
            assert is_other == (seat not in view.waiting)
            if question["key"].endswith(".other_you"):
                assert question["target"] == seat


def with_a_short_deck(cards: int, *, keeps: bool) -> Position:
    """Return a turn with an ace, in which all but this number of cards are discarded."""
    position = Position({1: "AS JS"}, discards="9C 8C")
    state = position.state
    for card in state.deck[state.top : state.bottom - cards]:
        state.discards[state.discard_size] = card
        state.discard_size += 1
    state.top, state.keep_discards = state.bottom - cards, int(keeps)
    return position


@pytest.mark.parametrize(
    ("cards", "keeps", "drawn"), [(0, True, 0), (1, True, 1), (2, True, 2), (0, False, 2)]
)
def test_2_8_an_ace_draws_what_the_deck_has_while_the_discards_stay(
    cards: int, keeps: bool, drawn: int
) -> None:
    view = with_a_short_deck(cards, keeps=keeps).view(1)
    assert ace_draws(view) == drawn
    legal: Any = CLIENT_VIEW.shown(view)["legal"]
    (ace,) = (move for move in legal if move["verb"] == "ace")
    assert ace.get("draws", 2) == drawn


def test_2_8_an_ace_without_a_deck_draws_nothing_as_foretold() -> None:
    position = with_a_short_deck(0, keeps=True)
    before = position.view(1).players[0].cards
    position.play("p1 ace A")
    while position.view(2).pending == "aces":
        position.play(f"p{position.view(2).waiting[0] + 1} pass")
    assert position.view(1).players[0].cards == before - 1
