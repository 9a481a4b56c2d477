# ruff: noqa: E402  optional dependencies are checked first
"""The examples in the guide to training run, and the reference has the sizes of observations."""

import re
from pathlib import Path

import pytest

for library in ("gymnasium", "pettingzoo", "pyspiel"):
    pytest.importorskip(
        library,
        reason="the examples of docs/guides/train.md need all of: pip install 'underdeck[env]'",
    )

from underdeck.env import dungeon_codes, tomb_codes
from underdeck.env.layout import Layout

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "environments.md").read_text("utf-8")
GUIDE = (DOCS / "guides" / "train.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize(
    "block", BLOCKS, ids=["tomb", "many tombs", "dungeon", "many dungeons", "openspiel"]
)
def test_the_examples_run(block: str) -> None:
    exec(compile(block, "docs/guides/train.md", "exec"), {})


@pytest.mark.parametrize(
    ("head", "layout"),
    [
        ("part", tomb_codes.LAYOUT),
        ("part about the game", dungeon_codes.COMMON),
        ("part about a player", dungeon_codes.PLAYER),
    ],
)
def test_the_tables_have_every_part_of_an_observation(head: str, layout: Layout) -> None:
    table = PAGE.split(f"| {head} | size | content |\n|---|---|---|\n")[1].split("\n\n")[0]
    sizes: dict[str, int] = {}
    for row in table.splitlines():
        names, numbers, _ = row.strip("| ").split(" | ", maxsplit=2)
        parts = re.findall(r"`(\w+)`", names)
        each = re.fullmatch(r"(\d+) each", numbers)
        row_sizes = [each[1]] * len(parts) if each else numbers.split(", ")
        sizes |= dict(zip(parts, map(int, row_sizes), strict=True))
    assert sizes == layout.sizes


def test_the_page_has_the_sizes_of_observations() -> None:
    assert f"**Observation**: {tomb_codes.LAYOUT.size} numbers" in PAGE
    assert f'{{"observation": {dungeon_codes.SIZE} numbers' in PAGE
    assert f"`dungeon_codes.COMMON`, {dungeon_codes.COMMON.size}" in PAGE
    assert f"`PLAYER`, {dungeon_codes.PLAYER.size} each" in PAGE
