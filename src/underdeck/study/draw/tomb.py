"""Charts that only Tomb has: survival by turn, hoards, and when games turned around."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from underdeck.games.tomb.state import DECK, ESCAPED, MAX_TURNS, TORCHES
from underdeck.intervals import share_interval
from underdeck.study.counts import Counts
from underdeck.study.draw.bars import Bar, BarChart
from underdeck.study.draw.chart import Chart
from underdeck.study.draw.data import PlotData
from underdeck.study.draw.formatting import Speaker, number, percent, share_text, shorten
from underdeck.study.draw.html import Row, Safe, small, table
from underdeck.study.draw.matplotlib import (
    BLUE,
    EMPTY,
    FAINT,
    INK,
    PAPER,
    SKY,
    colour,
    dash,
    is_narrow,
    library,
    set_number_ticks,
    set_percent_ticks,
    tick_locator,
)
from underdeck.study.draw.terminal import add_bars, add_line, new_plot, plot_lines, set_ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import BoundaryNorm
    from matplotlib.figure import Figure, SubFigure

    from underdeck.study.match import Match
    from underdeck.study.tally import Tally

Floats = npt.NDArray[np.float64]

CAUSES = ("monster", "trap", "dark")
"""Causes of death."""
DEPTHS, TORCH_COUNTS, CARDS = MAX_TURNS + 1, TORCHES + 1, len(DECK) + 2
"""The shape of the counts of when games turned around."""
MIN_GAMES = 30
"""With fewer games, the mean of a cell isn't shown."""
CELL_WIDTHS = (1, 2, 4, 8)
"""How many numbers of cards may be combined into one cell of a map."""
COLOUR_MAP, MAX_COLOURS, MIN_CELLS = "viridis", 9, 8
"""The colours of a map, and the number of cells with enough games that it takes to draw one."""
DESCRIBED_TURNS = 4
"""The number of turns for which survival is described in words."""


# Endings and hoards


def ending_bars(tally: "Tally", _match: "Match") -> list[Bar]:
    """Return how games ended, with the causes of death."""
    named = {
        "escaped": int(tally.counts["ending"][ESCAPED]),
        **{name: int(tally.counts["cause"][index]) for index, name in enumerate(CAUSES)},
    }
    return [Bar.of(name, games, tally.games) for name, games in named.items()]


def hoard_bars(tally: "Tally", _match: "Match") -> list[Bar]:
    """Return how many hoards were brought out, of all games."""
    return [
        Bar.of(str(hoards), int(games), tally.games)
        for hoards, games in enumerate(tally.counts["kings_out"])
    ]


@dataclass(frozen=True)
class HoardChart(BarChart):
    """The number of hoards that were brought out."""

    name: str = "hoards"
    bars: "Callable[[Tally, Match], list[Bar]]" = hoard_bars

    column = "hoards"
    caption = "hoards"

    def labels(self, data: PlotData) -> list[str]:
        """Return the numbers of hoards."""
        return [bar.name for bar in self.groups(data)[0]]

    def y_label(self, data: PlotData) -> str:
        """Return the label of the vertical axis."""
        return data.words.say("study_tomb.axis.hoards")

    def describe_bar(self, data: PlotData, _label: str, bar: Bar) -> str:
        """Return one bar in words."""
        share = share_text(data.words, bar._asdict())
        return data.words.say("study_tomb.alt.hoards_share", n=int(bar.name), share=share)


# Survival


def fates(tally: "Tally") -> tuple[Floats, Floats, Floats]:
    """Return the shares of games still inside, out, and dead after each turn from 0 on."""
    dead = np.cumsum(tally.counts["turns_dead"]) / tally.games
    over = np.cumsum(tally.counts["turns"]) / tally.games
    last = int(np.flatnonzero(tally.counts["turns"])[-1])
    return 1 - over[: last + 1], (over - dead)[: last + 1], dead[: last + 1]


def alive(tally: "Tally") -> Floats:
    """Return the share of games in which the player is alive after each turn from 0 on."""
    return 1 - fates(tally)[2]


def extend(values: Floats, last: int) -> Floats:
    """Repeat the last value up to an index."""
    return np.concatenate([values, np.full(last + 1 - len(values), values[-1])])


