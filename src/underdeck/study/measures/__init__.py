"""What a simulation counts, reports and draws: a module per game, and defaults for others."""

from underdeck.registry import find_part
from underdeck.study.measures.base import BuiltInPolicy, Measures

__all__ = ["BuiltInPolicy", "Measures", "find_measures"]


def find_measures(game: str) -> Measures:
    """Return the measures of a game, or the generic ones if it has none."""
    measures: Measures = find_part(game, "measures") or Measures(game)
    return measures
