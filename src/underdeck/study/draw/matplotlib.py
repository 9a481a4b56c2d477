"""The pictures of a simulation one by one: each draws itself into a figure of matplotlib."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any

import numpy as np

from underdeck.study.draw.numbers import (
    FEW,
    SHARES,
    Histogram,
    Shown,
    Speaker,
    Turning,
    alive,
    bar_names,
    cell_width,
    digits_for,
    digits_of,
    even_shares,
    even_text,
    fates,
    groups_of,
    library,
    mean_of,
    mean_text,
    number,
    percent,
    signed,
    turning,
    turning_span,
)
from underdeck.study.tally import CARDS, LIGHTS

BLUE, VERMILION, SKY = "#0072b2", "#d55e00", "#56b4e9"
COLOURS = (BLUE, VERMILION, "#009e73", "#cc79a7", "#e69f00", SKY, "#882255", "#999933")
"""A palette that colour-blind people tell apart (Okabe and Ito's, and two of Tol's)."""
CROWD = 4
"""More matches than this are drawn without shades and without the numbers of their means."""
INK, FAINT, GRID, PAPER, EMPTY = "#20242c", "#5f6673", "#dfe2e7", "#ffffff", "#d3d7dd"
BEHIND = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.6}
"""What lies behind small letters."""
DASHES: tuple[Any, ...] = ("solid", (0, (5, 2)), (0, (1.2, 1.2)), (0, (6, 2, 1, 2)))
"""Lines differ in more than their colour."""
MAP, LEVELS, LEAST_CELLS = "viridis", 9, 8
"""The colours of a map, how many there are at the most, and how many cells with enough games it takes to draw one."""
STEPS = (1, 2, 5, 10)
MOST_BARS, MOST_STEPS = 110, 40
WIDE, NARROW = 12.0, 5.2
"""In inches, the width of a whole picture and of one panel alone."""


@dataclass(frozen=True)
class Panel:
    """One picture: its name in the catalogue, its title, how it is drawn into a figure, and how much room it takes."""

    name: str
    title: str
    draw: Callable[[Any], object]
    wide: bool = False
    """Does it take a row of its own?"""
    height: float = 3.5
    alone: float = 3.4
    """In inches, its height in a whole picture and alone."""
    place: int = 0
    """Whose it is, where each match has its own."""


def panels(shown: Shown) -> list[Panel]:
    """What is drawn of these games, in its order."""
    several = len(shown.matches)
    if shown.game == "tomb":
        bars = 1.3 + 0.22 * 5 * max(several, 2)
        drawn = [panel(shown, "points", draw_points), panel(shown, "alive", draw_alive)]
        drawn += [bar_panel(shown, "endings", bars), bar_panel(shown, "hoards", bars)]
    else:
        bars = 1.3 + 0.22 * max(3, *(match.seats for match in shown.matches)) * max(several, 2)
        drawn = [
            panel(shown, "length", draw_length, wide=True),
            panel(shown, "seats", draw_seats, bars),
            bar_panel(shown, "ways", bars),
        ]
    if several > 1:
        height = 1.4 + 0.45 * several
        drawn.append(
            replace(
                panel(shown, "differences", draw_differences, height, wide=True), alone=1.5 * height
            )
        )
    return drawn + (turning_panels(shown) if shown.game == "tomb" else [])


def panel(
    shown: Shown, name: str, draw: Callable[..., object], height: float = 3.5, *, wide: bool = False
) -> Panel:
    """A panel by its name."""
    title = shown.words.say(f"study.panel.{name}", first=shown.labels[0])
    return Panel(name, title, partial(draw, shown=shown), wide, height, min(height, 3.4))


def bar_panel(shown: Shown, name: str, height: float) -> Panel:
    """A panel of bars."""
    return panel(shown, name, partial(draw_bars, name=name), height)


def turning_panels(shown: Shown) -> list[Panel]:
    """Of Tomb, for each match in which there are enough games to tell: when they turned around."""
    drawn, width = [], cell_width(shown.tallies)
    for place, tally in enumerate(shown.tallies):
        if turning(tally).coarse(width).enough.sum() >= LEAST_CELLS:
            title = shown.words.say(
                "study.panel.turning_of" if shown.several else "study.panel.turning",
                who=shown.labels[place],
            )
            drawn.append(
                Panel(
                    "turning",
                    title,
                    partial(draw_turning, shown=shown, place=place),
                    True,
                    3.4,
                    4.6,
                    place,
                )
            )
    return drawn


def draw_points(figure: Any, shown: Shown) -> None:
    """The points of those who got out, with their mean."""
    axes = draw_histogram(figure, shown, "points_out")
    axes.set_xlabel(shown.words.say("study.axis.points"))
    axes.set_ylabel(shown.words.say("study.axis.out_share"))


def draw_length(figure: Any, shown: Shown) -> None:
    """How many turns games took, with the mean."""
    axes = draw_histogram(figure, shown, "turns")
    axes.set_xlabel(shown.words.say("study.axis.turns"))
    axes.set_ylabel(shown.words.say("study.axis.game_share"))


def draw_histogram(figure: Any, shown: Shown, name: str) -> Any:
    """Bars for one match, outlines for several; a mark at each mean."""
    axes, words = figure.subplots(), shown.words
    bars = shown.histogram(MOST_STEPS if shown.several else MOST_BARS)
    means = [mean_of(tally.counts[name]) for tally in shown.tallies]
    for place, (shares, mean) in enumerate(zip(bars.shares, means, strict=True)):
        draw_shares(axes, bars, shares, place, several=len(means))
        if mean:
            text = words.say("study.mark.mean", value=mean_text(words, mean))
            ink = colour(place) if shown.several else VERMILION
            axes.axvline(mean["mean"], color=ink, linestyle=dash(place), linewidth=1.8, label=text)
    if any(means) and len(means) <= CROWD:
        axes.legend(loc="upper right")
    if not any(means):
        axes.text(
            0.5,
            0.5,
            words.say("study.mark.nobody"),
            ha="center",
            va="center",
            transform=axes.transAxes,
            color=FAINT,
        )
    axes.margins(x=0.01)
    axes.set_ylim(0, max(max(float(shares.max()) for shares in bars.shares) * 1.14, 0.01))
    axes.grid(visible=True, axis="y")
    set_percents(axes.yaxis, words)
    set_numbers(axes.xaxis, words)
    return axes


def draw_shares(axes: Any, bars: Histogram, shares: Any, place: int, several: int) -> None:
    """One match's bars."""
    if several == 1:
        axes.bar(
            bars.edges[:-1], shares, width=0.88 * bars.width, align="edge", color=BLUE, linewidth=0
        )
        return
    if several <= CROWD:
        axes.stairs(shares, bars.edges, color=colour(place), alpha=0.14, fill=True)
    axes.stairs(
        shares, bars.edges, color=colour(place), linewidth=1.8, linestyle=dash(place), fill=False
    )


