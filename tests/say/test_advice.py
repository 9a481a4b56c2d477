"""Advice in words: sentences of their own for chances of 1."""

import pytest

from underdeck.minds.base import Reason
from underdeck.say import LANGUAGES, Words
from underdeck.say.advice import reason_text
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
