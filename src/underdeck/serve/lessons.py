"""A lesson: a scripted game with words about each of the learner's moves, as data for a guided table."""

from functools import cache

from underdeck.game import Event
from underdeck.games.dungeon.lesson import dungeon_lesson
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import Playthrough
from underdeck.say.tellers import teller_for
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.pov import view_json

LEARNER = 0
SCRIPTS = {"tomb": (walkthrough, "walkthrough"), "dungeon": (dungeon_lesson, "dungeon_lesson")}


@cache
def lesson(game: str, language: str) -> messages.Lesson:
    """The script, and for each moment of it what the learner sees and may weigh."""
    script, file = SCRIPTS[game]
    record, words = script().record, Words(language)
    comments = iter(words.file(file)["move"])
    played, teller = Playthrough.before(record), teller_for(game, words, record.deal.voice)
    turns = [played.read_seat(text) for text in record.moves]
    steps: list[messages.LessonStep] = []

    def add(events: list[Event]) -> None:
        known = [event for event in events if event.is_for(LEARNER)]
        seat, move = turns[len(steps)] if len(steps) < len(turns) else (None, None)
        comment = next(comments) if seat == LEARNER else {}
        steps.append(
            messages.LessonStep(
                view=view_json(played, LEARNER),
                events=[event.as_json() for event in known],
                story=teller.tell(events, LEARNER, played.events_before(events)),
                rules=teller.explain(known, LEARNER),
                seat=seat,
                move=move,
                before=comment.get("before"),
                why=comment.get("why"),
            )
        )

    add(played.opening)
    for step in played.replay(record.moves):
        add(step.events)
    return messages.Lesson(
        game, words.file(file)["intro"], words.file(file)["outro"], steps, played.result() or {}
    )
