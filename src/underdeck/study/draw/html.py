"""HTML in small pieces: elements, tables, and pictures as part of a page."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from underdeck.study.draw.matplotlib import COLOURS, EMPTY, FAINT, GRID, INK, PAPER, Panel

VARIABLES = {INK: "ink", FAINT: "faint", GRID: "grid", PAPER: "paper", EMPTY: "empty"} | {
    colour: f"c{place}" for place, colour in enumerate(COLOURS)
}
"""The colours of pictures by the name that they have in the page, which knows another set of them for the dark."""
FONT = "'DejaVu Sans', 'Verdana', sans-serif"
STYLE = """
:root { color-scheme: light dark; --ink: #20242c; --faint: #5f6673; --grid: #dfe2e7; --paper: #ffffff; --empty: #d3d7dd; --card: #f4f6f8;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #e69f00; --c5: #56b4e9; --c6: #882255; --c7: #999933; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaee; --faint: #a4abb8; --grid: #333a45; --paper: #14171c; --empty: #3c434e; --card: #1d2128;
    --c0: #4aa3dd; --c1: #ff8a3d; --c2: #2fc296; --c3: #e29cc6; --c4: #f0b429; --c5: #9bd6f8; --c6: #d46a9f; --c7: #c4c45a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: clamp(1.5rem, 5vw, 2.25rem); line-height: 1.2; margin: 2rem 0 .5rem; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 .75rem; border-bottom: 2px solid var(--grid); padding-bottom: .25rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { max-width: 46rem; }
.lead, .note, footer, caption, small, dt { color: var(--faint); }
.note { font-size: .9rem; margin: 0; align-self: center; }
.seed, code { overflow-wrap: anywhere; font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .92em; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; margin: 0; }
dl > div { background: var(--card); border-radius: .6rem; padding: .9rem 1rem; }
dt { font-size: .9rem; }
dd { margin: 0; font-size: 1.7rem; font-weight: 700; font-variant-numeric: tabular-nums; line-height: 1.2; }
dd small { display: block; font-size: .9rem; font-weight: 400; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 2rem 1.5rem; align-items: start; }
figure { margin: 0; min-width: 0; }
figure svg { display: block; width: 100%; height: auto; }
.tables { display: flex; flex-wrap: wrap; gap: 2rem 3.5rem; align-items: flex-start; }
.scroll { overflow-x: auto; max-width: 100%; }
section > .scroll + .scroll { margin-top: 2rem; }
.scroll:focus-visible { outline: 3px solid var(--c0); outline-offset: 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; min-width: min(100%, 24rem); }
caption { text-align: left; padding: 0 0 .4rem; font-weight: 600; }
caption span { display: inline-block; position: sticky; left: 0; max-width: min(30rem, calc(100vw - 2rem)); }
th, td { padding: .35rem .9rem .35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--grid); }
th { font-weight: 600; }
tbody th { font-weight: 400; min-width: 7.5rem; }
td small { white-space: nowrap; }
td, thead th { white-space: nowrap; }
.words td { white-space: normal; }
pre { background: var(--card); border-radius: .6rem; padding: .9rem 1rem; overflow-x: auto; white-space: pre-wrap; }
footer { margin-top: 3rem; padding-bottom: 2rem; font-size: .9rem; }
@media print { .pictures { display: block; } figure { break-inside: avoid; margin-bottom: 1rem; } }
"""


class Safe(str):
    """Text that is HTML already."""

    __slots__ = ()


class Row(NamedTuple):
    """A row of a table: what it is about, and its cells."""

    name: str
    cells: Sequence[str]


def tag(name: str, text: str, css: str = "", **attributes: str) -> Safe:
    """An element; its text is escaped unless it is HTML already."""
    given = {"class": css, **{key.replace("_", "-"): value for key, value in attributes.items()}}
    opened = "".join(f' {key}="{escape(value)}"' for key, value in given.items() if value)
    return Safe(f"<{name}{opened}>{text if isinstance(text, Safe) else escape(text)}</{name}>\n")


def table(caption: str, head: Sequence[str], rows: Iterable[Row], css: str = "") -> Safe:
    """A table with a caption, which scrolls by itself where it is too wide."""
    first = "".join(tag("th", cell, scope="col") for cell in head)
    lines = "".join(
        f"<tr>{tag('th', row.name, scope='row')}{''.join(tag('td', cell) for cell in row.cells)}</tr>\n"
        for row in rows
    )
    inner = f"{tag('caption', tag('span', caption))}<thead><tr>{first}</tr></thead>\n<tbody>{lines}</tbody>"
    return tag(
        "div",
        tag("table", Safe(inner), css),
        "scroll",
        role="region",
        tabindex="0",
        aria_label=caption,
    )


def inlined(picture: str, panel: Panel, told: str) -> Safe:
    """A picture as part of the page: its colours and letters those of the page, its names its own."""
    content = picture[picture.index("<svg") :]
    content = re.sub(r"<metadata>.*?</metadata>\s*", "", content, flags=re.DOTALL)
    for colour, name in VARIABLES.items():
        content = content.replace(colour, f"var(--{name})")
    content = content.replace(FONT, "system-ui, sans-serif")
    used = set(re.findall(r"#([\w.-]+)[\")]", content))
    unique = f"{panel.name}{panel.place}-"
    content = re.sub(
        r' id="([^"]*)"',
        lambda found: f' id="{unique}{found[1]}"' if found[1] in used else "",
        content,
    )
    content = re.sub(r"(url\(#|href=\"#)", rf"\g<1>{unique}", content)
    box = re.search(r'viewBox="[^"]*"', content)
    inside = content[content.index(">") + 1 :]
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return Safe(
        f'<svg {spaces} {box[0] if box else ""} role="img" aria-label="{escape(told)}">{inside.strip()}\n'
    )
