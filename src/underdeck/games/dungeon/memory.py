"""The memory of a seat in Dungeon: where cards may be, who saw them, and what others decided."""

from typing import Self

from underdeck.game import Event
from underdeck.games.dungeon.decisions import Decisions
from underdeck.games.dungeon.exposure import Exposure
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.state import State
from underdeck.games.dungeon.view import DungeonView


class DungeonMemory:
    """What a seat has learned."""

    def __init__(self, view: DungeonView) -> None:
        self.knowledge = Knowledge(view)
        self.decisions = Decisions(view)
        self.exposure = Exposure(view)
        self.position: State | None = None
        """The state at the decision at hand, without what the seat can't know."""

    def observe_view(self, view: DungeonView) -> None:
        """§13.2 Remember the discards that a Graverobber looks through in the dark."""
        if self.knowledge.dark:
            self.knowledge.observe_discards(view)

    def observe(self, event: Event) -> None:
        """Learn from an event that the seat may know."""
        self.knowledge.observe(event)
        self.decisions.observe(event)
        self.exposure.observe(event)

    def observe_position(self, position: State) -> None:
        """Keep the position at hand."""
        self.position = position

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable."""
        twin = object.__new__(type(self))
        twin.knowledge, twin.decisions = self.knowledge.copy(), self.decisions.copy()
        twin.exposure = self.exposure.copy()
        twin.position = self.position
        return twin
