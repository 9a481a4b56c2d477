"""The planner of Dungeon: which beats of a game its chronicle tells."""

from collections.abc import Sequence
from types import MappingProxyType

from underdeck.chronicle.games.dungeon_terms import FACTS, KINDS, NAMES
from underdeck.chronicle.story import Length, Story, Storyteller
from underdeck.playthrough import AnyPlaythrough


class DungeonStoryteller(Storyteller):
    """Plans the chronicles of Dungeon."""

    game = "dungeon"
    phases = ("opening", "digging", "struggle", "stretch", "ending")
    kinds = MappingProxyType(KINDS)
    facts = MappingProxyType(FACTS)
    names = MappingProxyType(NAMES)

    def story(
        self,
        played: AnyPlaythrough,
        length: Length,
        seat: int | None = None,
        players: Sequence[str | None] = (),
    ) -> Story:
        """Return the plan for a finished game."""
        raise NotImplementedError


CHRONICLE = DungeonStoryteller()
