"""A tiny third game for tests: guess the color of the top card, with as little code as possible."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from underdeck.cards import code_of, suit_of
from underdeck.game import Event, Game, Result
from underdeck.refusal import IllegalMove, InvalidMove
from underdeck.registry import Manifest

CARDS = (5, 6)


@dataclass(frozen=True)
class CoinOptions:
    """A game without rule options."""


@dataclass
class CoinState:
    """The card to guess, and the guess."""

    card: int
    guess: str = ""


@dataclass(frozen=True)
class CoinMove:
    """A guess."""

    word: str
    game: str = "coin"

    def texts(self, face: Callable[[int], str]) -> tuple[str, ...]:
        """A guess is a single word."""
        return ()

    def __str__(self) -> str:
        return self.word


MOVES = (CoinMove("black"), CoinMove("red"))


@dataclass(frozen=True)
class CoinView:
    """The guess, and the card once it was made."""

    card: str | None
    legal: tuple[CoinMove, ...]

    def as_json(self) -> dict[str, object]:
        """Return the view as data."""
        return {"card": self.card, "legal": [str(move) for move in self.legal]}


class Coin(Game[CoinState, CoinOptions, CoinMove, CoinView]):
    """One guess, right or wrong."""

    name = "coin"
    rules = 1
    Options = CoinOptions

    def deck(self, options: CoinOptions) -> tuple[int, ...]:
        return CARDS

    def start(self, options: CoinOptions, cards: Sequence[int], rules: int = 1) -> CoinState:
        return CoinState(cards[0])

    def seats(self, options: CoinOptions) -> int:
        return 1

    def waiting(self, state: CoinState) -> tuple[int, ...]:
        return () if state.guess else (0,)

    def legal(self, state: CoinState, seat: int) -> tuple[CoinMove, ...]:
        return () if state.guess else MOVES

    def play(
        self,
        state: CoinState,
        seat: int,
        move: CoinMove,
        legal: tuple[CoinMove, ...] | None = None,
    ) -> list[Event]:
        if move not in self.legal(state, seat):
            raise IllegalMove("illegal_move", move=move, legal=self.legal(state, seat))
        state.guess = move.word
        return [Event("turned", {"card": state.card})]

    def view(self, state: CoinState, seat: int | None) -> CoinView:
        legal = self.legal(state, seat) if seat is not None else ()
        return CoinView(code_of(state.card) if state.guess else None, legal)

    def result(self, state: CoinState) -> Result | None:
        if not state.guess:
            return None
        color = "red" if suit_of(state.card) in (1, 2) else "black"
        return {"ending": "guessed", "won": state.guess == color}

    def read_move(self, text: str) -> CoinMove:
        for move in MOVES:
            if str(move) == text:
                return move
        raise InvalidMove("unknown_move", text=text)


GAME = Coin()

MANIFEST = Manifest(
    name="coin",
    game="coin_game:GAME",
    teller="coin_game:NO_TELLER",
    drawing="coin_game:NO_DRAWING",
    screen="coin_game:NO_SCREEN",
)
