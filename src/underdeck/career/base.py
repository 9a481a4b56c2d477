"""What the history keeps of a finished game, and the part that each game contributes."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from underdeck.options import GameOptions
from underdeck.playthrough import AnyPlaythrough

if TYPE_CHECKING:
    from underdeck.career.achievements import Achievement
    from underdeck.career.past_game import PastGame
    from underdeck.career.totals import Feats, Totals

Origin = Literal[
    "fair",
    "code",
    "again",
    "walkthrough",
    "daily",
    "series",
    "contest",
    "wager",
    "terminal",
    "import",
]
"""How a game came about."""
Standing = Literal["ranked", "assisted", "repeat", "free"]
"""Whether a game counts for leaderboards and bests: `ranked` does. `assisted` games used undo, a
hint or the card counter; `repeat` is a deal that the player has played before; `free` is every
other game, such as one with known cards or one that the server didn't deal."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about one seat of a finished game."""

    outcome: str
    """How it ended for this seat, such as `escaped` or `won`."""
    won: bool
    survived: bool
    points: int = 0
    kings: int = 0
    turns: int = 0
    counts: Mapping[str, int | str] = field(default_factory=dict)
    """One value for each kind of tally, such as `depth`: 7."""


class Remark(NamedTuple):
    """A remark on a finished game for the end screen: a code of the catalogue and a number."""

    code: str
    n: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game's ladder of challenges."""

    name: str
    is_reached: bool
    n: int = 0
    """How often it was reached, or how far the player is."""
    goal: int = 1


class GameCareer(ABC):
    """The part `career` of a game's manifest."""

    rates: Sequence[str]
    """Kinds of tallies with the values 0 and 1, reported as shares with intervals."""
    means: Sequence[str]
    """Numeric kinds of tallies, reported as means with intervals, and as distributions."""
    kinds: Sequence[str]
    """All kinds of tallies in the order in which they are shown."""
    words: Mapping[str, Sequence[str]]
    """The values, in order, of kinds of tallies that are words; all others are numbers."""
    has_points: bool
    """Whether a game is scored in points, so that it suits series, contests, wagers and dailies."""
    achievements: "Sequence[Achievement]" = ()

    @abstractmethod
    def facts(self, played: AnyPlaythrough, seat: int) -> Facts:
        """Return the facts about one seat of a finished game."""

    @abstractmethod
    def feats(self, game: "PastGame") -> "Feats":
        """Return what a game adds to the running totals of its player."""

    def remarks(self, game: "PastGame", before: "Totals") -> Sequence[Remark]:
        """Return remarks on a game, the best ones first, given the totals before it."""
        return ()

    def ladder(self, totals: "Totals") -> Sequence[Step]:
        """Return the challenges in the order in which a player takes them on."""
        return ()


def options_key(options: GameOptions) -> str:
    """Return a set of house rules as a short text: the options that differ from the defaults."""
    default = type(options)()
    changed = {
        name: int(value)
        for name, value in asdict(options).items()
        if value != getattr(default, name)
    }
    return ",".join(f"{name}={value}" for name, value in sorted(changed.items()))


def counts_json(facts: Facts) -> str:
    """Return the counted values as they are stored."""
    return json.dumps(dict(facts.counts), separators=(",", ":"))
