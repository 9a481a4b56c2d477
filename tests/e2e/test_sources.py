"""The tests of the page wait for conditions, never for a fixed time."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SLEEP = re.compile(r"\b(?:wait_for_timeout|time\.sleep|from time import|setTimeout\(.+,)")
"""A `setTimeout` without a time only lets the page handle its events."""


def find_sleeps(source: str) -> list[str]:
    """Return the lines that wait for a fixed time."""
    return [line.strip() for line in source.splitlines() if SLEEP.search(line)]


def test_no_test_sleeps() -> None:
    sources = {path.name: path.read_text("utf-8") for path in HERE.glob("*.py")}
    assert sources.pop(Path(__file__).name)
    found = {name: sleeps for name, source in sources.items() if (sleeps := find_sleeps(source))}
    assert found == {}


@pytest.mark.parametrize("line", ["page.wait_for_timeout(20)", "time.sleep(1)", "setTimeout(f, 5)"])
def test_sleeps_are_found(line: str) -> None:
    assert find_sleeps(f"x = 1\n    {line}\n") == [line]
