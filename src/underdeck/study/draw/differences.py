"""The differences of matches from the first one on the same deals."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from underdeck.study.draw.bars import annotate
from underdeck.study.draw.chart import Chart
from underdeck.study.draw.data import PlotData
from underdeck.study.draw.formatting import difference_text, digits_beside_zero, shorten, signed
from underdeck.study.draw.html import Row, Safe, table
from underdeck.study.draw.matplotlib import INK, LABEL_BOX, colour, is_narrow, set_number_ticks
from underdeck.study.draw.terminal import legend_key

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from underdeck.study.simulation import Difference


@dataclass(frozen=True)
class DifferenceChart(Chart):
    """A dot with its interval for each match and measure; shares have a scale of their own."""

    name: str = "differences"

    wide = True

    def height(self, data: PlotData) -> float:
        """Return the chart's height in inches in a figure of several charts."""
        return 1.4 + 0.45 * len(data.matches)

    def height_alone(self, data: PlotData) -> float:
        """Return the chart's height in inches in a figure of its own."""
        return 1.5 * self.height(data)

    def draw(self, figure: "Figure | SubFigure", data: PlotData) -> None:
        """Draw the chart into a matplotlib figure."""
        names = [difference.name for difference in data.differences(1)]
        tiles = figure.subplots(*((2, 1) if is_narrow(figure) else (1, 2)))
        for axes, is_share in zip(tiles, (True, False), strict=True):
            rows = [name for name in names if data.is_share(name) == is_share]
            for index in range(1, len(data.matches)):
                for difference in data.differences(index):
                    if difference.name in rows:
                        draw_dot(axes, data, index, difference, rows.index(difference.name))
            axes.axvline(0, color=INK, linewidth=1)
            axes.set_yticks(range(len(rows)), [data.measure_name(name) for name in rows])
            axes.set_ylim(len(rows) - 0.5, -0.5)
            axes.tick_params(axis="y", length=0)
            axes.margins(x=0.2)
            axes.grid(visible=True, axis="x")
            axes.set_xlabel(data.words.say("study.unit.points_of_share") if is_share else "")
            set_number_ticks(axes.xaxis, data.words, whole=False)

    def sketch(self, data: PlotData, width: int, *, colour: bool) -> str:
        """Return the chart as text: numbers beside the names of measures, or beneath them."""
        lines = [shorten(self.title(data), width)]
        for index in range(1, len(data.matches)):
            label = shorten(data.labels[index], width - 5)
            lines.append(f"  {legend_key(index, colour=colour)} {label}")
            texts = dict(difference_texts(data, index, short=True))
            name_width, text_width = max(map(len, texts)), max(map(len, texts.values()))
            fits = 7 + name_width + text_width <= width
            lines += [
                f"     {name:<{name_width}}  {text}" if fits else f"     {name}\n       {text}"
                for name, text in texts.items()
            ]
        return "\n".join(lines)

    def describe(self, data: PlotData) -> str:
        """Return the differences in words."""
        say, lines = data.words.say, []
        for index in range(1, len(data.matches)):
            shares = [
                say("study.alt.differences_share", name=name, difference=text)
                for name, text in difference_texts(data, index)
            ]
            who = data.labels[index]
            lines.append(say("study.alt.differences_one", who=who, shares=", ".join(shares)))
        return say("study.alt.differences", details="; ".join(lines))


def difference_texts(data: PlotData, index: int, *, short: bool = False) -> list[tuple[str, str]]:
    """Return the name and the difference of each measure of a match."""
    return [
        (
            data.measure_name(each.name),
            difference_text(data.words, each, is_share=data.is_share(each.name), short=short),
        )
        for each in data.differences(index)
    ]


def difference_table(data: PlotData) -> Safe:
    """Return the differences of all matches as a table."""
    head = [name for name, _ in difference_texts(data, 1)]
    rows = [
        Row(data.labels[index], [text for _, text in difference_texts(data, index, short=True)])
        for index in range(1, len(data.matches))
    ]
    caption = data.words.say("study.report.differences_caption", first=data.labels[0])
    return table(caption, [data.words.say("study.column.who"), *head], rows)


def draw_dot(axes: "Axes", data: PlotData, index: int, difference: "Difference", row: int) -> None:
    """Draw a dot with its interval and its number."""
    scale = 100 if data.is_share(difference.name) else 1
    interval = {name: scale * value for name, value in difference.as_json().items()}
    mean, low, high = interval["mean"], interval["low"], interval["high"]
    height = row - 0.4 + 0.8 * (index - 0.5) / (len(data.matches) - 1)
    axes.errorbar(
        [mean],
        [height],
        xerr=[[mean - low], [high - mean]],
        fmt="o",
        color=colour(index),
        ecolor=INK,
        elinewidth=1.2,
        capsize=3,
        markersize=6,
    )
    text = signed(data.words, mean, digits_beside_zero(interval))
    # On the side away from zero, whose line would pass through the text.
    end, offset, side = (low, -6, "right") if mean < 0 else (high, 6, "left")
    annotate(axes, text, (end, height), (offset, 0), va="center", ha=side, bbox=LABEL_BOX)