def draw_alive(figure: Any, shown: Shown) -> None:
    """What became of the player by each turn: all fates of one match, the living of several."""
    axes, words = figure.subplots(), shown.words
    last = max(len(alive(tally)) for tally in shown.tallies) - 1
    if shown.several:
        for place, tally in enumerate(shown.tallies):
            living = prolonged(alive(tally), last + 1)
            axes.step(
                range(last + 2),
                living,
                where="mid",
                color=colour(place),
                linestyle=dash(place),
                linewidth=2,
            )
    else:
        inside, out, dead = (prolonged(fate, last + 1) for fate in fates(shown.tallies[0]))
        names = [words.say(f"study.bar.{name}") for name in ("inside", "out", "dead")]
        axes.stackplot(
            range(last + 2),
            inside,
            out,
            dead,
            step="mid",
            colors=[SKY, BLUE, EMPTY],
            labels=names,
            linewidth=0,
        )
        axes.step(range(last + 2), inside + out, where="mid", color=INK, linewidth=1.4)
        axes.legend(
            loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, ncols=3, handlelength=1.2
        )
    axes.set_xlim(0.5, last + 0.5)
    axes.set_ylim(0, 1)
    axes.grid(visible=True, axis="y")
    set_percents(axes.yaxis, words)
    set_numbers(axes.xaxis, words)
    axes.set_xlabel(words.say("study.axis.turn"))
    axes.set_ylabel(words.say("study.axis.game_share"))


def prolonged(values: Any, last: int) -> Any:
    """The values, the last of them held to the end."""
    return np.concatenate([values, np.full(last + 1 - len(values), values[-1])])


