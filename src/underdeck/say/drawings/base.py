"""The base of all drawings: the page they are drawn on, and text wrapped to its width."""

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

from underdeck.cards import code_of, symbol_of
from underdeck.game import View
from underdeck.say.sentences import spoken_card
from underdeck.say.words import Words

ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)

NO_BREAK = "\u00a0"
"""A non-breaking space, which is printed like any other."""
BotNames = Mapping[int, str]
"""The names of the bots, by seat."""
NO_BOTS: BotNames = MappingProxyType({})


class Page(Protocol):
    """The surface of a drawing: a terminal, or text for a program."""

    @property
    def words(self) -> Words:
        """The language."""

    @property
    def letters(self) -> bool:
        """Whether suits are letters and nothing is drawn: for screen readers and ASCII output."""

    @property
    def plain(self) -> bool:
        """Whether cards are named in words, for a screen reader; this implies `letters`."""

    @property
    def width(self) -> int:
        """The number of columns."""

    def face(self, card: int) -> str:
        """Return a card as this page shows it."""

    def bold(self, text: str) -> str:
        """Return text that stands out, if the page supports that."""


class Drawing(Protocol[ViewT_contra]):
    """Draws the view of one game."""

    def lines(self, page: Page, view: ViewT_contra, bots: BotNames = NO_BOTS) -> list[str]:
        """Return the lines of a view, from the view's content alone."""


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
        """Return the text unchanged."""
        return text


def wrap(text: str, width: int, indent: str = "", hang: str = "") -> list[str]:
    """Break a paragraph into lines.

    A word without spaces, such as a path, is never broken, nor are words joined by NO_BREAK
    that fit on a line.
    """
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
    """Return several cards separated by spaces, or in words with commas."""
    return (", " if page.plain else " ").join(page.face(card) for card in cards)
