"""A chronicle as plain text, as Markdown and as data."""

import re
from collections.abc import Iterator, Sequence

from underdeck.cards import codes_of, symbol_of
from underdeck.chronicle.chronicle import Chronicle, Paragraph, Section
from underdeck.json_types import JsonObject
from underdeck.say.drawings.base import Page, card_row, wrap
from underdeck.say.words import Words

MARGIN_WIDTH = 11
"""Columns of the margin: three cards in a line."""
GAP = "   "
MIN_MEASURE, MAX_MEASURE = 50, 68
"""Columns of the text beside a margin; in a narrower page cards stand below their paragraph."""
CARDS_PER_LINE = 3
_MARKED = re.compile(r"[\\`*_{}\[\]<>#|~&$]")
_BEGINS = re.compile(r"^(?:([-+=:])|(\d+)([.)]))")


def as_lines(tale: Chronicle, page: Page) -> list[str]:
    """Return a chronicle as lines of text, with its cards in the margin if there is room."""
    layout = Layout(page)
    lines = layout.title(tale.title)
    for section in tale.sections:
        if section.heading:
            lines += ["", *layout.heading(section.heading)]
        for paragraph in section.paragraphs:
            lines += ["", *layout.paragraph(paragraph)]
    return [*lines, "", *layout.credits(credit_texts(page.words, tale))]


def as_text(tale: Chronicle, page: Page) -> str:
    """Return a chronicle as plain text, ready for a file."""
    return "".join(f"{line}\n" for line in as_lines(tale, page))


class Layout:
    """Arranges a chronicle on a page of text."""

    def __init__(self, page: Page) -> None:
        self.page = page
        room = page.width - len(GAP) - MARGIN_WIDTH
        self.has_margin = not page.plain and room >= MIN_MEASURE
        self.measure = min(room if self.has_margin else page.width, MAX_MEASURE)

    def title(self, text: str) -> list[str]:
        """Return the title, centered over the text unless a screen reader reads it."""
        lines = wrap(text, self.measure)
        if not self.page.plain:
            lines = [line.center(self.measure).rstrip() for line in lines]
        return [self.bold(line) for line in lines]

    def heading(self, text: str) -> list[str]:
        """Return the heading of a section."""
        return [self.bold(line) for line in wrap(text, self.measure)]

    def bold(self, line: str) -> str:
        """Return a line in bold type, without its indentation."""
        text = line.lstrip()
        return line[: len(line) - len(text)] + self.page.bold(text)

    def paragraph(self, paragraph: Paragraph) -> list[str]:
        """Return a paragraph with its cards: in the margin, below it, or in words."""
        lines = wrap(paragraph.text, self.measure)
        if not paragraph.cards:
            return lines
        if self.page.plain:
            cards = card_row(self.page, paragraph.cards)
            sentence = self.page.words.say("chronicle.text.cards", cards=cards)
            return [*lines, *wrap(sentence, self.measure)]
        if not self.has_margin:
            return [*lines, *wrap(card_row(self.page, paragraph.cards), self.measure, GAP)]
        return beside(lines, self.margin(paragraph.cards), self.measure + len(GAP))

    def margin(self, cards: Sequence[int]) -> list[str]:
        """Return the lines of the margin."""
        return [
            card_row(self.page, cards[place : place + CARDS_PER_LINE])
            for place in range(0, len(cards), CARDS_PER_LINE)
        ]

    def credits(self, texts: Sequence[str]) -> list[str]:
        """Return the last lines, in which nothing is drawn for a screen reader."""
        rule = [] if self.page.plain else ["-" * min(self.measure, 20)]
        return [*rule, *(line for text in texts for line in wrap(text, self.measure))]


def beside(lines: Sequence[str], margin: Sequence[str], width: int) -> list[str]:
    """Return lines with those of the margin to their right."""
    rows = max(len(lines), len(margin))
    left, right = ([*part, *[""] * (rows - len(part))] for part in (list(lines), list(margin)))
    return [f"{a:<{width}}{b}".rstrip() for a, b in zip(left, right, strict=True)]


def credit_texts(words: Words, tale: Chronicle) -> list[str]:
    """Return what stands below a chronicle: how it was told, and whose game it is."""
    say = words.say
    own = f"chronicle.credit.{tale.game}"
    return [
        say("chronicle.text.by_seat", n=tale.seat + 1)
        if tale.seat is not None
        else say("chronicle.text.origin"),
        " ".join([*([say(own)] if words.has(own) else []), say("chronicle.credit.underdeck")]),
    ]


# Markdown


def as_markdown(tale: Chronicle, words: Words) -> str:
    """Return a chronicle as Markdown."""
    return "\n\n".join(_markdown_blocks(tale, words)) + "\n"


def _markdown_blocks(tale: Chronicle, words: Words) -> Iterator[str]:
    yield f"# {escaped(tale.title)}"
    for section in tale.sections:
        yield from _markdown_section(section)
    yield "---"
    for text in credit_texts(words, tale):
        yield f"*{escaped(text)}*"


def _markdown_section(section: Section) -> Iterator[str]:
    if section.heading:
        yield f"## {escaped(section.heading)}"
    for paragraph in section.paragraphs:
        yield escaped(paragraph.text)
        if paragraph.cards:
            yield f"*{' '.join(map(symbol_of, paragraph.cards))}*"


def escaped(text: str) -> str:
    """Return text on one line whose characters have no meaning in Markdown."""
    plain = _MARKED.sub(lambda found: f"\\{found[0]}", " ".join(text.split()))
    return _BEGINS.sub(lambda found: f"{found[2] or ''}\\{found[1] or found[3]}", plain)


# Data


def as_data(tale: Chronicle) -> JsonObject:
    """Return a chronicle as data: its plot, its text, and where each part of it comes from."""
    return {
        "game": tale.game,
        "language": tale.language,
        "length": tale.length,
        "seat": tale.seat,
        "title": tale.title,
        "subject": tale.subject,
        "fate": tale.fate,
        "plot": dict(tale.plot),
        "sections": [
            {
                "phase": section.phase,
                "heading": section.heading,
                "paragraphs": [
                    {
                        "text": paragraph.text,
                        "first": paragraph.first,
                        "last": paragraph.last,
                        "cards": codes_of(paragraph.cards),
                    }
                    for paragraph in section.paragraphs
                ],
            }
            for section in tale.sections
        ],
        "texts": [
            {
                "kind": each.beat.kind,
                "origin": each.origin,
                "text": each.text,
                "first": each.beat.first,
                "last": each.beat.last,
            }
            for each in tale.lines
        ],
        "untold": [beat.kind for beat in tale.missing],
    }
