"""In which order the players of a Dungeon are asked, one at a time, where the game itself would hear anyone.

Who is asked follows from what is public, never from a hand. Where several are waited for they are asked clockwise, beginning after the one
whose move they answer. With `interrupts`, everyone else who may play an ace now is asked first, once before each decision.
"""

from collections.abc import Mapping

from underdeck.env.dungeon_codes import WAIT, numbered
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.legal import aces_allowed
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.state import State, is_alive
from underdeck.games.dungeon.view import about, legal_moves

NOBODY = -1

Offer = dict[int, DungeonMove | None]
"""What one who is asked may choose, by number; None is no move."""


def asked(state: State, waited: int, interrupts: bool) -> int:
    """The seat that is asked now; `waited` has a bit for each one who let the chance of an ace go by since the last move."""
    waiting = GAME.waiting(state)
    if not waiting:
        return NOBODY
    first = first_of(state, waiting)
    if interrupts:
        for step in range(1, state.players):
            seat = (first + step) % state.players
            if (
                seat not in waiting
                and not waited >> seat & 1
                and is_alive(state, seat)
                and aces_allowed(state, seat)
            ):
                return seat
    return first


def first_of(state: State, waiting: tuple[int, ...]) -> int:
    """The first of those waited for, clockwise after the player whom it is about."""
    if len(waiting) == 1:
        return waiting[0]
    opener = (about(state, pending_kind(state)) or (-1,))[0]
    return min(waiting, key=lambda seat: (seat - opener - 1) % state.players)


def offer(state: State, seat: int) -> Offer:
    """What a seat that is asked may choose: its answer, or for one who isn't waited for an ace, or to wait."""
    moves: Offer = dict(numbered(legal_moves(state, seat), seat, state.players))
    if seat not in GAME.waiting(state):
        moves[WAIT] = None
    return moves


def payoffs(result: Mapping[str, object], players: int) -> list[float]:
    """1 for the winner, and the others share the loss; nothing for anyone in a stalemate."""
    winner = result["winner"]
    if winner is None:
        return [0.0] * players
    return [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]
