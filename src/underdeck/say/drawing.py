"""What the drawings of both games share: the page they are drawn on, and paragraphs wrapped to its width."""

import textwrap
from dataclasses import dataclass
from typing import Protocol

from underdeck.cards import code_of, symbol_of
from underdeck.say.words import Words


class Page(Protocol):
    """Where a table is drawn: a terminal, or text for a program."""

    @property
    def words(self) -> Words:
        """The language."""

    @property
    def letters(self) -> bool:
        """Write suits as letters and draw nothing: for a screen reader, or an encoding without symbols."""

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

    def face(self, card: int) -> str:
        """Return `10S` or `10♠`."""
        return code_of(card) if self.letters else symbol_of(card)

    def bold(self, text: str) -> str:
        """Return the text as it is."""
        return text


def wrap(text: str, width: int, indent: str = "", hang: str = "") -> list[str]:
    """Break a paragraph into lines; a word without spaces, such as a path, is never broken."""
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent + hang, break_long_words=False, break_on_hyphens=False
    )
