"""Advice in words: sentences of their own for chances of 1."""

import pytest

from underdeck.games.dungeon.moves import read_move
from underdeck.minds.base import Advice, Estimate, MoveAdvice, Reason
from underdeck.say import LANGUAGES, Words
from underdeck.say.advice import prospect_texts, reason_text
from underdeck.say.choices import Namer

NAMES = Namer(players=["Ada", "Vera"])
CERTAIN = [
    Reason("fish", {"player": 1, "rank": 3, "holds": 1.0}),
    Reason("fish_needed", {"player": 1, "rank": 3, "holds": 1.0}),
    Reason("cave", {"player": 1, "rank": 3, "holds": 1.0}),
    Reason("dig_boldly", {"rank": 3, "left": 1, "answer": 1.0}),
    Reason("dig_boldly", {"rank": 3, "left": 1, "answer": 1.0, "duel": True, "player": 1}),
    Reason("demand", {"player": 1, "rank": 3, "lie": 1.0, "cards": 4}),
]

SURE = {
    "always": {"en": "sure to", "es": "eguro que"},
    "nearly": {"en": "almost certainly", "es": "s casi seguro que"},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", CERTAIN, ids=lambda reason: reason.code)
def test_a_chance_of_1_is_certain_only_if_it_is_known(language: str, reason: Reason) -> None:
    for certainty, texts in SURE.items():
        fact = reason._replace(params=dict(reason.params) | {certainty: True})
        text = reason_text(Words(language), "dungeon", fact, NAMES)
        assert "%" not in text
        assert texts[language] in text
        assert ("Vera" in text) is ("player" in reason.params)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_creature_beaten_in_all_worlds_is_almost_certainly_beaten(language: str) -> None:
    reason = Reason("attack_hand", {"player": 1, "beaten": 1.0, "nearly": True})
    assert SURE["nearly"][language] in reason_text(Words(language), "dungeon", reason, NAMES)


def test_a_chance_below_1_is_shown_in_per_cent() -> None:
    reason = Reason("fish", {"player": 1, "rank": 3, "holds": 0.5})
    assert reason_text(Words("en"), "dungeon", reason, NAMES) == "50% of the time Vera holds a 3."
    certain = Reason("fish", {"player": 1, "rank": 3, "holds": 1.0, "always": True})
    assert reason_text(Words("en"), "dungeon", certain, NAMES) == "Vera is sure to hold a 3."
    assert reason_text(Words("es"), "dungeon", certain, NAMES) == "Seguro que Vera tiene un 3."


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "bid the 9 (bid 9): win 60% (57 to 63)",
                "bid the 7 (bid 7): win 50% (40 to 60); 10.0 percentage points worse",
                "bid the 5 (bid 5): win 40% (20 to 60); hardly examined",
                "bid the 3 (bid 3): win 30%; hardly examined",
            ],
        ),
        (
            "es",
            [
                "pujar con el 9 (pujar 9): ganar 60\xa0% (de 57 a 63)",
                "pujar con el 7 (pujar 7): ganar 50\xa0% (de 40 a 60); "
                "10,0 puntos porcentuales menos",
                "pujar con el 5 (pujar 5): ganar 40\xa0% (de 20 a 60); apenas examinada",
                "pujar con el 3 (pujar 3): ganar 30\xa0%; apenas examinada",
            ],
        ),
    ],
)
def test_a_move_that_was_hardly_examined_has_no_difference(
    language: str, expected: list[str]
) -> None:
    moves = [
        MoveAdvice(read_move(f"bid {rank}"), win.mean, 0.6 - win.mean, win)
        for rank, win in (
            (9, Estimate(0.6, 0.57, 0.63)),
            (7, Estimate(0.5, 0.4, 0.6)),
            (5, Estimate(0.4, 0.2, 0.6)),
            (3, Estimate(0.3)),
        )
    ]
    advice = Advice("win", 0, tuple(moves), Reason("better", {}), searched=1000)
    assert prospect_texts(Words(language), advice) == expected


def test_moves_without_any_interval_are_compared() -> None:
    moves = [MoveAdvice(read_move("bid 9"), 0.6, 0.0, Estimate(0.6))]
    moves.append(MoveAdvice(read_move("bid 7"), 0.5, 0.1, Estimate(0.5)))
    texts = prospect_texts(Words("en"), Advice("win", 0, tuple(moves), Reason("better", {})))
    assert texts[1] == "bid the 7 (bid 7): win 50%; 10.0 percentage points worse"
