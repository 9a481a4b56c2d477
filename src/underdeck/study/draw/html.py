"""Elements, tables and inline charts of an HTML page."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from underdeck.study.draw.matplotlib import COLOURS, EMPTY, FAINT, GRID, INK, PAPER

if TYPE_CHECKING:
    from underdeck.study.draw.chart import Chart

VARIABLES = {INK: "ink", FAINT: "faint", GRID: "grid", PAPER: "paper", EMPTY: "empty"} | {
    colour: f"c{index}" for index, colour in enumerate(COLOURS)
}
"""The CSS variable of each colour of charts; the page has other values for dark mode."""
FONT = "'DejaVu Sans', 'Verdana', sans-serif"
STYLE = "\n" + Path(__file__).with_name("report.css").read_text("utf-8")


class Safe(str):
    """Text that is HTML already and must not be escaped."""

    __slots__ = ()


class Row(NamedTuple):
    """A row of a table: its heading and its cells."""

    name: str
    cells: Sequence[str]


def tag(name: str, text: str, css: str = "", **attributes: str) -> Safe:
    """Return an element; its text is escaped unless it is `Safe`."""
    given = {"class": css, **{key.replace("_", "-"): value for key, value in attributes.items()}}
    opened = "".join(f' {key}="{escape(value)}"' for key, value in given.items() if value)
    return Safe(f"<{name}{opened}>{text if isinstance(text, Safe) else escape(text)}</{name}>\n")


def small(text: str) -> str:
    """Return a text in small print and parentheses, if there is any."""
    return tag("small", f"({text})").strip() if text else ""


def table(caption: str, head: Sequence[str], rows: Iterable[Row], css: str = "") -> Safe:
    """Return a table with a caption, which scrolls by itself if it is too wide."""
    headings = "".join(tag("th", cell, scope="col") for cell in head)
    lines = "".join(
        f"<tr>{tag('th', row.name, scope='row')}"
        f"{''.join(tag('td', cell) for cell in row.cells)}</tr>\n"
        for row in rows
    )
    inner = (
        f"{tag('caption', tag('span', caption))}"
        f"<thead><tr>{headings}</tr></thead>\n<tbody>{lines}</tbody>"
    )
    return tag(
        "div",
        tag("table", Safe(inner), css),
        "scroll",
        role="region",
        tabindex="0",
        aria_label=caption,
    )


def inline_svg(svg: str, chart: "Chart", description: str) -> Safe:
    """Return a chart as part of the page: in its colours and fonts, with unique ids."""
    content = svg[svg.index("<svg") :]
    content = re.sub(r"<metadata>.*?</metadata>\s*", "", content, flags=re.DOTALL)
    for colour, name in VARIABLES.items():
        content = content.replace(colour, f"var(--{name})")
    content = content.replace(FONT, "system-ui, sans-serif")
    used = set(re.findall(r"#([\w.-]+)[\")]", content))
    prefix = f"{chart.name}{chart.index}-"
    content = re.sub(
        r' id="([^"]*)"',
        lambda found: f' id="{prefix}{found[1]}"' if found[1] in used else "",
        content,
    )
    content = re.sub(r"(url\(#|href=\"#)", rf"\g<1>{prefix}", content)
    box = re.search(r'viewBox="[^"]*"', content)
    inside = content[content.index(">") + 1 :]
    namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return Safe(
        f'<svg {namespaces} {box[0] if box else ""} role="img"'
        f' aria-label="{escape(description)}">{inside.strip()}\n'
    )
