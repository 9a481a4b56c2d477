"""Requests and responses about tables: opening, listing, joining and replaying them."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from underdeck.serve.messages.fields import (
    MAX_BOTS,
    MAX_MATCH_WINS,
    BotName,
    ChosenSecret,
    DealCode,
    EventData,
    GameName,
    MoveId,
    MoveText,
    Name,
    Pace,
    ResultData,
    SeatBots,
    Secret,
    Share,
    TableName,
    Version,
    ViewData,
    Words,
    check_bot_names,
    check_game_name,
)
from underdeck.serve.messages.quips import Quip
from underdeck.store.model import Status
from underdeck.table.entries import DEFAULT_PACE_S, DEFAULT_WINDOW_S, Clock


class TableListed(msgspec.Struct, frozen=True):
    """A table in a list, such as the lobby."""

    table: str
    game: str
    status: Status
    house: dict[str, Any]
    names: list[str]
    """The name at each seat, a bot's included; empty for a free seat."""
    bots: list[bool]
    """For each seat, whether it was opened for a bot."""
    free: int
    created: float
    kinds: SeatBots


class Lobby(msgspec.Struct, frozen=True):
    """The listed tables with free seats."""

    tables: list[TableListed]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open: people take the seats without a bot, the client itself the first one."""

    game: GameName
    name: Name
    house: dict[str, int | bool] = msgspec.field(default_factory=dict)
    bots: Annotated[list[BotName], Meta(max_length=MAX_BOTS)] = msgspec.field(default_factory=list)
    words: Words = ""
    share: Share | None = None
    """A commitment to a share that is revealed after all seats have committed; replaces `words`."""
    secret: ChosenSecret | None = None
    listed: bool = False
    clock: Clock | None = None
    window: Annotated[float, Meta(ge=1, le=60)] = DEFAULT_WINDOW_S
    pace: Pace = DEFAULT_PACE_S
    deal: DealCode = ""
    again: Secret | None = None
    """A key to a finished game, to play its deal again, alone or against bots."""
    match: Annotated[int, Meta(ge=0, le=MAX_MATCH_WINS)] = 0
    """Play a match of rematches to this number of wins; 0 for a single game."""
    promise: Secret | None = None
    """A promised seed, so that the player's share is chosen after the seed."""

    def __post_init__(self) -> None:
        """Check the names that depend on the registered games."""
        check_game_name(self.game)
        check_bot_names(self.bots)


class Promise(msgspec.Struct, frozen=True):
    """A commitment to the seed of a shuffle, for one new table."""

    promise: str
    commitment: str
    expires: float


class Invitation(msgspec.Struct, frozen=True):
    """A table to join and the commitment to its seed, before the player chooses a share."""

    table: str
    game: str
    house: dict[str, int | bool]
    names: list[str]
    bots: list[bool]
    free: int
    commitment: str
    kinds: SeatBots


class Preview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A listed table to look at before joining it."""

    table: TableName


class Seated(msgspec.Struct, frozen=True):
    """A seat and the key to play it."""

    table: str
    seat: int
    key: str
    join: str | None = None
    watch: str | None = None
    commitment: str | None = None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat, with the key of an invitation or by the name of a listed table."""

    name: Name
    key: Secret | None = None
    table: TableName | None = None
    words: Words = ""
    share: Share | None = None
    """A commitment to a share that is revealed after all seats have committed; replaces `words`."""
    secret: ChosenSecret | None = None


class ReplayStep(msgspec.Struct, frozen=True):
    """One move of a finished game and the view of one seat after it."""

    seat: int | None
    """The seat that moved, counted from 0; null for the start."""
    move: str | None
    view: ViewData
    events: list[EventData]
    story: list[str]
    quips: list[Quip]
    """What characters say about the events."""


class Replay(msgspec.Struct, frozen=True):
    """A finished game from start to end."""

    table: str
    game: str
    house: dict[str, int | bool]
    names: list[str]
    bots: list[bool]
    steps: list[ReplayStep]
    result: ResultData
    kinds: SeatBots


class SeatMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, an undo or the opening of the card counter, sent by HTTP."""

    id: MoveId
    version: Version
    move: MoveText | None = None
    undo: bool = False
    count: bool = False
