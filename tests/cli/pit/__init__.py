"""A tiny third game: dig for points in turn, climb out in time, and don't hit the seven."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from underdeck.cards import rank_of, read_cards
from underdeck.cli.screens import Screen
from underdeck.game import Event, Game, Move
from underdeck.refusal import IllegalMove, InvalidMove
from underdeck.registry import Manifest
from underdeck.say.drawings import BotNames, Page
from underdeck.say.tellers import Narration, Teller

EXAMPLE = "2S 3S 4S 5S 6S 7S"
DECK = tuple(read_cards(EXAMPLE.split()))
SEVEN = 7


@dataclass(frozen=True, slots=True)
class PitOptions:
    """The number of players."""

    players: int = field(default=1, metadata={"values": (1, 2, 3)})


@dataclass(frozen=True, slots=True)
class PitMove:
    """To dig or to climb."""

    word: str
    game: str = "pit"

    def texts(self, face: Callable[[int], str]) -> tuple[str, ...]:
        """Return no parts."""
        return ()

    def __str__(self) -> str:
        return self.word


MOVES = (PitMove("dig"), PitMove("climb"))


@dataclass
class State:
    """The cards from the top, whose turn it is, and the points of each seat."""

    cards: tuple[int, ...]
    points: list[int]
    dug: int = 0
    current: int = 0
    ending: str = ""


@dataclass(frozen=True)
class PitView:
    """Everything but the cards in the pit."""

    points: tuple[int, ...]
    cards_left: int
    legal: tuple[PitMove, ...]

    def as_json(self) -> dict[str, object]:
        """Return the view as data."""
        return {"points": list(self.points), "cards_left": self.cards_left}


class Pit(Game[State, PitOptions, PitMove, PitView]):
    """The rules."""

    name = "pit"
    rules = 1
    Options = PitOptions

    def deck(self, options: PitOptions) -> tuple[int, ...]:
        return DECK

    def start(self, options: PitOptions, cards: Sequence[int], rules: int = 1) -> State:
        return State(tuple(cards), [0] * options.players)

    def seats(self, options: PitOptions) -> int:
        return options.players

    def waiting(self, state: State) -> tuple[int, ...]:
        return () if state.ending else (state.current,)

    def legal(self, state: State, seat: int) -> tuple[PitMove, ...]:
        return MOVES if seat in self.waiting(state) else ()

    def play(
        self, state: State, seat: int, move: PitMove, legal: tuple[PitMove, ...] | None = None
    ) -> list[Event]:
        if move not in self.legal(state, seat):
            raise IllegalMove("illegal_move", move=move, legal=self.legal(state, seat))
        if move.word == "climb":
            state.ending = "climbed"
            return [Event("climbed", {"seat": seat})]
        card = state.cards[state.dug]
        state.dug += 1
        state.points[seat] += rank_of(card)
        state.ending = "fell" if rank_of(card) == SEVEN else ""
        state.current = (seat + 1) % len(state.points)
        return [Event("dug", {"seat": seat, "card": card})]

    def view(self, state: State, seat: int | None) -> PitView:
        legal = () if seat is None else self.legal(state, seat)
        return PitView(tuple(state.points), len(state.cards) - state.dug, legal)

    def result(self, state: State) -> dict[str, Any] | None:
        return {"ending": state.ending, "points": state.points} if state.ending else None

    def read_move(self, text: str) -> PitMove:
        for move in MOVES:
            if text == move.word:
                return move
        raise InvalidMove("unknown_move", text=text)


class PitTeller(Teller[Narration]):
    """The default teller."""

    game = "pit"


class PitDrawing:
    """The points and the number of cards left."""

    def lines(self, page: Page, view: PitView, bots: BotNames) -> list[str]:
        """Return one line."""
        return [f"Points {view.points}, {view.cards_left} cards left"]


class PitScreen(Screen[PitView]):
    """The default screen with a question and a warning."""

    def decision(self, seat: int) -> str:
        """Ask how deep to dig."""
        return self.words.say("pit.decision.deep")

    def warning(self, move: Move, seat: int) -> str:
        """Warn before a player climbs with nothing."""
        return "" if self.view(seat).points[seat] else self.words.say("pit.warning.climb")


GAME = Pit()
DRAWING = PitDrawing()
MANIFEST = Manifest(
    name="pit",
    game="cli.pit:GAME",
    teller="cli.pit:PitTeller",
    drawing="cli.pit:DRAWING",
    screen="cli.pit:PitScreen",
    words="cli.pit",
)
