"""What every game is: the protocol that it fulfils, the values that pass through it, and the registry."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from underdeck.cards import code_of

EVERYONE = -1
"""The audience of an event that nobody is kept from: every bit is set."""


@runtime_checkable
class Move(Protocol):
    """What a player chooses; `str(move)` is its text, and the game reads it back."""

    @property
    def game(self) -> str:
        """The game whose words name it."""

    @property
    def word(self) -> str:
        """The verb that the text begins with."""

    def texts(self, face: Callable[[int], str]) -> tuple[str, ...]:
        """What follows the verb, its cards shown by `face`."""

    def __str__(self) -> str: ...


class Event(NamedTuple):
    """A past fact: its name, its parts by name (cards and numbers), and who may know it, a bit for each seat."""

    name: str
    parts: dict[str, int]
    audience: int = EVERYONE

    def is_for(self, seat: int | None) -> bool:
        """May this seat know it? A spectator, None, only what everyone may."""
        return self.audience == EVERYONE or (seat is not None and self.audience >> seat & 1 == 1)

    def as_json(self) -> dict[str, object]:
        """The event as data, its cards as codes."""
        told = {
            name: code_of(part) if name in CARD_PARTS else part for name, part in self.parts.items()
        }
        return {"event": self.name, **told}


CARD_PARTS = frozenset({"card", "foe"})
"""The names of an event's parts that are cards; a card that isn't there is left out of the parts."""


class Step(NamedTuple):
    """One move and what came of it."""

    seat: int
    move: Move
    events: list[Event]


class View(Protocol):
    """What one seat may know, built by allow-list."""

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that this seat may make now."""

    def as_json(self) -> dict[str, object]:
        """The view as data."""


class Game(Protocol):
    """The rules of one game; a state is passed in and changed in place, and nobody outside reads its fields."""

    name: str
    rules: int
    """The version of the rules that new games are played by."""
    Options: type[Any]

    def deck(self, options: Any) -> tuple[int, ...]:
        """The cards that a deal of this game orders, in the order that shuffles start from."""

    def start(self, options: Any, cards: Sequence[int], rules: int = ...) -> Any:
        """The state before the first move, by the current rules or by an older version of them."""

    def clone(self, state: Any) -> Any:
        """A copy that shares nothing that changes."""

    def seats(self, options: Any) -> int:
        """How many players sit at the table."""

    def waiting(self, state: Any) -> tuple[int, ...]:
        """The seats whose decision the game waits for, which is public; others may still have moves, such as aces. None when it is over."""

    def asks_all(self, state: Any) -> bool:
        """Are several asked the same at once, none of whom may learn anything from how the others answer?"""

    def window(self, state: Any) -> object:
        """Identify the question that `asks_all` is about: it changes when another one is asked."""

    def chance(self, state: Any) -> tuple[int, ...]:
        """What chance must put in order before the game goes on, in a steady order; mostly nothing."""

    def fate(self, state: Any, order: Sequence[int]) -> list[Event]:
        """Chance's answer: those items, in this order."""

    def legal(self, state: Any, seat: int) -> tuple[Move, ...]:
        """The moves of a seat, in a steady order."""

    def play(self, state: Any, seat: int, move: Any, legal: Any = None) -> list[Event]:
        """Make a legal move, or raise `IllegalMove`; `legal` are the seat's moves, if they are known already."""

    def view(self, state: Any, seat: int | None) -> View:
        """What a seat may know, or a spectator where the seat is None."""

    def unseen(self, state: Any, seat: int) -> tuple[int, ...] | None:
        """Return the cards a seat has not seen yet, sorted, for its card counter (R-20); None where the game offers none."""

    def result(self, state: Any) -> dict[str, Any] | None:
        """How the game ended, as a record tells it; None while it runs."""

    def read_move(self, text: str) -> Move:
        """The move that a text names, or `InvalidMove`."""
