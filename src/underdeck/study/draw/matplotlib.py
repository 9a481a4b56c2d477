"""Charts as image files, with matplotlib, which is imported only when something is drawn."""

import errno
import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from underdeck.refusal import Refusal
from underdeck.study.draw.data import Played, PlotData
from underdeck.study.draw.formatting import Speaker, number, percent

if TYPE_CHECKING:
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure, SubFigure
    from matplotlib.ticker import MaxNLocator

    from underdeck.study.draw.chart import Chart

FILE_TYPES = (".png", ".svg")
DPI = {"png": 160, "svg": 72}
POSITION_DECIMALS = 4
"""Positions in a figure are rounded: the layout's last digits differ from run to run."""

BLUE, VERMILION, SKY = "#0072b2", "#d55e00", "#56b4e9"
COLOURS = (BLUE, VERMILION, "#009e73", "#cc79a7", "#e69f00", SKY, "#882255", "#999933")
"""A palette safe for colour-blind people: Okabe and Ito's, and two colours of Tol's."""
INK, FAINT, GRID, PAPER, EMPTY = "#20242c", "#5f6673", "#dfe2e7", "#ffffff", "#d3d7dd"
LABEL_BOX = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.6}
"""The background of small labels within a chart."""
DASHES: tuple["str | tuple[float, Sequence[float]]", ...] = (
    "solid",
    (0, (5, 2)),
    (0, (1.2, 1.2)),
    (0, (6, 2, 1, 2)),
)
"""Line styles, so that matches differ in more than their colour."""
TICK_STEPS = (1, 2, 5, 10)

