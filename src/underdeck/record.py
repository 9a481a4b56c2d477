"""A record: the game, its options, the deal and the moves, which replay to the same result."""

from dataclasses import asdict, dataclass, field

from underdeck.deal import Deal
from underdeck.options import GameOptions

VERSION = 2
"""The version of the record format; older versions stay readable for ever."""

UNDO, HINT, COUNT = ASSISTS = ("undo", "hint", "count")
"""R-20 The kinds of help that a record lists."""


@dataclass(slots=True)
class Record:
    """Everything that is needed to replay a game."""

    game: str
    rules: int
    """The version of the game's rules."""
    options: GameOptions
    """The game's `Options`."""
    deal: Deal
    moves: list[str] = field(default_factory=list)
    assists: list[str] = field(default_factory=list)
    """R-20 The kinds of help that the player used, each listed once."""
    seats: list[str] = field(default_factory=list)
    """In a game of several players, the bot at each seat, or an empty text for a person."""

    def options_as_dict(self) -> dict[str, int]:
        """Return the rule options by name."""
        return asdict(self.options)
