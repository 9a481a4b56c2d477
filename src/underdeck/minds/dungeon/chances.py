"""Chances of what a seat of Dungeon can't see, counted in worlds that fit its view and memory.

A world in which the opponents' decisions are unlikely counts less. The sample is the same for the
same view and memory, so that no hidden card can influence a chance.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from random import Random

from underdeck.cards import rank_of
from underdeck.games.dungeon.belief import hidden_tokens, sample_states
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import FIGHT, DungeonMove
from underdeck.games.dungeon.options import is_wild
from underdeck.games.dungeon.rules import play
from underdeck.games.dungeon.state import JOKER_RANK, State
from underdeck.games.dungeon.view import DungeonView, PlayerView, legal_moves
from underdeck.games.dungeon.zones import find_in_hand, lowest_value
from underdeck.minds.dungeon.evidence import find_clues
from underdeck.minds.dungeon.sampling import Evidence, likelihood

WORLDS = 200
"""The number of worlds; the error of a chance is at most 7 percentage points."""


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

    def of(self, is_so: Callable[[State], bool]) -> float:
        """Return the chance that something is so."""
        pairs = zip(self.worlds, self.weights, strict=True)
        return sum(weight for world, weight in pairs if is_so(world)) / sum(self.weights)

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
        return self.of(lambda world: holds_any(world, seat, ranks))

    def anyone_holds(self, *ranks: int) -> float:
        """Return the chance that any opponent holds a card of one of these ranks."""
        seats = [player.seat for player in self.rivals]
        return self.of(lambda world: any(holds_any(world, seat, ranks) for seat in seats))

    def draws(self, count: int, *ranks: int) -> float:
        """Return the chance that one of the next cards of the deck has one of these ranks."""

        def is_drawn(world: State) -> bool:
            end = min(world.top + count, world.bottom)
            return any(rank_of(world.deck[place]) in ranks for place in range(world.top, end))

        return self.of(is_drawn)

    # Moves

    def beats(self, attack: DungeonMove) -> float:
        """Return the chance that the hand of the player attacked can beat a creature."""
        return self.of(lambda world: can_beat(world, self.seat, attack))

    def is_surely_false(self, seat: int) -> bool:
        """§14.2 Return whether the cards that a player's dungeon claims can't all be in it."""
        tokens = hidden_tokens(self.memory.knowledge.copy(), self.view)
        there = [
            rank_of(token.card)
            for token in tokens
            if any(place[:2] == ("passage", seat) for place in token.places)
        ]
        dungeon = self.view.players[seat].dungeon
        claims = Counter(passage.value for passage in dungeon if passage.card is None)
        missing = sum(max(count - there.count(value), 0) for value, count in claims.items())
        return missing > there.count(JOKER_RANK)


def holds_any(world: State, seat: int, ranks: Collection[int]) -> bool:
    """Return whether a hand has a card of one of these ranks."""
    return any(find_in_hand(world, seat, rank) >= 0 for rank in ranks)


def can_beat(world: State, seat: int, attack: DungeonMove) -> bool:
    """D-20 Try an attack in a world; a card may be laid in a fight only if that can be won."""
    assert attack.target is not None
    after = world.clone()
    play(after, seat, attack.action, None)
    return any(move.kind == FIGHT for move in legal_moves(after, attack.target))