@dataclass(frozen=True)
class SurvivalChart(Chart):
    """The share of games in which the player is alive after each turn."""

    name: str = "alive"

    def draw(self, figure: "Figure | SubFigure", data: PlotData) -> None:
        """Draw all fates of one match, or the survival of several."""
        axes, words = figure.subplots(), data.words
        last = max(len(alive(tally)) for tally in data.tallies) - 1
        turns = range(last + 2)
        if data.several:
            for index, tally in enumerate(data.tallies):
                axes.step(
                    turns,
                    extend(alive(tally), last + 1),
                    where="mid",
                    color=colour(index),
                    linestyle=dash(index),
                    linewidth=2,
                )
        else:
            inside, out, dead = (extend(fate, last + 1) for fate in fates(data.tallies[0]))
            names = [words.say(f"study_tomb.bar.{name}") for name in ("inside", "out", "dead")]
            colours = (SKY, BLUE, EMPTY)
            axes.stackplot(
                turns, inside, out, dead, step="mid", colors=colours, labels=names, linewidth=0
            )
            axes.step(turns, inside + out, where="mid", color=INK, linewidth=1.4)
            axes.legend(
                ncols=3,
                handlelength=1.2,
                loc="lower left",
                bbox_to_anchor=(0, 1),
                borderaxespad=0.2,
            )
        axes.set_xlim(0.5, last + 0.5)
        axes.set_ylim(0, 1)
        axes.grid(visible=True, axis="y")
        set_percent_ticks(axes.yaxis, words)
        set_number_ticks(axes.xaxis, words)
        axes.set_xlabel(words.say("study_tomb.axis.turn"))
        axes.set_ylabel(words.say("study.axis.game_share"))

    def sketch(self, data: PlotData, width: int, *, colour: bool) -> str:
        """Return the chart as text for a terminal."""
        lines = [alive(tally) for tally in data.tallies]
        last = max(len(line) for line in lines) - 1
        plot = new_plot(width)
        for index, line in enumerate(lines):
            values = [100 * float(share) for share in extend(line, last)]
            if data.several:
                add_line(plot, range(last + 1), values, index, colour=colour)
            else:
                add_bars(plot, range(1, last + 1), values[1:])
        set_ticks(plot, data.words, (0 if data.several else 1, last), 100)
        return "\n".join(
            [data.words.say("study_tomb.sketch.alive"), *plot_lines(plot, colour=colour)]
        )

    def describe(self, data: PlotData) -> str:
        """Return the survival after a few turns in words."""
        say, lines = data.words.say, []
        for label, line in zip(data.labels, map(alive, data.tallies), strict=True):
            last = len(line) - 1
            steps = range(1, DESCRIBED_TURNS + 1)
            turns = {max(1, round(last * step / DESCRIBED_TURNS)) for step in steps}
            shares = [
                say("study_tomb.alt.alive_turn", share=percent(data.words, line[turn]), turn=turn)
                for turn in sorted(turns & set(range(last + 1)))
            ]
            lines.append(say("study_tomb.alt.alive_one", who=label, shares=", ".join(shares)))
        return say("study_tomb.alt.alive", details="; ".join(lines))


# When games turned around


class Turning(NamedTuple):
    """Games by depth, torches burnt and cards left when they turned around, and their results."""

    games: Counts
    out: Counts
    points: Counts

    @classmethod
    def of(cls, tally: "Tally") -> "Turning":
        """Return the counts of a tally."""
        names = ("turning", "turning_out", "turning_points")
        return cls(*(tally.counts[name].reshape(DEPTHS, TORCH_COUNTS, CARDS) for name in names))

    def coarse(self, width: int) -> "Turning":
        """Combine `width` numbers of cards into one cell."""
        missing = -self.games.shape[2] % width
        padded = [np.pad(counts, ((0, 0), (0, 0), (0, missing))) for counts in self]
        return Turning(
            *(counts.reshape(*counts.shape[:2], -1, width).sum(axis=3) for counts in padded)
        )

    @property
    def enough(self) -> npt.NDArray[np.bool_]:
        """The cells with enough games to show their mean."""
        return self.games >= MIN_GAMES


def turned_by_torches(tally: "Tally") -> dict[int, tuple[int, int, int]]:
    """Return games, escapes and points by the number of torches burnt when turning around."""
    sums = [counts.sum(axis=(0, 2)) for counts in Turning.of(tally)]
    return {
        torches: (int(games), int(out), int(points))
        for torches, (games, out, points) in enumerate(zip(*sums, strict=True))
        if games
    }


def cell_width(tallies: "Sequence[Tally]") -> int:
    """Return the width of cells so that half of each match's games are in cells with enough."""
    turned = [Turning.of(tally) for tally in tallies]
    for width in CELL_WIDTHS:
        cells = [each.coarse(width) for each in turned]
        if all(2 * each.games[each.enough].sum() >= each.games.sum() for each in cells):
            return width
    return CELL_WIDTHS[-1]


