"""A journal: chronicles bound into one book, an HTML file to read or to print."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from underdeck.chronicle.chronicle import Chronicle
from underdeck.chronicle.html import Safe, article, document, joined, suits_row, tag
from underdeck.say.words import Words
from underdeck.study.draw.formatting import number as number_text

FIGURES = ("kings", "points", "gold")
"""The facts of a plot that are counted as treasures."""
LOST_SIGN = "†"
ROMAN = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")),
    *((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A chronicle of a journal, with what the history knows of its game."""

    chronicle: Chronicle
    at: float
    """When the game ended, in seconds since 1970."""
    result: str
    """How it ended for the owner of the journal, in words."""
    is_won: bool = False
    is_survivor: bool = False


@dataclass(frozen=True, slots=True)
class Journal:
    """Chronicles of one player, in the order in which they are told."""

    name: str
    entries: Sequence[Entry]
    missing: int = 0
    """Number of games that could not be told."""


def bind(journal: Journal, words: Words) -> str:
    """Return a journal as an HTML book."""
    title = words.say("chronicle.book.title", name=journal.name)
    numbered = list(enumerate(journal.entries, 1))
    leaves = [
        cover(journal, title, words),
        contents(numbered, words),
        fates(numbered, words),
        *treasures(numbered, words),
        *(chapter(number, entry, words) for number, entry in numbered),
        closing(journal, words),
    ]
    return document(words.language, title, tag("main", joined(leaves)))


def cover(journal: Journal, title: str, words: Words) -> Safe:
    """Return the title page."""
    days = [date_text(entry.at, words) for entry in journal.entries]
    first, last = days[0], days[-1]
    say = words.say
    period = first if first == last else say("chronicle.book.period", first=first, last=last)
    frame = [
        suits_row(),
        tag("h1", title),
        tag("p", period, "period"),
        tag("p", say("chronicle.book.tales", n=len(days)), "number"),
    ]
    return tag("header", tag("div", joined(frame), "frame"), "leaf cover")


def contents(numbered: Iterable[tuple[int, Entry]], words: Words) -> Safe:
    """Return the table of contents."""
    rows = (
        tag(
            "li",
            tag(
                "a",
                joined(
                    [
                        tag("span", roman(number), "no"),
                        tag("span", contents_name(entry.chronicle)),
                        tag("span", date_text(entry.at, words), "day"),
                    ]
                ),
                href=f"#{anchor(number)}",
            ),
        )
        for number, entry in numbered
    )
    heading = tag("h2", words.say("chronicle.book.contents"), "part", id="contents")
    return tag("nav", joined([heading, tag("ol", joined(rows), "contents")]), "leaf")


def contents_name(tale: Chronicle) -> Safe:
    """Return the title of a chronicle with whom it is about, unless the title says so."""
    name = tag("span", tale.title, "name")
    if not tale.subject or tale.subject in tale.title:
        return name
    return Safe(f"{name} {tag('span', tale.subject, 'who')}")


def fates(numbered: Iterable[tuple[int, Entry]], words: Words) -> Safe:
    """Return the table of what became of everybody."""
    column = words.table("chronicle.column")
    rows = (
        [
            tag("td", link(number, roman(number)), "no-wrap"),
            tag("th", entry.chronicle.subject, scope="row"),
            tag("td", entry.chronicle.fate),
            tag("td", date_text(entry.at, words), "day"),
        ]
        for number, entry in numbered
    )
    head = [tag("th", column[name], scope="col") for name in ("number", "who", "fate", "day")]
    return leaf(words, "fates", [table(head, [(cells, "") for cells in rows])], "fates_note")


# Treasures


def treasures(numbered: Sequence[tuple[int, Entry]], words: Words) -> Iterator[Safe]:
    """Yield a page for each game: its treasures, or who won if it has none."""
    for game in dict.fromkeys(entry.chronicle.game for _, entry in numbered):
        own = [(number, entry) for number, entry in numbered if entry.chronicle.game == game]
        caption = words.say(f"{game}.game.name")
        if all(has_figures(entry.chronicle) for _, entry in own):
            yield treasures_leaf(own, caption, words)
        else:
            yield winners_leaf(own, caption, words)


def has_figures(tale: Chronicle) -> bool:
    """Return whether a chronicle counts treasures."""
    return all(isinstance(tale.plot.get(name), int) for name in FIGURES)


def treasures_leaf(own: Sequence[tuple[int, Entry]], caption: str, words: Words) -> Safe:
    """Return what each hero carried, with totals of what was brought out and what was lost."""
    column = words.table("chronicle.column")
    head = [
        tag("th", column["who"], scope="col"),
        *(tag("th", column[name], "figure", scope="col") for name in FIGURES),
    ]
    rows = [
        ([name_cell(number, entry, words), *figure_cells(carried(entry), words)], row_style(entry))
        for number, entry in own
    ]
    out = total(entry for _, entry in own if entry.is_survivor)
    lost = total(entry for _, entry in own if not entry.is_survivor)
    sums = [
        (column["kept"], out, "total"),
        (f"{LOST_SIGN} {column['lost']}", lost, ""),
        (column["all"], [a + b for a, b in zip(out, lost, strict=True)], ""),
    ]
    foot = [
        ([tag("th", name, scope="row"), *figure_cells(values, words)], css)
        for name, values, css in sums
    ]
    survivors = sum(entry.is_survivor for _, entry in own)
    summary = summary_line(words, ("survivors", survivors), ("dead", len(own) - survivors))
    return leaf(words, "treasures", [table(head, rows, foot, caption), summary], "treasures_note")


