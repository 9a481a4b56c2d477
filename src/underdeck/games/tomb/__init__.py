"""Tomb of Four Kings as a `Game`: the entry point to its rules."""

from collections.abc import Sequence

from underdeck.game import Event, Game, Result
from underdeck.games.tomb import rules
from underdeck.games.tomb.counter import unseen
from underdeck.games.tomb.events import RawEvent, event_of
from underdeck.games.tomb.moves import TombMove, read_move
from underdeck.games.tomb.options import Options as TombOptions
from underdeck.games.tomb.state import DECK, State, new_state
from underdeck.games.tomb.view import TombView, legal_moves, result, view
from underdeck.refusal import IllegalMove

__all__ = ["GAME", "Tomb", "TombMove", "TombOptions", "TombView"]


class Tomb(Game[State, TombOptions, TombMove, TombView]):
    """The rules of Tomb, a solitaire whose only seat is 0."""

    name = "tomb"
    rules = 1
    Options = TombOptions

    def deck(self, options: TombOptions) -> tuple[int, ...]:
        """§1.1 Return the 44 cards, under any options."""
        return DECK

    def start(self, options: TombOptions, cards: Sequence[int], rules: int = 1) -> State:
        """§1.2 Return the state before the first move; there is only one version of the rules."""
        return new_state(options, cards)

    def clone(self, state: State) -> State:
        """Return a copy that shares nothing mutable."""
        return state.clone()

    def seats(self, options: TombOptions) -> int:
        """Return 1."""
        return 1

    def waiting(self, state: State) -> tuple[int, ...]:
        """Return the player until the end."""
        return () if state.ending else (0,)

    def legal(self, state: State, seat: int) -> tuple[TombMove, ...]:
        """Return the player's legal moves; other seats have none."""
        return legal_moves(state) if seat == 0 else ()

    def play(
        self, state: State, seat: int, move: TombMove, legal: tuple[TombMove, ...] | None = None
    ) -> list[Event]:
        """Make a legal move, or raise `IllegalMove` with the legal ones."""
        moves = self.legal(state, seat) if legal is None else legal
        if move not in moves:
            raise IllegalMove("illegal_move" if moves else "game_over", move=move, legal=moves)
        sink: list[RawEvent] = []
        rules.play(state, move.action, sink)
        return [event_of(raw) for raw in sink]

    def view(self, state: State, seat: int | None) -> TombView:
        """Return the player's view; a spectator sees the same without moves."""
        return view(state, spectator=seat != 0)

    def unseen(self, state: State, seat: int) -> tuple[int, ...] | None:
        """R-20 Return the cards still in the deck, for the player's card counter."""
        return unseen(state) if seat == 0 else None

    def result(self, state: State) -> Result | None:
        """§10 Return the ending and the score, or None while the game runs."""
        return result(state)

    def read_move(self, text: str) -> TombMove:
        """Read a move."""
        return read_move(text)


GAME = Tomb()
