"""Chronicles as text, Markdown and data."""

import json
import re

import pytest

from chronicle.sample_games import sample_game
from chronicle.tales import HOSTILE, WORDS, tale_of
from underdeck.chronicle.formats import as_data, as_lines, as_markdown, as_text, escaped
from underdeck.chronicle.telling import tell
from underdeck.say import LANGUAGES, Words
from underdeck.say.drawings.base import TextPage

EN = Words("en")


@pytest.mark.parametrize("width", [20, 40, 63, 64, 80, 100, 200])
@pytest.mark.parametrize("plain", [False, True])
def test_no_line_is_wider_than_the_page(width: int, plain: bool) -> None:
    lines = as_lines(tale_of(), TextPage(EN, width, letters=plain, plain=plain))
    assert max(map(len, lines)) <= width
    words = [word for line in lines for word in line.split()]
    for word in WORDS.split():
        assert words.count(word) == 2


def test_a_wide_page_has_its_cards_in_the_margin() -> None:
    lines = as_lines(tale_of(), TextPage(EN, 80))
    (first,) = (place for place, line in enumerate(lines) if "10♠" in line)
    assert re.fullmatch(r"word0 .*\S   10♠ Q♥ Jk", lines[first])
    assert lines[first + 1].endswith("   2♦ A♣")
    assert lines[first].index("10♠") == lines[first + 1].index("2♦")


def test_the_margin_may_be_longer_than_the_text() -> None:
    tale = tale_of(text="Short.", cards="2S 3S 4S 5S 6S 7S 8S")
    lines = as_lines(tale, TextPage(EN, 80))
    (first,) = (place for place, line in enumerate(lines) if "2♠" in line)
    assert [line.split() for line in lines[first : first + 4]] == [
        ["Short.", "2♠", "3♠", "4♠"],
        ["5♠", "6♠", "7♠"],
        ["8♠"],
        [],
    ]


def test_a_narrow_page_has_its_cards_below() -> None:
    lines = as_lines(tale_of(), TextPage(EN, 50))
    assert "   10♠ Q♥ Jk 2♦ A♣" in lines


def test_cards_are_letters_where_there_are_no_symbols() -> None:
    text = as_text(tale_of(), TextPage(EN, 80, letters=True))
    assert "10S QH Jk" in text
    assert not set("♠♥♦♣") & set(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_for_a_screen_reader_cards_are_named_and_nothing_is_drawn(language: str) -> None:
    words = Words(language)
    text = as_text(
        tale_of(language=language), TextPage(words, 80, letters=True, plain=True)
    ).replace("\n", " ")
    assert {"en": "the queen of hearts", "es": "la reina de corazones"}[language] in text
    assert "10S" not in text
    assert "---" not in text


def test_a_title_is_centered_over_the_text() -> None:
    lines = as_lines(tale_of(), TextPage(EN, 80))
    assert lines[0] == "The Long Stair".center(66).rstrip()


def test_authors_are_credited() -> None:
    text = as_text(tale_of(), TextPage(EN, 80)).replace("\n", " ")
    assert "Matthew Lowes" in text
    assert "Pablo Sancho Fernández" in text
    assert "Daniel Bullen" in as_markdown(tale_of(game="dungeon", seat=1), EN)


def test_the_seat_whose_knowledge_it_is_counts_from_one() -> None:
    assert "player 2" in as_markdown(tale_of(game="dungeon", seat=1), EN)


# Markdown


def test_markdown_has_headings_paragraphs_and_cards() -> None:
    blocks = as_markdown(tale_of(), EN).split("\n\n")
    assert blocks[:6] == [
        "# The Long Stair",
        "## Before",
        WORDS,
        "## Below",
        WORDS,
        "*10♠ Q♥ Jk 2♦ A♣*",
    ]


def test_nothing_that_a_player_typed_is_markdown() -> None:
    blocks = as_markdown(tale_of(title=HOSTILE, text=HOSTILE), EN).split("\n\n")
    for block in (blocks[0].removeprefix("# "), blocks[2], blocks[4]):
        assert block == escaped(HOSTILE)
        for sign in "*_[]<>`#|&":
            assert not re.search(rf"(?<!\\){re.escape(sign)}", block), sign


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("- a", r"\- a"),
        ("+ a", r"\+ a"),
        ("12. a", r"12\. a"),
        ("3) a", r"3\) a"),
        ("===", r"\==="),
        ("# a", r"\# a"),
        ("a\n# b", r"a \# b"),
        ("~~a~~", r"\~\~a\~\~"),
        ("well-known", "well-known"),
        ("a\\*", r"a\\\*"),
        ("«Sí», dijo.", "«Sí», dijo."),
    ],
)
def test_escaped_markdown(text: str, markdown: str) -> None:
    assert escaped(text) == markdown


# Data


def test_data_is_json_with_plot_and_cards() -> None:
    data = json.loads(json.dumps(as_data(tale_of())))
    assert data["plot"]["kings"] == 2
    assert data["sections"][1]["paragraphs"][0]["cards"] == ["10S", "QH", "Jk", "2D", "AC"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_data_says_where_each_text_comes_from(language: str) -> None:
    tale = tell(sample_game("tomb", 1, "sensible"), language)
    data = as_data(tale)
    texts = data["texts"]
    assert isinstance(texts, list)
    assert len(texts) == len(tale.lines) > 3
    for text in texts:
        assert text["origin"].startswith(f"{language}/")
        assert text["text"] in tale.text
