"""What the drawings of both games share: the page they are drawn on, and paragraphs wrapped to its width."""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from underdeck.cards import code_of, symbol_of
from underdeck.say.sentences import spoken_card
from underdeck.say.words import Words

NO_BREAK = "\u00a0"
"""A space at which no line is broken; it is written out as any other."""


class Page(Protocol):
    """Where a table is drawn: a terminal, or text for a program."""

    @property
    def words(self) -> Words:
        """The language."""

    @property
    def letters(self) -> bool:
        """Write suits as letters and draw nothing: for a screen reader, or an encoding without symbols."""

    @property
    def plain(self) -> bool:
        """Name cards in words, for a screen reader; this implies `letters`."""

    @property
    def width(self) -> int:
        """Columns to draw in."""

    def face(self, card: int) -> str:
        """Return a card as this page shows it."""

    def bold(self, text: str) -> str:
        """Return text that stands out, where the page can do that."""


@dataclass(frozen=True)
class TextPage:
    """A page of plain text, without color."""

    words: Words
    width: int = 80
    letters: bool = False
    plain: bool = False

    def face(self, card: int) -> str:
        """Return `10♠`, `10S`, or the card in words."""
        if self.plain:
            return spoken_card(self.words, card)
        return code_of(card) if self.letters else symbol_of(card)

    def bold(self, text: str) -> str:
        """Return the text as it is."""
        return text


def wrap(text: str, width: int, indent: str = "", hang: str = "") -> list[str]:
    """Break a paragraph into lines; a word without spaces, such as a path, is never broken, nor are words joined by NO_BREAK that fit."""
    room = width - len(indent + hang)
    words = (word if len(word) <= room else word.replace(NO_BREAK, " ") for word in text.split(" "))
    return textwrap.wrap(
        " ".join(words),
        width,
        initial_indent=indent,
        subsequent_indent=indent + hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def card_row(page: Page, cards: Iterable[int]) -> str:
    """Return several cards: in a row, or in words with commas."""
    return (", " if page.plain else " ").join(page.face(card) for card in cards)
