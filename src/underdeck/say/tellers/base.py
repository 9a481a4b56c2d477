"""The base of all tellers: which sentence tells an event to a seat, and in which phrasing.

A teller gets new events and all earlier events of the same game. It counts how often each
sentence was told before; that count and the game's voice decide the phrasing. So a record is
told in the same words live, resumed, replayed and after an undo, and the words that a seat
reads depend only on events that the seat may know.

A simple game needs no more than the name of its catalogue:

    class PitTeller(Teller[Narration]):
        game = "pit"

and in `pit.toml` a sentence for each event, with the event's parts as placeholders:

    [event]
    dug = "{player} digs up {card}."
    "dug.you" = "You dig up {card}."
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypeAlias, TypeVar

from underdeck.cards import JOKER
from underdeck.game import CARD_PARTS, Event
from underdeck.say.sentences import Face, listed, seat_name, spoken_card
from underdeck.say.words import Spoken, Words

Sentence = tuple[str, list[Event]]
"""The key of a sentence and the events that it tells: one, or several of one kind."""
SeatNames = Callable[[int], str | None]
"""Return the name of the player in a seat; without one the player is called by number."""

ACTOR = "seat"
"""The event part with the seat that acts; `{player}` in a sentence is that player's name."""
TARGET = "target"
"""The event part with the seat that an action is aimed at."""


@dataclass(slots=True)
class Narration:
    """How far a game was told to one seat; a game adds what its later sentences depend on."""

    event_count: int = 0
    """Number of events so far, including those that the seat may not know."""
    last_event: Event | None = None
    """The last of these events; it identifies the game when a narration is continued."""
    counts: Counter[str] = field(default_factory=Counter)
    """How often each sentence was told, by key."""

    def copy(self) -> Self:
        """Return an independent copy; a subclass with collections of its own copies them too."""
        return replace(self, counts=Counter(self.counts))

    def precedes(self, events: Sequence[Event]) -> bool:
        """Return whether this narration covers a beginning of these events."""
        return self.event_count == 0 or (
            self.event_count <= len(events) and events[self.event_count - 1] is self.last_event
        )

    def advance(self, before: Sequence[Event], events: Sequence[Event] = ()) -> None:
        """Mark all of these events as covered."""
        self.event_count = len(before) + len(events)
        self.last_event = events[-1] if events else before[-1] if before else None


NarrationT = TypeVar("NarrationT", bound=Narration)


class Teller(Generic[NarrationT]):
    """Tells the events of one game in one language.

    With `spoken`, cards are named in words, for a screen reader, and `face` isn't used.
    """

    game: str
    """The game, whose catalogue has the sentences in its tables `event` and `explain`."""
    narration_type: type[Any] = Narration

    def __init__(
        self,
        words: Words,
        voice: int,
        face: Face,
        *,
        spoken: bool = False,
        names: SeatNames | None = None,
    ) -> None:
        self.words = words
        self.voice = voice
        self.face = face
        self.spoken = spoken
        self._names = names
        self._explained: set[str] = set()
        self._narrations: dict[int | None, list[NarrationT]] = {}
        """For each seat the narrations after and before the last call, newest first."""

    # What a game may override

    def sentences(
        self, events: Iterable[Event], seat: int | None, narration: NarrationT
    ) -> Iterable[Sentence]:
        """Yield the sentences that tell these events to a seat, and keep the narration up to date.

        By default every event that the seat may know is told if the catalogue has a sentence.
        """
        for event in events:
            if event.is_for(seat):
                key = self.key(event, seat)
                if self.words.has(f"{self.game}.event.{key}"):
                    yield key, [event]

    def key(self, event: Event, seat: int | None) -> str:
        """Return the key of an event's sentence: its name, or `name.you` told to the actor."""
        own = f"{event.name}.you"
        is_actor = seat is not None and event.parts.get(ACTOR) == seat
        return own if is_actor and self.words.has(f"{self.game}.event.{own}") else event.name

    def parts(self, row: list[Event]) -> dict[str, object]:
        """Return the placeholders of a sentence: event parts, cards and seats in words."""
        parts: dict[str, object] = dict(row[0].parts)
        for name, part in row[0].parts.items():
            if name in CARD_PARTS:
                parts[name] = self.shown(part)
            elif name == ACTOR:
                parts["player"] = self.name(part)
            elif name == TARGET:
                parts[name] = self.name(part)
        return parts

    def lesson_keys(self, key: str, row: list[Event]) -> Sequence[str]:
        """Return keys of the table `explain` for a sentence, the most specific first."""
        return (key, row[0].name)

    def joker(self) -> str:
        """Return what a joker is called, with its article."""
        return self.words.say("common.card.a_joker")

    def count(self, narration: NarrationT, key: str) -> int:
        """Count a sentence, and return how often it was told before."""
        narration.counts[key] += 1
        return narration.counts[key] - 1

    # What callers use

    def new_narration(self) -> NarrationT:
        """Return the narration before the first event of a game."""
        narration: NarrationT = self.narration_type()
        return narration

    def tell(self, events: Sequence[Event], seat: int | None, before: Sequence[Event]) -> list[str]:
        """Return the sentences for `events` that a seat (None: a spectator) may know.

        `before` are all earlier events of the game.
        """
        earlier = self._narration_after(before, seat)
        narration = earlier.copy()
        story = []
        for key, row in self.sentences(events, seat, narration):
            count = self.count(narration, key)
            path = f"{self.game}.event.{key}"
            story.append(self.words.vary(path, self.voice, count, **self.parts(row)))
        narration.advance(before, events)
        self._narrations[seat] = [narration, earlier]
        return story

    def explain(self, events: Iterable[Event], seat: int | None) -> list[str]:
        """Return the rules behind these events, each explanation only once."""
        lessons = []
        for key, row in self.sentences(events, seat, self.new_narration()):
            for lesson in self.lesson_keys(key, row):
                if self.words.has(f"{self.game}.explain.{lesson}"):
                    break
            else:
                continue
            if lesson not in self._explained:
                self._explained.add(lesson)
                lessons.append(self.words.say(f"{self.game}.explain.{lesson}", **self.parts(row)))
        return lessons

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return (self._names and self._names(seat)) or seat_name(self.words, seat)

    def shown(self, card: int) -> str:
        """Return a card for a sentence; a joker, which has no suit, is always named in words."""
        return Spoken(self._name(card)) if self.spoken or card == JOKER else self.face(card)

    def shown_row(self, cards: Iterable[int]) -> str:
        """Return several cards for a sentence: `10♠ 9♥`, or `10♠, 9♥ and a joker`."""
        row = list(cards)
        if self.spoken or JOKER in row:
            return Spoken(listed(self.words, [self._name(card) for card in row]))
        return " ".join(self.face(card) for card in row)

    def _name(self, card: int) -> str:
        """Return a card as a part of a sentence: its name if it is spoken, or a joker."""
        if card == JOKER:
            return self.joker()
        return spoken_card(self.words, card) if self.spoken else self.face(card)

    def _narration_after(self, before: Sequence[Event], seat: int | None) -> NarrationT:
        """Return the narration of all events in `before`, continued from a kept one if possible."""
        kept = self._narrations.get(seat, ())
        narration = next((each for each in kept if each.precedes(before)), None)
        if narration is None:
            narration = self.new_narration()
        if len(before) > narration.event_count:
            narration = narration.copy()
            for key, _ in self.sentences(before[narration.event_count :], seat, narration):
                self.count(narration, key)
            narration.advance(before)
        return narration


AnyTeller: TypeAlias = Teller[Any]
"""A teller of a game found by its name."""
