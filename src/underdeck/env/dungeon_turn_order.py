"""The turn order of Dungeon for environments: one seat at a time, where the rules let anyone act.

The order follows from public facts, never from a hand. If the game waits for several seats they
act clockwise, beginning after the player whose move they answer. With `interrupts`, every other
seat that may play an ace now acts first, once before each decision.
"""

from collections.abc import Mapping

from underdeck.env.dungeon_codes import WAIT, numbered
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.frames import frame_seat, pending_kind
from underdeck.games.dungeon.legal import aces_allowed, waiting
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.pending import WINDOWS
from underdeck.games.dungeon.state import State, is_alive
from underdeck.games.dungeon.view import legal_moves

NOBODY = -1

Choices = dict[int, DungeonMove | None]
"""The choices of the seat to act, by action; None for the action `WAIT`, which is no move."""


def seat_to_act(s: State, declined: int, interrupts: bool) -> int:
    """Return the seat that acts next.

    `declined` is a bit mask of the seats that let the chance of an ace go by since the last move.
    """
    seats = waiting(s)
    if seats == 0:
        return NOBODY
    first = first_of(s, seats)
    if interrupts:
        for step in range(1, s.players):
            seat = (first + step) % s.players
            may_interrupt = ((seats | declined) >> seat) & 1 == 0
            if may_interrupt and is_alive(s, seat) and aces_allowed(s, seat):
                return seat
    return first


def first_of(s: State, seats: int) -> int:
    """Return the first of the waiting seats, clockwise after the player whose move they answer."""
    opener = frame_seat(s) if pending_kind(s) in WINDOWS else NOBODY
    seat = (opener + 1) % s.players
    while (seats >> seat) & 1 == 0:
        seat = (seat + 1) % s.players
    return seat


def choices_of(state: State, seat: int) -> Choices:
    """Return the choices of the seat to act; a seat that only interrupts may also wait."""
    moves: Choices = dict(numbered(legal_moves(state, seat), seat, state.players))
    if seat not in GAME.waiting(state):
        moves[WAIT] = None
    return moves


def payoffs(result: Mapping[str, object], players: int) -> list[float]:
    """Return 1 for the winner and an equal share of -1 for the others; all 0 without a winner."""
    winner = result["winner"]
    if winner is None:
        return [0.0] * players
    return [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]
