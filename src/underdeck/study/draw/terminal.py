"""Pictures of simulations for terminals, with plotext, which is imported only when something is drawn."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from underdeck.study.draw.numbers import (
    FEW,
    SPREADS,
    Bar,
    Played,
    Shown,
    Speaker,
    alive,
    bar_names,
    difference_text,
    digits_of,
    even_text,
    groups_of,
    library,
    mean_of,
    mean_text,
    number,
    share_text,
    shortened,
    turning,
    turning_span,
)

HEIGHT = 14
"""Lines of a plot, with its axes."""
LEAST_WIDTH, LEAST_BAR, LONGEST_NAME = 40, 8, 24
PIECES = " ▏▎▍▌▋▊▉█"
"""A bar's last letter, by eighths."""
MARKS = "ox+*#@%="
"""What the lines of several matches are drawn with where there is no colour."""
INKS = (33, 208, 36, 175, 220, 117, 132, 143)
"""What they are drawn in where there is: numbers of the 256 colours, near to those of pictures."""
WANTED_TICKS = 8


def in_terminal(played: Played, words: Speaker, width: int = 80, *, colour: bool = False) -> str:
    """All pictures beneath each other, as text."""
    shown, width = Shown.of(played, words), max(width, LEAST_WIDTH)
    keys = (
        [
            f"  {key_of(place, colour=colour)} {shortened(label, width - 5)}"
            for place, label in enumerate(shown.labels)
        ]
        if shown.several
        else []
    )
    parts = [
        "\n".join([shortened(shown.title, width), *folded(shown.caption, width), *keys]),
        sketch_histogram(shown, width, colour=colour),
    ]
    if shown.game == "tomb":
        parts.append(sketch_alive(shown, width, colour=colour))
    parts += [
        sketch_bars(shown, name, width, colour=colour)
        for name in (("endings", "hoards") if shown.game == "tomb" else ("seats", "ways"))
    ]
    if shown.several:
        parts.append(sketch_differences(shown, width, colour=colour))
    if shown.game == "tomb":
        parts += [
            sketch_turning(shown, place, width)
            for place, tally in enumerate(shown.tallies)
            if tally.counts["turning"].any()
        ]
    return "\n\n".join([*parts, shown.credit]) + "\n"


def folded(text: str, width: int) -> list[str]:
    """A caption in lines of that width, parted between its parts."""
    lines: list[str] = []
    for part in text.split(" · "):
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1] += f" · {part}"
        else:
            lines.append(part)
    return lines


def new_plot(width: int) -> Any:
    """An empty plot of that width."""
    plotext = library("plotext")
    plotext.terminal.limit(False, False)
    plot = plotext.figure
    plot.clear()
    plot.theme("simple")
    plot.plot_size(width, HEIGHT)
    return plot


def marker_of(place: int, shape: str, *, colour: bool) -> Any:
    """What a match is drawn with: a colour where there is one, else a letter of its own."""
    plotext = library("plotext")
    return (
        plotext.marker(shape, pixel=plotext.pixel(INKS[place % len(INKS)]))
        if colour
        else MARKS[place % len(MARKS)]
    )


def drawn(plot: Any, *, colour: bool) -> list[str]:
    """The plot's lines, with nothing after their ends."""
    text: str = plot.build().string(colorless=not colour)
    return [line.rstrip() for line in text.rstrip("\n").split("\n")]


def inked(text: str, place: int, *, colour: bool) -> str:
    """A text in the colour of a match."""
    return f"\x1b[38;5;{INKS[place % len(INKS)]}m{text}\x1b[0m" if colour else text


