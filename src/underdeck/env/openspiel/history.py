"""What was told in a Dungeon, to whom, in order: the memory of players who forget nothing."""

from collections.abc import Iterable
from typing import NamedTuple

from underdeck.cards import code_of
from underdeck.game import EVERYONE, Event
from underdeck.games.dungeon.events import NAMES, PARTS, SEAT_PARTS
from underdeck.games.dungeon.moves import DungeonMove


class Fact(NamedTuple):
    """Something that was told to someone: an event, a card that was dealt, or one's own decision."""

    audience: int
    event: Event | None
    text: str
    code: bytes

    def is_for(self, seat: int) -> bool:
        """May this seat know it?"""
        return self.audience == EVERYONE or self.audience >> seat & 1 == 1


ROW = 6
"""The bytes of a fact: its kind, and up to five more."""
DEALT, DECIDED = len(NAMES), len(NAMES) + 1
"""The kinds of facts that are no events."""


def fact_of(audience: int, event: Event | None, text: str, *parts: int) -> Fact:
    """A fact with its bytes; a number that is too large, as only a turn's may be, loses its upper part."""
    return Fact(audience, event, text, bytes(part & 255 for part in parts).ljust(ROW, b"\0"))


def told(event: Event) -> Fact:
    """An event as a fact; its bytes count seats from 1, as they always have."""
    parts = (event.parts[part] + (part in SEAT_PARTS) for part in PARTS[event.name])
    text = " ".join(
        [
            event.name,
            *(f"{name}={part}" for name, part in event.as_json().items() if name != "event"),
        ]
    )
    return fact_of(event.audience, event, text, NAMES.index(event.name), *parts)


def dealt(seat: int, card: int) -> Fact:
    """A card of the first hand."""
    return fact_of(1 << seat, None, f"dealt {code_of(card)}", DEALT, card)


def decided(seat: int, action: int, move: DungeonMove | None) -> Fact:
    """One's own choice."""
    return fact_of(1 << seat, None, f"> {move or 'wait'}", DECIDED, action >> 6, action & 63)


class Annals:
    """All facts in order, and what each seat, a spectator and an all-knowing reader have of them, as text and as bytes."""

    def __init__(self, players: int, facts: Iterable[Fact] = ()) -> None:
        self.players = players
        self.facts: list[Fact] = []
        self.texts = [""] * (players + 2)
        self.codes = [b""] * players
        self.add(facts)

    @property
    def public(self) -> str:
        """What was told to everyone."""
        return self.texts[self.players]

    @property
    def whole(self) -> str:
        """Everything that was told to anyone."""
        return self.texts[self.players + 1]

    def add(self, facts: Iterable[Fact]) -> None:
        """More has happened."""
        for fact in facts:
            self.facts.append(fact)
            readers = [seat for seat in range(self.players) if fact.is_for(seat)]
            for reader in (
                *readers,
                *([self.players] if fact.audience == EVERYONE else []),
                self.players + 1,
            ):
                self.texts[reader] += f"{fact.text}\n"
            for seat in readers:
                self.codes[seat] += fact.code

    def copy(self) -> "Annals":
        """The same facts, to go on from."""
        other = Annals(self.players)
        other.facts, other.texts, other.codes = self.facts[:], self.texts[:], self.codes[:]
        return other
