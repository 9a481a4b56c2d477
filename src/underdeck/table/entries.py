"""What can happen at a table, as its log keeps it: JSON, tagged by kind, read back for ever."""

from typing import Literal

import msgspec

Then = Literal["bot", "lose"]
"""What happens to a seat whose clock has run out: a bot takes it over, or it loses."""
By = Literal["person", "bot", "clock"]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think: so many seconds for each move, and beyond these a reserve for the whole game."""

    move: int = 60
    reserve: int = 300
    then: Then = "bot"


class _Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """One line of a log."""


class Opened(_Entry, frozen=True):
    """A table was made: everything that is fixed from then on. The seed is the house's own, promised by its hash."""

    game: str
    house: dict[str, int | bool]
    seats: tuple[str, ...]
    """For each seat the bot that plays it, "" for a person."""
    seed: str
    listed: bool = False
    clock: Clock | None = None
    window: float = 4.0
    """How many seconds people have to answer an ace, a creature or a claim."""
    pace: float = 0.8
    """How many seconds a bot takes at least."""
    deal: str = ""
    """A code that the player chose instead of a fair shuffle; solitaires only."""
    cards: str = ""
    """Or the cards themselves, in order."""
    before: str = ""
    """The table of which this is the rematch."""
    source: Literal["", "again", "walkthrough"] = ""
    """Why the cards are known: a finished game played again, or the rulebook's example."""
    rules: int = 1
    """The version of the game's rules; logs from before there was a second one don't name it."""
    company: str = ""
    """The first table of a series of rematches, whose bots keep their names."""


class Sat(_Entry, frozen=True):
    """A person took a seat, with their share of the shuffle, a commitment to it, or neither yet."""

    seat: int
    name: str
    words: str
    """The share itself, where it needs no commitment; "" if it is still to be revealed."""
    profile: str = ""
    share: str = ""
    """SHA-256 of a share that is revealed later."""
    token: str = ""
    """A hash of the secret that the client chose: the same request again takes no second seat."""


class Committed(_Entry, frozen=True):
    """A seated person committed to a share of the shuffle."""

    seat: int
    share: str


class Revealed(_Entry, frozen=True):
    """A person revealed the share they had committed to."""

    seat: int
    words: str


class Left(_Entry, frozen=True):
    """A person left before the game began."""

    seat: int


class Began(_Entry, frozen=True):
    """All seats are taken, and the cards are dealt."""


class Made(_Entry, frozen=True):
    """A move was made."""

    seat: int
    move: str
    move_id: str = ""
    """What the client calls it, so that sending it twice makes it once."""
    by: By = "person"


class Answered(_Entry, frozen=True):
    """An answer to an open window, kept face down until the window closes."""

    seat: int
    move: str
    move_id: str = ""
    by: By = "person"


class Shut(_Entry, frozen=True):
    """The window has closed: the answers are played, and who gave none passes."""


class Undone(_Entry, frozen=True):
    """R-20 The player of a solitaire took the last move back."""

    seat: int
    move_id: str = ""


class Counted(_Entry, frozen=True):
    """R-20 A player opened the card counter: from here on this seat is shown the cards it has not seen."""

    seat: int
    move_id: str = ""


class Resumed(_Entry, frozen=True):
    """The table is in service again after an interruption: the clocks that run, and an open window, start afresh."""


class Resigning(_Entry, frozen=True):
    """A person gives up: D-8 as soon as the game waits for that seat."""

    seat: int


class Replaced(_Entry, frozen=True):
    """A bot plays this seat from now on."""

    seat: int
    bot: str


class Wished(_Entry, frozen=True):
    """A person would play another game in the same company."""

    seat: int


class Followed(_Entry, frozen=True):
    """The rematch has a table."""

    table: str


class Hidden(_Entry, frozen=True):
    """The lobby stopped listing the table because its players are away, or lists it again."""

    hidden: bool


class Closed(_Entry, frozen=True):
    """The table was closed by who runs the house."""


AnyEntry = (
    Opened
    | Sat
    | Committed
    | Revealed
    | Left
    | Began
    | Made
    | Answered
    | Shut
    | Undone
    | Counted
    | Resumed
    | Resigning
    | Replaced
    | Wished
    | Followed
    | Hidden
    | Closed
)

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def write_entry(entry: AnyEntry) -> bytes:
    """An entry as it is stored."""
    return _ENCODER.encode(entry)


def read_entry(body: bytes) -> AnyEntry:
    """A stored entry."""
    return _DECODER.decode(body)
