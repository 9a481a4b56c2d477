"""The figure of a round robin: the share of games that each bot won against each other one."""

import math
from typing import TYPE_CHECKING

from underdeck.study.draw.formatting import Speaker, number, percent
from underdeck.study.draw.matplotlib import INK, MARGIN, save_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from underdeck.study.round_robin import RoundRobin

WIDTH_IN, ROW_IN, FRAME_IN = 9.0, 0.5, 1.9
DARK_SHARE = 0.75
"""Larger shares are written in white."""


def save_ratings(run: "RoundRobin", path: str, words: Speaker) -> None:
    """Write the figure of a round robin into a PNG or SVG file."""
    size_in = WIDTH_IN, FRAME_IN + ROW_IN * len(run.plan.bots)
    save_figure(path, "underdeck ratings", size_in, lambda figure: draw_ratings(figure, run, words))


def draw_ratings(figure: "Figure", run: "RoundRobin", words: Speaker) -> None:
    """Draw the shares as a matrix, the strongest bot first, with ratings and stars."""
    results = run.results()
    names = [row["bot"] for row in results["table"]]
    cells = [[float("nan")] * len(names) for _ in names]
    for pair in results["pairs"]:
        one, two = names.index(pair["bot"]), names.index(pair["against"])
        cells[one][two], cells[two][one] = pair["share"], 1 - pair["share"]
    game = words.say(f"{run.plan.game}.game.name")
    title = words.say("study.ratings.title", game=game)
    figure.suptitle(title, x=MARGIN, ha="left", fontsize=14, fontweight="bold")
    axes = figure.subplots()
    axes.imshow(cells, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for row, shares in enumerate(cells):
        for column, share in enumerate(shares):
            if not math.isnan(share):
                color = "white" if share > DARK_SHARE else INK
                label = percent(words, share, 0)
                axes.text(column, row, label, ha="center", va="center", color=color, fontsize=10)
    labels = [
        words.say(
            "study.ratings.row",
            bot=row["bot"],
            stars="★" * row["stars"],
            rating=number(words, row["rating"], 1),
        )
        for row in results["table"]
    ]
    axes.set_yticks(range(len(names)), labels)
    axes.set_xticks(range(len(names)), names, rotation=20, ha="right")
    axes.grid(visible=False)
    games = number(words, run.done)
    axes.set_xlabel(words.say("study.ratings.caption", games=games, seed=run.plan.seed))
