"""The sample game of the rulebook, as a record: thirteen turns, four kings, 68 points."""

from pathlib import Path

from underdeck.formats import read_record
from underdeck.lessons import Lesson
from underdeck.playthrough import AnyPlaythrough


def walkthrough() -> AnyPlaythrough:
    """Return the game, played to its end."""
    return read_record(Path(__file__).with_name("walkthrough.json").read_text("utf-8"))


LESSON = Lesson(play=walkthrough, catalogue="walkthrough")
