"""Pictures of simulations: for files with matplotlib, which is imported only when something is drawn, and for terminals."""

import errno
import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from underdeck.refusal import Refusal
from underdeck.study.figures import (
    FEW,
    SHARES,
    Histogram,
    Played,
    Shown,
    Speaker,
    alive,
    bar_names,
    digits_for,
    digits_of,
    fates,
    groups_of,
    mean_of,
    mean_text,
    number,
    percent,
    turning,
    turning_span,
)
from underdeck.study.sketches import in_terminal
from underdeck.study.tally import LIGHTS

__all__ = ["Panel", "in_terminal", "panels", "save", "svg"]

FORMS = (".png", ".svg")
DPI = 160
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
"""A palette that colour-blind people tell apart (Okabe and Ito)."""
INK, FAINT, GRID, PAPER, EMPTY = "#20242c", "#5f6673", "#dfe2e7", "#ffffff", "#d3d7dd"
BEHIND = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.6}
"""What lies behind small letters."""
DASHES: tuple[Any, ...] = ("solid", (0, (5, 2)), (0, (1.2, 1.2)), (0, (6, 2, 1, 2)))
"""Lines differ in more than their colour."""
MAP, LEVELS = "viridis", 9
STEPS = (1, 2, 5, 10)
MOST_BARS, MOST_STEPS = 110, 40
WIDE, NARROW = 12.0, 5.8
"""In inches, the width of a whole picture and of one panel alone."""
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
    with drawing(f"underdeck {panel.name} {panel.place}") as new_figure:
        legend = shown.several and panel.name != "turning"
        strips = legend_rows(shown, NARROW) * LINE if legend else 0
        figure = new_figure(figsize=(NARROW, panel.alone + strips))
        figure.patch.set_visible(False)
        top, body = figure.subfigures(2, 1, height_ratios=(strips, panel.alone)) if legend else (None, figure)
        if legend:
            add_legend(top, shown, NARROW)
        panel.draw(body)
        return written(figure, "svg").decode()


def whole(shown: Shown, form: str) -> bytes:
    """All panels, two in a row unless they are wide, under a title and over a caption."""
    rows = rows_of(panels(shown))
    heights = [
        HEAD + (legend_rows(shown, WIDE) * LINE if shown.several else 0),
        *(max(panel.height for panel in row) for row in rows),
        FOOT,
    ]
    with drawing("underdeck") as new_figure:
        figure = new_figure(figsize=(WIDE, sum(heights)))
        head, *strips, foot = figure.subfigures(len(heights), 1, height_ratios=heights)
        head.text(MARGIN, 1 - 0.18 / heights[0], shown.title, va="top", fontsize=18, fontweight="bold")
        if shown.several:
            add_legend(head, shown, WIDE)
        foot.text(MARGIN, 1, f"{shown.caption}\n{shown.credit}", va="top", fontsize=9.5, color=FAINT, linespacing=1.6)
        for row, strip in zip(rows, strips, strict=True):
            for panel, place in zip(row, np.atleast_1d(strip.subfigures(1, len(row))), strict=True):
                place.suptitle(panel.title, x=MARGIN * len(row), ha="left", fontsize=12.5, fontweight="bold")
                panel.draw(place)
        return written(figure, form)


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
def drawing(salt: str) -> Iterator[Callable[..., Any]]:
    """A way to new figures, with our own settings whatever the user's are, and with nothing said about letters that a font lacks."""
    try:
        import matplotlib  # noqa: PLC0415, ICN001  large, and not everyone has it
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415
    except ImportError:
        raise Refusal("needs_lab", library="matplotlib") from None
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**SETTINGS, "svg.hashsalt": salt})
        yield lambda **settings: Figure(layout=ConstrainedLayoutEngine(w_pad=0.14, h_pad=0.1), **settings)


def written(figure: Any, form: str) -> bytes:
    """The figure as a file's bytes, the same from the same data."""
    silent = {"png": {"Software": None}, "svg": dict.fromkeys(("Date", "Creator", "Format", "Type"))}
    stream = io.BytesIO()
    figure.savefig(stream, format=form, dpi=DPI, metadata=silent[form])
    return stream.getvalue()


def panels(shown: Shown) -> list[Panel]:
    """What is drawn of these games, in its order."""
    several = len(shown.matches)
    if shown.game == "tomb":
        bars = 1.3 + 0.22 * 5 * max(several, 2)
        drawn = [panel(shown, "points", draw_points), panel(shown, "alive", draw_alive)]
        drawn += [bar_panel(shown, "endings", bars), bar_panel(shown, "hoards", bars)]
    else:
        bars = 1.3 + 0.22 * max(3, *(match.seats for match in shown.matches)) * max(several, 2)
        drawn = [panel(shown, "length", draw_length, wide=True), panel(shown, "seats", draw_seats, bars), bar_panel(shown, "ways", bars)]
    if several > 1:
        height = 1.4 + 0.45 * several
        drawn.append(replace(panel(shown, "differences", draw_differences, height, wide=True), alone=1.5 * height))
    return drawn + (turning_panels(shown) if shown.game == "tomb" else [])


