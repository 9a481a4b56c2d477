"""Chances of what a seat of Dungeon can't see, counted in worlds that fit its view and memory.

Chances of ranks are exact where every unseen card is equally likely to be anywhere. Otherwise they
are counted in a sample of worlds, where one in which the opponents' decisions are unlikely counts
less. The sample is the same for the same view and memory, so that no hidden card can influence a
chance.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from underdeck.cards import ACE, KING, TEN, TWO, rank_of
from underdeck.games.dungeon.belief import hidden_tokens, sample_states
from underdeck.games.dungeon.creatures import beats
from underdeck.games.dungeon.knowledge import Token, hand
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import FIGHT, DungeonMove
from underdeck.games.dungeon.options import is_wild
from underdeck.games.dungeon.rules import play
from underdeck.games.dungeon.state import JOKER_RANK, State
from underdeck.games.dungeon.view import DungeonView, PlayerView, legal_moves
from underdeck.games.dungeon.zones import find_in_hand, lowest_value
from underdeck.minds.dungeon.evidence import find_clues
from underdeck.minds.dungeon.pool import Pool, chance_of_none, find_pool
from underdeck.minds.dungeon.sampling import Evidence, likelihood

WORLDS = 400
"""The number of worlds; the error of a chance is at most 5 percentage points."""


@dataclass(frozen=True)
class Chances:
    """A sample of worlds, with the chances that are counted in it."""

    view: DungeonView
    memory: DungeonMemory

    @cached_property
    def worlds(self) -> list[State]:
        """The worlds."""
        position = self.memory.position
        assert position is not None
        random = Random(f"chances {self.view.turn}")  # noqa: S311  the same worlds each time
        return sample_states(position, self.memory.knowledge.copy(), self.view, random, WORLDS)

    @cached_property
    def weights(self) -> list[float]:
        """The weight of each world."""
        clues = find_clues(self.view, self.memory)
        evidence = Evidence(
            [clue.seat for clue in clues],
            [clue.newer for clue in clues],
            [clue.rank for clue in clues],
            [clue.factor for clue in clues],
        )
        return [likelihood(world, evidence) for world in self.worlds]

    @cached_property
    def pool(self) -> Pool | None:
        """The unseen cards, if each is equally likely to be anywhere; else None."""
        assert self.memory.position is not None
        if find_clues(self.view, self.memory):
            return None
        return find_pool(self.memory.position, self.memory.knowledge.copy(), self.view)

    def of(self, value_of: Callable[[State], float]) -> float:
        """Return the mean of a chance over the worlds, or the chance that something is so."""
        pairs = zip(self.worlds, self.weights, strict=True)
        return sum(weight * value_of(world) for world, weight in pairs) / sum(self.weights)

    def certainty(self, chance: float, seats: Collection[int], ranks: Collection[int]) -> str:
        """Return how certain it is that one of several players holds one of these ranks.

        `always` if it is known, `nearly` if it is so in all worlds of a sample, `about` if the
        chance is an estimate from one; empty if the chance is exact or 0.
        """
        if chance == 1:
            is_known = self.pool is not None or self.must_hold(seats, ranks)
            return "always" if is_known else "nearly"
        return "about" if self.pool is None and chance > 0 else ""

    # Ranks

    @property
    def seat(self) -> int:
        """The seat that knows all this."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def rivals(self) -> list[PlayerView]:
        """The living opponents."""
        return [each for each in self.view.players if each.alive and each.seat != self.seat]

    def needed(self, seat: int) -> int:
        """Return the value of the passage that leads a player on."""
        assert self.memory.position is not None
        return lowest_value(self.memory.position, seat) - 1

    def fitting(self, value: int) -> tuple[int, ...]:
        """Return the ranks that can be laid as a value honestly: it, and a joker if it is wild."""
        return (value, JOKER_RANK) if is_wild(self.view.options) else (value,)

    def holds(self, seat: int, *ranks: int) -> float:
        """Return the chance that a player holds a card of one of these ranks."""
        return self.any_holds([seat], ranks)

    def any_holds(self, seats: Sequence[int], ranks: Collection[int]) -> float:
        """Return the chance that one of several players holds a card of one of these ranks."""
        if self.pool is not None:
            return self.pool.any_in([hand(seat) for seat in seats], ranks)
        return self.of(lambda world: any(holds_any(world, seat, ranks) for seat in seats))

    def draws(self, count: int, *ranks: int) -> float:
        """Return the chance that one of the next cards of the deck has one of these ranks.

        The order of the deck is unknown: in each world all of its cards count, not just the next.
        """
        if self.pool is not None:
            return self.pool.draws(count, ranks)

        def is_drawn(world: State) -> float:
            deck = [rank_of(card) in ranks for card in world.deck[world.top : world.bottom]]
            return 1 - chance_of_none(len(deck), sum(deck), min(count, len(deck)))

        return self.of(is_drawn)

    # Moves

    def beats(self, attack: DungeonMove) -> float:
        """Return the chance that the hand of the player attacked can beat a creature."""
        return self.of(lambda world: can_beat(world, self.seat, attack))

    def can_hold(self, seats: Collection[int], ranks: Collection[int]) -> bool:
        """Return whether one of several players may hold a card of one of these ranks."""
        hands = {hand(seat) for seat in seats}
        return any(hands & token.places and rank_of(token.card) in ranks for token in self.tokens)

    def must_hold(self, seats: Collection[int], ranks: Collection[int]) -> bool:
        """Return whether one of several players is known to hold a card of one of these ranks."""
        hands = {hand(seat) for seat in seats}
        return any(token.places <= hands and rank_of(token.card) in ranks for token in self.tokens)

    def can_beat_somehow(self, attack: DungeonMove) -> bool:
        """Return whether the player attacked may beat a creature; if not, that is certain.

        With an ace the player draws before fighting, and the cards drawn may be any.
        """
        assert attack.target is not None
        place, size = hand(attack.target), self.view.players[attack.target].cards
        alone = [rank for rank in range(TWO, KING + 1) if beats(attack.value, rank, rank == TWO)]
        winners = [ACE, JOKER_RANK, *alone]
        if self.can_hold([attack.target], winners):
            return True
        passages = [
            (token.places == {place}, passage_value(token.card))
            for token in self.tokens
            if place in token.places
        ]
        highest = sorted(passages, reverse=True)[:size]  # the cards known to be there come first
        return sum(value for _, value in highest) >= attack.value

    @cached_property
    def tokens(self) -> list[Token]:
        """The cards that the seat can't see."""
        knowledge = self.memory.knowledge.copy()
        knowledge.observe_discards(self.view)
        return hidden_tokens(knowledge, self.view)

    def is_surely_false(self, seat: int) -> bool:
        """§14.2 Return whether the cards that a player's dungeon claims can't all be in it."""
        there = [
            rank_of(token.card)
            for token in self.tokens
            if any(place[:2] == ("passage", seat) for place in token.places)
        ]
        dungeon = self.view.players[seat].dungeon
        claims = Counter(passage.value for passage in dungeon if passage.card is None)
        missing = sum(max(count - there.count(value), 0) for value, count in claims.items())
        return missing > there.count(JOKER_RANK)


def passage_value(card: int) -> int:
    """Return the value of a card among the passages of a fight; 0 for a creature or an ace."""
    rank = rank_of(card)
    return rank if TWO <= rank <= TEN else 0


def holds_any(world: State, seat: int, ranks: Collection[int]) -> bool:
    """Return whether a hand has a card of one of these ranks."""
    return any(find_in_hand(world, seat, rank) >= 0 for rank in ranks)


def can_beat(world: State, seat: int, attack: DungeonMove) -> bool:
    """D-20 Try an attack in a world; a card may be laid in a fight only if that can be won."""
    assert attack.target is not None
    after = world.clone()
    play(after, seat, attack.action, None)
    return any(move.kind == FIGHT for move in legal_moves(after, attack.target))
