"""The strongest bot of Dungeon: it searches what its seat knows, and bluffs by a mixed strategy."""

from collections.abc import Sequence
from random import Random

from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import ACCUSE, DIG, DungeonMove
from underdeck.games.dungeon.state import JOKER_RANK
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.analyst import MoveValue, prepare_in_background, value_moves

ITERATIONS = 1000
"""The maximum for a choice; the effort of a search limits it, too."""
BLUFFS = frozenset({"asked", "answered", "accusations"})
"""Decisions in which a predictable player can be exploited: to lie, to doubt, to accuse."""
CLOSE = 0.03
"""Moves whose value is at most this much below that of the best one are mixed with it."""


class Master:
    """A bot that searches with a memory."""

    wants_memory = True

    def __call__(self, view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
        """Choose a move."""
        seed = f"{random.getrandbits(64)}"
        if len(view.legal) == 1:
            return view.legal[0]
        found = value_moves(view, memory, iterations=ITERATIONS, seed=seed)
        return mix(found, random) if is_bluff(view, found) else found[0].move

    def prepare(self) -> None:
        """Compile what a choice needs in the background; until then choices take fewer looks."""
        prepare_in_background()


def is_bluff(view: DungeonView, found: Sequence[MoveValue]) -> bool:
    """Return whether the choice could be read or exploited if it were always the same."""
    return view.pending in BLUFFS or any(is_false(each.move) for each in found[:2])


def is_false(move: DungeonMove) -> bool:
    """Return whether a move claims a value that its card doesn't have, or accuses."""
    is_lie = move.kind == DIG and move.rank not in (move.value, JOKER_RANK)
    return is_lie or move.kind == ACCUSE


def mix(found: Sequence[MoveValue], random: Random) -> DungeonMove:
    """Return one of the moves that are about as good as the best, by how often each was tried.

    A false claim or an accusation is chosen only if it is the best move: it puts a tunnel at stake,
    and nobody gains by knowing that it is rare.
    """
    close = [
        each
        for number, each in enumerate(found)
        if each.value >= found[0].value - CLOSE and (number == 0 or not is_false(each.move))
    ]
    return random.choices(close, [each.visits + 1e-9 for each in close])[0].move


master = Master()
