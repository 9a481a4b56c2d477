"""The plan of a chronicle: what happened in a finished game, and which of it is told.

A game's `Storyteller` reads the record and returns a `Story`, which is the same for all languages.
`writer` turns it into prose.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from underdeck.playthrough import AnyPlaythrough

Fact: TypeAlias = int | str
"""A number, a truth value or a word that conditions compare; only numbers are shown in texts."""
Facts: TypeAlias = Mapping[str, Fact]
Length = Literal["short", "full"]
LENGTHS: tuple[Length, ...] = ("short", "full")


class Ref(NamedTuple):
    """A reference to a name in the texts of a language, such as one of the names of a monster."""

    table: str
    key: str = ""
    """The key in a table of lists, such as the code of a card; "" if the table is a list."""
    place: int = 0
    """Which name of the list, in an order that depends on the story's seed; the list goes round."""


Named: TypeAlias = Ref | str | Sequence[Ref | str]
"""A name from the texts, a name that a player chose, or several names that are listed."""
Names: TypeAlias = Mapping[str, Named]


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that the chronicle tells, with everything that a text may say about it."""

    kind: str
    """The kind of scene, a key of the texts."""
    phase: str
    first: int
    """The first step of the history that it tells; 0 is before the first move."""
    last: int
    facts: Facts = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    cards: tuple[int, ...] = ()
    """The cards in the margin."""
    weight: int = 0
    """How much it matters to the story."""


@dataclass(frozen=True, slots=True)
class Story:
    """What a chronicle is about and what it tells, in order."""

    game: str
    seat: int | None
    """The seat whose knowledge it is told from, or None if all cards are open."""
    seed: str
    facts: Facts
    """Facts about the whole game, which conditions of all scenes may use."""
    names: Names
    beats: tuple[Beat, ...]
    plot: Facts
    """What the planner chose: the theme, the turning point, the nearest death and so on."""


class Storyteller(ABC):
    """The part `chronicle` of a game's manifest: it plans the chronicles of one game."""

    game: str
    phases: Sequence[str]
    """The phases in the order in which they are told; each is a scene with a heading."""
    kinds: Mapping[str, str]
    """Every kind of scene, and what it tells."""
    facts: Mapping[str, str]
    """Every fact that conditions and texts may use, and what it says."""
    names: Mapping[str, str]
    """Every name that texts may use, and what it names."""

    @abstractmethod
    def story(
        self,
        played: AnyPlaythrough,
        length: Length,
        seat: int | None = None,
        players: Sequence[str | None] = (),
    ) -> Story:
        """Return the plan for a finished game; `players` are the names that players chose."""


def runs(chosen: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the beginning and end of each run of items that aren't told."""
    found: list[tuple[int, int]] = []
    for place, is_told in enumerate(chosen):
        if is_told:
            continue
        if found and found[-1][1] == place:
            found[-1] = (found[-1][0], place + 1)
        else:
            found.append((place, place + 1))
    return found
