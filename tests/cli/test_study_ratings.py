"""`underdeck study ratings`."""

from pathlib import Path

import pytest

from cli.conftest import Run
from cli.run import json_of

pytest.importorskip("openskill")

COMMAND = "study ratings dungeon --bots careful,random --games 12 --jobs 1 --house turn_limit=40"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["round robin of 12 games", "stars", "careful against random:"]),
        ("es", ["liga de 12 partidas", "estrellas", "careful contra random:"]),
    ],
)
def test_ratings_in_words(inside: Run, language: str, words: list[str]) -> None:
    shown = " ".join(inside(COMMAND, "--lang", language).out.split())
    assert all(each in shown for each in words)


def test_ratings_in_json_with_a_figure_and_continued(inside: Run, tmp_path: Path) -> None:
    out, plot = tmp_path / "ratings.json", tmp_path / "ratings.svg"
    files = ("--out", str(out), "--plot", str(plot), "--json")
    first = json_of(inside(COMMAND, *files))
    assert first["done"] == first["games"] == 12
    assert first["table"][0]["stars"] == 5
    assert "<svg" in plot.read_text("utf-8")
    assert json_of(inside(COMMAND, *files)) == first


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ("careful", "needs at least 2 bots"),
        ("careful,careful", "named twice"),
        ("careful,nobody", 'There is no bot "nobody"'),
    ],
)
def test_bots_that_can_not_be_rated(inside: Run, bots: str, words: str) -> None:
    refused = inside(f"study ratings dungeon --bots {bots}")
    assert refused.code != 0
    assert words in " ".join(refused.err.split())
