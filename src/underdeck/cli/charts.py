"""Small charts as text: bars, intervals on a scale and sparklines.

They need no library and fit next to each other in a terminal of any width. Without the characters
for drawing (`letters`) they use ASCII.
"""

from collections.abc import Sequence
from typing import NamedTuple

from underdeck.study.draw.formatting import shorten

EIGHTHS = " ▏▎▍▌▋▊▉"
"""The last character of a bar, by eighths of a column."""
SPARKS = "▁▂▃▄▅▆▇█"
MIN_BAR_WIDTH = 6
"""Shorter bars are left out: a narrow terminal shows numbers alone."""
MAX_BAR_WIDTH = 44
MAX_BARS = 12
"""Numbers with more different values are grouped into ranges."""
GAP = "  "
RANGE = "-"
"""The text between the first and the last number of a range."""


class Bar(NamedTuple):
    """A bar of a chart: a value, and the number of games with it."""

    label: str
    games: int


def bar(share: float, width: int, *, letters: bool) -> str:
    """Return a bar for a share of a width; any share above 0 is visible."""
    if letters:
        return "#" * max(round(share * width), share > 0)
    eighths = max(round(share * width * 8), share > 0)
    full, rest = divmod(eighths, 8)
    return "█" * full + EIGHTHS[rest].strip()


def bar_chart(bars: Sequence[Bar], width: int, *, letters: bool, indent: str = GAP) -> list[str]:
    """Return one line for each bar, with its label before it and its count behind it."""
    longest = max((each.games for each in bars), default=0)
    number_width = len(str(longest))
    max_label_width = width - len(indent) - len(GAP) - number_width
    labels = [shorten(each.label, max_label_width) for each in bars]
    label_width = max(map(len, labels), default=0)
    room = width - len(indent) - label_width - number_width - 2 * len(GAP)
    bar_width = min(room, MAX_BAR_WIDTH)
    lines = []
    for each, label in zip(bars, labels, strict=True):
        number = str(each.games).rjust(number_width)
        drawn = bar(each.games / (longest or 1), max(bar_width, 1), letters=letters)
        parts = [label.ljust(label_width), number]
        if bar_width >= MIN_BAR_WIDTH and drawn:
            parts.append(drawn)
        lines.append(indent + GAP.join(parts))
    return lines


def scale(share: float, low: float, high: float, width: int, *, letters: bool) -> str:
    """Return a share from 0 to 1 as a point on a scale, with its interval around it."""
    point, line, empty = ("o", "-", ".") if letters else ("●", "━", "·")
    cells = [empty] * width
    start, middle, end = (
        round(min(max(value, 0.0), 1.0) * (width - 1)) for value in (low, share, high)
    )
    for place in range(start, end + 1):
        cells[place] = line
    cells[middle] = point
    return "".join(cells)


def sparkline(values: Sequence[int | None], *, missing: str = "×") -> str:
    """Return a row of columns as high as the values; None is marked as missing."""
    highest = max((value for value in values if value is not None), default=0)
    steps = len(SPARKS) - 1
    return "".join(
        missing if value is None else SPARKS[round(steps * value / highest) if highest else 0]
        for value in values
    )


def group_numbers(counts: Sequence[tuple[int, int]], max_bars: int = MAX_BARS) -> list[Bar]:
    """Return values and their counts as bars without gaps; many values are grouped into ranges."""
    if not counts:
        return []
    low, high = min(counts)[0], max(counts)[0]
    step = next(
        step
        for power in range(1, 20)
        for step in (10 ** (power - 1), 2 * 10 ** (power - 1), 5 * 10 ** (power - 1))
        if high // step - low // step < max_bars
    )
    games = dict.fromkeys(range(low // step, high // step + 1), 0)
    for value, count in counts:
        games[value // step] += count
    labels = [
        str(first) if step == 1 else f"{first}{RANGE}{first + step - 1}"
        for first in (place * step for place in games)
    ]
    width = max(map(len, labels))
    return [
        Bar(label.rjust(width), count) for label, count in zip(labels, games.values(), strict=True)
    ]


def area_chart(
    values: Sequence[float], highest: float, width: int, height: int, *, letters: bool
) -> list[str]:
    """Return lines that draw values from 0 to `highest` as columns, the top line first.

    Values that don't fit in the width are left out evenly; the first and the last one stay.
    """
    count = min(len(values), width)
    places = [round(place * (len(values) - 1) / max(count - 1, 1)) for place in range(count)]
    levels = [values[place] / (highest or 1) * height for place in places]
    return [
        "".join(area_cell(level - row, letters=letters) for level in levels).rstrip()
        for row in range(height - 1, -1, -1)
    ]


def area_cell(level: float, *, letters: bool) -> str:
    """Return the part of a column within one line: empty at 0, full at 1."""
    if letters:
        return "#" if level >= 0.5 else " "
    eighths = round(min(max(level, 0.0), 1.0) * len(SPARKS))
    return SPARKS[eighths - 1] if eighths else " "
