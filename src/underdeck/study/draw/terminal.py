"""Charts as text for a terminal, with plotext, which is imported only when something is drawn."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from underdeck.study.draw.data import Played, PlotData
from underdeck.study.draw.formatting import Speaker, number, shorten
from underdeck.study.draw.matplotlib import library

PLOT_HEIGHT = 14
"""Lines of a plot with its axes."""
MIN_WIDTH = 40
MARKERS = "ox+*#@%="
"""The markers of matches where there is no colour."""
ANSI_COLOURS = (33, 208, 36, 175, 220, 117, 132, 143)
"""The colours of matches, of the 256 of a terminal: similar to those of image files."""
MAX_X_TICKS, MAX_Y_TICKS = 8, 4


def render(played: Played, words: Speaker, width: int = 80, *, colour: bool = False) -> str:
    """Return all charts of a simulation beneath each other."""
    data, width = PlotData.of(played, words), max(width, MIN_WIDTH)
    legend = (
        [
            f"  {legend_key(index, colour=colour)} {shorten(label, width - 5)}"
            for index, label in enumerate(data.labels)
        ]
        if data.several
        else []
    )
    head = "\n".join([shorten(data.title, width), *wrap_caption(data.caption, width), *legend])
    charts = [chart.sketch(data, width, colour=colour) for chart in data.measures.charts(data)]
    return "\n\n".join(filter(None, [head, *charts, data.credit])) + "\n"


def wrap_caption(caption: str, width: int) -> list[str]:
    """Break a caption into lines between its parts."""
    lines: list[str] = []
    for part in caption.split(" · "):
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1] += f" · {part}"
        else:
            lines.append(part)
    return lines


def new_plot(width: int) -> Any:
    """Return an empty plot of a width."""
    plotext = library("plotext")
    plotext.terminal.limit(False, False)
    plot = plotext.figure
    plot.clear()
    plot.theme("simple")
    plot.plot_size(width, PLOT_HEIGHT)
    return plot


def plot_lines(plot: Any, *, colour: bool) -> list[str]:
    """Return a plot as lines of text."""
    text: str = plot.build().string(colorless=not colour)
    return [line.rstrip() for line in text.rstrip("\n").split("\n")]


def add_bars(plot: Any, xs: Sequence[float], values: Sequence[float]) -> None:
    """Draw the bars of the only match."""
    plot.draw(plot.bar(list(xs), list(values), width=1, marker=marker(0, "hd", colour=True)))


def add_line(
    plot: Any, xs: Sequence[float], values: Sequence[float], index: int, *, colour: bool
) -> None:
    """Draw the line of one of several matches."""
    signal = plot.signal(list(xs), list(values), marker=marker(index, "braille", colour=colour))
    plot.draw(signal.lines())


def marker(index: int, shape: str, *, colour: bool) -> Any:
    """Return the marker of a match: its colour, or a letter where there is no colour."""
    plotext = library("plotext")
    if not colour:
        return MARKERS[index % len(MARKERS)]
    return plotext.marker(shape, pixel=plotext.pixel(ANSI_COLOURS[index % len(ANSI_COLOURS)]))


def legend_key(index: int, *, colour: bool, width: int = 2) -> str:
    """Return the sample of a match for the legend."""
    if not colour:
        return MARKERS[index % len(MARKERS)] * width
    return coloured("━" * width, index, colour=True)


def coloured(text: str, index: int, *, colour: bool) -> str:
    """Return a text in the colour of a match."""
    if not colour:
        return text
    return f"\x1b[38;5;{ANSI_COLOURS[index % len(ANSI_COLOURS)]}m{text}\x1b[0m"


def set_ticks(plot: Any, words: Speaker, x_range: tuple[float, float], max_y: float) -> None:
    """Label both axes with round numbers as the language writes them; y starts at 0."""
    max_y = max(max_y, 1)
    plot.ruler("y").lim(0, max_y).alignment(lim="edge")
    axes = (("x", *x_range, MAX_X_TICKS, 0), ("y", 0, max_y, MAX_Y_TICKS, -1))
    for axis, low, high, max_ticks, min_power in axes:
        ticks = round_numbers(low, high, max_ticks, min_power)
        digits = 0 if all(tick == int(tick) for tick in ticks) else 1
        plot.ruler(axis).ticks(ticks, [number(words, tick, digits) for tick in ticks])


def round_numbers(low: float, high: float, max_ticks: int, min_power: int) -> list[float]:
    """Return evenly spaced round numbers in a range, in steps of at least 10 ** min_power."""
    step = next(
        step
        for power in range(min_power, 5)
        for digit in (1, 2, 5)
        if (high - low) / (step := digit * 10.0**power) <= max_ticks
    )
    return [
        round(step * place, 1)
        for place in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1)
    ]
