"""The history of a Dungeon: the facts each seat has learned, in order, for perfect recall."""

from collections.abc import Iterable
from typing import NamedTuple

from underdeck.cards import code_of
from underdeck.game import EVERYONE, Event
from underdeck.games.dungeon.events import NAMES, PARTS, SEAT_PARTS
from underdeck.games.dungeon.moves import DungeonMove

FACT_BYTES = 6
"""The bytes of a fact: its kind, and up to five more."""
OMITTED_EVENTS = frozenset({"front_was"})
"""Events that are newer than the frozen codes; they repeat what the seat has learned before."""
FACT_NAMES = tuple(name for name in NAMES if name not in OMITTED_EVENTS)
"""The events that are facts; their places are the codes in the tensor, which are frozen."""
DEALT, DECIDED = len(FACT_NAMES), len(FACT_NAMES) + 1
"""The kinds of facts that aren't events."""


class Fact(NamedTuple):
    """Something that seats learned: an event, a dealt card, or their own decision."""

    audience: int
    event: Event | None
    text: str
    code: bytes

    def is_for(self, seat: int) -> bool:
        """Return whether a seat may know this fact."""
        return self.audience == EVERYONE or self.audience >> seat & 1 == 1


def fact_of(audience: int, event: Event | None, text: str, *parts: int) -> Fact:
    """Return a fact with its bytes; of a large number, such as a turn, the low byte is kept."""
    return Fact(audience, event, text, bytes(part & 255 for part in parts).ljust(FACT_BYTES, b"\0"))


def event_fact(event: Event) -> Fact:
    """Return the fact of an event; in its bytes, which are frozen, seats count from 1."""
    parts = (event.parts[part] + (part in SEAT_PARTS) for part in PARTS[event.name])
    fields = {name: part for name, part in event.as_json().items() if name != "event"}
    text = " ".join([event.name, *(f"{name}={part}" for name, part in fields.items())])
    return fact_of(event.audience, event, text, FACT_NAMES.index(event.name), *parts)


def dealt_fact(seat: int, card: int) -> Fact:
    """Return the fact of a card in a seat's first hand."""
    return fact_of(1 << seat, None, f"dealt {code_of(card)}", DEALT, card)


def decision_fact(seat: int, action: int, move: DungeonMove | None) -> Fact:
    """Return the fact of a seat's own decision."""
    return fact_of(1 << seat, None, f"> {move or 'wait'}", DECIDED, action >> 6, action & 63)


class History:
    """All facts in order, as text and as bytes for each seat, as text also for spectators."""

    def __init__(self, players: int, facts: Iterable[Fact] = ()) -> None:
        self.players = players
        self.facts: list[Fact] = []
        self.texts = [""] * (players + 2)
        """The text for each seat, for a spectator, and of all facts."""
        self.codes = [b""] * players
        self.add(facts)

    @property
    def public(self) -> str:
        """The text of all public facts."""
        return self.texts[self.players]

    @property
    def whole(self) -> str:
        """The text of all facts, hidden ones included."""
        return self.texts[self.players + 1]

    def add(self, facts: Iterable[Fact]) -> None:
        """Append facts."""
        for fact in facts:
            self.facts.append(fact)
            seats = [seat for seat in range(self.players) if fact.is_for(seat)]
            public = [self.players] if fact.audience == EVERYONE else []
            for reader in (*seats, *public, self.players + 1):
                self.texts[reader] += f"{fact.text}\n"
            for seat in seats:
                self.codes[seat] += fact.code

    def copy(self) -> "History":
        """Return an independent copy."""
        other = History(self.players)
        other.facts, other.texts, other.codes = self.facts[:], self.texts[:], self.codes[:]
        return other