def sketch_histogram(shown: Shown, width: int, *, colour: bool) -> str:
    """Points of those who got out, or lengths: bars for one match, lines for several; then the means."""
    bars = shown.histogram((width - 8) // 2 if shown.several else width - 8)
    middles = [edge + bars.width / 2 for edge in bars.edges[:-1]]
    plot = new_plot(width)
    for place, shares in enumerate(bars.shares):
        values = [100 * float(share) for share in shares]
        if shown.several:
            draw_line(plot, middles, values, place, colour=colour)
        else:
            plot.draw(plot.bar(middles, values, width=1, marker=marker_of(0, "hd", colour=True)))
    set_ticks(
        plot,
        shown.words,
        (bars.edges[0] + 0.5, bars.edges[-1] - 0.5),
        100 * max(float(shares.max()) for shares in bars.shares),
    )
    title = shown.words.say(
        "study.sketch.points" if shown.game == "tomb" else "study.sketch.length"
    )
    return "\n".join([title, *drawn(plot, colour=colour), *mean_lines(shown, width, colour=colour)])


def draw_line(
    plot: Any, places: Sequence[float], values: Sequence[float], place: int, *, colour: bool
) -> None:
    """A match's line."""
    plot.draw(
        plot.signal(
            list(places), list(values), marker=marker_of(place, "braille", colour=colour)
        ).lines()
    )


def mean_lines(shown: Shown, width: int, *, colour: bool) -> list[str]:
    """The mean of each match, after what it is drawn with."""
    lines = []
    for place, tally in enumerate(shown.tallies):
        mean = mean_of(tally.counts[SPREADS[shown.game]])
        text = (
            shown.words.say("study.mark.mean", value=mean_text(shown.words, mean))
            if mean
            else shown.words.say("study.mark.nobody")
        )
        label = shortened(shown.labels[place], max(width - len(text) - 7, 3))
        lines.append(
            f"  {key_of(place, colour=colour)} {label}: {text}" if shown.several else f"  {text}"
        )
    return lines


def key_of(place: int, *, colour: bool, times: int = 2) -> str:
    """What a match is drawn with, for the legend."""
    return inked("━" * times, place, colour=True) if colour else MARKS[place % len(MARKS)] * times


def sketch_alive(shown: Shown, width: int, *, colour: bool) -> str:
    """The share of games in which the player lives after each turn."""
    lines = [alive(tally) for tally in shown.tallies]
    last = max(len(line) for line in lines) - 1
    plot = new_plot(width)
    for place, line in enumerate(lines):
        values = [100 * float(share) for share in line] + [100 * float(line[-1])] * (
            last + 1 - len(line)
        )
        if shown.several:
            draw_line(plot, range(last + 1), values, place, colour=colour)
        else:
            plot.draw(
                plot.bar(
                    list(range(1, last + 1)),
                    values[1:],
                    width=1,
                    marker=marker_of(0, "hd", colour=True),
                )
            )
    set_ticks(plot, shown.words, (0 if shown.several else 1, last), 100)
    return "\n".join([shown.words.say("study.sketch.alive"), *drawn(plot, colour=colour)])


def set_ticks(plot: Any, words: Speaker, across: tuple[float, float], most: float) -> None:
    """Round numbers along both axes, as the language writes them; heights from 0 up."""
    plot.ruler("y").lim(0, max(most, 1)).alignment(lim="edge")
    for axis, low, high, wanted in (("x", *across, WANTED_TICKS), ("y", 0, max(most, 1), 4)):
        ticks = round_numbers(low, high, wanted, 0 if axis == "x" else -1)
        digits = 0 if all(tick == int(tick) for tick in ticks) else 1
        plot.ruler(axis).ticks(ticks, [number(words, tick, digits) for tick in ticks])


def round_numbers(low: float, high: float, wanted: int, least: int) -> list[float]:
    """So many round numbers at the most, evenly from low to high, in steps of that power of ten at least."""
    step = next(
        step
        for power in range(least, 5)
        for digit in (1, 2, 5)
        if (high - low) / (step := digit * 10.0**power) <= wanted
    )
    return [
        round(step * place, 1)
        for place in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1)
    ]


