"""The exact counts of many games, in constant memory; tallies add up in any order."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from underdeck.fast.runner import Rows
from underdeck.study.counts import Counts
from underdeck.study.measures import Measures, find_measures


@dataclass
class Tally:
    """Counts by name of the games of one match."""

    game: str
    counts: dict[str, Counts]

    @classmethod
    def of(cls, game: str, rows: Rows) -> Self:
        """Count the games of some rows."""
        return cls(game, find_measures(game).count(rows))

    @classmethod
    def empty(cls, game: str) -> Self:
        """Return a tally of no games."""
        return cls.of(game, np.zeros((0, len(find_measures(game).columns)), np.int32))

    @property
    def measures(self) -> Measures:
        """The measures of the game."""
        return find_measures(self.game)

    def plus(self, other: Self) -> Self:
        """Add the games of another tally."""
        return type(self)(
            self.game, {name: counts + other.counts[name] for name, counts in self.counts.items()}
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return self.measures.games(self.counts)

    def wins(self, seat: int = 0) -> int:
        """Return how many games a seat won."""
        return self.measures.wins(self.counts, seat)

    def as_json(self, seats: int) -> dict[str, Any]:
        """Return the statistics of the games as JSON."""
        return self.measures.as_json(self.counts, seats)
