"""A scripted game that teaches the rules; a game's manifest names its lesson."""

from collections.abc import Callable
from dataclasses import dataclass

from underdeck.playthrough import Playthrough


@dataclass(frozen=True)
class Lesson:
    """A game played to its end, with a comment on each of the learner's moves."""

    script: Callable[[], Playthrough]
    catalogue: str
    """The catalogue with `intro`, `outro` and a `[[move]]` for each move of the first seat."""
