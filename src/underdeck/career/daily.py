"""The daily deal: a secret chain of hashes, one link for each day (UTC).

The link of a day is the SHA-256 of the link of the day after it. A day's link is the seed of its
deal, so the link of the day before, published when that day ended, is its commitment. Nobody can
compute a later link from an earlier one, and everybody can check each link once it is published.
"""

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from sqlalchemy import Connection, select, update

from underdeck.career.base import GameCareer
from underdeck.career.boards import DAILY, Board
from underdeck.refusal import Refusal
from underdeck.registry import find_part, game_names
from underdeck.store import schema
from underdeck.store.rows import insert_or_update, insert_rows

CHAIN = 1
"""The number of the only chain of a database."""
CHAIN_DAYS = 36_525
"""The length of the chain: a hundred years."""
LINK_BYTES = 32
DAY_S = 86_400

_chain = schema.daily_chain.c


@dataclass(frozen=True, slots=True)
class Chain:
    """The secret chain of one database."""

    first_day: str
    days: int
    root: str
    """The link of the last day, from which all others derive."""
    last_day: str
    """The latest day that was served: the daily never goes back, even if the clock does."""

    def __repr__(self) -> str:
        """Return the chain without its secret."""
        return f"<Chain from {self.first_day}, latest day {self.last_day}>"

    def link(self, day: str) -> bytes:
        """Return the link of a day; the day before the first has the commitment to it."""
        index = (date.fromisoformat(day) - date.fromisoformat(self.first_day)).days
        if not -1 <= index < self.days:
            raise Refusal("unknown_day", day=day)
        return _links(self.root, self.days)[index + 1]

    def has(self, day: str) -> bool:
        """Return whether the daily of this day was or is served."""
        return self.first_day <= day <= self.last_day


@lru_cache(maxsize=2)
def _links(root: str, days: int) -> tuple[bytes, ...]:
    """Return all links, from the commitment to the first day to the root."""
    links = [bytes.fromhex(root)]
    for _ in range(days):
        links.append(hashlib.sha256(links[-1]).digest())
    return tuple(reversed(links))


def day_at(now: float) -> str:
    """Return the day (UTC) of a time in seconds since 1970."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def read_day(text: str) -> str:
    """Check a day such as `2026-11-17`."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refusal("unknown_day", day=text) from None


def day_before(day: str) -> str:
    """Return the day before a day."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def end_of(day: str) -> float:
    """Return when a day ends, in seconds since 1970."""
    midnight = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return midnight.timestamp() + DAY_S


def board_of(day: str) -> str:
    """Return the leaderboard of a day."""
    return str(Board(DAILY, day))


def daily_game() -> str:
    """Return the game of the daily deal: the first solitaire that is scored in points."""
    return scored_games()[0]


def scored_games() -> list[str]:
    """Return the games that are scored in points."""
    careers: dict[str, GameCareer | None] = {
        name: find_part(name, "career") for name in game_names()
    }
    return [name for name, career in careers.items() if career is not None and career.has_points]


def find_chain(connection: Connection) -> Chain | None:
    """Return the chain of the database, None before the first daily."""
    row = connection.execute(
        select(_chain.first_day, _chain.days, _chain.root, _chain.last_day)
    ).one_or_none()
    return None if row is None else Chain(*row)


def open_day(connection: Connection, day: str) -> Chain:
    """Return the chain after noting that a day has begun; create the chain on the first day.

    A day before the latest one changes nothing: the clock was set back.
    """
    insert = insert_or_update(schema.daily_chain, connection.dialect.name)
    new = {
        "chain": CHAIN,
        "first_day": day,
        "days": CHAIN_DAYS,
        "root": secrets.token_hex(LINK_BYTES),
        "last_day": day,
    }
    insert_rows(connection, insert, [new])
    connection.execute(update(schema.daily_chain).where(_chain.last_day < day).values(last_day=day))
    found = find_chain(connection)
    assert found is not None
    return found


def is_revealed(connection: Connection, day: str, today: str) -> bool:
    """Return whether a day is over, so that its link is public."""
    chain = find_chain(connection)
    return chain is not None and day < max(today, chain.last_day)


def is_too_late(connection: Connection, board: str, at: float) -> bool:
    """Return whether a game of a daily ended after its day, when anybody can know its cards."""
    kind, day = Board.read(board)
    return kind == DAILY and is_revealed(connection, day, day_at(at))


@dataclass(frozen=True, slots=True)
class Streaks:
    """Days in a row."""

    current: int
    """Up to today, or up to yesterday if today isn't played yet."""
    longest: int


def streaks(days: Iterable[str], today: str) -> Streaks:
    """Return the streaks of the days on which a player finished the daily."""
    played = sorted(date.fromisoformat(day) for day in set(days))
    longest = run = 0
    last: date | None = None
    for day in played:
        run = run + 1 if last is not None and day - last == timedelta(days=1) else 1
        longest, last = max(longest, run), day
    is_alive = last is not None and date.fromisoformat(today) - last <= timedelta(days=1)
    return Streaks(run if is_alive else 0, longest)
