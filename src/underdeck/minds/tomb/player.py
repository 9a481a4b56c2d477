"""The players of Tomb that search with a value network: strong, and quick ones.

They know the set of unseen cards, which a careful player can keep in mind (R-20), and nothing else
that is hidden.
"""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from underdeck.fast.libraries import can_compile
from underdeck.fast.twin import interpret
from underdeck.games.tomb.moves import TombMove, move_of
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import State
from underdeck.games.tomb.view import TombView
from underdeck.minds.tomb.bulk import Minds, choose_move
from underdeck.minds.tomb.network import load_networks
from underdeck.minds.tomb.position import position_in, position_of
from underdeck.minds.tomb.search import POINTS, STACK, WIN, Depth, network_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from underdeck.fast.runner import Rows

ENDGAME = 5
"""With at most this number of unseen cards, strong players see every line to its end."""
STRONG_CHUNKS, QUICK_CHUNKS = (50, 500), (500, 5_000)


@dataclass(frozen=True)
class Player:
    """Makes the move with the best value for a goal, looking some cards ahead.

    A player who wants to win plays on for points once a hoard is lost.
    """

    depth: Depth
    chunks: tuple[int, int] = STRONG_CHUNKS
    """The smallest and the largest number of compiled games in one task."""

    def rows(self, options: Options, seed: str, first: int, count: int) -> "Rows":
        """Play the numbered games of a seed, compiled; the columns are those of `fast.tomb`."""
        from underdeck.minds.tomb.compiled_player import play_numbered_deals  # noqa: PLC0415  needs Numba

        return play_numbered_deals(self.depth, options, seed, first, count)

    def choose(self, view: TombView, unseen: "Iterable[int]") -> TombMove:
        """Return the move to make, given the view and the unseen cards."""
        return move_of(find_chooser(self.depth)(position_of(view, tuple(unseen))))

    def move(self, state: State) -> TombMove:
        """Return the move to make, which depends only on the view and the unseen cards."""
        return move_of(find_chooser(self.depth)(position_in(state)))


@cache
def find_chooser(depth: Depth) -> "Callable[[State], int]":
    """Return a function that chooses the action of a position: compiled if Numba is installed."""
    if can_compile():
        from underdeck.minds.tomb.compiled_player import new_chooser  # noqa: PLC0415  needs Numba

        return new_chooser(depth)
    return new_interpreted_chooser(depth)


def new_interpreted_chooser(depth: Depth) -> "Callable[[State], int]":
    """Return a function that chooses the action of a position without other libraries."""
    from underdeck.minds.tomb.analyst import plain_mind, plain_value  # noqa: PLC0415

    choose = interpret(choose_move, {network_value: plain_value})
    first, later = (plain_mind(load_networks(goal)) for goal in (depth.goal, POINTS))
    minds = Minds(first, depth, later, depth._replace(goal=POINTS))
    stack: list[Any] = [None] * STACK

    def choose_action(position: State) -> int:
        stack[0] = position
        return choose(stack, minds)

    return choose_action


STRONG, STRONG_POINTS = Player(Depth(WIN, 1, ENDGAME)), Player(Depth(POINTS, 1, ENDGAME))
QUICK, QUICK_POINTS = (Player(Depth(goal, 0, 0), QUICK_CHUNKS) for goal in (WIN, POINTS))
PLAYERS = {
    "strong": STRONG,
    "strong-points": STRONG_POINTS,
    "strong-quick": QUICK,
    "strong-quick-points": QUICK_POINTS,
}
"""Players by the names of their policies."""