def winners_leaf(own: Sequence[tuple[int, Entry]], caption: str, words: Words) -> Safe:
    """Return the result of each game that is won or lost."""
    column = words.table("chronicle.column")
    head = [tag("th", column[name], scope="col") for name in ("who", "outcome")]
    rows = [
        (
            [
                tag("th", link(number, entry.chronicle.subject), scope="row"),
                tag("td", entry.result),
            ],
            "" if entry.is_won else "lost",
        )
        for number, entry in own
    ]
    won = sum(entry.is_won for _, entry in own)
    summary = summary_line(words, ("winners", won), ("losers", len(own) - won))
    return leaf(words, "winners", [table(head, rows, (), caption), summary])


def name_cell(number: int, entry: Entry, words: Words) -> Safe:
    """Return the name of a hero; those who are lost have a sign."""
    name = link(number, entry.chronicle.subject)
    if entry.is_survivor:
        return tag("th", name, scope="row")
    sign = tag("span", f" {LOST_SIGN}", aria_hidden="true")
    spoken = tag("span", f" ({words.say('chronicle.column.lost')})", "spoken")
    return tag("th", Safe(name + sign + spoken), scope="row")


def row_style(entry: Entry) -> str:
    """Return the class of a hero's row."""
    return "" if entry.is_survivor else "lost"


def carried(entry: Entry) -> list[int]:
    """Return the kings, points and gold of a hero."""
    return [int(entry.chronicle.plot[name]) for name in FIGURES]


def total(entries: Iterable[Entry]) -> list[int]:
    """Return the sums of kings, points and gold."""
    sums = [0] * len(FIGURES)
    for entry in entries:
        sums = [a + b for a, b in zip(sums, carried(entry), strict=True)]
    return sums


def figure_cells(values: Iterable[int], words: Words) -> list[Safe]:
    """Return numbers as cells."""
    return [tag("td", number_text(words, value), "figure") for value in values]


def summary_line(words: Words, *counts: tuple[str, int]) -> Safe:
    """Return a sentence with the counts that aren't zero."""
    parts = [words.say(f"chronicle.sum.{name}", n=n) for name, n in counts if n]
    return tag("p", f"{', '.join(parts)}.", "summary")


# Chapters and the end


def chapter(number: int, entry: Entry, words: Words) -> Safe:
    """Return a chronicle on a page of its own."""
    game = words.say(f"{entry.chronicle.game}.game.name")
    above = [f"{roman(number)} · {game}", date_text(entry.at, words)]
    back = tag("p", tag("a", words.say("chronicle.book.back"), href="#contents"), "back")
    body = joined([article(entry.chronicle, words, above, level=2), back])
    return tag("section", body, "leaf", id=anchor(number))


def closing(journal: Journal, words: Words) -> Safe:
    """Return the last page, with the credits."""
    say = words.say
    games = dict.fromkeys(entry.chronicle.game for entry in journal.entries)
    keys = [f"chronicle.credit.{game}" for game in games]
    notes = [say("chronicle.book.untold", n=journal.missing)] if journal.missing else []
    notes += [say(key) for key in keys if words.has(key)]
    notes.append(say("chronicle.credit.underdeck_book"))
    parts = [
        tag("p", say("chronicle.book.closing"), "last"),
        suits_row(),
        tag("div", joined(tag("p", note) for note in notes), "foot"),
    ]
    return tag("footer", joined(parts), "leaf closing")


# Parts of pages


def leaf(words: Words, name: str, parts: Iterable[str], note: str = "") -> Safe:
    """Return a page with a heading."""
    heading = tag("h2", words.say(f"chronicle.book.{name}"), "part")
    below = tag("p", words.say(f"chronicle.book.{note}"), "note") if note else ""
    return tag("section", joined([heading, below, *parts]), "leaf")


def table(
    head: Iterable[str],
    rows: Iterable[tuple[Iterable[str], str]],
    foot: Iterable[tuple[Iterable[str], str]] = (),
    caption: str = "",
) -> Safe:
    """Return a table; each row is its cells and its class."""
    lines = {
        "thead": tag("tr", joined(head)),
        "tbody": joined(tag("tr", joined(cells), css) for cells, css in rows),
        "tfoot": joined(tag("tr", joined(cells), css) for cells, css in foot),
    }
    parts = [tag(name, inner) for name, inner in lines.items() if inner]
    return tag("table", joined([tag("caption", caption) if caption else "", *parts]))


def link(number: int, text: str) -> Safe:
    """Return a link to a chronicle of the book."""
    return tag("a", text, href=f"#{anchor(number)}")


def anchor(number: int) -> str:
    """Return the id of a chronicle's page."""
    return f"chronicle-{number}"


def roman(number: int) -> str:
    """Return a number in Roman numerals."""
    text = ""
    for value, letters in ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text


def date_text(at: float, words: Words) -> str:
    """Return the day of a time at this machine's clock; `?` for a time out of range."""
    try:
        day = datetime.fromtimestamp(at).astimezone()
    except (OverflowError, ValueError, OSError):
        return "?"
    month = words.table("chronicle.month")[str(day.month)]
    return words.say("chronicle.date.day", day=day.day, month=month, year=day.year)
