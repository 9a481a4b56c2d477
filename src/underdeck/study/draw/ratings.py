"""The figure of a round robin: the share of games that each bot won against each other one."""

import errno
import math
from pathlib import Path
from typing import TYPE_CHECKING

from underdeck.refusal import Refusal
from underdeck.study.draw.formatting import Speaker, number, percent
from underdeck.study.draw.matplotlib import (
    FILE_TYPES,
    INK,
    MARGIN,
    file_content,
    new_figures,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from underdeck.study.round_robin import RoundRobin

WIDTH_IN, ROW_IN, FRAME_IN = 9.0, 0.5, 1.9
DARK_SHARE = 0.75
"""Larger shares are written in white."""


def save_ratings(run: "RoundRobin", path: str, words: Speaker) -> None:
    """Write the figure of a round robin into a PNG or SVG file."""
    file_type = Path(path).suffix.lower()
    if file_type not in FILE_TYPES:
        raise Refusal("picture_form", path=path)
    height = FRAME_IN + ROW_IN * len(run.plan.bots)
    with new_figures(file_type.removeprefix("."), "underdeck ratings") as new_figure:
        figure = new_figure(figsize=(WIDTH_IN, height))
        draw_ratings(figure, run, words)
        content = file_content(figure, file_type.removeprefix("."))
    try:
        Path(path).expanduser().write_bytes(content)
    except (OSError, ValueError) as error:
        reason = errno.errorcode.get(getattr(error, "errno", None) or 0, str(error))
        raise Refusal("write_failed", path=path, reason=reason) from None


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
