"""Numbers in words, in both languages."""

import pytest

from underdeck.chronicle.numbers import counted, english, number, spanish, spanish_before


@pytest.mark.parametrize(
    ("n", "english_words", "spanish_words"),
    [
        (0, "zero", "cero"),
        (1, "one", "uno"),
        (16, "sixteen", "dieciséis"),
        (21, "twenty-one", "veintiuno"),
        (30, "thirty", "treinta"),
        (68, "sixty-eight", "sesenta y ocho"),
        (100, "a hundred", "cien"),
        (6800, "6,800", "6800"),
        (10_000, "10,000", "10\N{NO-BREAK SPACE}000"),
    ],
)
def test_a_number_standing_alone(n: int, english_words: str, spanish_words: str) -> None:
    assert english(n) == number("en", n) == english_words
    assert spanish(n) == number("es", n) == spanish_words


@pytest.mark.parametrize(
    ("n", "masculine", "feminine"),
    [
        (1, "un", "una"),
        (2, "dos", "dos"),
        (21, "veintiún", "veintiuna"),
        (31, "treinta y un", "treinta y una"),
        (100, "cien", "cien"),
    ],
)
def test_a_spanish_number_agrees_with_its_noun(n: int, masculine: str, feminine: str) -> None:
    assert spanish_before(n) == masculine
    assert spanish_before(n, feminine=True) == feminine


def test_a_number_chooses_its_form() -> None:
    assert counted("en", 1, "one turn|# turns") == "one turn"
    assert counted("en", 4, "one turn|# turns") == "four turns"
    assert counted("es", 1, "un turno|# turnos") == "un turno"
    assert counted("es", 21, "una antorcha|#f antorchas") == "veintiuna antorchas"
    assert counted("es", 21, "un turno|# turnos") == "veintiún turnos"
    assert counted("en", 3, "deep") == "deep"
