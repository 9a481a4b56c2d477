"""Exact chances where each unseen card is equally likely to be in any hidden place."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import comb

from underdeck.cards import rank_of
from underdeck.games.dungeon.belief import hidden_slots, hidden_tokens
from underdeck.games.dungeon.knowledge import DECK, DISCARDS, Knowledge, Place
from underdeck.games.dungeon.state import State
from underdeck.games.dungeon.view import DungeonView


@dataclass(frozen=True)
class Pool:
    """The cards that a seat can't see: some in places that it knows, all others anywhere."""

    free: Sequence[int]
    """The ranks of the cards that may be in any open slot, all with the same chance."""
    slots: Counter[Place]
    """The number of open slots in each place."""
    fixed: Sequence[tuple[Place, int]]
    """The places and ranks of the other cards."""

    def any_in(self, places: Collection[Place], ranks: Collection[int]) -> float:
        """Return the chance that one of these ranks is in one of these places."""
        if any(place in places and rank in ranks for place, rank in self.fixed):
            return 1.0
        return 1 - self.miss(sum(self.slots[place] for place in places), ranks)

    def draws(self, count: int, ranks: Collection[int]) -> float:
        """Return the chance that one of the next cards of the deck has one of these ranks."""
        fixed = [rank in ranks for place, rank in self.fixed if place == DECK]
        size = len(fixed) + self.slots[DECK]
        count, misses = min(count, size), fixed.count(False)
        ways = sum(
            comb(misses, known)
            * comb(self.slots[DECK], count - known)
            * self.miss(count - known, ranks)
            for known in range(count + 1)
        )
        return 1 - ways / comb(size, count)

    def miss(self, count: int, ranks: Collection[int]) -> float:
        """Return the chance that none of some free cards has one of these ranks."""
        return chance_of_none(len(self.free), sum(rank in ranks for rank in self.free), count)


def chance_of_none(cards: int, fitting: int, drawn: int) -> float:
    """Return the chance that none of the cards drawn is one of those that fit."""
    return comb(cards - fitting, drawn) / comb(cards, drawn) if drawn <= cards else 1.0


def find_pool(s: State, knowledge: Knowledge, view: DungeonView) -> Pool | None:
    """Return the cards that a seat can't see; None if they aren't all equally likely anywhere."""
    knowledge.observe_discards(view)
    slots = Counter(
        place
        for place, _, _ in hidden_slots(s, knowledge.seat)
        if place != DISCARDS or view.seen_discards is None
    )
    free, fixed = list[int](), list[tuple[Place, int]]()
    reaches = set[frozenset[Place]]()
    for token in hidden_tokens(knowledge, view):
        reach = frozenset(token.places & slots.keys())
        if len(reach) == 1:
            fixed.append((next(iter(reach)), rank_of(token.card)))
        else:
            free.append(rank_of(token.card))
            reaches.add(reach)
    slots.subtract(place for place, _ in fixed)
    is_even = all(set(+slots) <= reach for reach in reaches)
    return Pool(free, +slots, fixed) if is_even else None
