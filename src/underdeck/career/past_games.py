"""Pages of a profile's history, newest first, and the games for an export."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select

from underdeck.career.tallies import ALL_TIME, EVERYBODY, STANDING
from underdeck.refusal import Refusal
from underdeck.registry import game_names
from underdeck.store import schema
from underdeck.store.batch import name_batches
from underdeck.store.model import Result

_results, _tallies, _meetings = schema.results.c, schema.tallies.c, schema.meetings.c
CURSOR_SEPARATOR = "~"
CURSOR = re.compile(
    r"(?P<at>\d{1,20}(?:\.\d{1,20})?(?:e[+-]\d{1,3})?)~(?P<seat>\d{1,2})~(?P<table>[\w-]{1,40})",
    re.ASCII,
)
FIRST_MONTH, LAST_MONTH = "0000-01", "9999-12"


@dataclass(frozen=True, slots=True)
class Filter:
    """The games of a profile that a list or a statistic is about; None means all."""

    profile: str
    game: str | None = None
    house: str | None = None
    since: str | None = None
    until: str | None = None
    """The last month, included."""
    opponent: str | None = None

    def tallies(self) -> list[ColumnElement[bool]]:
        """Return the conditions on tallies, except for their kind."""
        return [*self.tallies_of_all(), _tallies.opponent == (self.opponent or EVERYBODY)]

    def tallies_of_all(self) -> list[ColumnElement[bool]]:
        """Return the conditions on tallies, except for their kind and the opponent."""
        found = [
            _tallies.profile == self.profile,
            # naming all games lets the database use the whole key
            _tallies.game.in_(game_names() if self.game is None else [self.game]),
        ]
        if self.house is not None:
            found.append(_tallies.house == self.house)
        if self.since is None and self.until is None:
            found.append(_tallies.month == ALL_TIME)
        else:
            found.append(_tallies.month >= (self.since or FIRST_MONTH))
            found.append(_tallies.month <= (self.until or LAST_MONTH))
        return found

    def games(self, columns: Any) -> list[ColumnElement[bool]]:
        """Return the conditions on finished games or on meetings, except for the opponent."""
        found = [columns.profile == self.profile]
        if self.game is not None:
            found.append(columns.game == self.game)
        if self.house is not None:
            found.append(columns.house == self.house)
        if self.since is not None:
            found.append(columns.at >= month_start(self.since))
        if self.until is not None:
            found.append(columns.at < month_end(self.until))
        return found


def month_start(month: str) -> float:
    """Return when a month begins (UTC)."""
    return datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC).timestamp()


def month_end(month: str) -> float:
    """Return when a month ends (UTC)."""
    first = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    days = monthrange(first.year, first.month)[1]
    return first.timestamp() + days * 86400.0


def count_games(connection: Connection, wanted: Filter) -> int:
    """Return the number of games, from the tallies."""
    query = select(func.coalesce(func.sum(_tallies["count"]), 0)).where(
        *wanted.tallies(), _tallies.kind == STANDING
    )
    return int(connection.execute(query).scalar_one())


def newest(
    connection: Connection, wanted: Filter, limit: int, before: str | None = None
) -> list[Result]:
    """Return games, newest first, before the position of a cursor."""
    if wanted.opponent is None:
        query = select(schema.results).where(*wanted.games(_results), _results.outcome != "")
        return _read(connection, _page(query, _results, limit, before))
    # Choosing the games first keeps the database from reading those against others.
    met = select(schema.meetings).where(
        *wanted.games(_meetings), _meetings.opponent == wanted.opponent
    )
    chosen = _page(met, _meetings, limit, before).subquery()
    query = select(schema.results).join(
        chosen, and_(chosen.c.table == _results.table, chosen.c.seat == _results.seat)
    )
    return _read(connection, query.order_by(*_newest_first(chosen.c)))


def _page(query: Select[Any], place: Any, limit: int, before: str | None) -> Select[Any]:
    """Return a query for the rows of a page; `place` are the columns of the position."""
    if before is not None:
        at, table, seat = read_cursor(before)
        query = query.where(
            place.at <= at,
            or_(
                place.at < at,
                place.table < table,
                and_(place.table == table, place.seat < seat),
            ),
        )
    return query.order_by(*_newest_first(place)).limit(limit)


def _newest_first(place: Any) -> tuple[ColumnElement[Any], ...]:
    """Return the order of the history."""
    return place.at.desc(), place.table.desc(), place.seat.desc()


def oldest(connection: Connection, profile: str, limit: int, after: str | None) -> list[Result]:
    """Return games, oldest first, after the position of a cursor."""
    query = select(schema.results).where(_results.profile == profile, _results.outcome != "")
    if after is not None:
        at, table, seat = read_cursor(after)
        query = query.where(
            _results.at >= at,
            or_(
                _results.at > at,
                _results.table > table,
                and_(_results.table == table, _results.seat > seat),
            ),
        )
    return _read(
        connection, query.order_by(_results.at, _results.table, _results.seat).limit(limit)
    )


def result_at(connection: Connection, table: str, seat: int) -> Result | None:
    """Return the game of one seat."""
    query = select(schema.results).where(
        _results.table == table, _results.seat == seat, _results.outcome != ""
    )
    return next(iter(_read(connection, query)), None)


def game_of(connection: Connection, profile: str, table: str) -> Result | None:
    """Return the game of a profile by its name."""
    query = select(schema.results).where(
        _results.profile == profile, _results.table == table, _results.outcome != ""
    )
    return next(iter(_read(connection, query)), None)


def record_body(connection: Connection, table: str) -> bytes | None:
    """Return the record of a game without a log, as JSON."""
    query = select(schema.records.c.body).where(schema.records.c.table == table)
    return connection.execute(query).scalar_one_or_none()


def has_played(connection: Connection, profile: str, deal: str) -> bool:
    """Return whether a profile has finished a game with this deal."""
    query = select(_results.table).where(_results.profile == profile, _results.deal == deal)
    return connection.execute(query.limit(1)).first() is not None


def cursor_of(row: Result) -> str:
    """Return the position of a game in the history."""
    return CURSOR_SEPARATOR.join((repr(row.at), str(row.seat), row.table))


def read_cursor(text: str) -> tuple[float, str, int]:
    """Return the time, table and seat of a position; refuse an invalid cursor."""
    found = CURSOR.fullmatch(text)
    if found is None:
        raise Refusal("unknown_position")
    return float(found["at"]), found["table"], int(found["seat"])


def with_records(connection: Connection, tables: Sequence[str]) -> set[str]:
    """Return those games whose log or record is stored."""
    found: set[str] = set()
    for names in name_batches(list(tables)):
        for table in (schema.tables, schema.records):
            query = select(table.c.table).where(table.c.table.in_(names))
            found.update(connection.scalars(query))
    return found


def _read(connection: Connection, query: Select[Any]) -> list[Result]:
    """Return the rows of a query."""
    return [Result(*row) for row in connection.execute(query)]
