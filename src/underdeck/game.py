"""What every game is: the protocol that the house plays by, the values that pass through it, and the registry."""

import importlib
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, fields
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, runtime_checkable

from underdeck.cards import code_of
from underdeck.refusal import Refusal

EVERYONE = -1
"""The audience of an event that nobody is kept from."""

GAMES = {"tomb": "underdeck.tomb"}
"""Every game by name, and the package that holds its rules as `GAME`."""


@runtime_checkable
class Move(Protocol):
    """What a player chooses; `str(move)` is its text, and the game reads it back."""

    @property
    def word(self) -> str:
        """The verb that the text begins with."""

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that the text names."""

    def __str__(self) -> str: ...


class Event(NamedTuple):
    """A past fact: its name, its parts by name (cards and numbers), and the seat that may know it."""

    name: str
    parts: dict[str, int]
    audience: int = EVERYONE

    def as_json(self) -> dict[str, object]:
        """The event as data, its cards as codes."""
        told = {name: code_of(part) if name in CARD_PARTS else part for name, part in self.parts.items()}
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
    House: type[Any]

    def deck(self, house: Any) -> tuple[int, ...]:
        """The cards that a deal of this game orders, in the order that shuffles start from."""

    def start(self, house: Any, cards: Sequence[int]) -> Any:
        """The state before the first move."""

    def clone(self, state: Any) -> Any:
        """A copy that shares nothing that changes."""

    def actors(self, state: Any) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over."""

    def legal(self, state: Any, seat: int) -> tuple[Move, ...]:
        """The moves of a seat, in a steady order."""

    def play(self, state: Any, seat: int, move: Any) -> list[Event]:
        """Make a legal move, or raise `IllegalMove`."""

    def view(self, state: Any, seat: int | None) -> View:
        """What a seat may know, or a spectator where the seat is None."""

    def result(self, state: Any) -> dict[str, Any] | None:
        """How the game ended, as a record tells it; None while it runs."""

    def read_move(self, text: str) -> Move:
        """The move that a text names, or `InvalidMove`."""


def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise Refusal("unknown_game", name=name, games=list(GAMES))
    return typing.cast(Game, importlib.import_module(GAMES[name]).GAME)


def read_house(house: type[Any], options: Mapping[str, object]) -> Any:
    """A house from options by name, each a value of its type or the text of one."""
    known = {option.name: option for option in fields(house)}
    chosen = {}
    for name, value in options.items():
        if name not in known:
            raise Refusal("unknown_house_rule", name=name, names=list(known))
        values = house_values(known[name])
        texts = [house_text(allowed) for allowed in values]
        text = house_text(value) if isinstance(value, bool) else str(value).lower()
        text = _SWITCHES.get(text, text) if "on" in texts else text
        if text not in texts:
            raise Refusal("house_value", name=name, value=str(value), values=texts)
        chosen[name] = values[texts.index(text)]
    return house(**chosen)


def house_values(option: Any) -> tuple[int, ...]:
    """The values that an option may take."""
    values: tuple[int, ...] = option.metadata.get("values", (False, True))
    return values


def house_text(value: object) -> str:
    """An option's value as it is typed."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


_SWITCHES = {"true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"}

S = TypeVar("S", bound=type[Any])


def places(size: int) -> Any:
    """A field of so many small ints, all 0: a list here, an array where the rules are compiled."""
    return field(default_factory=lambda: [0] * size, metadata={"size": size})


class Cloneable:
    """A state's `clone`, made from its dataclass fields, so that no list of them is kept twice."""

    __slots__ = ()
    _clone: ClassVar[Callable[[Any], Any]]

    def clone(self) -> typing.Self:
        """A copy that shares nothing that changes: ints are values, lists are copied, a house never changes."""
        return type(self)._clone(self)  # type: ignore[no-any-return]


def cloneable(cls: S) -> S:
    """Write the class's copying function out as straight code, which is five times as fast as a loop over its fields."""
    copies = "".join(f" new.{part.name} = old.{part.name}{'[:]' if 'size' in part.metadata else ''}\n" for part in fields(cls))
    scope: dict[str, Any] = {"cls": cls}
    exec(f"def clone(old):\n new = cls.__new__(cls)\n{copies} return new\n", scope)  # noqa: S102  fixed text and field names
    cls._clone = staticmethod(scope["clone"])
    return cls
