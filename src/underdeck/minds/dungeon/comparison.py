"""The moves of a decision of Dungeon compared with each other: one order for hints and reviews."""

from collections.abc import Sequence
from dataclasses import dataclass

from underdeck.games.dungeon.moves import DungeonMove
from underdeck.minds.dungeon.analyst import MoveValue

EQUAL = 0.02
"""Values of a search that differ less are about equal; see docs/decisions/0040."""


@dataclass(frozen=True)
class Comparison:
    """The moves of one decision with their chances to win, the best first."""

    values: dict[DungeonMove, float]
    """The chance after each move; a move that was tried too seldom is never above the best."""

    @classmethod
    def of_search(cls, found: Sequence[MoveValue]) -> "Comparison":
        """Return the moves of a search, whose best move is the one that it tried most often."""
        best, *others = found
        capped = {each.move: min(each.value, best.value) for each in others}
        ordered = sorted(capped.items(), key=lambda item: (-item[1], item[0]))
        return cls({best.move: best.value} | dict(ordered))

    @property
    def best(self) -> DungeonMove:
        """The best move."""
        return next(iter(self.values))

    @property
    def other(self) -> DungeonMove | None:
        """The move that comes next."""
        return next(iter(list(self.values)[1:]), None)

    def loss(self, move: DungeonMove) -> float:
        """Return what a move costs compared with the best one: 0 if it is about equal."""
        gap = self.values[self.best] - self.values[move]
        return gap if gap >= EQUAL else 0.0
