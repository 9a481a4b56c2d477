"""The figure of a bound: what strong play reaches, what no player exceeds, and the gap between."""

from typing import TYPE_CHECKING, Any

from underdeck.intervals import Z
from underdeck.study.draw.formatting import Speaker, number
from underdeck.study.draw.matplotlib import (
    BLUE,
    FAINT,
    MARGIN,
    SKY,
    VERMILION,
    save_figure,
    set_number_ticks,
    set_percent_ticks,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from underdeck.study.bound import Bound

SIZE_IN = (9.0, 4.2)
COLOURS = {"strong": FAINT, "lower": BLUE, "upper": VERMILION}
"""The rows of the figure from bottom to top, with their colours."""


def save_bound(bound: "Bound", path: str, words: Speaker) -> None:
    """Write the figure of a bound into a PNG or SVG file."""
    save_figure(path, "underdeck bound", SIZE_IN, lambda figure: draw_bound(figure, bound, words))


def draw_bound(figure: "Figure", bound: "Bound", words: Speaker) -> None:
    """Draw each figure with its interval, and the interval of perfect play as a band."""
    results, plan = bound.results(), bound.plan
    title = words.say(f"study.bound.title_{plan.goal}", game=words.say(f"{plan.game}.game.name"))
    figure.suptitle(title, x=MARGIN, ha="left", fontsize=14, fontweight="bold")
    axes = figure.subplots()
    perfect = results["perfect"]
    axes.axvspan(perfect["low"], perfect["high"], color=SKY, alpha=0.25, linewidth=0)
    for row, (name, color) in enumerate(COLOURS.items()):
        draw_row(axes, row, results[name], color)
    axes.set_yticks(range(len(COLOURS)), [words.say(f"study.bound.row_{name}") for name in COLOURS])
    axes.set_ylim(-0.6, len(COLOURS) - 0.4)
    axes.grid(axis="x")
    if bound.scale == 1:
        set_percent_ticks(axes.xaxis, words)
    else:
        set_number_ticks(axes.xaxis, words, whole=False)
    caption = {"deals": number(words, bound.done), "seed": plan.seed}
    axes.set_xlabel(words.say("study.bound.caption", **caption))


def draw_row(axes: Any, row: int, figure: dict[str, float], color: str) -> None:
    """Draw a mean with its interval."""
    axes.errorbar(
        figure["mean"], row, xerr=Z * figure["error"], fmt="o", color=color, capsize=5, linewidth=2
    )
