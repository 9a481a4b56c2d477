"""Horizontal bars: shares of games with their confidence intervals."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from underdeck.intervals import share_interval
from underdeck.study.draw.chart import Chart
from underdeck.study.draw.data import PlotData
from underdeck.study.draw.formatting import digits_for, number, percent, share_text
from underdeck.study.draw.html import Row, Safe, small, table
from underdeck.study.draw.matplotlib import FAINT, INK, LABEL_BOX, colour, set_percent_ticks
from underdeck.study.draw.terminal import coloured, legend_key

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

    from underdeck.study.match import Match
    from underdeck.study.tally import Tally

MIN_BAR_LENGTH, MAX_NAME_LENGTH = 8, 24
EIGHTHS = " ▏▎▍▌▋▊▉█"
"""The last character of a bar, by eighths."""


class Bar(NamedTuple):
    """A number of games, and their share with its interval."""

    name: str
    games: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, name: str, games: int, total: int) -> "Bar":
        """Return the bar of a number of games."""
        interval = share_interval(games, total)
        return cls(name, games, interval["share"], interval["low"], interval["high"])


@dataclass(frozen=True)
class BarChart(Chart):
    """Groups of horizontal bars, one bar for each match."""

    bars: "Callable[[Tally, Match], list[Bar]]"
    """Returns the bars of a match; their names are keys of the catalogue."""
    rows: int = 3
    """The number of groups that it has room for."""

    column = "ending"
    caption = "endings"
    """Catalogue keys of the heading of its first column, and of its caption as a table."""

    def groups(self, data: PlotData) -> list[list[Bar]]:
        """Return the bars of each match."""
        return [
            self.bars(tally, match) for tally, match in zip(data.tallies, data.matches, strict=True)
        ]

    def labels(self, data: PlotData) -> list[str]:
        """Return the label of each group of bars."""
        return [data.text(f"bar.{bar.name}") for bar in self.groups(data)[0]]

    def y_label(self, _data: PlotData) -> str:
        """Return the label of the vertical axis."""
        return ""

    def height(self, data: PlotData) -> float:
        """Return the chart's height in inches in a figure of several charts."""
        return 1.3 + 0.22 * self.rows * max(len(data.matches), 2)

    def draw(self, figure: "Figure | SubFigure", data: PlotData) -> None:
        """Draw the chart into a matplotlib figure."""
        self.draw_bars(figure.subplots(), data)

    def draw_bars(self, axes: "Axes", data: PlotData) -> None:
        """Draw the bars with their intervals and labels."""
        groups, labels = self.groups(data), self.labels(data)
        thickness, digits = 0.8 / len(groups), common_digits(groups)
        for index, group in enumerate(groups):
            heights = [row - 0.4 + thickness * (index + 0.5) for row in range(len(group))]
            values = [bar.share for bar in group]
            error = [
                [max(bar.share - bar.low, 0) for bar in group],
                [max(bar.high - bar.share, 0) for bar in group],
            ]
            axes.barh(heights, values, height=thickness * 0.86, color=colour(index), linewidth=0)
            axes.errorbar(
                values, heights, xerr=error, fmt="none", ecolor=INK, elinewidth=1.1, capsize=2.5
            )
            for height, bar in zip(heights, group, strict=True):
                text = percent(data.words, bar.share, digits)
                annotate(axes, text, (bar.high, height), (5, 0), va="center", bbox=LABEL_BOX)
        axes.set_yticks(range(len(labels)), labels)
        axes.set_ylim(len(labels) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.set_xlim(0, min(max_high(groups) * 1.17, 1.17))
        set_percent_ticks(axes.xaxis, data.words)
        axes.grid(visible=True, axis="x")
        axes.set_xlabel(data.words.say("study.axis.game_share"))
        axes.set_ylabel(self.y_label(data))

    def sketch(self, data: PlotData, width: int, *, colour: bool) -> str:
        """Return the chart as text for a terminal, each bar with its share and interval."""
        groups, labels = self.groups(data), self.labels(data)
        digits = common_digits(groups)
        texts = [
            [share_text(data.words, bar._asdict(), digits) for bar in group] for group in groups
        ]
        name_width = min(max(map(len, labels)), MAX_NAME_LENGTH)
        text_width = max(len(text) for group in texts for text in group)
        length = width - name_width - text_width - (6 if data.several else 4)
        length, high = max(length, MIN_BAR_LENGTH), max_high(groups)
        lines = [data.text(f"panel.{self.name}")]
        for row, label in enumerate(labels):
            name = label[:name_width]
            for index, group in enumerate(groups):
                if row < len(group):
                    mark = self.reference_share(data, index)
                    bar = coloured(bar_text(group[row], high, length, mark), index, colour=colour)
                    key = f"{legend_key(index, colour=colour, width=1)} " if data.several else ""
                    lines.append(f"  {name:<{name_width}} {key}{bar} {texts[index][row]}")
                    name = ""
        return "\n".join(lines)

    def reference_share(self, _data: PlotData, _index: int) -> float:
        """Return the share where a line is drawn across the bars of a match, or 0 for none."""
        return 0

    def describe(self, data: PlotData) -> str:
        """Return the shares in words."""
        labels, lines = self.labels(data), []
        for who, group in zip(data.labels, self.groups(data), strict=True):
            shares = [
                self.describe_bar(data, label, bar)
                for label, bar in zip(labels, group, strict=False)
            ]
            lines.append(data.words.say("study.alt.bars_one", who=who, shares=", ".join(shares)))
        return data.words.say("study.alt.bars", details="; ".join(lines))

    def describe_bar(self, data: PlotData, label: str, bar: Bar) -> str:
        """Return one bar in words."""
        share = share_text(data.words, bar._asdict())
        return data.words.say("study.alt.bars_share", name=label, share=share)

    def table(self, data: PlotData) -> Safe:
        """Return the shares and numbers of games: two columns for one match, else one per match."""
        say, words, groups = data.words.say, data.words, self.groups(data)
        columns = [say("study.column.share"), say("study.column.games")]
        head = [data.text(f"column.{self.column}"), *(data.labels if data.several else columns)]
        rows = []
        for row, label in enumerate(self.labels(data)):
            cells = [
                (share_text(words, group[row]._asdict()), number(words, group[row].games))
                if row < len(group)
                else ("", "")
                for group in groups
            ]
            joined = [Safe(f"{escape(share)} {small(games)}") for share, games in cells]
            rows.append(Row(label, joined if data.several else cells[0]))
        return table(data.text(f"report.{self.caption}_caption"), head, rows)


def seat_bars(tally: "Tally", match: "Match") -> list[Bar]:
    """Return the share of games that each seat won."""
    return [Bar.of(str(seat + 1), tally.wins(seat), tally.games) for seat in range(match.seats)]


@dataclass(frozen=True)
class SeatChart(BarChart):
    """The share of games that each seat won, with a line at an even share."""

    name: str = "seats"
    bars: "Callable[[Tally, Match], list[Bar]]" = seat_bars

    column = "player"
    caption = "seats"

    def labels(self, data: PlotData) -> list[str]:
        """Return the name of each seat."""
        return seat_names(data)

    def reference_share(self, data: PlotData, index: int) -> float:
        """Return an even share."""
        return 1 / data.matches[index].seats

    def draw(self, figure: "Figure | SubFigure", data: PlotData) -> None:
        """Draw the chart into a matplotlib figure."""
        axes = figure.subplots()
        self.draw_bars(axes, data)
        shares = even_shares(data)
        for share in shares:
            axes.axvline(share, color=INK, linewidth=1.2, linestyle=(0, (4, 3)), zorder=3)
        if len(shares) == 1:
            corner, coordinates, align = (shares[0], 1), ("data", "axes fraction"), "center"
        else:
            corner, coordinates, align = (0, 1), "axes fraction", "left"  # type: ignore[assignment]
        annotate(axes, even_text(data), corner, (0, 4), color=FAINT, xycoords=coordinates, ha=align)

    def sketch(self, data: PlotData, width: int, *, colour: bool) -> str:
        """Return the chart as text for a terminal, followed by the meaning of the line."""
        return f"{super().sketch(data, width, colour=colour)}\n  │ {even_text(data)}"


def seat_names(data: PlotData) -> list[str]:
    """Return the name of each seat, with its bot if that is the same in all matches."""
    names = []
    if data.matches[0].rotate and not data.several:
        return data.matches[0].bot_labels()
    for seat in range(max(match.seats for match in data.matches)):
        bots = {
            match.bots[seat] if match.bots else "" for match in data.matches if match.seats > seat
        }
        who = bots.pop() if len(bots) == 1 else ""
        key = "study.bar.seat_who" if who else "study.bar.seat"
        names.append(data.words.say(key, seat=seat + 1, who=who))
    return names


def even_shares(data: PlotData) -> list[float]:
    """Return the even share of each seat; more than one if matches differ in their seats."""
    return sorted({1 / match.seats for match in data.matches})


def even_text(data: PlotData) -> str:
    """Return the even shares in words."""
    shares = ", ".join(percent(data.words, share, 0) for share in even_shares(data))
    return data.words.say("study.mark.even", share=shares)


def annotate(
    axes: "Axes", text: str, point: tuple[float, float], offset: tuple[float, float], **style: Any
) -> None:
    """Write a small text beside a point."""
    axes.annotate(text, point, offset, textcoords="offset points", fontsize=9, **style)


def common_digits(groups: list[list[Bar]]) -> int:
    """Return how many decimals all shares justify."""
    return min(digits_for(bar._asdict(), 100) for group in groups for bar in group)


def max_high(groups: list[list[Bar]]) -> float:
    """Return the highest end of an interval."""
    return max(bar.high for group in groups for bar in group)


def bar_text(bar: Bar, high: float, length: int, mark: float) -> str:
    """Return a bar to an eighth of a character, with a line at `mark` unless that is 0."""
    eighths = round(bar.share / high * length * 8)
    text = ("█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()).ljust(length)
    column = min(int(mark / high * length), length - 1)
    return f"{text[:column]}│{text[column + 1 :]}" if mark else text
