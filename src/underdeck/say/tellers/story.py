"""What the tellers of all games share: cards in words, and phrasings that never repeat themselves in a row.

A teller is given the events to tell and the events that came before them in the same game. From the earlier ones it counts how often
each sentence was told to this listener, and from that number and the game's voice follows the phrasing. So the same record is told
in the same words live, resumed, replayed and after an undo, and a seat's words depend on nothing that the seat may not know.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from underdeck.game import Event
from underdeck.say.sentences import Face, listed, spoken_card
from underdeck.say.words import Spoken, Words

Sentence = tuple[str, list[Event]]
"""The key of a sentence, and the events that it tells: one, or a row of one kind."""


@dataclass(slots=True)
class Listener:
    """What one seat has heard so far, as far as later sentences depend on it."""

    heard: int = 0
    """How many events of the game have gone by, secret ones included."""
    latest: Event | None = None
    """The last of them; the same event at the same place means the same game up to there."""
    counts: Counter[str] = field(default_factory=Counter)
    """How often each sentence was told."""
    queens: int = 0
    """Tomb: queens in the running turn."""
    jacks: set[int] = field(default_factory=set)
    """Tomb: jacks in the hand."""
    door_failed: bool = False
    """Tomb: the door of the running turn has held, so every further ace is one of its discards."""
    hoards: list[Event] = field(default_factory=list)
    """Tomb: kings that are lost if the running turn isn't won."""
    turn_of: int | None = None
    """Dungeon: the seat whose turn it is."""
    last: str = ""
    """Dungeon: the name of the last event that wasn't a pass."""

    def copy(self) -> "Listener":
        """A listener that hears on independently."""
        return replace(
            self, counts=Counter(self.counts), jacks=set(self.jacks), hoards=list(self.hoards)
        )

    def is_within(self, events: Sequence[Event]) -> bool:
        """Do these events begin with those that went by?"""
        return self.heard == 0 or (
            self.heard <= len(events) and events[self.heard - 1] is self.latest
        )

    def moves_on(self, before: Sequence[Event], events: Sequence[Event] = ()) -> None:
        """Note that all of these have gone by."""
        self.heard = len(before) + len(events)
        self.latest = events[-1] if events else before[-1] if before else None


class Teller(ABC):
    """Tells events in one language. With `spoken`, cards are named in words and `face` isn't used."""

    game: str

    def __init__(self, words: Words, voice: int, face: Face, *, spoken: bool = False) -> None:
        self.words = words
        self.voice = voice
        self.face = face
        self.spoken = spoken
        self._explained: set[str] = set()
        self._listeners: dict[int | None, list[Listener]] = {}
        """Each seat after what it was told last, and before that, so as not to count from the beginning every time."""

    @abstractmethod
    def sentences(
        self, events: Iterable[Event], seat: int | None, listener: Listener
    ) -> Iterable[Sentence]:
        """The sentences that a seat hears of these events; the listener follows along."""

    @abstractmethod
    def parts(self, row: list[Event]) -> dict[str, object]:
        """What a sentence may mention."""

    def tell_to(
        self, seat: int | None, events: Sequence[Event], before: Sequence[Event]
    ) -> list[str]:
        """The sentences for `events`, as far as this seat may know them; `before` are all earlier events of the game."""
        earlier = self._caught_up(seat, before)
        listener = earlier.copy()
        told = []
        for key, row in self.sentences(events, seat, listener):
            count = self.count(listener, key)
            told.append(
                self.words.vary(f"{self.game}.event.{key}", self.voice, count, **self.parts(row))
            )
        listener.moves_on(before, events)
        self._listeners[seat] = [listener, earlier]
        return told

    def _caught_up(self, seat: int | None, before: Sequence[Event]) -> Listener:
        """The listener who has heard all of `before`."""
        listener = next(
            (each for each in self._listeners.get(seat, ()) if each.is_within(before)), Listener()
        )
        if len(before) > listener.heard:
            listener = listener.copy()
            for key, _ in self.sentences(before[listener.heard :], seat, listener):
                self.count(listener, key)
            listener.moves_on(before)
        return listener

    def count(self, listener: Listener, key: str) -> int:
        """Count a sentence, and return how often it was told before."""
        listener.counts[key] += 1
        return listener.counts[key] - 1

    def shown(self, card: int) -> str:
        """A card in a sentence."""
        return Spoken(spoken_card(self.words, card)) if self.spoken else self.face(card)

    def shown_row(self, cards: Iterable[int]) -> str:
        """Several cards in a sentence."""
        if self.spoken:
            return Spoken(listed(self.words, [spoken_card(self.words, card) for card in cards]))
        return " ".join(self.face(card) for card in cards)
