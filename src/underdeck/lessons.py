"""Lessons: scripted games whose moves a catalogue comments on."""

from collections.abc import Callable
from dataclasses import dataclass

from underdeck.playthrough import AnyPlaythrough

LEARNER = 0
"""The seat of the learner."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A scripted game for learners, who play the first seat."""

    play: Callable[[], AnyPlaythrough]
    """Return the whole game."""
    catalogue: str
    """The catalogue with an introduction, an ending and comments on the learner's moves."""
