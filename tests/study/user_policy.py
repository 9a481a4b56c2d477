"""A user's policy for tests: the example, which chooses a missing move if `deep` is above 90."""

from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_policy.py"
FIRST_LINE = "    if s.phase == BETWEEN:\n"
SOURCE = EXAMPLE.read_text("utf-8").replace(
    FIRST_LINE, f"    if knobs[DEEP] > 90:\n        return knobs[DEEP]\n{FIRST_LINE}"
)
assert "> 90" in SOURCE


def write_user_policy(folder: Path) -> str:
    """Write the policy, always with the same text, so that it is compiled once; return its path."""
    path = folder / "mine.py"
    path.write_text(SOURCE, "utf-8")
    return str(path)
