"""A policy of somebody's own for tests: the example, which also chooses a move that isn't there if it is told to go beyond turn 90."""

from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_policy.py"
FIRST = "    if s.phase == BETWEEN:\n"
SOURCE = EXAMPLE.read_text("utf-8").replace(
    FIRST, f"    if knobs[DEEP] > 90:\n        return knobs[DEEP]\n{FIRST}"
)
assert "> 90" in SOURCE


def own_policy(folder: Path) -> str:
    """The path of its file, always with the same text, so that it is compiled once."""
    path = folder / "mine.py"
    path.write_text(SOURCE, "utf-8")
    return str(path)