def draw_seats(figure: Any, shown: Shown) -> None:
    """Which seats won, with a line at an even share."""
    axes = draw_bars(figure, shown, "seats")
    evens = even_shares(shown)
    for even in evens:
        axes.axvline(even, color=INK, linewidth=1.2, linestyle=(0, (4, 3)), zorder=3)
    centred = (
        {"xycoords": ("data", "axes fraction"), "ha": "center"}
        if len(evens) == 1
        else {"xycoords": "axes fraction", "ha": "left"}
    )
    corner = (evens[0] if len(evens) == 1 else 0, 1)
    axes.annotate(
        even_text(shown),
        corner,
        (0, 4),
        textcoords="offset points",
        fontsize=9,
        color=FAINT,
        **centred,
    )


def draw_bars(figure: Any, shown: Shown, name: str) -> Any:
    """Lying bars in groups, each with its interval and its share in figures."""
    axes, groups, names = figure.subplots(), groups_of(shown, name), bar_names(shown, name)
    thick, digits = 0.8 / len(groups), digits_of(one for group in groups for one in group)
    for place, group in enumerate(groups):
        heights = [row - 0.4 + thick * (place + 0.5) for row in range(len(group))]
        values = [one.share for one in group]
        error = [
            [max(one.share - one.low, 0) for one in group],
            [max(one.high - one.share, 0) for one in group],
        ]
        axes.barh(heights, values, height=thick * 0.86, color=colour(place), linewidth=0)
        axes.errorbar(
            values, heights, xerr=error, fmt="none", ecolor=INK, elinewidth=1.1, capsize=2.5
        )
        for height, one in zip(heights, group, strict=True):
            text = percent(shown.words, one.share, digits)
            axes.annotate(
                text,
                (one.high, height),
                (5, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
                bbox=BEHIND,
            )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(0, min(max(one.high for group in groups for one in group) * 1.17, 1.17))
    set_percents(axes.xaxis, shown.words)
    axes.grid(visible=True, axis="x")
    axes.set_xlabel(shown.words.say("study.axis.game_share"))
    axes.set_ylabel(shown.words.say("study.axis.hoards") if name == "hoards" else "")
    return axes


def draw_differences(figure: Any, shown: Shown) -> None:
    """How each other match did on the same deals, less the first: shares and numbers, each on a scale of its own."""
    names = [difference.name for difference in shown.differences(1)]
    tiles = figure.subplots(*((2, 1) if is_narrow(figure) else (1, 2)))
    for axes, shares in zip(tiles, (True, False), strict=True):
        rows = [name for name in names if (name in SHARES) == shares]
        for place in range(1, len(shown.matches)):
            for difference in shown.differences(place):
                if difference.name in rows:
                    draw_difference(axes, shown, place, difference, rows.index(difference.name))
        axes.axvline(0, color=INK, linewidth=1)
        axes.set_yticks(range(len(rows)), [shown.measure(name) for name in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.margins(x=0.2)
        axes.grid(visible=True, axis="x")
        axes.set_xlabel(shown.words.say("study.unit.points_of_share") if shares else "")
        set_numbers(axes.xaxis, shown.words, whole=False)


def is_narrow(figure: Any) -> bool:
    """Is there room for little beside each other?"""
    return bool(figure.bbox.width / figure.dpi <= NARROW)


def draw_difference(axes: Any, shown: Shown, place: int, difference: Any, row: int) -> None:
    """A dot with its interval and its number."""
    scale = 100 if difference.name in SHARES else 1
    told = {name: scale * value for name, value in difference.as_json().items()}
    height = row - 0.4 + 0.8 * (place - 0.5) / (len(shown.matches) - 1)
    error = [[told["mean"] - told["low"]], [told["high"] - told["mean"]]]
    axes.errorbar(
        [told["mean"]],
        [height],
        xerr=error,
        fmt="o",
        color=colour(place),
        ecolor=INK,
        elinewidth=1.2,
        capsize=3,
        markersize=6,
    )
    text = signed(shown.words, told["mean"], digits_for(told))
    axes.annotate(
        text,
        (told["high"], height),
        (6, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
        bbox=BEHIND,
    )


def draw_turning(figure: Any, shown: Shown, place: int) -> None:
    """A map for each number of torches burnt: depth down, the deck running out to the right, mean points as colour."""
    width = cell_width(shown.tallies)
    maps = [turning(tally).coarse(width) for tally in shown.tallies]
    depths, cards = turning_span(maps)
    turned = maps[place]
    torches = [light for light in range(LIGHTS) if turned.games[:, light].any()]
    scale = library("matplotlib.cm").ScalarMappable(norm=levels_of(maps), cmap=MAP)
    columns = min(len(torches), 2 if is_narrow(figure) else LIGHTS)
    tiles = figure.subplots(
        -(-len(torches) // columns), columns, sharex=True, sharey=True, squeeze=False
    )
    for light, axes in zip_longest(torches, tiles.ravel()):
        if light is None:
            axes.set_visible(False)
            continue
        draw_cells(axes, turned.games[:, light], turned.points[:, light], scale, width)
        axes.set_title(shown.words.say("study.mark.torches", n=light), loc="left")
        axes.set_xlim(min((cards[1] + 1) * width, CARDS - 1) - 0.5, cards[0] * width - 0.5)
        axes.set_ylim(depths[1] + 0.5, depths[0] - 0.5)
        set_numbers(axes.xaxis, shown.words)
        set_numbers(axes.yaxis, shown.words)
    for axes in tiles[:, 0]:
        axes.set_ylabel(shown.words.say("study.axis.depth"))
    figure.supxlabel(
        f"{shown.words.say('study.axis.cards_left')} ({shown.words.say('study.mark.few', n=FEW)})",
        fontsize=10,
        color=FAINT,
    )
    bar = figure.colorbar(scale, ax=list(tiles.ravel()), pad=0.015, aspect=18)
    bar.outline.set_visible(False)
    bar.set_label(shown.words.say("study.axis.mean_points"), color=FAINT)
    set_numbers(bar.ax.yaxis, shown.words, whole=False, ticks=scale.norm.boundaries)


def draw_cells(axes: Any, games: Any, points: Any, scale: Any, width: int) -> None:
    """A cell for each depth and numbers of cards that came up, grey where too few games are behind it."""
    places = np.argwhere(games)
    corners = [
        (depth - 0.5, depth + 0.5, card * width - 0.5, (card + 1) * width - 0.5)
        for depth, card in places
    ]
    cells = [
        [(left, top), (right, top), (right, bottom), (left, bottom)]
        for top, bottom, left, right in corners
    ]
    colours = [
        scale.to_rgba(points[place] / games[place]) if games[place] >= FEW else EMPTY
        for place in map(tuple, places)
    ]
    axes.add_collection(
        library("matplotlib.collections").PolyCollection(
            cells, facecolors=colours, edgecolors=PAPER, linewidths=0.4
        )
    )


def levels_of(maps: Sequence[Turning]) -> Any:
    """Round steps of mean points that serve all matches."""
    most = max(
        float((each.points[each.enough] / each.games[each.enough]).max(initial=1)) for each in maps
    )
    return library("matplotlib.colors").BoundaryNorm(locator(LEVELS).tick_values(0, most), 256)


def colour(place: int) -> str:
    """The colour of a match."""
    return COLOURS[place % len(COLOURS)]


def dash(place: int) -> Any:
    """The line of a match."""
    return DASHES[place % len(DASHES)]


def set_percents(axis: Any, words: Speaker) -> None:
    """Ticks as shares in hundredths."""
    axis.set_major_locator(locator(6))
    axis.set_major_formatter(lambda value, _: percent(words, value, decimals_of(axis, 100)))


def set_numbers(axis: Any, words: Speaker, *, whole: bool = True, ticks: Any = None) -> None:
    """Ticks as numbers of the language."""
    axis.set_major_locator(
        library("matplotlib.ticker").FixedLocator(ticks)
        if ticks is not None
        else locator(8, integer=whole, min_n_ticks=1)
    )
    axis.set_major_formatter(
        lambda value, _: number(words, value, 0 if whole else decimals_of(axis))
    )


def locator(most: int, **settings: Any) -> Any:
    """What finds so many round numbers at the most for an axis."""
    return library("matplotlib.ticker").MaxNLocator(most, steps=STEPS, **settings)


def decimals_of(axis: Any, scale: float = 1) -> int:
    """How many decimals tell the ticks of an axis apart."""
    ticks = axis.get_majorticklocs()
    step = scale * float(np.diff(ticks).min()) if len(ticks) > 1 else 1
    return next(
        (digits for digits in range(4) if abs(step * 10**digits - round(step * 10**digits)) < 1e-6),
        3,
    )