def turning_span(cells: Sequence[Turning]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the ranges of depth and of cards of the cells with enough games, or else with any."""
    shown = [each.enough for each in cells]
    if not np.any(shown):
        shown = [each.games > 0 for each in cells]
    occurring = np.argwhere(np.any(shown, axis=0))
    first, last = occurring.min(axis=0), occurring.max(axis=0)
    return (int(first[0]), int(last[0])), (int(first[2]), int(last[2]))


@dataclass(frozen=True)
class TurningMap(Chart):
    """Mean points by depth, cards left and torches burnt when games turned around."""

    index: int = 0
    name: str = "turning"

    wide = True
    has_legend = False

    def title(self, data: PlotData) -> str:
        """Return the chart's title."""
        key = "panel.turning_of" if data.several else "panel.turning"
        return data.text(key, who=data.labels[self.index])

    def height(self, _data: PlotData) -> float:
        """Return the chart's height in inches in a figure of several charts."""
        return 3.4

    def height_alone(self, _data: PlotData) -> float:
        """Return the chart's height in inches in a figure of its own."""
        return 4.6

    def has_enough_games(self, data: PlotData) -> bool:
        """Return whether enough cells have enough games."""
        turned = Turning.of(data.tallies[self.index]).coarse(cell_width(data.tallies))
        return bool(turned.enough.sum() >= MIN_CELLS)

    def note(self, data: PlotData) -> str:
        """Return a warning against reading it as a comparison of choices."""
        return data.words.say("study_tomb.report.turning_note", n=MIN_GAMES)

    def draw(self, figure: "Figure | SubFigure", data: PlotData) -> None:
        """Draw a map for each number of torches: depth down, the deck running out to the right."""
        width = cell_width(data.tallies)
        maps = [Turning.of(tally).coarse(width) for tally in data.tallies]
        depths, cards = turning_span(maps)
        turned = maps[self.index]
        torches = [light for light in range(TORCH_COUNTS) if turned.games[:, light].any()]
        levels = colour_levels(maps)
        scale = library("matplotlib.cm").ScalarMappable(norm=levels, cmap=COLOUR_MAP)
        columns = min(len(torches), 2 if is_narrow(figure) else TORCH_COUNTS)
        tiles = figure.subplots(
            -(-len(torches) // columns), columns, sharex=True, sharey=True, squeeze=False
        )
        for light, axes in zip_longest(torches, tiles.ravel()):
            if light is None:
                axes.set_visible(False)
                continue
            draw_cells(axes, turned.games[:, light], turned.points[:, light], scale, width)
            axes.set_title(data.words.say("study_tomb.mark.torches", n=light), loc="left")
            axes.set_xlim(min((cards[1] + 1) * width, CARDS - 1) - 0.5, cards[0] * width - 0.5)
            axes.set_ylim(depths[1] + 0.5, depths[0] - 0.5)
            set_number_ticks(axes.xaxis, data.words)
            set_number_ticks(axes.yaxis, data.words)
        label_map(figure, tiles, scale, levels.boundaries, data.words)

    def sketch(self, data: PlotData, width: int, *, colour: bool) -> str:
        """Return a table of mean points by depth and torches burnt."""
        say = data.words.say
        turned = Turning.of(data.tallies[self.index])
        games, points = turned.games.sum(axis=2), turned.points.sum(axis=2)
        depths, _ = turning_span([turned])
        torches = [light for light in range(games.shape[1]) if games[:, light].any()]
        head = say("study_tomb.sketch.after")
        key = "sketch.turning_of" if data.several else "sketch.turning"
        lines = [
            shorten(data.text(key, who=data.labels[self.index]), width),
            f"  {'':<{len(head)}}  {say('study_tomb.sketch.torches')}",
            f"  {head}  " + "".join(f"{light:>8}" for light in torches),
        ]
        has_few = False
        for depth in range(depths[0], depths[1] + 1):
            cells = [
                mean_points(data.words, int(games[depth, light]), int(points[depth, light]))
                for light in torches
            ]
            has_few = has_few or "·" in cells
            lines.append(f"  {depth:>{len(head)}}  " + "".join(f"{cell:>8}" for cell in cells))
        if has_few:
            lines.append(f"  {say('study_tomb.mark.few_plain', n=MIN_GAMES)}")
        return "\n".join(lines)

    def describe(self, data: PlotData) -> str:
        """Return when games turned around in words, by the torches burnt."""
        words, lines = data.words, []
        for torches, (games, out, points) in turned_by_torches(data.tallies[self.index]).items():
            parts = {
                "games": number(words, games),
                "mean": number(words, points / games, 1),
                "share": percent(words, out / games),
            }
            lines.append(words.say("study_tomb.alt.turning_torches", n=torches, **parts))
        return words.say("study_tomb.alt.turning", details="; ".join(lines))


def mean_points(words: Speaker, games: int, points: int) -> str:
    """Return the mean points of a cell; a dot if there are too few games, nothing if none."""
    if games >= MIN_GAMES:
        return number(words, points / games, 1)
    return "·" if games else ""


def draw_cells(
    axes: "Axes", games: Counts, points: Counts, scale: "ScalarMappable", width: int
) -> None:
    """Draw a cell for each depth and number of cards, grey if it has too few games."""
    indices = np.argwhere(games)
    corners = [
        (depth - 0.5, depth + 0.5, card * width - 0.5, (card + 1) * width - 0.5)
        for depth, card in indices
    ]
    cells = [
        [(left, top), (right, top), (right, bottom), (left, bottom)]
        for top, bottom, left, right in corners
    ]
    colours = [
        scale.to_rgba(points[cell] / games[cell]) if games[cell] >= MIN_GAMES else EMPTY
        for cell in map(tuple, indices)
    ]
    axes.add_collection(
        library("matplotlib.collections").PolyCollection(
            cells, facecolors=colours, edgecolors=PAPER, linewidths=0.4
        )
    )


def label_map(
    figure: "Figure | SubFigure",
    tiles: npt.NDArray[np.object_],
    scale: "ScalarMappable",
    levels: Floats,
    words: Speaker,
) -> None:
    """Label the axes of a map and add its colour bar."""
    for axes in tiles[:, 0]:
        axes.set_ylabel(words.say("study_tomb.axis.depth"))
    few = words.say("study_tomb.mark.few", n=MIN_GAMES)
    figure.supxlabel(f"{words.say('study_tomb.axis.cards_left')} ({few})", fontsize=10, color=FAINT)
    bar = figure.colorbar(scale, ax=list(tiles.ravel()), pad=0.015, aspect=18)
    bar.outline.set_visible(False)
    bar.set_label(words.say("study_tomb.axis.mean_points"), color=FAINT)
    set_number_ticks(bar.ax.yaxis, words, whole=False, ticks=levels)


def colour_levels(maps: Sequence[Turning]) -> "BoundaryNorm":
    """Return round levels of mean points that suit all matches."""
    high = max(
        float((each.points[each.enough] / each.games[each.enough]).max(initial=1)) for each in maps
    )
    levels = tick_locator(MAX_COLOURS).tick_values(0, high)
    norm: BoundaryNorm = library("matplotlib.colors").BoundaryNorm(levels, 256)
    return norm


def torches_table(data: PlotData, index: int) -> Safe:
    """Return games by the torches burnt when they turned around, as a table."""
    words = data.words
    rows = [
        Row(
            str(torches),
            [
                number(words, games),
                share_text(words, share_interval(out, games)),
                number(words, points / games, 1),
            ],
        )
        for torches, (games, out, points) in turned_by_torches(data.tallies[index]).items()
    ]
    columns = ("torches", "games", "survived", "points")
    head = [data.text(f"column.{name}") for name in columns]
    return table(data.caption_of("turning", index), head, rows)


def turning_table(data: PlotData, index: int) -> Safe:
    """Return mean points by depth and torches burnt when games turned around, as a table."""
    words, tally = data.words, data.tallies[index]
    turned = Turning.of(tally)
    games, points = turned.games.sum(axis=2), turned.points.sum(axis=2)
    depths, _ = turning_span([turned])
    torches = list(turned_by_torches(tally))
    rows = [
        Row(
            str(depth),
            [
                mean_cell(words, int(games[depth, light]), int(points[depth, light]))
                for light in torches
            ],
        )
        for depth in range(depths[0], depths[1] + 1)
    ]
    head = [words.say("study_tomb.mark.torches", n=light) for light in torches]
    head.insert(0, words.say("study_tomb.column.depth"))
    return table(data.caption_of("turning_grid", index), head, rows)


def mean_cell(words: Speaker, games: int, points: int) -> Safe:
    """Return the mean points of a cell with its number of games."""
    mean = escape(mean_points(words, games, points))
    return Safe(f"{mean} {small(number(words, games))}" if games else "")
