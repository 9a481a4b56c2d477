"""Messages over the WebSocket: of clients, read strictly, and of the server."""

from typing import TYPE_CHECKING, Annotated, Any, Never

import msgspec
from msgspec import UNSET, Meta, UnsetType

from underdeck.serve.messages.fields import (
    MAX_SHARE_LENGTH,
    OLDEST_PROTOCOL,
    BotName,
    EventData,
    Language,
    MoveId,
    MoveText,
    Pace,
    Phrase,
    Protocol,
    ResultData,
    SeatNumber,
    Secret,
    Share,
    Version,
    ViewData,
    check_bot_name,
    list_registered_names,
)
from underdeck.serve.messages.quips import Quip
from underdeck.serve.schemas.base import DEFS_TEMPLATE, game_schemas
from underdeck.store.model import Status
from underdeck.table.shares import Owed

if TYPE_CHECKING:
    Unchanged = Never  # code that reads a whole table need not handle missing fields
else:
    Unchanged = UnsetType
UNCHANGED: Any = UNSET
"""The value of a field that is left out because the client has its current value."""


class _FromClient(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """A message from a client."""


class Hello(_FromClient, frozen=True):
    """The first message: the key of a seat or of a spectator, and the last version seen."""

    key: Secret
    seen: Version = 0
    language: Language = "en"
    story: bool = True
    """Whether the server also sends the events as sentences."""
    protocol: Protocol = OLDEST_PROTOCOL
    """The protocol that the client reads; 1 counts players from 1, 2 has moves as texts."""


class Move(_FromClient, frozen=True):
    """Make a move that was chosen at this version of the table."""

    id: MoveId
    version: Version
    move: MoveText


class Undo(_FromClient, frozen=True):
    """Take back the last move of a solitaire, which marks the game as assisted."""

    id: MoveId
    version: Version


class Commit(_FromClient, frozen=True):
    """Commit to a share of the shuffle, when `fair.owes` asks for it."""

    share: Share


class Reveal(_FromClient, frozen=True):
    """Reveal the committed share, when `fair.owes` asks for it after all seats have committed."""

    words: Annotated[str, Meta(min_length=1, max_length=MAX_SHARE_LENGTH)]


class Count(_FromClient, frozen=True):
    """Open the card counter of a solitaire, which marks the game as assisted."""

    id: MoveId
    version: Version


class Resign(_FromClient, frozen=True):
    """Resign as soon as the game waits for this seat."""


class SetPace(_FromClient, frozen=True, tag="pace"):
    """Change how fast bots move; only the host of the table may."""

    pace: Pace


class Fill(_FromClient, frozen=True):
    """Give a free seat to a bot before the game, or all of them; only the host may."""

    bot: BotName
    seat: SeatNumber | None = None
    """The seat; null for all free seats, after which the game begins."""

    def __post_init__(self) -> None:
        """Check the name, which depends on the registered games."""
        check_bot_name(self.bot, "bot")


class Free(_FromClient, frozen=True):
    """Free a bot's seat for a person before the game; only the host may."""

    seat: SeatNumber


class Rematch(_FromClient, frozen=True):
    """Ask for another game with the same players; it starts when all have asked."""


class Speak(_FromClient, frozen=True):
    """Send one of a few phrases to everyone at the table."""

    phrase: Phrase


class Sync(_FromClient, frozen=True):
    """Request the whole table with all events after this version."""

    seen: Version = 0


ClientMessage = (
    Hello
    | Move
    | Undo
    | Count
    | Commit
    | Reveal
    | Resign
    | SetPace
    | Fill
    | Free
    | Rematch
    | Speak
    | Sync
)
CLIENT_MESSAGE_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class _FromServer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message from the server."""


class SeatShown(msgspec.Struct, frozen=True):
    """A seat: its player, its reserve of time, and when its running clock expires."""

    name: str
    """The name of a person or a bot; empty while the seat is free."""
    bot: str | None
    """The bot that plays this seat; null for a person."""
    wants_rematch: bool
    reserve: float | None
    deadline: float | None


class FairShown(msgspec.Struct, frozen=True):
    """The shuffle: commitments before the game, and everything that checks them after it."""

    commitment: str
    """SHA-256 of the server's seed."""
    shares: list[str | None]
    """Each seat's commitment to its share, or the SHA-256 of a share sent in plain text;
    null for bots, and for seats that have sent neither."""
    owes: Owed | None
    """The message that this seat must send before the game can start."""
    waits_for: list[int]
    """Seats, counted from 0, that owe a commitment or a share; empty while a seat is free."""
    words: list[str] | None
    """The shares of all people, in the order of seats."""
    seed: str | None


class MatchShown(msgspec.Struct, frozen=True):
    """A match of rematches: the wins of each seat, this game included once it is over."""

    wins: int
    """The number of wins that decides the match."""
    score: list[int]
    winner: int | None
    """The seat that has won the match."""


class Table(_FromServer, frozen=True, kw_only=True):
    """The table as one seat, or a spectator, may know it.

    Fields that are missing have not changed since the last table over this connection.
    """

    table: str | Unchanged = UNCHANGED
    version: int
    game: str | Unchanged = UNCHANGED
    status: Status
    seat: int | Unchanged | None = UNCHANGED
    house: dict[str, int | bool] | Unchanged = UNCHANGED
    seats: list[SeatShown] | Unchanged = UNCHANGED
    fair: FairShown | Unchanged | None = UNCHANGED
    window: float | None
    """When the open reaction window closes, in seconds since 1970."""
    answered: bool
    """Whether this seat has answered the open window."""
    now: float
    """The server's time, for clients with a wrong clock."""
    view: ViewData | None
    events: list[EventData]
    """Events since the last version seen, as far as this seat may know them."""
    story: list[str]
    """The same events as sentences."""
    story_from: int | Unchanged = UNCHANGED
    """The place of these sentences in the whole story, present after an undo: sentences that the
    client has from there on are about moves that were taken back. From protocol 3 on."""
    quips: list[Quip] | Unchanged = UNCHANGED
    """What characters say about these events; from protocol 3 on."""
    result: ResultData | Unchanged | None = UNCHANGED
    unseen: list[str] | None
    """The cards that this seat has not seen, sorted; null unless its card counter is open."""
    undo: bool | Unchanged = UNCHANGED
    count: bool | Unchanged = UNCHANGED
    """Whether this seat can still open its card counter."""
    resign: bool | Unchanged = UNCHANGED
    """Whether this seat may resign; from protocol 3 on."""
    rematch: str | Unchanged | None = UNCHANGED
    """The table of the rematch, once it is open."""
    match: MatchShown | Unchanged | None = UNCHANGED
    """The match that the game is part of; from protocol 3 on."""
    board: str | Unchanged = UNCHANGED
    """The leaderboard that the game is played for, such as `daily:2026-11-17` or
    `competition:` and its id; empty if none. From protocol 3 on."""
    number: int | Unchanged = UNCHANGED
    """The number of the game in its competition; from protocol 3 on."""
    assisted: bool | Unchanged = UNCHANGED
    """Whether undo, a card counter or advice was used; from protocol 3 on."""
    advice: bool | Unchanged = UNCHANGED
    """Whether this seat may ask for advice; from protocol 3 on."""
    host: int | Unchanged | None = UNCHANGED
    """The seat of the person who has been at the table longest and may change the pace of bots and
    give free seats to them; null without a person. From protocol 3 on."""
    pace: float | Unchanged = UNCHANGED
    """Seconds between a bot's move and the move before it; from protocol 3 on."""
    done: str | Unchanged = UNCHANGED
    """The id of this client's own move that this message shows; it is stored."""


class Done(_FromServer, frozen=True):
    """The move with this id is made and stored."""

    id: str
    version: int


class Refused(_FromServer, frozen=True):
    """An error: a code for programs and a sentence that says what to do."""

    code: str
    text: str
    id: str | None = None
    version: int | None = None


class Spoken(_FromServer, frozen=True):
    """A phrase from someone at the table."""

    seat: int
    phrase: Phrase


ServerMessage = Table | Done | Refused | Spoken


def socket_schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages over the WebSocket, and of the games' data."""
    (said, shown), parts = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template=DEFS_TEMPLATE
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "said": said,
        "shown": shown,
        "$defs": list_registered_names(parts) | game_schemas(),
    }
