"""The stored values: entries of logs, and rows for lookups that don't read a log."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from sqlalchemy import Connection

Status = Literal["open", "running", "over", "closed"]
"""The status of a table: `open` until the game begins."""


class Entry(Struct, frozen=True, gc=False):
    """One entry of a table's log; versions count from 1, and the store doesn't parse the body."""

    table: str
    version: int
    at: float
    """Seconds since 1970."""
    body: bytes


class Summary(Struct, frozen=True, gc=False):
    """The state of a table for lookups; written together with the entry that changed it."""

    table: str
    game: str
    status: Status
    listed: bool
    """Whether the lobby lists the table."""
    house: str
    """The options of the game as JSON."""
    names: tuple[str, ...]
    """The person or bot in each seat, "" for a free seat."""
    free: int
    created: float
    changed: float
    deadline: float | None = None
    """When the table must act by itself next, if no entry comes before."""
    bots: int = 0
    """A bit mask of the seats that were opened for bots."""
    company: str = ""
    """The first table of a series of rematches, "" if this is the first."""


@dataclass(frozen=True, slots=True)
class Key:
    """A capability, such as to play a seat or to use a profile; only its hash is stored."""

    hash: bytes
    """SHA-256 of the secret."""
    kind: str
    """`seat`, `join`, `watch`, `profile`, `code` (to move a profile), `promise`, `competition`,
    `chronicle` (to read one) or `revoked`."""
    table: str | None = None
    seat: int | None = None
    profile: str | None = None
    expires: float | None = None
    seed: str | None = None
    """The seed of a promised shuffle."""
    taken: int | None = None
    """The version at which the person sat down: the key isn't valid for later occupants."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A returning player: a name without an account, opened by keys."""

    profile: str
    name: str
    language: str
    created: float


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game for one profile."""

    table: str
    seat: int
    profile: str
    game: str
    at: float
    result: str
    """The record's result as JSON."""
    house: str = ""
    """The house rules in short; "" for the printed rules."""
    options: str = "{}"
    """All options of the game as JSON."""
    origin: str = "fair"
    standing: str = "free"
    deal: str = ""
    """A hash of the cards, by which a deal that is played again is recognized."""
    outcome: str = ""
    """How the game ended for this seat; "" in rows of older versions until they are completed."""
    won: bool = False
    survived: bool = False
    points: int = 0
    kings: int = 0
    turns: int = 0
    facts: str = "{}"
    """The values that were counted, by kind, as JSON."""
    opponents: str = "[]"
    """The other seats as JSON: seat, player and name."""
    remarks: str = "[]"
    achievements: str = "[]"
    board: str = ""
    number: int = 1


class Change(Struct, frozen=True):
    """One or more entries of a table, and the rows to commit together with them."""

    entry: Entry
    summary: Summary
    keys: tuple[Key, ...] = ()
    before: tuple[Entry, ...] = ()
    """Entries of the same table right before `entry`, written with it or not at all."""
    also: "Callable[[Connection], None] | None" = None
    """Further writes in the same transaction, such as the results of a finished game. If it
    raises a `Refusal`, nothing of the change is written."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return all entries in order."""
        return (*self.before, self.entry)


class Stale(Exception):
    """That version of the table is taken: another process appended first."""
