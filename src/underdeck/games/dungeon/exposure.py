"""The cards of each hand that other players have seen, as far as one seat can tell.

A player who sees a card taken from the discards, given, or shown after a demand knows where it is
until it is played. Cards count by their ranks: suits never matter.
"""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Self

from underdeck.cards import rank_of
from underdeck.game import Event
from underdeck.games.dungeon.events import PLAYED_FACE_DOWN, PLAYED_FACE_UP
from underdeck.games.dungeon.view import DungeonView


class Exposure:
    """The ranks that each player surely knows in each other hand."""

    def __init__(self, view: DungeonView) -> None:
        seats = range(len(view.players))
        self.known = {(one, two): Counter[int]() for one in seats for two in seats if one != two}
        """The ranks known, by the seat that knows them and the seat that holds them."""
        self.shown = Counter[int]()
        """The ranks of a hand shown so far, after a demand."""

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable."""
        twin = copy.copy(self)
        twin.known = {pair: ranks.copy() for pair, ranks in self.known.items()}
        twin.shown = self.shown.copy()
        return twin

    def observe(self, event: Event) -> None:
        """Note what an event shows of a hand to those who may know it."""
        name, parts = event.name, event.parts
        if name in PLAYED_FACE_UP:
            self._remove(event, rank_of(parts["card"]))
        elif name in PLAYED_FACE_DOWN or name == "hand_lost":
            for ranks in self._known_of(event, parts["seat"]):
                ranks.clear()
        elif name == "took":
            self._add(event, parts["seat"], rank_of(parts["card"]))
        elif name == "gave":
            self._remove(event, parts["rank"])
            self._add(event, parts["target"], parts["rank"])
        elif name == "demanded":
            self.shown.clear()
        elif name == "hand_shown":
            self._show(event, rank_of(parts["card"]))

    def _known_of(self, event: Event, holder: int) -> Iterator[Counter[int]]:
        """Yield the ranks of a hand that each other player who may know an event knows."""
        for (observer, other), ranks in self.known.items():
            if other == holder and event.is_for(observer):
                yield ranks

    def _add(self, event: Event, holder: int, rank: int) -> None:
        """Note that a card came into a hand in sight."""
        for ranks in self._known_of(event, holder):
            ranks[rank] += 1

    def _remove(self, event: Event, rank: int) -> None:
        """Note that a card left a hand in sight: the one known there, if there was one."""
        for ranks in self._known_of(event, event.parts["seat"]):
            ranks[rank] = max(ranks[rank] - 1, 0)

    def _show(self, event: Event, rank: int) -> None:
        """Note a card of a hand that is shown whole."""
        self.shown[rank] += 1
        for ranks in self._known_of(event, event.parts["seat"]):
            ranks[rank] = max(ranks[rank], self.shown[rank])
