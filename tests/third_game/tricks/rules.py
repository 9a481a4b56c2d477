"""The rules of Tricks (en/rules.md): options, state, moves, view and play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from underdeck.cards import HEARTS, SPADES, card_of, code_of, codes_of, rank_of, read_card
from underdeck.game import Event, Game, Result
from underdeck.refusal import IllegalMove, InvalidMove, Refusal

LOWEST, HIGHEST = 2, 7


@dataclass(frozen=True, slots=True)
class TrickOptions:
    """The rule options of Tricks."""

    players: int = field(default=2, metadata={"values": range(2, 4)})
    hand: int = field(default=3, metadata={"values": range(2, 5)})
    """§1.3 The number of cards of each player."""


@dataclass(slots=True)
class State:
    """A game of Tricks at one moment, hidden cards included."""

    options: TrickOptions
    hands: list[list[int]]
    tricks: list[int]
    """The number of tricks that each seat has taken."""
    trick: list[tuple[int, int]] = field(default_factory=list)
    """The seats and cards of the running trick, in order."""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class TrickMove:
    """Play a card."""

    card: int
    game: str = "tricks"
    word: str = "play"

    def texts(self, face: Callable[[int], str]) -> tuple[str, ...]:
        """Return the card as text."""
        return (face(self.card),)

    def __str__(self) -> str:
        return f"play {code_of(self.card)}"


@dataclass(frozen=True, slots=True)
class TrickView:
    """What one seat, or a spectator, may know."""

    seat: int | None
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    """The number of cards in each hand."""
    tricks: tuple[int, ...]
    trick: tuple[tuple[int, int], ...]
    legal: tuple[TrickMove, ...]

    def as_json(self) -> dict[str, object]:
        """Return the view as data."""
        return {
            "seat": self.seat,
            "hand": codes_of(self.hand),
            "sizes": list(self.sizes),
            "tricks": list(self.tricks),
            "trick": [[seat, code_of(card)] for seat, card in self.trick],
            "legal": [str(move) for move in self.legal],
        }


class Tricks(Game[State, TrickOptions, TrickMove, TrickView]):
    """The rules of Tricks."""

    name = "tricks"
    rules = 1
    Options = TrickOptions

    def deck(self, options: TrickOptions) -> tuple[int, ...]:
        """§1.1 The 2 to 7 of spades and hearts."""
        ranks = range(LOWEST, HIGHEST + 1)
        return tuple(card_of(rank, suit) for suit in (SPADES, HEARTS) for rank in ranks)

    def seats(self, options: TrickOptions) -> int:
        """§1.2 Two or three players."""
        return options.players

    def start(self, options: TrickOptions, cards: Sequence[int], rules: int = 1) -> State:
        """§1.3 Deal the hands; §2.1 the first seat leads."""
        hands = [
            sorted(cards[seat * options.hand : (seat + 1) * options.hand])
            for seat in range(options.players)
        ]
        return State(options, hands, [0] * options.players)

    def waiting(self, state: State) -> tuple[int, ...]:
        """§2.2 The players play in turn; §3.1 the game is over when the hands are empty."""
        return (state.turn,) if any(state.hands) else ()

    def legal(self, state: State, seat: int) -> tuple[TrickMove, ...]:
        """§2.2 Any card of the hand may be played."""
        return tuple(map(TrickMove, state.hands[seat])) if seat in self.waiting(state) else ()

    def play(
        self, state: State, seat: int, move: TrickMove, legal: tuple[TrickMove, ...] | None = None
    ) -> list[Event]:
        """§2.2 Play a card face up; the last card of a trick decides it."""
        moves = self.legal(state, seat)
        if move not in moves:
            code = "illegal_move" if any(state.hands) else "game_over"
            raise IllegalMove(code, move=move, legal=moves)
        state.hands[seat].remove(move.card)
        state.trick.append((seat, move.card))
        state.turn = (seat + 1) % state.options.players
        events = [Event("played", {"seat": seat, "card": move.card})]
        if len(state.trick) == state.options.players:
            events += self._take_trick(state)
        return events

    def _take_trick(self, state: State) -> list[Event]:
        """§2.3 The highest rank takes the trick, §2.4 the earlier of equals, §2.5 and leads."""
        taker, _ = max(state.trick, key=lambda played: rank_of(played[1]))
        state.tricks[taker] += 1
        state.trick.clear()
        state.turn = taker
        events = [Event("took_trick", {"seat": taker})]
        result = self.result(state)
        if result is not None:
            winner = result["winner"]
            events.append(Event("drawn", {}) if winner is None else Event("won", {"seat": winner}))
        return events

    def view(self, state: State, seat: int | None) -> TrickView:
        """§1.4 Everybody sees the tricks, and only their own hand."""
        return TrickView(
            seat,
            () if seat is None else tuple(state.hands[seat]),
            tuple(map(len, state.hands)),
            tuple(state.tricks),
            tuple(state.trick),
            () if seat is None else self.legal(state, seat),
        )

    def result(self, state: State) -> Result | None:
        """§3.2 The most tricks win; §3.3 a tie for the most is a draw."""
        if any(state.hands) or state.trick:
            return None
        most = max(state.tricks)
        winner = state.tricks.index(most) if state.tricks.count(most) == 1 else None
        return {"winner": winner, "turns": sum(state.tricks)}

    def read_move(self, text: str) -> TrickMove:
        """Read `play 5S`."""
        word, _, card = text.partition(" ")
        try:
            if word != "play":
                raise InvalidMove("unknown_move", text=text)
            return TrickMove(read_card(card))
        except Refusal:
            raise InvalidMove("unknown_move", text=text) from None


GAME = Tricks()
