"""Draw how the cost of a move grows: python -m bench.growth_chart FIGURES.json PICTURE.svg."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple

from bench import growth_rows
from bench.growth_rows import Figures, Row
from underdeck.study.draw.matplotlib import FAINT, INK, MARGIN, colour, file_content, new_figures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH_IN, HEAD_IN, PANEL_IN, FOOT_IN = 9.0, 0.95, 2.5, 0.5
BAR_SPAN = 0.84
"""The share of a scenario's place that its bars take."""
BAR_GAP = 0.92
"""The share of a bar's place that it takes."""
LABEL_LETTERS = 20
IDLE_LOAD = 0.5
"""The load average of a machine that has nothing else to do."""
TITLE = "What a move costs as a server grows"


class Panel(NamedTuple):
    """One figure of all rows."""

    title: str
    value: Callable[[Row], float]
    label: Callable[[Row], str]


def is_missed(row: Row) -> bool:
    """Return whether clearly fewer moves were made than were offered."""
    return row.reached_per_second < 0.95 * row.offered_per_second


def marked(row: Row, text: str) -> str:
    """Return a label, with a star if the offered rate was missed."""
    return f"{text}*" if is_missed(row) else text


PANELS = (
    Panel(
        "Moves per CPU second of the server (more is better)",
        lambda row: row.moves_per_cpu_second,
        lambda row: marked(row, f"{row.moves_per_cpu_second:,.0f}"),
    ),
    Panel(
        "99 % of moves are acknowledged within, in milliseconds",
        lambda row: row.p99_ms,
        lambda row: marked(row, f"{row.p99_ms:,.0f}" if row.p99_ms >= 10 else f"{row.p99_ms:.1f}"),
    ),
    Panel(
        "Memory of the server per open table, in kilobytes",
        lambda row: row.kilobytes_per_table,
        lambda row: f"{row.kilobytes_per_table:,.0f}",
    ),
)


def render(figures: Figures) -> bytes:
    """Return the picture as SVG."""
    heights = [HEAD_IN, *[PANEL_IN] * len(PANELS), FOOT_IN]
    with new_figures("svg", "underdeck growth") as new_figure:
        figure = new_figure(figsize=(WIDTH_IN, sum(heights)))
        parts = figure.subfigures(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
        head, *strips, foot = parts
        head.text(MARGIN, 1 - 0.18 / HEAD_IN, TITLE, va="top", fontsize=16, fontweight="bold")
        for panel, strip in zip(PANELS, strips, strict=True):
            strip.suptitle(panel.title, x=MARGIN, ha="left", fontsize=11.5, fontweight="bold")
            axes = strip.subplots()
            draw_panel(axes, panel, figures.rows)
        head.legend(*axes.get_legend_handles_labels(), loc="lower left", ncols=len(axes.containers))
        foot.text(MARGIN, 0.9, caption(figures), va="top", fontsize=9, color=FAINT)
        return file_content(figure, "svg", Title=TITLE)


def draw_panel(axes: "Axes", panel: Panel, rows: Sequence[Row]) -> None:
    """Draw bars by scenario, one for each backend."""
    scenarios = list(dict.fromkeys(row.scenario for row in rows))
    backends = list(dict.fromkeys(row.backend for row in rows))
    width = BAR_SPAN / len(backends)
    for index, backend in enumerate(backends):
        mine = [row for row in rows if row.backend == backend]
        offset = width * (index - (len(backends) - 1) / 2)
        places = [scenarios.index(row.scenario) + offset for row in mine]
        bars = axes.bar(
            places,
            [panel.value(row) for row in mine],
            width * BAR_GAP,
            color=colour(index),
            label=backend,
        )
        axes.bar_label(bars, [panel.label(row) for row in mine], padding=2, fontsize=8.5, color=INK)
    axes.margins(x=0.01, y=0.16)
    axes.set_xticks(range(len(scenarios)), [fill(name, LABEL_LETTERS) for name in scenarios])
    axes.tick_params(axis="x", length=0)
    axes.yaxis.set_visible(False)
    axes.spines["left"].set_visible(False)


def caption(figures: Figures) -> str:
    """Return where and how the figures were measured."""
    rates = sorted({row.offered_per_second for row in figures.rows})
    offered = " or ".join(f"{rate:,.0f}" for rate in rates)
    missed, load = any(map(is_missed, figures.rows)), figures.load_before
    return (
        f"{figures.cores} cores ({figures.processor}), shared by server, database and clients; "
        f"{figures.date}.\nOffered: {offered} moves per second, all tables together."
        + (" * Less was reached." if missed else "")
        + (f" The machine also did other work: load average {load}." if load > IDLE_LOAD else "")
    )


def main(source: str, target: str) -> None:
    Path(target).write_bytes(render(growth_rows.read(Path(source))))


if __name__ == "__main__":
    main(*sys.argv[1:])
