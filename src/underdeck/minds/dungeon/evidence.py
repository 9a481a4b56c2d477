"""What the opponents' decisions say about their hands.

Few decisions say much: a player who could have dug, caved in an equal rival or given a card, and
did something else, probably couldn't. The factors are estimates; they were not measured.
"""

from collections.abc import Iterator
from typing import NamedTuple

from underdeck.games.dungeon.decisions import PASS, TURN_KINDS, Decision
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.view import DungeonView

HELD_BACK_PASSAGE = 0.1
"""A player who passes rarely holds the passage needed next."""
PLAYED_ELSE = 0.3
"""A player may hold the passage needed next and still prefer another card."""
DENIED = 0.4
"""A denial is sometimes a lie."""
LAST_TURNS = 2
"""The own turns of an opponent whose choices still say something."""


class Clue(NamedTuple):
    """A rank that a hand probably didn't hold, apart from its newest cards."""

    seat: int
    newer: int
    rank: int
    factor: float


def find_clues(view: DungeonView, memory: DungeonMemory) -> list[Clue]:
    """Return what the opponents' last decisions say about their hands."""
    return [
        clue
        for player in view.players
        if player.alive and player.seat != view.seat
        for clue in clues_of(player.seat, memory)
        if clue.newer < player.cards
    ]


def clues_of(seat: int, memory: DungeonMemory) -> Iterator[Clue]:
    """Yield the clues about one opponent's hand, from the newest decision on.

    A decision speaks against the passage needed at that time: a cave-in may have changed the need.
    """
    decisions, turns = memory.decisions, 0
    for decision in reversed(decisions.by_seat[seat]):
        newer = decisions.drawn_since(decision)
        if decision.kind == "deny":
            yield Clue(seat, newer, decision.rank, DENIED)
        turns += is_choice(decision)
        if turns > LAST_TURNS:
            break
        if is_choice(decision) and decision.kind != "dig" and decision.needed:
            factor = HELD_BACK_PASSAGE if decision.kind == PASS else PLAYED_ELSE
            yield Clue(seat, newer, decision.needed, factor)


def is_choice(decision: Decision) -> bool:
    """Return whether a decision is the choice of a turn."""
    return decision.kind in TURN_KINDS or decision.kind == PASS
