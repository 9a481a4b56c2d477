"""Requests and responses about the daily deal, shared deals and leaderboards."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from underdeck.career.base import Standing
from underdeck.serve.messages.career import ValueCount
from underdeck.serve.messages.fields import Name, TableName

Day = Annotated[
    str,
    Meta(
        pattern=r"^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$",
        description="A day (UTC).",
        examples=["2026-11-17"],
    ),
]
SharedCode = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=20,
        pattern=r"^[0-9A-Za-z \u2010-\u2014-]+$",
        description="A deal code, the code of a shared deal, or the number of a numbered deal.",
        examples=["7KQ2P-9MXAG", "12345"],
    ),
]


class Ranked(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    rank: int
    name: str
    is_you: bool
    outcome: str
    points: int
    kings: int
    turns: int
    at: float


class OwnAttempt(msgspec.Struct, frozen=True):
    """Your own first attempt at a board."""

    status: Literal["running", "over"]
    table: str
    standing: Standing
    outcome: str | None
    points: int
    kings: int
    turns: int
    rank: int | None
    """Among the ranked; null while it runs and for an assisted game."""


class Leaderboard(msgspec.Struct, frozen=True):
    """The first attempts at one deal."""

    players: int
    """The number of finished first attempts, assisted ones included."""
    ranked: list[Ranked]
    """The best, at most 100."""
    assisted: list[Ranked]
    """The best of the assisted games, apart."""
    distribution: list[ValueCount]
    """Points of escapes by value; `slain` and `lost` for the others."""
    you: OwnAttempt | None


class DailyShown(msgspec.Struct, frozen=True):
    """The daily deal of one day."""

    day: str
    game: str
    is_today: bool
    ends: float
    """When the next one begins, in seconds since 1970."""
    now: float
    """The server's time, for clients with a wrong clock."""
    is_clock_behind: bool
    """Whether the server's clock was set back: the latest day stays open."""
    commitment: str
    """The link of the day before, the SHA-256 of this day's link."""
    link: str | None
    """This day's link, the seed of the deal, once the day is over."""
    board: Leaderboard
    previous: str | None
    """The day before, if this server had a daily then."""


class DayPlayed(msgspec.Struct, frozen=True):
    """A day in the calendar of a profile."""

    day: str
    status: Literal["running", "over"]
    standing: Standing
    outcome: str | None
    points: int
    kings: int


class Calendar(msgspec.Struct, frozen=True):
    """The dailies of a profile, and its streaks of days."""

    today: str
    days: list[DayPlayed]
    streak: int
    """Days in a row up to today or yesterday."""
    longest_streak: int


class ShareDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished solitaire of this profile whose deal is to be shared."""

    table: TableName


class DealShown(msgspec.Struct, frozen=True):
    """A deal to play, with its leaderboard."""

    code: str
    number: int | None
    """The number of a numbered deal."""
    game: str
    house: dict[str, int | bool]
    by: str | None
    """The name of the player who shared it."""
    outcome: str | None
    points: int
    kings: int
    """What that player reached, to beat."""
    board: Leaderboard


class PlayDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal to play by its code or number."""

    code: SharedCode
    name: Name
    house: dict[str, int | bool] | None = None
    """House rules of a code; a shared deal brings its own."""


class NamedPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name to play with."""

    name: Name
