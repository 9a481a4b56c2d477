"""A histogram of whole numbers, such as points or turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from underdeck.study.counts import Counts, mean_of, summarize
from underdeck.study.draw.chart import Chart
from underdeck.study.draw.data import PlotData
from underdeck.study.draw.formatting import mean_text, number, shorten
from underdeck.study.draw.matplotlib import (
    BLUE,
    FAINT,
    PAPER,
    VERMILION,
    colour,
    dash,
    set_number_ticks,
    set_percent_ticks,
)
from underdeck.study.draw.terminal import (
    add_bars,
    add_line,
    legend_key,
    new_plot,
    plot_lines,
    set_ticks,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

Floats = npt.NDArray[np.float64]

BIN_WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MIN_BINS = 10
MAX_BINS, MAX_STEPS = 110, 40
"""The maximum of bins for one match, and for several."""
MAX_SHADED = 4
"""More matches than this are drawn without shades and without the numbers of their means."""


@dataclass(frozen=True)
class Histogram:
    """Shares of whole numbers in bins of one width, for each match."""

    start: int
    width: int
    shares: tuple[Floats, ...]

    @property
    def edges(self) -> list[float]:
        """The edges of the bins, halfway between whole numbers."""
        return [self.start - 0.5 + self.width * place for place in range(len(self.shares[0]) + 1)]

    @property
    def max_share(self) -> float:
        """The largest share."""
        return max(float(shares.max()) for shares in self.shares)


def bin_width(span: int, games: int, max_bins: int) -> int:
    """Return the width of bins that the number of games justifies."""
    wanted = min(max_bins, max(MIN_BINS, int(3 * games ** (1 / 3))))
    return next((width for width in BIN_WIDTHS if span // width + 1 <= wanted), BIN_WIDTHS[-1])


def histogram(matches: Sequence[Counts], max_bins: int) -> Histogram:
    """Return the shares of counted numbers in the same bins for all matches."""
    values = np.flatnonzero(np.sum(matches, axis=0))
    if not len(values):
        return Histogram(0, 1, tuple(np.zeros(1) for _ in matches))
    low, high = int(values[0]), int(values[-1])
    width = bin_width(high - low, max(int(counts.sum()) for counts in matches), max_bins)
    start = low // width * width
    bins = (high - start) // width + 1
    end = start + bins * width
    padded = [
        np.concatenate([counts, np.zeros(max(end - len(counts), 0), np.int64)])[start:end]
        for counts in matches
    ]
    shares = tuple(
        counts.reshape(bins, width).sum(axis=1) / max(int(counts.sum()), 1) for counts in padded
    )
    return Histogram(start, width, shares)


@dataclass(frozen=True)
class HistogramChart(Chart):
    """Bars for one match, outlines for several, and a mark at each mean."""

    counts: str = "moves"
    """The counts that it shows."""
    x_label: str = "turns"
    y_label: str = "game_share"
    wide: bool = False

    def counts_of(self, data: PlotData) -> list[Counts]:
        """Return the counts of each match."""
        return [tally.counts[self.counts] for tally in data.tallies]

    def draw(self, figure: "Figure | SubFigure", data: PlotData) -> None:
        """Draw the chart into a matplotlib figure."""
        axes, words, counts = figure.subplots(), data.words, self.counts_of(data)
        bars = histogram(counts, MAX_STEPS if data.several else MAX_BINS)
        means = [mean_of(each) for each in counts]
        for index, (shares, mean) in enumerate(zip(bars.shares, means, strict=True)):
            draw_shares(axes, bars, shares, index, matches=len(means))
            if mean:
                text = words.say("study.mark.mean", value=mean_text(words, mean))
                ink = colour(index) if data.several else VERMILION
                axes.axvline(
                    mean["mean"], color=ink, linestyle=dash(index), linewidth=1.8, label=text
                )
        if any(means) and len(means) <= MAX_SHADED:
            # Opaque: the line of a mean may pass behind it.
            axes.legend(
                loc="upper right", frameon=True, framealpha=1, facecolor=PAPER, edgecolor="none"
            )
        if not any(means):
            none = data.text("mark.none")
            axes.text(
                0.5, 0.5, none, color=FAINT, ha="center", va="center", transform=axes.transAxes
            )
        axes.margins(x=0.01)
        axes.set_ylim(0, max(bars.max_share * 1.14, 0.01))
        axes.grid(visible=True, axis="y")
        set_percent_ticks(axes.yaxis, words)
        set_number_ticks(axes.xaxis, words)
        axes.set_xlabel(data.text(f"axis.{self.x_label}"))
        axes.set_ylabel(data.text(f"axis.{self.y_label}"))

    def sketch(self, data: PlotData, width: int, *, colour: bool) -> str:
        """Return the chart as text for a terminal, followed by the means."""
        bars = histogram(self.counts_of(data), (width - 8) // 2 if data.several else width - 8)
        middles = [edge + bars.width / 2 for edge in bars.edges[:-1]]
        plot = new_plot(width)
        for index, shares in enumerate(bars.shares):
            values = [100 * float(share) for share in shares]
            if data.several:
                add_line(plot, middles, values, index, colour=colour)
            else:
                add_bars(plot, middles, values)
        x_range = bars.edges[0] + 0.5, bars.edges[-1] - 0.5
        set_ticks(plot, data.words, x_range, 100 * bars.max_share)
        title = data.text(f"sketch.{self.name}")
        means = self.mean_lines(data, width, colour=colour)
        return "\n".join([title, *plot_lines(plot, colour=colour), *means])

    def mean_lines(self, data: PlotData, width: int, *, colour: bool) -> list[str]:
        """Return the mean of each match, after its legend key if there are several."""
        lines = []
        for index, counts in enumerate(self.counts_of(data)):
            mean = mean_of(counts)
            text = (
                data.words.say("study.mark.mean", value=mean_text(data.words, mean))
                if mean
                else data.text("mark.none")
            )
            label = shorten(data.labels[index], max(width - len(text) - 7, 3))
            key = legend_key(index, colour=colour)
            lines.append(f"  {key} {label}: {text}" if data.several else f"  {text}")
        return lines

    def describe(self, data: PlotData) -> str:
        """Return its statistics in words."""
        lines = []
        for label, counts in zip(data.labels, self.counts_of(data), strict=True):
            if not counts.any():
                lines.append(data.text("alt.histogram_none", who=label))
                continue
            summary, games = summarize(counts), int(counts.sum())
            parts = {
                "median": number(data.words, summary["median"], int(summary["median"] % 1 > 0)),
                "least": number(data.words, summary["least"]),
                "most": number(data.words, summary["most"]),
                "mean": mean_text(data.words, summary),
                "games": number(data.words, games),
            }
            lines.append(data.words.say("study.alt.histogram_one", who=label, n=games, **parts))
        return data.text(f"alt.{self.name}", details="; ".join(lines))


def draw_shares(axes: "Axes", bars: Histogram, shares: Floats, index: int, *, matches: int) -> None:
    """Draw the shares of one match."""
    if matches == 1:
        axes.bar(
            bars.edges[:-1], shares, width=0.88 * bars.width, align="edge", color=BLUE, linewidth=0
        )
        return
    if matches <= MAX_SHADED:
        axes.stairs(shares, bars.edges, color=colour(index), alpha=0.14, fill=True)
    axes.stairs(
        shares, bars.edges, color=colour(index), linewidth=1.8, linestyle=dash(index), fill=False
    )
