"""What goes over the wire: every message is one of these, in JSON, and nothing else is read. docs/protocol.md tells the story."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, Never

import msgspec
from msgspec import UNSET, Meta, UnsetType

from underdeck.deal_code import CODE_ALPHABET, CODE_LENGTH, DASHES
from underdeck.serve.schemas import shape_schemas
from underdeck.table.entries import Clock
from underdeck.table.names import MAX_NAME_LENGTH, NAME_PATTERN

if TYPE_CHECKING:
    Left = Never  # who asks for a whole table needn't look whether a part is there
else:
    Left = UnsetType
LEFT_OUT: Any = UNSET
"""What isn't told, since it is as it was."""

MOST_BYTES = 4096
"""The longest message that is read."""

MAX_DEAL_LENGTH = 20
SEPARATORS = f" {DASHES[1:]}{DASHES[0]}"
"""What may stand between the characters of a code; the hyphen last, as character classes want it."""

Language = Literal["en", "es"]
Secret = Annotated[
    str,
    Meta(
        min_length=20,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description="A capability: whoever has it may use it.",
    ),
]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_NAME_LENGTH,
        pattern=NAME_PATTERN,
        description="How a player is called: at least one visible character, and none that is invisible.",
        examples=["Ada"],
    ),
]
DealCode = Annotated[
    str,
    Meta(
        max_length=MAX_DEAL_LENGTH,
        pattern=f"^(?:|walkthrough|(?:[{SEPARATORS}]*[{CODE_ALPHABET}{CODE_ALPHABET.lower()}]){{{CODE_LENGTH}}}[{SEPARATORS}]*)$",
        description="A deal code, whose last character checks the others, or `walkthrough`; solitaires only.",
        examples=["7KQ2P-9MXAG"],
    ),
]
Words = Annotated[
    str,
    Meta(
        max_length=200,
        description="A player's own words, mixed into the shuffle; drawn if left empty.",
    ),
]
Share = Annotated[
    str,
    Meta(
        pattern="^[0-9a-f]{64}$",
        description="SHA-256, in hexadecimal, of words that the player reveals later.",
    ),
]
ChosenSecret = Annotated[
    str,
    Meta(
        min_length=32,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description="A random secret of the client's, to become the key of its seat: a repeated request takes no second seat.",
    ),
]
MoveId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=36,
        description="What the client calls a move: sent twice, it is made once.",
    ),
]
MoveText = Annotated[
    str, Meta(min_length=1, max_length=80, description="A move as docs/notation.md writes it.")
]
Phrase = Literal["hello", "well_played", "thanks", "oops", "hurry", "good_luck", "good_game", "wow"]
BotName = Literal["random", "careful"]
Protocol = Literal[1, 2]
OLDEST_PROTOCOL: Protocol = 1
"""The protocol of clients that name none."""


