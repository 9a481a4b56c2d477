"""The story of a game of Dungeon, told to one seat from the events that it may know."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from underdeck.dungeon.moves import RANKS
from underdeck.game import Event
from underdeck.say.table import Face
from underdeck.say.words import Words

TOLD_TOGETHER = frozenset({"drew", "hand_shown", "lost_card", "passage_shown"})
"""Events that come in a row and are told in one sentence."""
UNTOLD = frozenset({"gave_card", "bid_with", "front_lost"})
"""Events that only add what another one has told already."""


EXPLAINED_BY = {
    "bid_laid": ("bid",),
    "drew_card": ("draw",),
    "dug": ("dig", "front", "branch"),
    "caved_in": ("cave",),
    "attacked": ("attack", "cell"),
    "fight_laid": ("fight",),
    "retreated": ("retreat",),
    "rob_called": ("rob",),
    "fished": ("fish",),
    "denied": ("lie",),
    "demanded": ("demand",),
    "ace_played": ("ace", "ace_window"),
    "discarded": ("discard",),
    "escaped": ("win",),
}
"""What a learner is told when such an event comes up for the first, second, third time."""


class DungeonTeller:
    """Tells events in one language, to one seat or a spectator."""

    def __init__(self, words: Words, voice: int, face: Face) -> None:
        self.words = words
        self.voice = voice
        self.face = face
        self._explained: set[str] = set()

    def explain(self, events: Iterable[Event], seat: int) -> list[str]:
        """What the rules make of these events, one thing at a time."""
        lessons = []
        for event in events:
            left = [key for key in EXPLAINED_BY.get(event.name, ()) if key not in self._explained]
            if left and event.is_for(seat):
                self._explained.add(left[0])
                lessons.append(self.words.say(f"dungeon.explain.{left[0]}"))
        return lessons

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.words.say("cli.dungeon.player", n=player)

    def tell(self, events: Iterable[Event], seat: int | None, moment: int) -> list[str]:
        """The sentences for what one move brought, as far as this seat may know it."""
        heard = fold_fronts(event for event in events if event.is_for(seat) and event.name not in UNTOLD)
        you = None if seat is None else seat + 1
        sentences = []
        for place, row in enumerate(grouped(heard)):
            path = f"dungeon.event.{sentence_key(row[0], you)}"
            if self.words.has(path):
                sentences.append(self.words.vary(path, f"{self.voice} {moment} {place}", **self.parts(row)))
        return sentences

    def parts(self, row: list[Event]) -> dict[str, object]:
        """What a sentence may mention."""
        event = row[0]
        told: dict[str, object] = dict(event.parts)
        for part in ("player", "target"):
            if part in event.parts:
                told[part] = self.name(event.parts[part])
        for part in ("value", "rank"):
            if part in event.parts:
                told[part] = RANKS[event.parts[part]]
        if event.name == "drew":
            told["n"] = sum(each.parts["n"] for each in row)
        if event.name in ("fight_laid", "attacked"):
            told["value"] = str(event.parts["value"])
        if "card" in event.parts:
            told["card"] = self.face(event.parts["card"])
            cards = [each.parts["card"] for each in row]
            told["cards"] = " ".join(self.face(card) for card in (cards if event.name == "passage_shown" else sorted(cards)))
        if event.name == "attacked":
            told["creature"] = self.words.table("dungeon.creature")[str(event.parts["value"])]
        return told


def fold_fronts(events: Iterable[Event]) -> list[Event]:
    """A retreat and the card that it cost become one event; after a blind cave-in the card is told too, and otherwise it was already."""
    told: list[Event] = []
    for event in events:
        before = told[-1].name if told else ""
        if event.name != "front_was":
            told.append(event)
        elif before == "retreated":
            told[-1] = Event("retreated_from", event.parts, event.audience)
        elif before == "cave_hit":
            told.append(event)
    return told


def grouped(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events as they are told: one by one, or a row of one kind about one player."""
    for (name, _), row in groupby(events, lambda event: (event.name, event.parts.get("player"))):
        rows = list(row)
        if name in TOLD_TOGETHER:
            yield rows
        else:
            yield from ([event] for event in rows)


def sentence_key(event: Event, you: int | None) -> str:
    """The key of an event's sentence: its name, and who does it to whom from where one sits."""
    if "player" not in event.parts:
        return event.name
    actor = "you" if event.parts["player"] == you else "other"
    if "target" not in event.parts:
        return f"{event.name}.{actor}"
    return f"{event.name}.{actor}_{'you' if event.parts['target'] == you else 'other'}"
