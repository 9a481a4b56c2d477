"""The grammar of the texts."""

import pytest

from underdeck.chronicle.grammar import (
    MAX_NESTING,
    Agreement,
    Choice,
    Literal,
    Slot,
    fit,
    parse,
    slots,
)
from underdeck.refusal import Refusal


def test_a_text_consists_of_words_names_numbers_and_alternatives() -> None:
    text = parse("{hero} saw [{a foe}|nothing] in {left:one turn|# turns}, <he/she> <foe:o/a>.")
    assert text[0] == Slot("hero")
    assert text[1] == Literal(" saw ")
    assert isinstance(text[2], Choice)
    assert text[2].options == ((Slot("foe", "a"),), (Literal("nothing"),))
    assert text[4] == Slot("left", "name", "one turn|# turns")
    assert text[6] == Agreement("hero", ("he", "she"))
    assert text[8] == Agreement("foe", ("o", "a"))


def test_alternatives_may_contain_alternatives_and_be_empty() -> None:
    (choice,) = parse("[a|[b|c] d|]")
    assert isinstance(choice, Choice)
    assert len(choice.options) == 3
    assert isinstance(choice.options[1][0], Choice)
    assert choice.options[2] == ()


@pytest.mark.parametrize(
    "text",
    ["[a|b", "a|b", "a]", "{hero", "hero}", "<he/she", "he>", "{}", "{two words here}", "<he>"],
)
def test_an_unmatched_sign_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse(text)
    assert refused.value.code == "scene_text"
    assert refused.value.params["place"] in range(1, len(text) + 2)


@pytest.mark.parametrize("sign", ["\0", "\x07", "\x1b", "\x9b", "\u2028", "\u202e", "\u2066"])
def test_controls_of_terminals_and_of_direction_are_refused(sign: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse(f"ab{sign}c")
    assert (refused.value.code, refused.value.params["place"]) == ("scene_text", 3)
    assert parse("a line\nand\tanother") == (Literal("a line\nand\tanother"),)


def test_alternatives_are_nested_up_to_a_limit() -> None:
    assert parse("[" * MAX_NESTING + "a" + "]" * MAX_NESTING)
    assert parse("[[a]|[b]]" * MAX_NESTING)
    for depth in (MAX_NESTING + 1, 100_000):
        with pytest.raises(Refusal) as refused:
            parse("[" * depth + "a" + "]" * depth)
        assert refused.value.params["place"] == MAX_NESTING + 1


def test_every_name_of_a_text_can_be_listed() -> None:
    found = slots(parse("{hero} [{a foe}|<king:o/a> [{left}|x]]"))
    assert [slot.name for slot in found] == ["hero", "foe", "king", "left"]


@pytest.mark.parametrize(
    ("text", "language", "fitted"),
    [
        ("\0the rat ran. \0the cat too.", "en", "The rat ran. The cat too."),
        ("Then \0the rat ran.", "en", "Then the rat ran."),
        ("«\0el trol», dijo.", "es", "«El trol», dijo."),
        ("La garra de \0el trol.", "es", "La garra del trol."),
        ("Frente a \0el trol y a \0la rata.", "es", "Frente al trol y a la rata."),
        ("Tras de \0\0el trol.", "es", "Tras del trol."),
    ],
)
def test_names_are_adapted_to_their_place(text: str, language: str, fitted: str) -> None:
    assert fit(text, language) == fitted
