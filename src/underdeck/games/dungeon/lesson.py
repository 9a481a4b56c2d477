"""The game of the lesson, as a record with every kind of card and interrupt."""

from pathlib import Path

from underdeck.formats import read_record
from underdeck.lessons import Lesson
from underdeck.playthrough import AnyPlaythrough


def dungeon_lesson() -> AnyPlaythrough:
    """Return the game, played to its end."""
    return read_record(Path(__file__).with_name("lesson.json").read_text("utf-8"))


LESSON = Lesson(play=dungeon_lesson, catalogue="dungeon_lesson")
