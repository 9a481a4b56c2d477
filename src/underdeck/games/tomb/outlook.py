"""The certain cost of a move, such as damage, from the player's view."""

from typing import NamedTuple

from underdeck.games.tomb import moves
from underdeck.games.tomb.facts import is_lethal, turns_left
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.view import TombView


class Cost(NamedTuple):
    """A kind of cost and its amount."""

    code: str
    n: int = 0


def cost_of(view: TombView, move: TombMove) -> Cost | None:
    """Return the certain cost of a legal move, or None if it has none or the cards decide."""
    match move.kind:
        case moves.RETREAT if turns_left(view) == 0:
            return Cost("out_at_once")  # §9.4
        case moves.RETREAT:
            return Cost("turns_to_exit", turns_left(view))  # §9.3
        case moves.SUFFER:
            return Cost("deadly" if is_lethal(view, move) else "damage", view.blow)  # §8.1
        case moves.YIELD:
            return Cost("discards", view.owed)  # §6.3
    return None
