"""A record: the game, its options, the deal and the moves, which replay to the same result."""

from dataclasses import asdict, dataclass, field, replace
from os import PathLike

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

    def __repr__(self) -> str:
        moves = ", ".join([*self.moves[:3], *(["..."] if len(self.moves) > 3 else [])]) or "none"
        return f"<Record of {self.game}: {self.deal.source!r}, moves: {moves}>"

    def options_as_dict(self) -> dict[str, int]:
        """Return the rule options by name."""
        return asdict(self.options)

    def copy(self) -> "Record":
        """Return a record of the same game whose lists are its own."""
        return replace(
            self, moves=list(self.moves), assists=list(self.assists), seats=list(self.seats)
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record to a file: compact text for `.txt`, otherwise JSON.

        The file contains the whole deal, hidden cards included.
        """
        from underdeck.formats import save_record  # noqa: PLC0415  formats know records

        save_record(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Record":
        """Read a record from a file and replay it; refuse it if anything in it is wrong."""
        from underdeck.formats import load_record  # noqa: PLC0415

        return load_record(path).record