WIDE_IN, NARROW_IN = 12.0, 5.2
"""The width of a figure of all charts, and of one chart alone."""
TITLE_IN, CAPTION_IN, LEGEND_LINE_IN = 0.62, 0.55, 0.27
MARGIN = 0.014
LEGEND_LETTERS_PER_IN = 10
RC_PARAMS: dict[str, object] = {
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


def library(name: str) -> Any:
    """Import a library that is an optional dependency."""
    try:
        return import_module(name)
    except ImportError:
        raise Refusal("needs_lab", library=name.partition(".")[0]) from None


# Figures


def save(played: Played, path: str | Path, words: Speaker) -> None:
    """Write a figure of all charts into a PNG or SVG file."""
    file_type = Path(path).suffix.lower()
    if file_type not in FILE_TYPES:
        raise Refusal("picture_form", path=str(path))
    content = render_all(PlotData.of(played, words), file_type.removeprefix("."))
    try:
        Path(path).write_bytes(content)
    except (OSError, ValueError) as error:
        reason = errno.errorcode.get(getattr(error, "errno", None) or 0, str(error))
        raise Refusal("write_failed", path=str(path), reason=reason) from None


def drawn_charts(data: PlotData) -> "list[Chart]":
    """Return the charts for which there are enough games."""
    return [chart for chart in data.measures.charts(data) if chart.has_enough_games(data)]


def render_svg(chart: "Chart", data: PlotData) -> str:
    """Return one chart alone, without its title, as SVG."""
    with new_figures("svg", f"underdeck {chart.name} {chart.index}") as new_figure:
        legend = data.several and chart.has_legend
        legend_height = legend_rows(data, NARROW_IN) * LEGEND_LINE_IN if legend else 0
        height = chart.height_alone(data)
        figure = new_figure(figsize=(NARROW_IN, height + legend_height))
        figure.patch.set_visible(False)
        if legend:
            top, body = figure.subfigures(
                2, 1, squeeze=False, height_ratios=(legend_height, height)
            )[:, 0]
            add_legend(top, data, NARROW_IN)
        else:
            body = figure
        chart.draw(body, data)
        return file_content(figure, "svg").decode()


def figure_of(played: Played, words: Speaker) -> "Figure":
    """Return a figure of all charts, for a notebook."""
    data = PlotData.of(played, words)
    with new_figures("png", "underdeck") as new_figure:
        figure = draw_all(data, new_figure)
        figure.draw_without_rendering()
        return figure


def render_all(data: PlotData, file_type: str) -> bytes:
    """Return a figure of all charts as a file."""
    with new_figures(file_type, "underdeck") as new_figure:
        return file_content(draw_all(data, new_figure), file_type, Title=data.title)


def draw_all(data: PlotData, new_figure: "Callable[..., Figure]") -> "Figure":
    """Draw all charts into one figure, with a title above and a caption below."""
    rows = in_rows(drawn_charts(data))
    title_height = TITLE_IN + (legend_rows(data, WIDE_IN) * LEGEND_LINE_IN if data.several else 0)
    heights = [title_height, *(max(chart.height(data) for chart in row) for row in rows)]
    heights.append(CAPTION_IN)
    figure = new_figure(figsize=(WIDE_IN, sum(heights)))
    head, *strips, foot = figure.subfigures(len(heights), 1, squeeze=False, height_ratios=heights)[
        :, 0
    ]
    top = 1 - 0.18 / title_height
    head.text(MARGIN, top, data.title, va="top", fontsize=18, fontweight="bold")
    if data.several:
        add_legend(head, data, WIDE_IN)
    caption = "\n".join(filter(None, [data.caption, data.credit]))
    foot.text(MARGIN, 1, caption, va="top", fontsize=9.5, color=FAINT, linespacing=1.6)
    for row, strip in zip(rows, strips, strict=True):
        cells = strip.subfigures(1, len(row), squeeze=False)[0]
        for chart, cell in zip(row, cells, strict=True):
            left = MARGIN * len(row)
            cell.suptitle(chart.title(data), x=left, ha="left", fontsize=12.5, fontweight="bold")
            chart.draw(cell, data)
    return figure


def in_rows(charts: "Sequence[Chart]") -> "list[list[Chart]]":
    """Arrange wide charts alone in a row, the others two by two."""
    rows: list[list[Chart]] = []
    for chart in charts:
        if rows and len(rows[-1]) == 1 and not chart.wide and not rows[-1][0].wide:
            rows[-1].append(chart)
        else:
            rows.append([chart])
    return rows


@contextmanager
def new_figures(file_type: str, salt: str) -> Iterator["Callable[..., Figure]"]:
    """Yield a constructor of figures, independent of the user's settings of matplotlib."""
    matplotlib, figure, engine = (
        library(f"matplotlib{name}") for name in ("", ".figure", ".layout_engine")
    )
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**RC_PARAMS, "svg.hashsalt": salt})
        yield lambda **settings: figure.Figure(
            dpi=DPI[file_type],
            layout=engine.ConstrainedLayoutEngine(w_pad=0.14, h_pad=0.1),
            **settings,
        )


def file_content(figure: "Figure", file_type: str, **metadata: str) -> bytes:
    """Return a figure as a file, without metadata such as the date: same data, same bytes."""
    omitted = {
        "png": {"Software": None},
        "svg": dict.fromkeys(("Date", "Creator", "Format", "Type")),
    }
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    round_positions(figure)
    for axes in figure.axes:
        bounds = axes.get_position(original=True).bounds
        left, bottom, width, height = (round(bound, POSITION_DECIMALS) for bound in bounds)
        axes.set_position((left, bottom, width, height))
    stream = io.BytesIO()
    figure.savefig(
        stream, format=file_type, dpi=DPI[file_type], metadata={**omitted[file_type], **metadata}
    )
    return stream.getvalue()


def round_positions(figure: "Figure | SubFigure") -> None:
    """Round the positions of texts and subfigures."""
    for text in figure.texts:
        x, y = text.get_position()
        text.set_position((round(x, POSITION_DECIMALS), round(y, POSITION_DECIMALS)))
    for part in figure.subfigs:
        part.bbox_relative.set_points(part.bbox_relative.get_points().round(POSITION_DECIMALS))
        round_positions(part)


