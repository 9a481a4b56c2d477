"""A chronicle as a page to read or to print: one HTML file without scripts or other files."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path
from unicodedata import category

from underdeck.cards import DIAMONDS, HEARTS, JOKER, code_of, suit_of
from underdeck.chronicle.chronicle import Chronicle, Paragraph, Section
from underdeck.chronicle.formats import credit_texts
from underdeck.say.sentences import card_name
from underdeck.say.words import Words, capital

STYLE = Path(__file__).with_name("book.css")
SUIT_SIGNS = "♠♥♦♣"
AS_TEXT = "\ufe0e"
"""Follows a suit sign so that no phone draws it as an emoji."""
RED_SUITS = (HEARTS, DIAMONDS)
JOKER_SIGN = "★"
UNSHOWN = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Unicode categories that no text needs: controls, overrides of direction, unassigned."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
FONTS = (
    ("Alegreya", "normal", "alegreya-latin-wght-normal.woff2"),
    ("Alegreya", "italic", "alegreya-latin-wght-italic.woff2"),
    ("Cinzel", "normal", "cinzel-latin-700-normal.woff2"),
)
"""The family, the style and the file of each font that is part of the page."""


class Safe(str):
    """Text that is HTML already and must not be escaped."""

    __slots__ = ()


def tag(name: str, inner: str = "", css: str = "", **attributes: str) -> Safe:
    """Return an element; its content is escaped unless it is `Safe`."""
    given = {"class": css, **{key.replace("_", "-"): value for key, value in attributes.items()}}
    opened = "".join(f' {key}="{escaped(value)}"' for key, value in given.items() if value)
    return Safe(f"<{name}{opened}>{escaped(inner)}</{name}>")


def escaped(text: str) -> str:
    """Return text as HTML, without control characters; `Safe` text is returned as it is."""
    if isinstance(text, Safe):
        return text
    return escape("".join(char for char in text if category(char) not in UNSHOWN))


def joined(parts: Iterable[str]) -> Safe:
    """Return several pieces of HTML, one per line."""
    return Safe("\n".join(escaped(part) for part in parts if part))


def document(language: str, title: str, body: str) -> str:
    """Return a whole HTML file."""
    head = joined(
        [
            Safe('<meta charset="utf-8">'),
            Safe('<meta name="viewport" content="width=device-width, initial-scale=1">'),
            Safe(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
            Safe('<meta name="generator" content="Underdeck">'),
            tag("title", title),
            tag("style", Safe(f"\n{font_faces()}\n{STYLE.read_text('utf-8')}")),
        ]
    )
    page = tag("html", joined([tag("head", head), tag("body", Safe(body))]), lang=language)
    return f"<!DOCTYPE html>\n{page}\n"


@cache
def font_faces() -> str:
    """Return the CSS of the fonts, which contains the fonts themselves."""
    folder = Path(__file__).with_name("fonts")
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-style: {style}; font-weight: 400 900;'
        f' src: url("data:font/woff2;base64,{content(folder / file)}") format("woff2"); }}'
        for family, style, file in FONTS
    )


def content(file: Path) -> str:
    """Return the content of a file in Base64."""
    return b64encode(file.read_bytes()).decode("ascii")


def as_html(tale: Chronicle, words: Words) -> str:
    """Return a chronicle as a page of its own."""
    above = [words.say(f"{tale.game}.game.name")]
    foot = tag("footer", joined(tag("p", text) for text in credit_texts(words, tale)), "foot")
    body = tag("main", joined([article(tale, words, above), foot]), "leaf")
    return document(tale.language, tale.title, body)


def article(tale: Chronicle, words: Words, above: Sequence[str], level: int = 1) -> Safe:
    """Return a chronicle with its title below some lines; `level` is that of its heading."""
    head = tag(
        "header",
        joined(
            [
                *(tag("p", line, "above") for line in above),
                tag(f"h{level}", tale.title, "name"),
                byline(tale),
                suits_row(),
            ]
        ),
        "head",
    )
    scenes = [
        scene(section, words, level + 1, is_first=place == 0)
        for place, section in enumerate(tale.sections)
    ]
    return tag("article", joined([head, *scenes]), "tale")


def byline(tale: Chronicle) -> str:
    """Return whom a chronicle is about and how it ended."""
    if not tale.subject:
        return ""
    who = tag("span", tale.subject, "who")
    fate = f": {escaped(tale.fate)}" if tale.fate else ""
    return tag("p", Safe(who + fate), "below")


def suits_row() -> Safe:
    """Return the four suits as an ornament."""
    signs = (
        tag("span", SUIT_SIGNS[suit] + AS_TEXT, "red" if suit in RED_SUITS else "")
        for suit in range(len(SUIT_SIGNS))
    )
    return tag("p", Safe("".join(signs)), "suits", aria_hidden="true")


def scene(section: Section, words: Words, level: int, *, is_first: bool) -> Safe:
    """Return a section with its heading and paragraphs."""
    heading = tag(f"h{level}", section.heading, "heading") if section.heading else ""
    passages = [
        passage(paragraph, words, "passage first" if is_first and not place else "passage")
        for place, paragraph in enumerate(section.paragraphs)
    ]
    return tag("section", joined([heading, *passages]), "scene")


def passage(paragraph: Paragraph, words: Words, css: str) -> Safe:
    """Return a paragraph with its cards beside it."""
    return tag("div", joined([tag("p", paragraph.text), cards_list(paragraph.cards, words)]), css)


def cards_list(cards: Sequence[int], words: Words) -> str:
    """Return cards as small faces, each with its name for screen readers."""
    if not cards:
        return ""
    return tag("ul", Safe("".join(face(card, words) for card in cards)), "cards")


def face(card: int, words: Words) -> Safe:
    """Return one card."""
    name = capital(card_name(words, card))
    spoken = tag("span", name, "spoken")
    if card == JOKER:
        drawn = tag("b", JOKER_SIGN + AS_TEXT, aria_hidden="true")
        return tag("li", Safe(drawn + spoken), "card joker", title=name)
    suit = suit_of(card)
    rank = tag("b", code_of(card)[:-1], aria_hidden="true")
    sign = tag("i", SUIT_SIGNS[suit] + AS_TEXT, aria_hidden="true")
    css = "card red" if suit in RED_SUITS else "card"
    return tag("li", Safe(rank + sign + spoken), css, title=name)