def sketch_bars(shown: Shown, name: str, width: int, *, colour: bool) -> str:
    """Lying bars, each with its share and interval; where seats are shown, a line stands at an even share."""
    groups, names = groups_of(shown, name), bar_names(shown, name)
    digits = digits_of(one for group in groups for one in group)
    texts = [[share_text(shown.words, one._asdict(), digits) for one in group] for group in groups]
    room = min(max(map(len, names)), LONGEST_NAME)
    length = max(
        width
        - room
        - max(len(text) for group in texts for text in group)
        - (6 if shown.several else 4),
        LEAST_BAR,
    )
    most = max(one.high for group in groups for one in group)
    lines = [shown.words.say(f"study.panel.{name}")]
    for row, title in enumerate(names):
        for place, group in enumerate(groups):
            if row < len(group):
                even = 1 / shown.matches[place].seats if name == "seats" else 0
                piece = inked(bar_text(group[row], most, length, even), place, colour=colour)
                whose = f"{key_of(place, colour=colour, times=1)} " if shown.several else ""
                lines.append(f"  {title[:room]:<{room}} {whose}{piece} {texts[place][row]}")
                title = ""  # noqa: PLW2901  once is enough
    if name == "seats":
        lines.append(f"  │ {even_text(shown)}")
    return "\n".join(lines)


def bar_text(one: Bar, most: float, length: int, even: float) -> str:
    """A bar to an eighth of a letter, with a line at an even share."""
    eighths = round(one.share / most * length * 8)
    text = ("█" * (eighths // 8) + PIECES[eighths % 8].strip()).ljust(length)
    line = min(int(even / most * length), length - 1)
    return f"{text[:line]}│{text[line + 1 :]}" if even else text


def sketch_differences(shown: Shown, width: int, *, colour: bool) -> str:
    """How each other match did on the same deals, less the first; names above numbers where there is no room beside them."""
    lines = [shortened(shown.words.say("study.panel.differences", first=shown.labels[0]), width)]
    for place in range(1, len(shown.matches)):
        lines.append(
            f"  {key_of(place, colour=colour)} {shortened(shown.labels[place], width - 5)}"
        )
        told = {
            shown.measure(each.name): difference_text(shown.words, each, short=True)
            for each in shown.differences(place)
        }
        room, longest = max(map(len, told)), max(map(len, told.values()))
        beside = 7 + room + longest <= width
        lines += [
            f"     {name:<{room}}  {text}" if beside else f"     {name}\n       {text}"
            for name, text in told.items()
        ]
    return "\n".join(lines)


def sketch_turning(shown: Shown, place: int, width: int) -> str:
    """Mean points by the turn after which games turned around and by the torches burnt."""
    turned = turning(shown.tallies[place])
    games, points = turned.games.sum(axis=2), turned.points.sum(axis=2)
    depths, _ = turning_span([turned])
    torches = [light for light in range(games.shape[1]) if games[:, light].any()]
    say = shown.words.say
    head, title = (
        say("study.sketch.after"),
        say(
            "study.sketch.turning_of" if shown.several else "study.sketch.turning",
            who=shown.labels[place],
        ),
    )
    lines = [
        shortened(title, width),
        f"  {'':<{len(head)}}  {say('study.sketch.torches')}",
        f"  {head}  " + "".join(f"{light:>8}" for light in torches),
    ]
    for depth in range(depths[0], depths[1] + 1):
        cells = [
            number(shown.words, points[depth, light] / games[depth, light], 1)
            if games[depth, light] >= FEW
            else "·"
            if games[depth, light]
            else ""
            for light in torches
        ]
        lines.append(f"  {depth:>{len(head)}}  " + "".join(f"{cell:>8}" for cell in cells))
    return "\n".join(
        [
            *lines,
            *(
                [f"  {say('study.mark.few_plain', n=FEW)}"]
                if any("·" in line for line in lines[3:])
                else []
            ),
        ]
    )
