"""The page's texts: mistakes that were corrected once stay corrected."""

import re
from collections.abc import Iterator

import pytest

from underdeck.say.words import LANGUAGES, Words, catalogue

FILES = ("page", "page_tomb", "page_dungeon")


def texts(language: str) -> Iterator[str]:
    """Yield every text of the page."""

    def walk(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for inner in value.values():
                yield from walk(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from walk(inner)

    for name in FILES:
        yield from walk(catalogue(language, name))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", ["slain", "lost"])
def test_the_result_of_a_dead_adventurer_has_no_numbers(language: str, ending: str) -> None:
    """§10.3 The score is 0/0 whatever the hand held, so a number would always be 0."""
    assert "{" not in catalogue(language, "page")["result"]["tomb"][ending]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "skill"), [("monster", "JS"), ("trap", "JD"), ("door", "JC")])
def test_a_10_is_not_the_only_card_that_wins_against_a_10(
    language: str, kind: str, skill: str
) -> None:
    """§3.4 §3.7 A queen and the right jack win as well."""
    text = catalogue(language, "page_tomb")["hero"][f"{kind}_top"]
    named = {"en": {"JS": "Go Berserk", "JD": "Disarm Mechanism", "JC": "Pick Lock"}}
    named["es"] = {
        "JS": "Volverse berserker",
        "JD": "Desactivar mecanismo",
        "JC": "Abrir cerraduras",
    }
    assert Words(language).table("common.rank")["12"] in text
    assert named[language][skill] in text
    assert not re.search(r"\b[Oo]nly a 10\b|\b[Ss]olo (cae con )?un 10\b", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_that_the_retreat_is_as_long_as_the_delve(language: str) -> None:
    """§9.3 It is one turn shorter."""
    assert [
        text for text in texts(language) if re.search(r"as long as the way|tan larga como", text)
    ] == []


@pytest.mark.parametrize(
    ("language", "delve", "retreat"),
    [("en", "Delve", "Retreat"), ("es", "Exploración", "Retirada")],
)
def test_the_rows_of_the_spread_have_the_rulebooks_names(
    language: str, delve: str, retreat: str
) -> None:
    for section in ("spread", "figure"):
        texts = catalogue(language, "page_tomb")[section]
        assert (texts["delve"], texts["retreat"]) == (delve, retreat)


def test_spanish_says_tumba_for_tomb_and_calabozo_for_dungeon() -> None:
    assert catalogue("es", "page")["result"]["tomb"]["slain"] == "Muerte en la tumba"
    assert catalogue("es", "page")["game"]["dungeon"]["name"] == "Calabozo"
    assert [
        text for text in texts("es") if re.search(r"(?<!Solitario de la )[Mm]azmorra", text)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_authors_and_the_translator_are_credited(language: str) -> None:
    text = " ".join(game["credit"] for game in catalogue(language, "page")["game"].values())
    for name in ("Matthew Lowes", "Pablo Sancho Fernández", "Daniel Bullen"):
        assert name in text
