"""A lesson: a scripted game with words about each of the learner's moves, as data for a guided table."""

from functools import cache

from underdeck.cards import symbol_of
from underdeck.game import Event
from underdeck.games.dungeon.lesson import dungeon_lesson
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import Playthrough
from underdeck.say.tellers.dungeon import DungeonTeller
from underdeck.say.tellers.tomb import TombTeller
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
    played, tell = Playthrough.before(record), Telling(words, game, record.deal.voice)
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
                story=tell.story(events, played.events_before(events)),
                rules=tell.rules(known),
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


class Telling:
    """The story of either game, and what the rules make of what comes up."""

    def __init__(self, words: Words, game: str, voice: int) -> None:
        self.teller = (
            TombTeller(words, voice, symbol_of)
            if game == "tomb"
            else DungeonTeller(words, voice, symbol_of)
        )

    def story(self, events: list[Event], before: list[Event]) -> list[str]:
        """What happened."""
        if isinstance(self.teller, TombTeller):
            return self.teller.tell(events, before)
        return self.teller.tell(events, LEARNER, before)

    def rules(self, events: list[Event]) -> list[str]:
        """What it means."""
        if isinstance(self.teller, TombTeller):
            return self.teller.explain(events)
        return self.teller.explain(events, LEARNER)
