"""Messages about chronicles: finished games told as stories."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from underdeck.serve.messages.career import GameListed
from underdeck.serve.messages.fields import GameName, TableName, check_game_name

Length = Literal["short", "full"]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
MAX_JOURNAL_PART = 10
"""Maximum number of chronicles in one part of a journal."""


class ChronicleRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How to tell a finished game."""

    length: Length = "full"
    seat: SeatIndex | None = None
    """Tell it from what this seat knew; null: all cards are open."""


class OwnChronicle(ChronicleRequest, frozen=True, kw_only=True):
    """How to tell a game of the profile's history."""

    table: TableName


class ParagraphShown(msgspec.Struct, frozen=True):
    """One paragraph, with the moves that it tells and the cards in its margin."""

    text: str
    first: int
    """The number of the first move that it tells; 0 is before the first move."""
    last: int
    cards: list[str]


class SectionShown(msgspec.Struct, frozen=True):
    """The scene of one phase; a short chronicle has one section without a heading."""

    phase: str
    heading: str
    paragraphs: list[ParagraphShown]


class ChronicleShown(msgspec.Struct, frozen=True):
    """The chronicle of a finished game, in the language of the request."""

    table: str
    game: str
    language: str
    length: Length
    seat: int | None
    players: list[str]
    """The names of the players, "" for one without a name; empty for a game of one player."""
    title: str
    subject: str
    """The hero or the prisoners."""
    fate: str
    """How it ended, in a few words."""
    plot: dict[str, int | str]
    """What the story is about: theme, turning point, nearest death, biggest prize and so on."""
    sections: list[SectionShown]


class ChronicleLink(msgspec.Struct, frozen=True):
    """A key with which anyone can read one chronicle."""

    key: str


class JournalRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which chronicles of the profile to bind into a book."""

    game: GameName | None = None
    length: Length = "full"
    before: str | None = None
    """The `next` of the previous part."""
    limit: Annotated[int, Meta(ge=1, le=MAX_JOURNAL_PART)] = MAX_JOURNAL_PART

    def __post_init__(self) -> None:
        """Check the name that depends on the registered games."""
        if self.game is not None:
            check_game_name(self.game)


class JournalEntry(msgspec.Struct, frozen=True):
    """One chronicle of a journal, with the game it tells."""

    listed: GameListed
    chronicle: ChronicleShown | None
    """Null if there is none: the game has no record, or others still play its deal."""


class JournalPart(msgspec.Struct, frozen=True):
    """Chronicles of a profile, newest first."""

    name: str
    """The name of the profile."""
    entries: list[JournalEntry]
    next: str | None
    """The `before` of the next part; null at the end."""
    total: int
