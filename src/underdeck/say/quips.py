"""What the characters at a table say about public events.

A quip depends on public events, on the characters at the table and on the game's voice alone: it
gives nothing hidden away, and is the same for everybody, live, after a reconnect and in a replay.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from underdeck.characters import Occasion, cast_of, find_character
from underdeck.game import EVERYONE, Event
from underdeck.say.words import Words

MIN_GAP = 8
"""The number of public events after a quip before the next one, unless that one is certain."""
MAX_GAP = 36
"""After this many public events without a quip, about eight turns, the next occasion is taken."""
CERTAIN = 100


class Quip(NamedTuple):
    """What the character in a seat says."""

    seat: int
    text: str


class Quips:
    """The quips of one game in one language; `seats` has the bot of each seat, "" for a person."""

    def __init__(self, words: Words, game: str, seats: Sequence[str], voice: int) -> None:
        self.words = words
        self.game = game
        self.voice = voice
        self.speakers = {
            seat: bot for seat, bot in enumerate(seats) if bot and find_character(game, bot)
        }
        self._occasions, self._exits = cast_of(game).occasions, cast_of(game).exits
        self._forget()

    def _forget(self) -> None:
        """Begin at the first event of the game."""
        self._heard: list[Event] = []
        """The public events so far."""
        self._spoken_at = -MIN_GAP
        self._counts: Counter[str] = Counter()
        self._gone: set[int] = set()
        """The seats that have left the game."""

    def after(self, events: Sequence[Event], before: Sequence[Event]) -> list[Quip]:
        """Return what is said after new events; `before` are all earlier events of the game."""
        if not self.speakers:
            return []
        earlier = [event for event in before if event.audience == EVERYONE]
        count = len(self._heard)
        if count > len(earlier) or (count and earlier[count - 1] is not self._heard[-1]):
            self._forget()
        for event in earlier[len(self._heard) :]:
            self._listen(event)
        public = [event for event in events if event.audience == EVERYONE]
        return [quip for event in public if (quip := self._listen(event))]

    def _listen(self, event: Event) -> Quip | None:
        """Return what somebody says about an event, if anything."""
        self._heard.append(event)
        if event.name in self._exits:
            self._gone.add(event.parts["seat"])
        for occasion in self._occasions.get(event.name, ()):
            seat = self._speaker(occasion, event)
            if seat is not None and self._is_said(occasion, seat):
                return self._say(seat, occasion.quip)
        return None

    def _speaker(self, occasion: Occasion, event: Event) -> int | None:
        """Return the seat that may comment on an event."""
        if occasion.max_value is not None and event.parts["value"] > occasion.max_value:
            return None
        if occasion.speaker != "others":
            seat = event.parts[occasion.speaker]
            return seat if seat in self.speakers else None
        silent = {event.parts["seat"], *self._gone}
        others = [seat for seat in self.speakers if seat not in silent]
        return others[self._number(occasion.quip) % len(others)] if others else None

    def _is_said(self, occasion: Occasion, seat: int) -> bool:
        """Return whether the seat says something on this occasion."""
        silence = len(self._heard) - self._spoken_at
        if occasion.percent == CERTAIN or silence >= MAX_GAP:
            return True
        is_free = silence >= MIN_GAP
        return is_free and self._number(f"{occasion.quip} {seat}") % 100 < occasion.percent

    def _say(self, seat: int, quip: str) -> Quip:
        """Return the next phrasing of a quip of the character in a seat."""
        path = f"quips_{self.game}.{self.speakers[seat]}.{quip}"
        self._spoken_at = len(self._heard)
        self._counts[path] += 1
        return Quip(seat, self.words.vary(path, self.voice, self._counts[path] - 1))

    def _number(self, purpose: str) -> int:
        """Return a number that looks random but depends on the voice and the public events."""
        digest = hashlib.sha256(f"{self.voice} {len(self._heard)} {purpose}".encode()).digest()
        return int.from_bytes(digest[:4])
