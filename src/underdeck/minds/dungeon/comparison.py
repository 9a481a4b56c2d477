"""The moves of a decision of Dungeon compared with each other: one order for hints and reviews."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from underdeck.games.dungeon.moves import FIGHT, DungeonMove
from underdeck.intervals import share_interval
from underdeck.minds.base import Estimate
from underdeck.minds.dungeon.analyst import MoveValue
from underdeck.minds.dungeon.fights import Cards

EQUAL = 0.02
"""Values of a search that differ less are about equal; see docs/decisions/0040."""


@dataclass(frozen=True)
class Comparison:
    """The moves of one decision with their chances to win, the best first.

    Moves that a search hardly examined come last.
    """

    values: dict[DungeonMove, float]
    """The chance after each move; a move that was tried too seldom is never above the best."""
    visits: dict[DungeonMove, int] = field(default_factory=dict)
    """How often the search tried each move."""
    fights: dict[DungeonMove, Cards] = field(default_factory=dict)
    """The cards of the fight that each fighting card begins; empty if they aren't known."""

    @classmethod
    def of_search(cls, found: Sequence[MoveValue]) -> "Comparison":
        """Return the moves of a search, whose best move is the one that it tried most often."""
        merged = merge_fights(found)
        best, *others = merged
        visits = {each.move: int(each.visits) for each in merged}
        capped = {each.move: min(each.value, best.value) for each in others}
        ordered = sorted(
            capped.items(),
            key=lambda item: (not estimate(item[1], visits[item[0]]).is_clear, -item[1], item[0]),
        )
        fights = {each.move: each.cards for each in merged if each.move.kind == FIGHT}
        return cls({best.move: best.value} | dict(ordered), visits, fights)

    def with_resignation(self, move: DungeonMove) -> "Comparison":
        """Return the moves with that of a player who resigned, which has no chance to win."""
        return replace(self, values=self.values | {move: 0.0})

    @property
    def best(self) -> DungeonMove:
        """The best move."""
        return next(iter(self.values))

    @property
    def other(self) -> DungeonMove | None:
        """The move that comes next and is really different.

        A move that begins the same fight isn't; one that only adds cards to a fight hardly is.
        """
        others = [move for move in self.values if not self.is_best(move)]
        different = (move for move in others if not self.adds_cards(move))
        return next(different, next(iter(others), None))

    def adds_cards(self, move: DungeonMove) -> bool:
        """Return whether a move begins a fight with more cards than another one needs."""
        cards = Counter(self.fights.get(move, ()))
        return any(fewer and Counter(fewer) < cards for fewer in self.fights.values())

    def is_best(self, move: DungeonMove) -> bool:
        """Return whether a move is the best one, or begins the same fight."""
        best = self.best
        is_same_fight = move in self.fights and self.fights[move] == self.fights.get(best)
        return move == best or is_same_fight

    def estimate(self, move: DungeonMove) -> Estimate:
        """Return the chance after a move with its interval."""
        return estimate(self.values[move], self.visits.get(move, 0))

    def loss(self, move: DungeonMove) -> float:
        """Return what a move costs compared with the best one: 0 if it is about equal."""
        gap = self.values[self.best] - self.values[move]
        return gap if gap >= EQUAL else 0.0


def estimate(value: float, visits: int) -> Estimate:
    """Return a chance with a cautious interval: as if each visit of a search were a game."""
    if not visits:
        return Estimate(value)
    interval = share_interval(min(max(value, 0.0), 1.0) * visits, visits)
    return Estimate(value, interval["low"], interval["high"])


# Moves that begin the same fight


def merge_fights(found: Sequence[MoveValue]) -> list[MoveValue]:
    """Return the moves with one value for all that begin the same fight, the best first.

    Each card of a fight begins it as well as any other. If the cards of the best move's fight
    aren't known, no other fight can be told from it.
    """
    groups = dict[Cards, list[MoveValue]]()
    is_known = found[0].move.kind != FIGHT or bool(found[0].cards)
    for each in found:
        if each.move.kind == FIGHT:
            cards = tuple(sorted(each.cards)) if is_known else ()
            groups.setdefault(cards, []).append(each)
    merged = []
    for each in found:
        if each.move.kind == FIGHT:
            fitting = [cards for cards in groups if each.move in cards] if is_known else []
            cards = max(fitting, key=lambda cards: groups[cards][0].visits, default=())
            group = groups[cards]
            merged.append(MoveValue(each.move, mean_value(group), group[0].visits, cards))
        else:
            merged.append(each)
    return sorted(merged, key=lambda each: -each.visits)


def mean_value(group: Sequence[MoveValue]) -> float:
    """Return the mean value of moves that begin the same fight, by visits."""
    visits = sum(each.visits for each in group)
    if visits == 0:
        return sum(each.value for each in group) / len(group)
    return sum(each.value * each.visits for each in group) / visits
