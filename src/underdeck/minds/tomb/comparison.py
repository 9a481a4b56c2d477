"""The moves of a position of Tomb compared with each other: one order for hints, lists and reviews.

Moves are compared by games played out to their ends with the same hidden cards. Where these can't
tell two moves apart, they are about equal, and the value that looks a card ahead decides which of
them is named first. With few unseen cards all values are exact, and no games are needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum, sqrt
from typing import NamedTuple

from underdeck.games.tomb.moves import DROP, LEAVE, TombMove
from underdeck.intervals import Z
from underdeck.minds.tomb.analyst import Outlook
from underdeck.minds.tomb.odds import odds
from underdeck.minds.tomb.ranking import Ranking, list_sensible
from underdeck.minds.tomb.reasons import NEGLIGIBLE
from underdeck.minds.tomb.search import POINTS, WIN
from underdeck.minds.tomb.situation import Situation

NETWORK_ERROR = 0.01
"""How far a difference of two values may be wrong if no games were played out."""


class Difference(NamedTuple):
    """How much better one move is than another one, and how far that may be wrong."""

    mean: float
    error: float
    """Half the width of the 95 % interval."""

    @property
    def is_clear(self) -> bool:
        """Whether the first move is better beyond the error."""
        return self.mean > max(self.error, NEGLIGIBLE)


@dataclass(frozen=True)
class Comparison:
    """The moves of a ranking with the games that were played out after them, if any."""

    ranking: Ranking
    outlooks: Mapping[TombMove, Outlook]

    @property
    def is_played_out(self) -> bool:
        """Whether moves are compared by games."""
        return bool(self.outlooks) and not self.ranking.is_exact

    def value(self, move: TombMove) -> float:
        """Return the value of a move for the goal, as a share: the mean of its games, if any."""
        if not self.is_played_out:
            return self.ranking.values[move]
        return mean_of(self.outlooks[move].results[self.ranking.goal])

    def difference(self, one: TombMove, other: TombMove) -> Difference:
        """Return how much better one move is than another one."""
        if not self.is_played_out:
            gap = self.ranking.values[one] - self.ranking.values[other]
            return Difference(gap, 0.0 if self.ranking.is_exact else NETWORK_ERROR)
        first, second = (self.outlooks[move].results[self.ranking.goal] for move in (one, other))
        changes = [a - b for a, b in zip(first, second, strict=True)]
        mean = mean_of(changes)
        variance = mean_of([(change - mean) ** 2 for change in changes])
        return Difference(mean, Z * sqrt(variance / max(len(changes) - 1, 1)))

    @cached_property
    def best(self) -> TombMove:
        """The best of the moves that no other one clearly beats."""
        sensible = list_sensible(self.ranking.position)
        leader = max(sensible, key=self.value)
        return next(
            move
            for move in self.ranking.values
            if move in sensible and not self.difference(leader, move).is_clear
        )

    @cached_property
    def worse(self) -> frozenset[TombMove]:
        """The moves that are clearly worse than the best one."""
        moves = self.ranking.values
        return frozenset(move for move in moves if self.difference(self.best, move).is_clear)

    @cached_property
    def order(self) -> tuple[TombMove, ...]:
        """The best move, those that are about equal, and the others from good to bad."""
        others = [move for move in self.ranking.values if move != self.best]
        equal = [move for move in others if move not in self.worse]
        worse = sorted((m for m in others if m in self.worse), key=lambda m: -self.value(m))
        return (self.best, *equal, *worse)

    @property
    def alternative(self) -> TombMove | None:
        """The move that the best one is compared with; None if there is only one.

        It is not one that another makes superfluous. A treasure to drop or leave is compared with a
        move that is really worse, if there is one, rather than with another treasure.
        """
        others = self.order[1:]
        sensible = list_sensible(self.ranking.position)
        others = tuple(move for move in others if move in sensible) or others
        if self.best.kind in {DROP, LEAVE}:
            others = tuple(move for move in others if move in self.worse) or others
        return others[0] if others else None

    def situation(self) -> Situation:
        """Return the facts about the best move and the one that it is compared with."""
        best, other = self.best, self.alternative
        gap, error = self.difference(best, other) if other else (0.0, 0.0)
        facts = self.facts(best, other, self.value(best), gap, error)
        if other and gap == 0 and self.ranking.goal == WIN and self.ranking.is_exact:
            points = self.ranking.for_goal(POINTS).scaled
            return replace(facts, points=(points[best], points[other]))
        return facts

    def facts(
        self, best: TombMove, other: TombMove | None, value: float, gap: float, error: float
    ) -> Situation:
        """Return the facts about a move and another one that is worse by `gap`."""
        ranking = self.ranking
        return Situation(
            position=ranking.position,
            odds=odds(ranking.position),
            goal=ranking.goal,
            best=best,
            value=value,
            other=other,
            gap=gap,
            error=error,
            outlooks=self.outlooks,
        )


def mean_of(values: Sequence[float]) -> float:
    """Return the mean of numbers."""
    return fsum(values) / len(values)