class _Said(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """Something that a client says."""


class Hello(_Said, frozen=True):
    """The first message: the key of a seat, or one to watch with, and the last version that the client saw."""

    key: Secret
    seen: Annotated[int, Meta(ge=0)] = 0
    language: Language = "en"
    story: bool = True
    """Is what happens to be told in words, too?"""
    protocol: Protocol = OLDEST_PROTOCOL
    """The protocol that the client reads; 1 counts players from 1, and is there for older clients."""


class Move(_Said, frozen=True):
    """Make a move, chosen when the table was at that version."""

    id: MoveId
    version: Annotated[int, Meta(ge=0)]
    move: MoveText


class Undo(_Said, frozen=True):
    """Take the last move of a solitaire back; the game is assisted from then on."""

    id: MoveId
    version: Annotated[int, Meta(ge=0)]


class Commit(_Said, frozen=True):
    """Commit to a share of the shuffle, when `fair.owes` asks for it."""

    share: Share


class Reveal(_Said, frozen=True):
    """Reveal the share that was committed to, when `fair.owes` asks for it: everybody has committed by then."""

    words: Annotated[str, Meta(min_length=1, max_length=200)]


class Count(_Said, frozen=True):
    """Open the card counter of a solitaire; the game is assisted from then on."""

    id: MoveId
    version: Annotated[int, Meta(ge=0)]


class Resign(_Said, frozen=True):
    """Give up, as soon as the game waits for this seat."""


class Rematch(_Said, frozen=True):
    """Another game in the same company, once everybody wants it."""


class Speak(_Said, frozen=True):
    """One of a few phrases, to everybody at the table."""

    phrase: Phrase


class Sync(_Said, frozen=True):
    """Show the table again, with all that happened after that version."""

    seen: Annotated[int, Meta(ge=0)] = 0


Said = Hello | Move | Undo | Count | Commit | Reveal | Resign | Rematch | Speak | Sync


class _Shown(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something that the house says."""


class SeatShown(msgspec.Struct, frozen=True):
    """Who plays a seat; its reserve of time and when it runs out, if its clock runs."""

    name: str
    """A person's or a bot's name; empty while the seat is free."""
    bot: str | None
    """Which bot plays it; null for a person."""
    wants_rematch: bool
    reserve: float | None
    deadline: float | None


class FairShown(msgspec.Struct, frozen=True):
    """The shuffle: commitments before the game, and everything they commit to when it is over."""

    commitment: str
    """SHA-256 of the server's seed."""
    shares: list[str | None]
    """Each seat's commitment to its share, or the SHA-256 of words that it sent at once; null for bots, and where neither came yet."""
    owes: Literal["commit", "reveal"] | None
    """What this seat has to send before the game can begin."""
    waits_for: list[int]
    """The seats, counted from 0, from which the table waits for a commitment or a share; empty while a seat is free."""
    words: list[str] | None
    """The shares of all people, in the order of seats."""
    seed: str | None


class Table(_Shown, frozen=True, kw_only=True):
    """The table as one seat, or a spectator, may know it; what is left out is as it was in the last one over this connection."""

    table: str | Left = LEFT_OUT
    version: int
    game: str | Left = LEFT_OUT
    status: Literal["open", "running", "over", "closed"]
    seat: int | Left | None = LEFT_OUT
    house: dict[str, int | bool] | Left = LEFT_OUT
    seats: list[SeatShown] | Left = LEFT_OUT
    fair: FairShown | Left | None = LEFT_OUT
    window: float | None
    """When the open window closes, in seconds since 1970."""
    answered: bool
    """Has this seat answered the open window?"""
    now: float
    """The house's clock, for those whose own is wrong."""
    view: dict[str, Any] | None
    events: list[dict[str, Any]]
    """What happened since the version that was seen before, as far as this seat may know it."""
    story: list[str]
    """The same in words."""
    result: dict[str, Any] | Left | None = LEFT_OUT
    unseen: list[str] | None
    """The cards that this seat has not seen, sorted; null unless its card counter is open."""
    undo: bool | Left = LEFT_OUT
    count: bool | Left = LEFT_OUT
    """Can this seat open a card counter that it has not opened yet?"""
    rematch: str | Left | None = LEFT_OUT
    """The rematch's table, once it is there."""
    done: str | Left = LEFT_OUT
    """This client's own move that is shown here first: it is made, and on disk."""


class Done(_Shown, frozen=True):
    """The move is made, and on disk."""

    id: str
    version: int


class Refused(_Shown, frozen=True):
    """What can't be: a code for programs, and a sentence that says what to do."""

    code: str
    text: str
    id: str | None = None
    version: int | None = None


class Spoken(_Shown, frozen=True):
    """Somebody at the table says a phrase."""

    seat: int
    phrase: Phrase


Shown = Table | Done | Refused | Spoken


class NewProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who one wants to be."""

    name: Name
    language: Language = "en"


class ProfileKey(msgspec.Struct, frozen=True):
    """A profile, and the key that opens it."""

    profile: str
    name: str
    language: Language
    key: str


class ProfileShown(msgspec.Struct, frozen=True):
    """A profile, its tables and its finished games."""

    profile: str
    name: str
    language: Language
    tables: list["TableListed"]
    results: list["ResultListed"]
    keys: int
    """How many keys open it: one for each device."""


class ResultListed(msgspec.Struct, frozen=True):
    """How a game ended."""

    table: str
    game: str
    seat: int
    at: float
    result: dict[str, Any]


class TableListed(msgspec.Struct, frozen=True):
    """A table as the lobby shows it."""

    table: str
    game: str
    status: Literal["open", "running", "over", "closed"]
    house: dict[str, Any]
    names: list[str]
    """Who sits where, bots by their names; empty for a free seat."""
    bots: list[bool]
    """For each seat, was it opened for a bot?"""
    free: int
    created: float


class Lobby(msgspec.Struct, frozen=True):
    """The tables that wait for players."""

    tables: list[TableListed]


class Code(msgspec.Struct, frozen=True):
    """A code that moves a profile to another device, once and soon."""

    code: str
    expires: float


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code, typed on the other device."""

    code: Annotated[
        str,
        Meta(
            min_length=8,
            max_length=16,
            pattern=f"^[0-9A-Za-z{SEPARATORS}]+$",
            examples=["7KQ2P-9MXA3"],
        ),
    ]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as one wants it: people sit in the seats that no bot takes, the one who opens it in the first."""

    game: Literal["tomb", "dungeon"]
    name: Name
    house: dict[str, int | bool] = msgspec.field(default_factory=dict)
    bots: Annotated[list[BotName], Meta(max_length=3)] = msgspec.field(default_factory=list)
    words: Words = ""
    share: Share | None = None
    """A commitment to words that are revealed once everybody has committed; instead of `words`."""
    secret: ChosenSecret | None = None
    listed: bool = False
    clock: Clock | None = None
    window: Annotated[float, Meta(ge=1, le=60)] = 4.0
    pace: Annotated[float, Meta(ge=0, le=5)] = 0.8
    deal: DealCode = ""
    again: Secret | None = None
    """A key to a finished solitaire, whose deal is to be played again."""
    promise: Secret | None = None
    """A promised shuffle: so that one's words are chosen after its seed was."""


class Promise(msgspec.Struct, frozen=True):
    """The seed of a shuffle to come, promised by its hash; to be used once, for a new table."""

    promise: str
    commitment: str
    expires: float


class Invitation(msgspec.Struct, frozen=True):
    """What one is invited to, and the promise of its shuffle, to be seen before one's words are chosen."""

    table: str
    game: str
    house: dict[str, int | bool]
    names: list[str]
    bots: list[bool]
    free: int
    commitment: str


class Preview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that the lobby lists, to be looked at before one sits down."""

    table: Annotated[str, Meta(max_length=32)]


class Seated(msgspec.Struct, frozen=True):
    """A seat, and the key that plays it."""

    table: str
    seat: int
    key: str
    join: str | None = None
    watch: str | None = None
    commitment: str | None = None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat: with the key of an invitation, or by the name of a table that the lobby lists."""

    name: Name
    key: Secret | None = None
    table: Annotated[str, Meta(max_length=32)] | None = None
    words: Words = ""
    share: Share | None = None
    """A commitment to words that are revealed once everybody has committed; instead of `words`."""
    secret: ChosenSecret | None = None


class ReplayStep(msgspec.Struct, frozen=True):
    """One move of a finished game, and what a seat knew after it."""

    seat: int | None
    """Whose move it was, from 0; None for the beginning."""
    move: str | None
    view: dict[str, Any]
    events: list[dict[str, Any]]
    story: list[str]


class Replay(msgspec.Struct, frozen=True):
    """A finished game, from its beginning to its end."""

    table: str
    game: str
    house: dict[str, int | bool]
    names: list[str]
    bots: list[bool]
    steps: list[ReplayStep]
    result: dict[str, Any]


class LessonStep(msgspec.Struct, frozen=True):
    """One moment of a lesson: what the learner, at the first seat, sees; and the script's next move, by whoever makes it."""

    view: dict[str, Any]
    events: list[dict[str, Any]]
    story: list[str]
    rules: list[str]
    """What the rules make of what just came up for the first time."""
    seat: int | None
    """Whose move is next; None at the end."""
    move: str | None
    before: str | None
    """What there is to weigh, where the move is the learner's."""
    why: str | None
    """Why the script's player makes it."""


class Lesson(msgspec.Struct, frozen=True):
    """A scripted game for learners."""

    game: str
    intro: str
    outro: str
    steps: list[LessonStep]
    result: dict[str, Any]


class OwnSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table at which a profile sits."""

    table: Annotated[str, Meta(max_length=32)]


class Rotated(msgspec.Struct, frozen=True):
    """A new key; the old one opens nothing any more."""

    key: str


class GameShown(msgspec.Struct, frozen=True):
    """A game, and the options of its house."""

    game: str
    players: list[int]
    options: dict[str, list[int | bool]]
    """The values of each option; of more than twenty numbers only the least and the greatest."""
    defaults: dict[str, int | bool]
    bots: list[str]


class Games(msgspec.Struct, frozen=True):
    """What can be played here."""

    games: list[GameShown]
    phrases: list[str]
    languages: list[str]


class Health(msgspec.Struct, frozen=True):
    """Is it alive?"""

    status: Literal["ok", "draining", "unavailable"]


class NotTaken(msgspec.Struct, frozen=True):
    """What can't be, over HTTP."""

    refused: "RefusedParts"


class RefusedParts(msgspec.Struct, frozen=True):
    """A code for programs, and a sentence that says what to do."""

    code: str
    text: str


ENCODER = msgspec.json.Encoder()
READ_SAID: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


def socket_schema() -> dict[str, Any]:
    """The JSON Schema of everything that goes over a socket."""
    (said, shown), parts = msgspec.json.schema_components(
        (Said, Shown), ref_template="#/$defs/{name}"
    )
    parts |= shape_schemas()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "said": said,
        "shown": shown,
        "$defs": parts,
    }
