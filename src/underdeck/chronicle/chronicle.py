"""A chronicle: the tale of a finished game, as data for pages, files and screens."""

import re
from dataclasses import dataclass

from underdeck.chronicle.story import Beat, Facts, Length

_SENTENCE = re.compile(r"(?<=[.!?…])[\"”»’)]*\s+(?=[“«¡¿—_#\"A-ZÁÉÍÓÚÑ])")


@dataclass(frozen=True, slots=True)
class Line:
    """The text of one beat, with where it comes from; tests check it against the record."""

    text: str
    frame: str
    """The text with names and numbers masked."""
    beat: Beat
    origin: str
    """The scene: its file, kind and number."""
    slots: tuple[tuple[str, str, str], ...]
    """The name, the form and the text of each name and number in it."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, with the moves that it tells and the cards in its margin."""

    text: str
    first: int
    """The first step of the history that it tells; step 0 is before the first move."""
    last: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The scene of one phase, such as the descent."""

    phase: str
    heading: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The whole tale."""

    game: str
    language: str
    length: Length
    seat: int | None
    title: str
    subject: str
    """The hero or the prisoners, for tables of contents."""
    fate: str
    """How it ended, in a few words."""
    plot: Facts
    sections: tuple[Section, ...]
    lines: tuple[Line, ...]
    missing: tuple[Beat, ...] = ()
    """Beats that no scene fits; the built-in texts leave none."""

    @property
    def text(self) -> str:
        """Return all paragraphs, without title and headings."""
        return "\n\n".join(p.text for section in self.sections for p in section.paragraphs)

    @property
    def frames(self) -> set[str]:
        """Return the sentences with names and numbers masked."""
        return {frame for each in self.lines for frame in sentences(each.frame)}


def sentences(text: str) -> list[str]:
    """Split a text into sentences."""
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()]
