"""What the opponents' decisions say about their hands.

Few decisions say much: a player who could have dug, caved in an equal rival or given a card, and
did something else, probably couldn't. The factors are estimates; they were not measured.
"""

from collections.abc import Iterator
from typing import NamedTuple

from underdeck.games.dungeon.decisions import PASS, TURN_KINDS, Decision
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.options import cell_value
from underdeck.games.dungeon.view import DungeonView, PlayerView

HELD_BACK_PASSAGE = 0.1
"""A player who passes rarely holds the passage that is needed next."""
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
        for clue in clues_of(view, player, memory)
        if clue.newer < player.cards
    ]


def clues_of(view: DungeonView, player: PlayerView, memory: DungeonMemory) -> Iterator[Clue]:
    """Yield the clues about one opponent's hand, from the newest decision on."""
    decisions = memory.decisions
    needed = min((each.value for each in player.dungeon), default=cell_value(view.options)) - 1
    turns, passages = 0, len(player.dungeon)
    for decision in reversed(decisions.by_seat[player.seat]):
        newer = decisions.drawn_since(decision)
        if decision.kind == "deny":
            yield Clue(player.seat, newer, decision.rank, DENIED)
        if not is_choice(decision):
            continue
        turns += 1
        if turns > LAST_TURNS or decision.kind == "dig" or passages == 0:
            break
        factor = HELD_BACK_PASSAGE if decision.kind == PASS else PLAYED_ELSE
        yield Clue(player.seat, newer, needed, factor)


def is_choice(decision: Decision) -> bool:
    """Return whether a decision is the choice of a turn."""
    return decision.kind in TURN_KINDS or decision.kind == PASS
