"""Lessons as data for a guided table: the learner's view and the comments at each step."""

from functools import cache

from underdeck import lessons
from underdeck.game import Event
from underdeck.playthrough import AnyPlaythrough
from underdeck.registry import find_part
from underdeck.say.tellers import teller_for
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.messages.fields import lesson_names
from underdeck.serve.pov import view_json


def has_lesson(game: str) -> bool:
    """Return whether there is a lesson for a game."""
    return game in lesson_names()


@cache
def read_lesson(game: str, language: str, *, has_facts: bool = False) -> messages.Lesson:
    """Return the lesson of a game in a language, its views with facts or without."""
    lesson: lessons.Lesson = find_part(game, "lesson")
    record, words = lesson.play().record, Words(language)
    texts = words.file(lesson.catalogue)
    comments = iter(texts["move"])
    teller = teller_for(game, words, record.deal.voice)
    played = AnyPlaythrough.before(record)
    next_moves = [*(played.read_seat(text) for text in record.moves), (None, None)]
    steps: list[messages.LessonStep] = []

    def add_step(events: list[Event]) -> None:
        known = [event for event in events if event.is_for(lessons.LEARNER)]
        seat, move = next_moves[len(steps)]
        comment = next(comments) if seat == lessons.LEARNER else {}
        steps.append(
            messages.LessonStep(
                view=view_json(played, lessons.LEARNER, has_facts=has_facts),
                events=[event.as_json() for event in known],
                story=teller.tell(events, lessons.LEARNER, played.events_before(events)),
                rules=teller.explain(known, lessons.LEARNER),
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
