"""What is kept: the entries of every table's log, and beside them only what is looked up by something else than its table."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table: the so-manieth, from 1. What it says is the table's affair."""

    table: str
    version: int
    at: float
    """When, in seconds since 1970."""
    body: bytes


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known of a table without reading its log; written together with the entry that changed it."""

    table: str
    game: str
    status: str
    """`open` while there are seats to take, `running`, `over`, or `closed`."""
    listed: bool
    """Is it shown in the lobby?"""
    house: str
    """The house as JSON."""
    names: tuple[str, ...]
    """Who sits where, as shown; "" for a free seat."""
    free: int
    created: float
    changed: float
    deadline: float | None = None
    """When a clock runs out next, if one runs."""
    bots: int = 0
    """The seats that were opened for bots, a bit for each."""
    company: str = ""
    """The first table of a series of rematches, "" if this is it; bots keep their names in the series."""


@dataclass(frozen=True, slots=True)
class Key:
    """A capability, known by its hash only: to play a seat, to join or watch a table, or to be a profile."""

    hash: bytes
    """SHA-256 of the secret."""
    kind: str
    """`seat`, `join`, `watch`, `profile`; `code`, which moves a profile to another device; or `promise`, a shuffle to come."""
    table: str | None = None
    seat: int | None = None
    profile: str | None = None
    expires: float | None = None
    seed: str | None = None
    """What a promise is about."""
    taken: int | None = None
    """The entry with which a seat's person sat down: to who sits there later it is no key."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A player who comes back: no account, only a name and a key."""

    profile: str
    name: str
    language: str
    created: float


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game ended for one profile, for its list of games."""

    table: str
    seat: int
    profile: str
    game: str
    at: float
    result: str
    """The record's result as JSON."""


@dataclass(frozen=True, slots=True)
class Change:
    """All that is committed together: the next entry of one table, or several, and what follows from it."""

    entry: Entry
    summary: Summary
    keys: tuple[Key, ...] = ()
    results: tuple[Result, ...] = field(default=())
    before: tuple[Entry, ...] = ()
    """Entries of the same table that come right before it, and are written with it or not at all."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them, in order."""
        return (*self.before, self.entry)


class Stale(Exception):
    """Somebody else has written that version of the table already: read the log again."""
