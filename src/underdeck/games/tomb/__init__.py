"""Tomb of Four Kings as a game of the house: the one door to its rules."""

from collections.abc import Sequence

from underdeck.game import Event, Game, Result
from underdeck.games.tomb import rules
from underdeck.games.tomb.counter import unseen
from underdeck.games.tomb.events import Told, event_of
from underdeck.games.tomb.moves import TombMove, read_move
from underdeck.games.tomb.options import Options as TombOptions
from underdeck.games.tomb.state import DECK, State
from underdeck.games.tomb.view import TombView, legal_moves, result, view
from underdeck.refusal import IllegalMove


class Tomb(Game[State, TombOptions, TombMove, TombView]):
    """A solitaire: the only seat is 0."""

    name = "tomb"
    rules = 1
    Options = TombOptions

    def deck(self, options: TombOptions) -> tuple[int, ...]:
        """§1.1 The 44 cards, whatever the house."""
        return DECK

    def start(self, options: TombOptions, cards: Sequence[int], rules: int = 1) -> State:
        """§1.2 Nine hit points, no torch burnt, an empty hand. There is but one version of the rules."""
        return State(options, [*cards, 0])

    def clone(self, state: State) -> State:
        """A copy that shares nothing that changes."""
        return state.clone()

    def seats(self, options: TombOptions) -> int:
        """A solitaire."""
        return 1

    def waiting(self, state: State) -> tuple[int, ...]:
        """The player, until the end."""
        return () if state.ending else (0,)

    def legal(self, state: State, seat: int) -> tuple[TombMove, ...]:
        """The player's moves; nobody else has any."""
        return legal_moves(state) if seat == 0 else ()

    def play(
        self, state: State, seat: int, move: TombMove, legal: tuple[TombMove, ...] | None = None
    ) -> list[Event]:
        """Make a legal move, or refuse it and say which are legal."""
        moves = self.legal(state, seat) if legal is None else legal
        if move not in moves:
            raise IllegalMove("illegal_move" if moves else "game_over", move=move, legal=moves)
        sink: list[Told] = []
        rules.play(state, move.action, sink)
        return [event_of(told) for told in sink]

    def view(self, state: State, seat: int | None) -> TombView:
        """The table as the player sees it; a spectator sees the same without moves."""
        return view(state, spectator=seat != 0)

    def unseen(self, state: State, seat: int) -> tuple[int, ...] | None:
        """R-20 The cards still in the deck, for the player's card counter."""
        return unseen(state) if seat == 0 else None

    def result(self, state: State) -> Result | None:
        """§10 The ending and the score."""
        return result(state)

    def read_move(self, text: str) -> TombMove:
        """A move from its text."""
        return read_move(text)


GAME = Tomb()
