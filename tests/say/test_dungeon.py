"""The story of Dungeon: every event has its sentences in both languages, and nobody who only watches is called you."""

import re
from collections.abc import Iterator

import pytest

from underdeck.bots import BOTS
from underdeck.cards import read_card, symbol_of
from underdeck.dungeon.events import PARTS
from underdeck.game import Event
from underdeck.say import LANGUAGES, Words
from underdeck.say.dungeon import UNTOLD, DungeonTeller, fold_fronts, sentence_key
from underdeck.say.words import fill

SILENT = {"drew.you", "dug_hidden.you", "took_secretly.you", "discarded_hidden.you", "lost_card.you"}
"""What one isn't told about oneself: a private event says it better."""


def every_event() -> Iterator[Event]:
    """Every event, done by each to each."""
    numbers = {"card": read_card("KS"), "value": 13, "rank": 7, "turn": 3, "n": 2, "place": 1}
    names = {**PARTS, "retreated_from": ("player", "card"), "front_was": ("player", "card")}
    for name, parts in names.items():
        for player, target in ((1, 2), (2, 1), (2, 3)):
            yield Event(name, {part: {"player": player, "target": target}.get(part, numbers.get(part, 0)) for part in parts})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrasing_can_be_told_and_every_sentence_belongs_to_an_event(language: str) -> None:
    words = Words(language)
    teller = DungeonTeller(words, 7, symbol_of)
    seen = set()
    for event in every_event():
        key = sentence_key(event, 1)
        if not words.has(f"dungeon.event.{key}"):
            private = key.partition(".")[0] in {"drew_card", "laid_as", "tried_with", "own_discard", "front_was"}
            assert event.name in UNTOLD or key in SILENT or private, key
            continue
        seen.add(key)
        for phrasing in words.phrasings(f"dungeon.event.{key}"):
            told = fill(phrasing, teller.parts([event]))
            assert "{" not in told
            assert told[-1] in ".!?»", told
    assert seen == words.table("dungeon.event").keys()


@pytest.mark.parametrize(
    ("language", "address"),
    [("en", r"\b(?:you|your|yours|yourself)\b"), ("es", r"\b(?:tú|tu|tus|te|ti|contigo|tuy[oa]s?|le deseas|oyes|ves)\b")],
)
def test_a_spectator_is_never_called_you(language: str, address: str) -> None:
    for key, phrasings in Words(language).table("dungeon.event").items():
        if "you" not in key:
            for phrasing in phrasings:
                assert not re.search(address, phrasing, re.IGNORECASE), phrasing


def test_a_lost_front_is_told_with_what_cost_it() -> None:
    retreated, was = Event("retreated", {"player": 2}), Event("front_was", {"player": 2, "card": read_card("9S")})
    assert [event.name for event in fold_fronts([retreated, was])] == ["retreated_from"]
    assert [event.name for event in fold_fronts([retreated])] == ["retreated"]
    for name, told in (("caved_in", 1), ("joker_lost", 1), ("cave_hit", 2)):
        assert len(fold_fronts([Event(name, {"player": 1}), was])) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_bot(language: str) -> None:
    for key in ("bots", "bots_simulated"):
        for bot in BOTS:
            assert bot in Words(language).say(f"cli.option.{key}")
