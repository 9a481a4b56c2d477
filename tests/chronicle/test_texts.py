"""The built-in texts: complete, parallel where they must be, and without claims of their own."""

import re
from collections.abc import Iterator

import pytest

from underdeck.chronicle.grammar import Agreement, Choice, Literal, Sequence, slots
from underdeck.chronicle.library import Library, library
from underdeck.chronicle.numbers import number
from underdeck.registry import find_part
from underdeck.say.words import LANGUAGES, Words

GAMES = ("tomb", "dungeon")
CARDS = {
    "en": r"\b(queens?|aces?|spades|clubs|jacks?|jokers?|cards?|deck)\b",
    "es": r"\b(reinas?|picas|tréboles|sotas?|comodín|comodines|cartas?|naipes?|baraja|mazo)\b",
}
"""Words for cards, which prose doesn't mention: it tells of monsters, doors and hoards."""
UNGENDERED = {"dungeon": {"actor", "target", "winner", "loser", "viewer", "leader", "rival"}}
"""Names that players choose, so that no word can agree with them."""

every_library = pytest.mark.parametrize(
    ("language", "game"), [(language, game) for language in LANGUAGES for game in GAMES]
)


def literals(nodes: Sequence) -> Iterator[str]:
    """Yield the words of a text that aren't names or numbers."""
    for node in nodes:
        if isinstance(node, Literal):
            yield node.text
        elif isinstance(node, Choice):
            for option in node.options:
                yield from literals(option)


def texts(found: Library) -> Iterator[tuple[str, Sequence]]:
    """Yield all texts of all scenes with their origin."""
    for scenes in found.scenes.values():
        for scene in scenes:
            for text in scene.texts:
                yield scene.origin, text


@every_library
def test_every_kind_of_scene_has_texts(language: str, game: str) -> None:
    kinds = find_part(game, "chronicle").kinds
    assert library(language, game).scenes.keys() == kinds.keys()


@every_library
def test_texts_count_nothing_on_their_own(language: str, game: str) -> None:
    """A number comes from the record, so it is never written into a text."""
    words = [number(language, n) for n in range(2, 101)]
    pattern = re.compile(rf"\d|\b({'|'.join(words)})\b", re.IGNORECASE)
    for origin, text in texts(library(language, game)):
        for words_of_text in literals(text):
            assert not pattern.search(words_of_text), (origin, words_of_text)


@every_library
def test_texts_tell_of_things_and_not_of_cards(language: str, game: str) -> None:
    pattern = re.compile(CARDS[language], re.IGNORECASE)
    for origin, text in texts(library(language, game)):
        for words in literals(text):
            assert not pattern.search(words), (origin, words)


@every_library
def test_nothing_agrees_with_a_name_that_a_player_chose(language: str, game: str) -> None:
    for origin, text in texts(library(language, game)):
        for slot in slots(text):
            if isinstance(slot, Agreement):
                assert slot.name not in UNGENDERED.get(game, ()), origin
                assert game == "tomb" or slot.name != "hero", origin


@pytest.mark.parametrize("game", GAMES)
def test_the_same_people_and_places_appear_in_every_language(game: str) -> None:
    """The n-th name of a list is the same person, place or thing."""
    english, spanish = (library(language, game).names for language in LANGUAGES)
    assert english.keys() == spanish.keys()
    for table, names in english.items():
        other = spanish[table]
        if isinstance(names, dict):
            assert isinstance(other, dict)
            assert names.keys() == other.keys()
            assert all(len(names[key]) == len(other[key]) for key in names), table
        else:
            assert isinstance(other, list)
            assert len(names) == len(other), table
            assert table != "hero" or [n.gender for n in names] == [n.gender for n in other]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tale_of_tomb_meets_what_the_game_calls_by_that_name(language: str) -> None:
    """A player who fought the cave troll reads about the cave troll, or at least the troll."""
    things = Words(language).table("tomb.thing")
    close = {"la reja": "el rastrillo oxidado", "la puerta de granito": "la losa de granito"}
    for card, (_, the_thing) in things.items():
        (name,) = library(language, "tomb").list_of("foe", card)
        the = name.forms["the"]
        noun = the.split()[1] if language == "es" else the.split()[-1]
        same = noun in the_thing or the in close or name.forms["name"] in close
        assert same, (card, the, the_thing)
