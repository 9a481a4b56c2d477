"""Dungeon as a `Game`: the entry point to its rules."""

from collections.abc import Sequence
from functools import lru_cache

from underdeck.game import Event, Game, Result
from underdeck.games.dungeon import rules
from underdeck.games.dungeon.events import RawEvent, event_of
from underdeck.games.dungeon.frames import lot_seats, pending_kind
from underdeck.games.dungeon.legal import waiting
from underdeck.games.dungeon.moves import RESIGN, DungeonMove, read_move
from underdeck.games.dungeon.options import Options as DungeonOptions
from underdeck.games.dungeon.pending import LOT, RENEW, WINDOWS
from underdeck.games.dungeon.position import position_of
from underdeck.games.dungeon.rules import set_up
from underdeck.games.dungeon.state import RULES, State, deck_of, new_state
from underdeck.games.dungeon.version_1 import upgrade_result
from underdeck.games.dungeon.view import DungeonView, about, legal_moves, result, seats_in, view
from underdeck.refusal import IllegalMove

__all__ = ["GAME", "Dungeon", "DungeonMove", "DungeonOptions", "DungeonView"]

read_known = lru_cache(4096)(read_move)
"""`read_move`, cached because most texts recur."""


class Dungeon(Game[State, DungeonOptions, DungeonMove, DungeonView]):
    """The rules of Dungeon, for two to four seats."""

    name = "dungeon"
    rules = RULES
    Options = DungeonOptions

    def deck(self, options: DungeonOptions) -> tuple[int, ...]:
        """§1.1 Return one deck or two, with jokers if they are wild."""
        return deck_of(options)

    def seats(self, options: DungeonOptions) -> int:
        """Return the number of players."""
        return options.players

    def start(self, options: DungeonOptions, cards: Sequence[int], rules: int = RULES) -> State:
        """§1 Deal cells and hands, and begin the bid."""
        state = new_state(options, cards, rules)
        set_up(state, None)
        return state

    def clone(self, state: State) -> State:
        """Return a copy that shares nothing mutable."""
        return state.clone()

    def waiting(self, state: State) -> tuple[int, ...]:
        """Return the seats whose decision the game waits for."""
        return seats_in(waiting(state), state.players)

    def position(self, state: State, seat: int) -> State:
        """Return the state without what a seat can't know."""
        return position_of(state, seat)

    def asks_all(self, state: State) -> bool:
        """§7.4 §11.2 §14.4 Return whether a window is open, for aces, counters or accusations."""
        return not state.ending and pending_kind(state) in WINDOWS

    def window(self, state: State) -> tuple[object, ...]:
        """Identify a bid or a window by its kind, its subject, and the cards laid and discarded."""
        kind = 0 if state.ending else pending_kind(state)
        subject = () if state.ending else about(state, kind)
        return state.ending, kind, subject, state.pile_size, state.discard_size

    def pending_chance(self, state: State) -> tuple[int, ...]:
        """§2.4 Return the discards that become the deck; D-1 or the seats that draw lots."""
        if state.ending:
            return ()
        if pending_kind(state) == RENEW:
            return tuple(sorted(state.discards[: state.discard_size]))
        return seats_in(lot_seats(state), state.players) if pending_kind(state) == LOT else ()

    def resolve_chance(self, state: State, order: Sequence[int]) -> list[Event]:
        """Continue with the new deck, top first, or with the lot on the first seat."""
        sink: list[RawEvent] = []
        if pending_kind(state) == RENEW:
            rules.renew(state, list(order), sink)
        else:
            rules.draw_lot(state, order[0], sink)
        return [event_of(raw) for raw in sink]

    def legal(self, state: State, seat: int) -> tuple[DungeonMove, ...]:
        """Return the legal moves of a seat."""
        return legal_moves(state, seat) if 0 <= seat < state.players else ()

    def play(
        self,
        state: State,
        seat: int,
        move: DungeonMove,
        legal: tuple[DungeonMove, ...] | None = None,
    ) -> list[Event]:
        """Make a legal move, or raise `IllegalMove`; a seat that is waited for may also resign."""
        moves = self.legal(state, seat) if legal is None else legal
        resigns = move.kind == RESIGN and seat in self.waiting(state)
        if move not in moves and not resigns:
            raise IllegalMove(
                "game_over" if state.ending else "illegal_move", move=move, legal=moves
            )
        sink: list[RawEvent] = []
        rules.play(state, seat, move.action, sink)
        return [event_of(raw) for raw in sink]

    def view(self, state: State, seat: int | None) -> DungeonView:
        """Return the view of a seat or a spectator."""
        return view(state, seat if seat is not None and 0 <= seat < state.players else None)

    def result(self, state: State) -> Result | None:
        """§8 Return the result, or None while the game runs."""
        return result(state)

    def upgrade_result(self, result: Result, version: int) -> Result:
        """Count seats from 0; version 1 counted them from 1."""
        return upgrade_result(result) if version == 1 else result

    def read_move(self, text: str) -> DungeonMove:
        """Read a move."""
        return read_known(text)


GAME = Dungeon()