def panel(shown: Shown, name: str, draw: Callable[[Any, Shown], object], height: float = 3.5, *, wide: bool = False) -> Panel:
    """A panel by its name."""
    return Panel(
        name,
        shown.words.say(f"study.panel.{name}", first=shown.labels[0]),
        lambda figure: draw(figure, shown),
        wide,
        height,
        min(height, 3.4),
    )


def bar_panel(shown: Shown, name: str, height: float) -> Panel:
    """A panel of bars."""
    return panel(shown, name, lambda figure, shown: draw_bars(figure, shown, name), height)


def turning_panels(shown: Shown) -> list[Panel]:
    """Of Tomb, for each match in which anyone turned around: when."""
    drawn = []
    for place, tally in enumerate(shown.tallies):
        if tally.counts["turning"].any():
            title = shown.words.say("study.panel.turning_of" if shown.several else "study.panel.turning", who=shown.labels[place])
            drawn.append(Panel("turning", title, lambda figure, place=place: draw_turning(figure, shown, place), True, 3.4, 4.6, place))
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
        draw_shares(axes, bars, shares, place, several=shown.several)
        if mean:
            text = words.say("study.mark.mean", value=mean_text(words, mean))
            axes.axvline(
                mean["mean"], color=colour(place) if shown.several else VERMILION, linestyle=dash(place), linewidth=1.8, label=text
            )
    if any(means):
        axes.legend(loc="upper right")
    else:
        axes.text(0.5, 0.5, words.say("study.mark.nobody"), ha="center", va="center", transform=axes.transAxes, color=FAINT)
    axes.margins(x=0.01)
    axes.set_ylim(0, max(max(float(shares.max()) for shares in bars.shares) * 1.14, 0.01))
    axes.grid(visible=True, axis="y")
    set_percents(axes.yaxis, words)
    set_numbers(axes.xaxis, words)
    return axes


def draw_shares(axes: Any, bars: Histogram, shares: Any, place: int, *, several: bool) -> None:
    """One match's bars."""
    if several:
        axes.stairs(shares, bars.edges, color=colour(place), alpha=0.14, fill=True)
        axes.stairs(shares, bars.edges, color=colour(place), linewidth=1.8, linestyle=dash(place), fill=False)
    else:
        axes.bar(bars.edges[:-1], shares, width=0.88 * bars.width, align="edge", color=BLUE, linewidth=0)


def draw_alive(figure: Any, shown: Shown) -> None:
    """What became of the player by each turn: all fates of one match, the living of several."""
    axes, words = figure.subplots(), shown.words
    last = max(len(alive(tally)) for tally in shown.tallies) - 1
    if shown.several:
        for place, tally in enumerate(shown.tallies):
            axes.step(
                range(last + 2), prolonged(alive(tally), last + 1), where="mid", color=colour(place), linestyle=dash(place), linewidth=2
            )
    else:
        inside, out, dead = (prolonged(fate, last + 1) for fate in fates(shown.tallies[0]))
        names = [words.say(f"study.bar.{name}") for name in ("inside", "out", "dead")]
        axes.stackplot(range(last + 2), inside, out, dead, step="mid", colors=[SKY, BLUE, EMPTY], labels=names, linewidth=0)
        axes.step(range(last + 2), inside + out, where="mid", color=INK, linewidth=1.4)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, ncols=3, handlelength=1.2)
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
    for even in sorted({1 / match.seats for match in shown.matches}):
        axes.axvline(even, color=INK, linewidth=1.2, linestyle=(0, (4, 3)), zorder=3)
        told = shown.words.say("study.mark.even", share=percent(shown.words, even, 0))
        axes.annotate(
            told, (even, 1), (0, 4), xycoords=("data", "axes fraction"), textcoords="offset points", ha="center", fontsize=9, color=FAINT
        )


