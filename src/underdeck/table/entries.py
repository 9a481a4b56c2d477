"""The entries of a table's log: JSON tagged by kind, a format that stays readable for ever."""

from typing import Literal

import msgspec

from underdeck.career.base import Origin

Then = Literal["bot", "lose"]
"""What happens to a seat whose clock has run out: a bot takes it over, or it loses."""
By = Literal["person", "bot", "clock"]
"""Where a move came from."""
CardSource = Literal["", "again", "walkthrough"]
"""Why cards are known before a game: it is played again, or it is the game's scripted lesson."""
DEFAULT_WINDOW_S, DEFAULT_PACE_S = 4.0, 0.8
"""Entries leave default values out, so these must never change."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A time limit in seconds: for each move, and a reserve for the whole game."""

    move: int = 60
    reserve: int = 300
    then: Then = "bot"


class _Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """One entry of a log."""


class Opened(_Entry, frozen=True):
    """The table was opened, with everything that is fixed from then on.

    The seed is the server's own; its hash is published as a commitment.
    """

    game: str
    house: dict[str, int | bool]
    seats: tuple[str, ...]
    """The bot that plays each seat, "" for a person."""
    seed: str
    listed: bool = False
    clock: Clock | None = None
    window: float = DEFAULT_WINDOW_S
    """Seconds that people have to answer when several are asked at once."""
    pace: float = DEFAULT_PACE_S
    """The shortest time in seconds between a bot's move and the move before it."""
    deal: str = ""
    """A deal code that the player chose instead of a fair shuffle; solitaires only."""
    cards: str = ""
    """The cards in order, if they were chosen instead of a fair shuffle; solitaires only."""
    before: str = ""
    """The table whose rematch this is."""
    source: CardSource = ""
    """Why `cards` are known."""
    rules: int = 1
    """The version of the game's rules; old logs without it were played by version 1."""
    company: str = ""
    """The first table of a series of rematches; bots keep their names in the series."""
    board: str = ""
    """The leaderboard that the game is played for; "" if none."""
    number: int = 1
    """The number of the game on its board."""
    origin: Origin | Literal[""] = ""
    """How the game came about, if the other terms don't say it: a daily or a competition."""
    deal_of: str = ""
    """The board whose deal others still play: cards, seed and record stay secret until then."""
    unmixed: bool = False
    """Whether the deal comes from the seed alone, so that several players get the same one."""
    match: int = 0
    """The number of wins that decides a match of rematches; 0 for a single game."""
    score: tuple[int, ...] = ()
    """The wins of each seat in the match before this game."""


class Sat(_Entry, frozen=True):
    """A person took a seat, with their share of the shuffle, a commitment to it, or neither."""

    seat: int
    name: str
    words: str
    """The share itself if it was sent without a commitment, else ""."""
    profile: str = ""
    share: str = ""
    """SHA-256 of a share that is revealed later."""
    token: str = ""
    """A hash of the secret that the client chose, by which a repeated request is recognized."""


class Committed(_Entry, frozen=True):
    """A seated person committed to a share of the shuffle."""

    seat: int
    share: str


class Revealed(_Entry, frozen=True):
    """A person revealed the share that they had committed to."""

    seat: int
    words: str


class Left(_Entry, frozen=True):
    """A person left before the game began."""

    seat: int


class Filled(_Entry, frozen=True):
    """The host gave free seats to bots before the game."""

    seats: tuple[int, ...]
    bot: str


class Freed(_Entry, frozen=True):
    """The host freed a bot's seat for a person before the game."""

    seat: int


class Began(_Entry, frozen=True):
    """All seats are taken, and the cards are dealt."""


class Made(_Entry, frozen=True):
    """A move was made."""

    seat: int
    move: str
    move_id: str = ""
    """The client's own identifier of the move: sent twice, the move is made once."""
    by: By = "person"


class Answered(_Entry, frozen=True):
    """An answer to an open window, kept face down until the window closes."""

    seat: int
    move: str
    move_id: str = ""
    by: By = "person"


class Shut(_Entry, frozen=True):
    """The window closed: the answers are played, and seats without an answer pass."""


class Undone(_Entry, frozen=True):
    """R-20 The player of a solitaire took the last move back."""

    seat: int
    move_id: str = ""


class Counted(_Entry, frozen=True):
    """R-20 A player opened the card counter, which shows the cards that the seat hasn't seen."""

    seat: int
    move_id: str = ""


class Advised(_Entry, frozen=True):
    """R-20 A player agreed to advice about moves, which marks the game as assisted."""

    seat: int


class Paced(_Entry, frozen=True):
    """The host changed the pace of the bots: seconds between a bot's move and the move before."""

    pace: float


class Resumed(_Entry, frozen=True):
    """The table is back after an interruption: running clocks and an open window restart."""


class Resigning(_Entry, frozen=True):
    """A person gives up; the seat resigns (D-8) as soon as the game waits for it."""

    seat: int


class Replaced(_Entry, frozen=True):
    """A bot plays this seat from now on."""

    seat: int
    bot: str


class Wished(_Entry, frozen=True):
    """A person asked for a rematch."""

    seat: int


class Followed(_Entry, frozen=True):
    """The rematch was opened as another table."""

    table: str


class Hidden(_Entry, frozen=True):
    """The lobby stopped listing the table because its players are away, or lists it again."""

    hidden: bool


class Closed(_Entry, frozen=True):
    """The table was closed, by an operator or because nobody began a game at it."""


AnyEntry = (
    Opened
    | Sat
    | Committed
    | Revealed
    | Left
    | Filled
    | Freed
    | Began
    | Made
    | Answered
    | Shut
    | Undone
    | Counted
    | Advised
    | Paced
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
    """Return an entry as it is stored."""
    return _ENCODER.encode(entry)


def read_entry(body: bytes) -> AnyEntry:
    """Parse a stored entry."""
    return _DECODER.decode(body)
