"""Lessons as data for a guided table: the learner's view and the comments at each step."""

from functools import cache
from typing import Any

from underdeck import lessons
from underdeck.cards import symbol_of
from underdeck.game import Event
from underdeck.playthrough import Playthrough
from underdeck.registry import find_part
from underdeck.say.tellers.tomb import TombTeller
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.messages.fields import lesson_names
from underdeck.serve.pov import view_shown

LEARNER_SEAT = 0


def has_lesson(game: str) -> bool:
    """Return whether there is a lesson for a game."""
    return game in lesson_names()


@cache
def read_lesson(game: str, language: str) -> messages.Lesson:
    """Return the lesson of a game in a language."""
    lesson: lessons.Lesson = find_part(game, "lesson")
    record, words = lesson.play().record, Words(language)
    texts = words.file(lesson.catalogue)
    comments = iter(texts["move"])
    teller = find_part(game, "teller")(words, record.deal.voice, symbol_of)
    played = Playthrough.before(record)
    next_moves = [*(played.read_seat(text) for text in record.moves), (None, None)]
    steps: list[messages.LessonStep] = []

    def add_step(events: list[Event]) -> None:
        seat, move = next_moves[len(steps)]
        comment = next(comments) if seat == LEARNER_SEAT else {}
        steps.append(
            messages.LessonStep(
                view=view_shown(played, LEARNER_SEAT),
                events=[event.as_json() for event in events if event.is_for(LEARNER_SEAT)],
                story=tell(teller, events, played.events_before(events)),
                rules=explain(teller, events),
                seat=seat,
                move=move,
                before=comment.get("before"),
                why=comment.get("why"),
            )
        )

    add_step(played.opening)
    for step in played.replay(record.moves):
        add_step(step.events)
    result = played.result() or {}
    return messages.Lesson(game, texts["intro"], texts["outro"], steps, result)


def tell(teller: Any, events: list[Event], before: list[Event]) -> list[str]:
    """Return the story of events for the learner."""
    if isinstance(teller, TombTeller):
        return teller.tell(events, before)
    story: list[str] = teller.tell(events, LEARNER_SEAT, before)
    return story


def explain(teller: Any, events: list[Event]) -> list[str]:
    """Return explanations of the rules behind events that the learner may know."""
    known = [event for event in events if event.is_for(LEARNER_SEAT)]
    if isinstance(teller, TombTeller):
        return teller.explain(known)
    rules: list[str] = teller.explain(known, LEARNER_SEAT)
    return rules
