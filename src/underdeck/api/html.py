"""The table of a game as HTML for notebooks: self-contained, for light and dark pages."""

import re
from collections.abc import Mapping, Sequence
from html import escape

CARD = re.compile(r"(?<![\w=])(10|[2-9AJQK])([♠♥♦♣])|(?<!\w)Jk(?!\w)")
"""A card as drawings show it."""
HEARTS = re.compile(r"♥{2,}♡*|♥♡+|♡{2,}")
"""Hit points as a row of hearts."""

RED = "#d6403a"
"""Readable on white and on black."""
FRAME = "rgba(128,128,128,.5)"
STYLES = {
    "box": f"border:1px solid {FRAME};border-radius:8px;padding:.6em .9em;display:inline-block;"
    "max-width:100%;overflow-x:auto;color:inherit",
    "pre": "margin:.5em 0;background:none;color:inherit;line-height:1.2;"
    "font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre",
    "card": f"border-radius:3px;box-shadow:0 0 0 1px {FRAME};background:rgba(128,128,128,.12)",
    "red": f"color:{RED}",
    "faint": "opacity:.75",
    "table": "color:inherit;font:inherit;border-collapse:collapse;margin:.4em 0",
    "cell": "text-align:left;padding:.1em 1em .1em 0",
    "move": f"border-radius:3px;box-shadow:0 0 0 1px {FRAME};padding:0 .4em;margin-right:.5em;"
    "display:inline-block;color:inherit;background:none",
}
"""Inline styles: notebooks drop style sheets of their outputs."""
MAX_LISTED_MOVES = 40


def table_as_html(title: str, status: str, drawing: str, moves: Sequence[str]) -> str:
    """Return a box with the title, the drawing and the legal moves of a game."""
    listed = [styled("code", "move", escape(move)) for move in moves[:MAX_LISTED_MOVES]]
    if len(moves) > MAX_LISTED_MOVES:
        listed.append(f"... ({len(moves)})")
    return styled(
        "div",
        "box",
        f"<b>{escape(title)}</b> {styled('span', 'faint', escape(status))}"
        + styled("pre", "pre", framed_cards(escape(drawing)))
        + "".join(listed),
    )


def framed_cards(drawing: str) -> str:
    """Return an escaped drawing whose cards are small boxes of the same width."""
    hearts = HEARTS.sub(lambda found: styled("span", "red", found[0]), drawing)
    return CARD.sub(card_as_html, hearts)


def card_as_html(found: re.Match[str]) -> str:
    """Return a card in a box, red if its suit is."""
    card = found[0]
    inner = styled("span", "red", card) if found[2] and found[2] in "♥♦" else card
    return styled("span", "card", inner)


def styled(tag: str, style: str, content: str) -> str:
    """Return an element with one of `STYLES`; the content is HTML already."""
    return f'<{tag} style="{STYLES[style]}">{content}</{tag}>'


def rows_as_html(
    title: str, status: str, head: Sequence[str], rows: Mapping[str, Sequence[str]]
) -> str:
    """Return a box with a table of figures: a row for each, and a column for each match."""
    head_row = "".join(styled("th", "cell", escape(label)) for label in ["", *head])
    lines = [f"<tr>{head_row}</tr>"] if len(head) > 1 else []
    for name, values in rows.items():
        cells = "".join(styled("td", "cell", escape(value)) for value in values)
        lines.append(f"<tr>{styled('th', 'cell', escape(name))}{cells}</tr>")
    return styled(
        "div",
        "box",
        f"<b>{escape(title)}</b>"
        + styled("table", "table", "".join(lines))
        + styled("span", "faint", escape(status)),
    )
