"""R-20 The memory of a player of Tomb: the cards that were turned up, from the events alone."""

import copy
from typing import Self

from underdeck.game import CARD_PARTS, Event
from underdeck.games.tomb.events import NAMES, SCROLL_READ
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.view import TombView


class TombMemory:
    """The set of cards that the player has seen; every event names the cards that lie open."""

    def __init__(self, _view: TombView) -> None:
        self.seen = 0
        """A bit for each card."""

    def observe_view(self, view: TombView) -> None:
        """Learn nothing: events have named all cards of a view."""

    def observe(self, event: Event) -> None:
        """Note the cards of an event; §7.2 the scroll sends its ace back into the deck."""
        for name in CARD_PARTS & event.parts.keys():
            self.seen |= 1 << event.parts[name]
        if event.name == NAMES[SCROLL_READ]:
            self.seen &= ~(1 << event.parts["card"])

    def observe_position(self, _position: None) -> None:
        """Learn nothing: the game has no positions for bots."""

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards still in the deck, sorted; the order of the deck is unknown."""
        return tuple(sorted(card for card in DECK if not self.seen >> card & 1))

    def copy(self) -> Self:
        """Return a copy."""
        return copy.copy(self)