def is_narrow(figure: "Figure | SubFigure") -> bool:
    """Return whether a figure has the width of a chart alone."""
    return bool(figure.bbox.width / figure.dpi <= NARROW_IN)


# Legend


def legend_rows(data: PlotData, width: float) -> int:
    """Return how many lines the legend takes."""
    return -(-len(data.labels) // legend_columns(data, width))


def legend_columns(data: PlotData, width: float) -> int:
    """Return how many labels fit beside each other."""
    fitting = int(width * LEGEND_LETTERS_PER_IN // (max(map(len, data.labels)) + 6))
    return max(1, min(len(data.labels), fitting))


def add_legend(figure: "Figure | SubFigure", data: PlotData, width: float) -> None:
    """Draw the legend of the matches."""
    line = library("matplotlib.lines").Line2D
    handles = [
        line([], [], color=colour(index), linestyle=dash(index), linewidth=3.5)
        for index in range(len(data.labels))
    ]
    labels = [f" {label}" for label in data.labels]  # matplotlib omits labels that begin with _
    figure.legend(
        handles,
        labels,
        loc="lower left",
        bbox_to_anchor=(MARGIN * WIDE_IN / width - 0.004, 0),
        ncols=legend_columns(data, width),
        fontsize=10.5,
        borderpad=0,
        handletextpad=0.4,
    )


def colour(index: int) -> str:
    """Return the colour of a match."""
    return COLOURS[index % len(COLOURS)]


def dash(index: int) -> "str | tuple[float, Sequence[float]]":
    """Return the line style of a match."""
    return DASHES[index % len(DASHES)]


# Ticks


def set_percent_ticks(axis: "Axis", words: Speaker) -> None:
    """Label an axis of shares with percentages."""
    axis.set_major_locator(tick_locator(6))
    axis.set_major_formatter(lambda value, _: percent(words, value, tick_decimals(axis, 100)))


def set_number_ticks(
    axis: "Axis",
    words: Speaker,
    *,
    whole: bool = True,
    ticks: npt.NDArray[np.float64] | None = None,
) -> None:
    """Label an axis with numbers as the language writes them."""
    axis.set_major_locator(
        library("matplotlib.ticker").FixedLocator(ticks)
        if ticks is not None
        else tick_locator(8, integer=whole, min_n_ticks=1)
    )
    axis.set_major_formatter(
        lambda value, _: number(words, value, 0 if whole else tick_decimals(axis))
    )


def tick_locator(max_ticks: int, **settings: int) -> "MaxNLocator":
    """Return a locator of round numbers."""
    locator: MaxNLocator = library("matplotlib.ticker").MaxNLocator(
        max_ticks, steps=TICK_STEPS, **settings
    )
    return locator


def tick_decimals(axis: "Axis", scale: float = 1) -> int:
    """Return how many decimals distinguish the ticks of an axis."""
    ticks = axis.get_majorticklocs()
    step = scale * float(np.diff(ticks).min()) if len(ticks) > 1 else 1
    return next(
        (digits for digits in range(4) if abs(step * 10**digits - round(step * 10**digits)) < 1e-6),
        3,
    )


def save_figure(
    path: str, salt: str, size_in: tuple[float, float], draw: "Callable[[Figure], None]"
) -> None:
    """Draw a figure and write it into a PNG or SVG file."""
    file_type = Path(path).suffix.lower()
    if file_type not in FILE_TYPES:
        raise Refusal("picture_form", path=path)
    with new_figures(file_type.removeprefix("."), salt) as new_figure:
        figure = new_figure(figsize=size_in)
        draw(figure)
        content = file_content(figure, file_type.removeprefix("."))
    try:
        Path(path).expanduser().write_bytes(content)
    except (OSError, ValueError) as error:
        reason = errno.errorcode.get(getattr(error, "errno", None) or 0, str(error))
        raise Refusal("write_failed", path=path, reason=reason) from None
