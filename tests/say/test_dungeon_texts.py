"""Sentences of Dungeon that once said something odd."""

import re
from pathlib import Path

import pytest

import underdeck.chronicle
from underdeck.say.words import LANGUAGES, Words, catalogue

OPENINGS = Path(underdeck.chronicle.__file__).parent / "texts/en/dungeon/opening.toml"


def test_a_fall_that_lets_another_win_has_no_repetition() -> None:
    words = Words("es")
    parts = {"target": "Lola", "a_rank": "un rey", "creature": "el Espectro", "worth": 13}
    question = words.say("dungeon.pending.attacked.fall", **parts)
    text = f"{question} {words.say('dungeon.lets_win.fall', player='Lola')}"
    assert len(re.findall(r"\bca(?:es|er|ída)\b", text)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bid_lies_face_down_and_not_the_player(language: str) -> None:
    for text in Words(language).phrasings("dungeon.event.bid_laid.other"):
        assert not re.match("(Face down|Boca abajo)", text)


def test_a_command_in_a_spanish_sentence_is_quoted() -> None:
    sentences = str(catalogue("es", "cli"))
    assert "y underdeck resume la" not in sentences
    assert "«underdeck resume» la retoma" in sentences


def test_company_in_the_dungeon_is_not_the_prisoner_alone() -> None:
    assert not re.search(r"alone\] down there: \{prisoners\}", OPENINGS.read_text("utf-8"))
