"""Pictures of simulations: for files with matplotlib, which is imported only when something is drawn, and for terminals."""

import errno
import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from underdeck.refusal import Refusal
from underdeck.study.draw.matplotlib import (
    FAINT,
    GRID,
    INK,
    NARROW,
    PAPER,
    WIDE,
    Panel,
    colour,
    dash,
    panels,
)
from underdeck.study.draw.numbers import Kept, Played, Shown, Speaker, library
from underdeck.study.draw.terminal import in_terminal

__all__ = ["Kept", "in_terminal", "save", "svg"]

FORMS = (".png", ".svg")
DPI = {"png": 160, "svg": 72}
GRAIN = 4
"""To so many decimals of its figure everything is put in its place."""
HEAD, FOOT, LINE = 0.62, 0.55, 0.27
"""The height of the title, of the caption, and of a line of the legend."""
MARGIN = 0.014
LETTERS = 10
"""So many letters of a legend take an inch."""
SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
    "font.size": 10,
    "axes.labelcolor": FAINT,
    "axes.edgecolor": FAINT,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlesize": 10,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "legend.handlelength": 2.6,
    "svg.fonttype": "none",
}


def save(played: Played, path: str | Path, words: Speaker) -> None:
    """One figure with all panels into a PNG or SVG file."""
    form = Path(path).suffix.lower()
    if form not in FORMS:
        raise Refusal("picture_form", path=str(path))
    drawn = whole(Shown.of(played, words), form.removeprefix("."))
    try:
        Path(path).write_bytes(drawn)
    except (OSError, ValueError) as error:
        reason = errno.errorcode.get(getattr(error, "errno", None) or 0, str(error))
        raise Refusal("write_failed", path=str(path), reason=reason) from None


def svg(panel: Panel, shown: Shown) -> str:
    """One panel alone, without its title."""
    with drawing("svg", f"underdeck {panel.name} {panel.place}") as new_figure:
        legend = shown.several and panel.name != "turning"
        strips = legend_rows(shown, NARROW) * LINE if legend else 0
        figure = new_figure(figsize=(NARROW, panel.alone + strips))
        figure.patch.set_visible(False)
        top, body = (
            figure.subfigures(2, 1, height_ratios=(strips, panel.alone))
            if legend
            else (None, figure)
        )
        if legend:
            add_legend(top, shown, NARROW)
        panel.draw(body)
        return written(figure, "svg").decode()


def whole(shown: Shown, form: str) -> bytes:
    """All panels, two in a row unless they are wide, under a title and over a caption."""
    rows = rows_of(panels(shown))
    head_height = HEAD + (legend_rows(shown, WIDE) * LINE if shown.several else 0)
    heights = [head_height, *(max(panel.height for panel in row) for row in rows), FOOT]
    with drawing(form, "underdeck") as new_figure:
        figure = new_figure(figsize=(WIDE, sum(heights)))
        head, *strips, foot = figure.subfigures(len(heights), 1, height_ratios=heights)
        head.text(
            MARGIN, 1 - 0.18 / head_height, shown.title, va="top", fontsize=18, fontweight="bold"
        )
        if shown.several:
            add_legend(head, shown, WIDE)
        foot.text(
            MARGIN,
            1,
            f"{shown.caption}\n{shown.credit}",
            va="top",
            fontsize=9.5,
            color=FAINT,
            linespacing=1.6,
        )
        for row, strip in zip(rows, strips, strict=True):
            for panel, place in zip(row, np.atleast_1d(strip.subfigures(1, len(row))), strict=True):
                place.suptitle(
                    panel.title, x=MARGIN * len(row), ha="left", fontsize=12.5, fontweight="bold"
                )
                panel.draw(place)
        return written(figure, form, Title=shown.title)


def rows_of(drawn: Sequence[Panel]) -> list[list[Panel]]:
    """Wide panels alone, the others two by two."""
    rows: list[list[Panel]] = []
    for panel in drawn:
        if rows and len(rows[-1]) == 1 and not panel.wide and not rows[-1][0].wide:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return rows


@contextmanager
def drawing(form: str, salt: str) -> Iterator[Callable[..., Any]]:
    """A way to new figures, with our own settings whatever the user's are, and with nothing said about letters that a font lacks."""
    matplotlib, figure, engine = (
        library(f"matplotlib{name}") for name in ("", ".figure", ".layout_engine")
    )
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**SETTINGS, "svg.hashsalt": salt})
        yield lambda **settings: figure.Figure(
            dpi=DPI[form], layout=engine.ConstrainedLayoutEngine(w_pad=0.14, h_pad=0.1), **settings
        )


def written(figure: Any, form: str, **told: str) -> bytes:
    """The figure as a file's bytes, the same from the same data: nothing in them says when or with what they were made."""
    silent = {
        "png": {"Software": None},
        "svg": dict.fromkeys(("Date", "Creator", "Format", "Type")),
    }
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    settle(figure)
    for axes in figure.axes:
        axes.set_position(
            [round(place, GRAIN) for place in axes.get_position(original=True).bounds]
        )
    stream = io.BytesIO()
    figure.savefig(stream, format=form, dpi=DPI[form], metadata={**silent[form], **told})
    return stream.getvalue()


def settle(figure: Any) -> None:
    """Round the places of parts and titles, since the layout differs from run to run in its very last digits."""
    for text in figure.texts:
        text.set_position([round(place, GRAIN) for place in text.get_position()])
    for part in figure.subfigs:
        part.bbox_relative.set_points(part.bbox_relative.get_points().round(GRAIN))
        settle(part)


def legend_rows(shown: Shown, width: float) -> int:
    """How many lines it takes to say who is who."""
    return -(-len(shown.labels) // legend_columns(shown, width))


def legend_columns(shown: Shown, width: float) -> int:
    """How many names fit beside each other."""
    return max(1, min(len(shown.labels), int(width * LETTERS // (max(map(len, shown.labels)) + 6))))


def add_legend(figure: Any, shown: Shown, width: float) -> None:
    """Who is who."""
    line = library("matplotlib.lines").Line2D
    handles = [
        line([], [], color=colour(place), linestyle=dash(place), linewidth=3.5)
        for place in range(len(shown.labels))
    ]
    labels = [f" {label}" for label in shown.labels]  # one that begins with _ would be left out
    corner = (MARGIN * WIDE / width - 0.004, 0)
    figure.legend(
        handles,
        labels,
        loc="lower left",
        bbox_to_anchor=corner,
        ncols=legend_columns(shown, width),
        fontsize=10.5,
        borderpad=0,
        handletextpad=0.4,
    )
