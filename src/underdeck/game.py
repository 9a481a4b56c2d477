"""The interface of a game, and the values that pass through it: moves, events, steps and views."""

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from underdeck.cards import code_of
from underdeck.options import OptionsT

EVERYONE = -1
"""The audience of a public event: every bit is set."""

CARD_PARTS = frozenset({"card", "foe"})
"""Names of event parts that hold a card."""


@runtime_checkable
class Move(Protocol):
    """A value that a player chooses; `Game.read_move` reads back its text, `str(move)`."""

    @property
    def game(self) -> str:
        """The name of the game whose catalogue describes the move."""

    @property
    def word(self) -> str:
        """The verb that the text begins with."""

    def texts(self, face: Callable[[int], str]) -> tuple[str, ...]:
        """Return the words after the verb, with cards formatted by `face`."""

    def __str__(self) -> str: ...


class Event(NamedTuple):
    """Something that happened: its name, its parts (cards and numbers), and its audience."""

    name: str
    parts: dict[str, int]
    """The parts by their names; equal events may share them, so they must not be changed."""
    audience: int = EVERYONE
    """A bit for each seat that may know the event."""

    def is_for(self, seat: int | None) -> bool:
        """Return whether a seat may know the event; a spectator (None) knows public events only."""
        return self.audience == EVERYONE or (seat is not None and self.audience >> seat & 1 == 1)

    def as_json(self) -> dict[str, object]:
        """Return the event as data, with cards as codes."""
        data: dict[str, object] = {"event": self.name, **self.parts}
        for name in CARD_PARTS:
            if name in self.parts:
                data[name] = code_of(self.parts[name])
        return data

    def __repr__(self) -> str:
        data = self.as_json()
        del data["event"]
        parts = [repr(self.name), *(f"{name}={part!r}" for name, part in data.items())]
        if self.audience != EVERYONE:
            parts.append(f"audience={self.audience:#b}")
        return f"Event({', '.join(parts)})"


class Step(NamedTuple):
    """One move and the events that followed from it."""

    seat: int
    move: Move
    events: list[Event]


class View(Protocol):
    """The knowledge of one seat or of a spectator, built from an allow-list of fields."""

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that this seat may make now."""

    def as_json(self) -> dict[str, object]:
        """Return the view as data."""


MoveT_co = TypeVar("MoveT_co", bound=Move, covariant=True)


class ViewWith(View, Protocol[MoveT_co]):
    """A view whose legal moves have a known type."""

    @property
    def legal(self) -> tuple[MoveT_co, ...]:
        """The moves that this seat may make now."""


class Memory(Protocol):
    """What one seat has learned in a game: its views before its moves, and the events it may know.

    A game's class of memories is called with the seat's first view, before any event. A memory is
    small and can be pickled, since it is sent to the processes in which bots run.
    """

    def observe_view(self, view: Any) -> None:
        """Learn from the view that the seat had before one of its own moves."""

    def observe(self, event: Event) -> None:
        """Learn from an event that the seat may know."""

    def observe_position(self, position: Any) -> None:
        """Learn the position at hand, where the game has positions; see `Game.position`."""

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable."""


Result: TypeAlias = dict[str, Any]
"""The outcome of a finished game, as records store it."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT", bound=Move)
ViewT_co = TypeVar("ViewT_co", bound=View, covariant=True)


class Game(ABC, Generic[StateT, OptionsT, MoveT, ViewT_co]):
    """The rules of one game.

    States are passed in and changed in place; callers don't read their fields. Methods that are not
    abstract have defaults that suit a game whose only chance is the deal.
    """

    name: str
    rules: int
    """The version of the rules that new games are played by."""
    Options: type[OptionsT]
    """The rule options of the game: a frozen dataclass with a default for every field."""

    @abstractmethod
    def deck(self, options: OptionsT) -> tuple[int, ...]:
        """Return the cards of a deal, in the order that shuffles start from."""

    @abstractmethod
    def start(self, options: OptionsT, cards: Sequence[int], rules: int = 1) -> StateT:
        """Return the state before the first move, by the given version of the rules."""

    @abstractmethod
    def seats(self, options: OptionsT) -> int:
        """Return the number of players."""

    @abstractmethod
    def waiting(self, state: StateT) -> tuple[int, ...]:
        """Return the seats that the game waits for, none when it is over.

        This is public. Other seats may still have legal moves, such as interrupts.
        """

    @abstractmethod
    def legal(self, state: StateT, seat: int) -> tuple[MoveT, ...]:
        """Return the legal moves of a seat, in a stable order."""

    @abstractmethod
    def play(
        self, state: StateT, seat: int, move: MoveT, legal: tuple[MoveT, ...] | None = None
    ) -> list[Event]:
        """Make a legal move or raise `IllegalMove`; pass the legal moves if they are known."""

    @abstractmethod
    def view(self, state: StateT, seat: int | None) -> ViewT_co:
        """Return the view of a seat, or of a spectator (None)."""

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """Return the outcome as data, or None while the game runs."""

    @abstractmethod
    def read_move(self, text: str) -> MoveT:
        """Return the move that a text names, or raise `InvalidMove`."""

    def clone(self, state: StateT) -> StateT:
        """Return a copy that shares nothing mutable with the state."""
        return copy.deepcopy(state)

    def asks_all(self, state: StateT) -> bool:
        """Return whether several seats answer the same question at once, each in secret."""
        return False

    def window(self, state: StateT) -> object:
        """Identify the question that several seats are asked at once; None if this game has none.

        The value changes when another one is asked, not when some of them have answered.
        """
        return None

    def pending_chance(self, state: StateT) -> tuple[int, ...]:
        """Return the items that chance must put in order before play continues, usually none."""
        return ()

    def resolve_chance(self, state: StateT, order: Sequence[int]) -> list[Event]:
        """Continue with the items of `pending_chance` in the given order."""
        raise AssertionError(f"{self.name} has no chance after the deal")

    def position(self, state: StateT, seat: int) -> StateT | None:
        """Return the state without what a seat can't know, or None if that isn't offered."""
        return None

    def unseen(self, state: StateT, seat: int) -> tuple[int, ...] | None:
        """Return the sorted cards that a seat hasn't seen (R-20), or None if that isn't offered."""
        return None

    def upgrade_result(self, result: Result, version: int) -> Result:
        """Return the result of a record of an older version as the current version writes it."""
        return result


AnyGame: TypeAlias = Game[Any, Any, Any, View]
"""A game found by its name, whose types are not known."""