def draw_bars(figure: Any, shown: Shown, name: str) -> Any:
    """Lying bars in groups, each with its interval and its share in figures."""
    axes, groups, names = figure.subplots(), groups_of(shown, name), bar_names(shown, name)
    thick, digits = 0.8 / len(groups), digits_of(one for group in groups for one in group)
    for place, group in enumerate(groups):
        heights = [row - 0.4 + thick * (place + 0.5) for row in range(len(group))]
        values = [one.share for one in group]
        error = [[max(one.share - one.low, 0) for one in group], [max(one.high - one.share, 0) for one in group]]
        axes.barh(heights, values, height=thick * 0.86, color=colour(place), linewidth=0)
        axes.errorbar(values, heights, xerr=error, fmt="none", ecolor=INK, elinewidth=1.1, capsize=2.5)
        for height, one in zip(heights, group, strict=True):
            axes.annotate(
                percent(shown.words, one.share, digits),
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
    axes.errorbar([told["mean"]], [height], xerr=error, fmt="o", color=colour(place), ecolor=INK, elinewidth=1.2, capsize=3, markersize=6)
    text = ("+" if told["mean"] > 0 else "") + number(shown.words, told["mean"], digits_for(told))
    axes.annotate(text, (told["mean"], height), (0, 6), textcoords="offset points", ha="center", va="bottom", fontsize=9)


def draw_turning(figure: Any, shown: Shown, place: int) -> None:
    """A map for each number of torches burnt: depth down, the deck running out to the right, mean points as colour."""
    from matplotlib.cm import ScalarMappable  # noqa: PLC0415  see `drawing`

    turned = turning(shown.tallies[place])
    depths, cards = turning_span(shown.tallies)
    torches = [light for light in range(turned.games.shape[1]) if turned.games[:, light].any()]
    scale = ScalarMappable(norm=levels_of(shown), cmap=MAP)
    columns = min(len(torches), 2 if is_narrow(figure) else LIGHTS)
    tiles = figure.subplots(-(-len(torches) // columns), columns, sharex=True, sharey=True, squeeze=False)
    for light, axes in zip_longest(torches, tiles.ravel()):
        if light is None:
            axes.set_visible(False)
            continue
        games, points = turned.games[:, light], turned.points[:, light]
        draw_cells(axes, games, points, scale)
        axes.set_title(shown.words.say("study.mark.torches", n=light), loc="left")
        axes.set_xlim(cards[1] + 0.5, cards[0] - 0.5)
        axes.set_ylim(depths[1] + 0.5, depths[0] - 0.5)
        set_numbers(axes.xaxis, shown.words)
        set_numbers(axes.yaxis, shown.words)
    for axes in tiles[:, 0]:
        axes.set_ylabel(shown.words.say("study.axis.depth"))
    figure.supxlabel(f"{shown.words.say('study.axis.cards_left')} ({shown.words.say('study.mark.few', n=FEW)})", fontsize=10, color=FAINT)
    bar = figure.colorbar(scale, ax=list(tiles.ravel()), pad=0.015, aspect=18)
    bar.outline.set_visible(False)
    bar.set_label(shown.words.say("study.axis.mean_points"), color=FAINT)


def draw_cells(axes: Any, games: Any, points: Any, scale: Any) -> None:
    """A square for each depth and number of cards that came up, grey where too few games are behind it."""
    from matplotlib.collections import PolyCollection  # noqa: PLC0415  see `drawing`

    places = np.argwhere(games)
    squares = [[(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)] for y, x in places]
    colours = [scale.to_rgba(points[y, x] / games[y, x]) if games[y, x] >= FEW else EMPTY for y, x in places]
    axes.add_collection(PolyCollection(squares, facecolors=colours, edgecolors=PAPER, linewidths=0.4))


def levels_of(shown: Shown) -> Any:
    """Round steps of mean points that serve all matches."""
    from matplotlib.colors import BoundaryNorm  # noqa: PLC0415  see `drawing`
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    most = 1.0
    for turned in map(turning, shown.tallies):
        enough = turned.games >= FEW
        most = max(most, float((turned.points[enough] / turned.games[enough]).max(initial=0)))
    return BoundaryNorm(MaxNLocator(LEVELS).tick_values(0, most), 256)


def legend_rows(shown: Shown, width: float) -> int:
    """How many lines it takes to say who is who."""
    return -(-len(shown.labels) // legend_columns(shown, width))


def legend_columns(shown: Shown, width: float) -> int:
    """How many names fit beside each other."""
    return max(1, min(len(shown.labels), int(width * LETTERS // (max(map(len, shown.labels)) + 6))))


def add_legend(figure: Any, shown: Shown, width: float) -> None:
    """Who is who."""
    from matplotlib.lines import Line2D  # noqa: PLC0415  see `drawing`

    handles = [
        Line2D([], [], color=colour(place), linestyle=dash(place), linewidth=3.5, label=label) for place, label in enumerate(shown.labels)
    ]
    corner = (MARGIN * WIDE / width - 0.004, 0)
    figure.legend(handles=handles, loc="lower left", bbox_to_anchor=corner, ncols=legend_columns(shown, width), fontsize=10.5, borderpad=0)


def colour(place: int) -> str:
    """The colour of a match."""
    return COLOURS[place % len(COLOURS)]


def dash(place: int) -> Any:
    """The line of a match."""
    return DASHES[place % len(DASHES)]


def set_percents(axis: Any, words: Speaker) -> None:
    """Ticks as shares in hundredths."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  see `drawing`

    axis.set_major_locator(MaxNLocator(nbins=6, steps=STEPS))
    axis.set_major_formatter(lambda value, _: percent(words, value, decimals_of(axis, 100)))


def set_numbers(axis: Any, words: Speaker, *, whole: bool = True) -> None:
    """Ticks as numbers of the language."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415  see `drawing`

    axis.set_major_locator(MaxNLocator(nbins=8, steps=STEPS, integer=whole, min_n_ticks=1))
    axis.set_major_formatter(lambda value, _: number(words, value, decimals_of(axis)))


def decimals_of(axis: Any, scale: float = 1) -> int:
    """How many decimals tell the ticks of an axis apart."""
    ticks = axis.get_majorticklocs()
    step = scale * float(np.diff(ticks).min()) if len(ticks) > 1 else 1
    return next((digits for digits in range(4) if abs(step * 10**digits - round(step * 10**digits)) < 1e-6), 3)
