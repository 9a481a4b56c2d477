"""Recompute everything that is derived from finished games."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, delete, select, update

from underdeck.career.achievements import Scope, fold, scopes_of
from underdeck.career.history import with_remarks, write_achievements, write_progress
from underdeck.career.past_game import PastGame, past_game
from underdeck.career.ratings import Rating, Seated, rate, rated_seats, write_ratings
from underdeck.career.remarks import remarks_on
from underdeck.career.tallies import TallyKey, add_meetings, add_tallies, tallies_of
from underdeck.career.totals import Totals
from underdeck.store import schema
from underdeck.store.locks import lock_histories
from underdeck.store.model import Result

_BATCH_SIZE = 1000
_results = schema.results.c


@dataclass(slots=True)
class _Derived:
    """What is derived from the games of a profile so far."""

    totals: dict[Scope, Totals] = field(default_factory=dict)
    tallies: Counter[TallyKey] = field(default_factory=Counter)
    ratings: dict[str, Rating] = field(default_factory=dict)
    """The profile's own rating in each game."""


def rebuild(connection: Connection, profile: str) -> int:
    """Recompute a profile's tallies, totals, achievements, remarks and ratings from its games.

    Return the number of games. The ratings of others stay; each game remembers those that the
    opponents had.
    """
    lock_histories(connection)
    for table in (schema.tallies, schema.meetings, schema.progress, schema.achievements):
        connection.execute(delete(table).where(table.c.profile == profile))
    connection.execute(delete(schema.ratings).where(schema.ratings.c.player == profile))
    derived, count = _Derived(), 0
    for rows in _batches(connection, profile):
        _add(connection, derived, rows)
        count += len(rows)
    add_tallies(connection, derived.tallies)
    write_progress(connection, profile, derived.totals)
    for game, rating in derived.ratings.items():
        write_ratings(connection, game, {profile: rating})
    return count


def rebuild_all(connection: Connection) -> int:
    """Recompute the histories of all profiles, then all ratings; return the number of games."""
    profiles = connection.scalars(select(_results.profile).distinct()).all()
    count = sum(rebuild(connection, profile) for profile in sorted(profiles))
    rebuild_ratings(connection)
    return count


def rebuild_ratings(connection: Connection) -> None:
    """Recompute the ratings of all people and bots from the games in the order in which they ended.

    The ratings that each game remembers stay as they were.
    """
    lock_histories(connection)
    connection.execute(delete(schema.ratings))
    ratings: dict[str, dict[str, Rating]] = {}
    query = (
        select(schema.results)
        .where(_results.outcome != "", _results.opponents != "[]")
        .order_by(_results.at, _results.table, _results.seat)
    )
    seen = ""
    for row in connection.execute(query):
        game = past_game(Result(*row))
        if game.table != seen:
            seen = game.table
            own = ratings.setdefault(game.game, {})
            own |= rate(own, seats) if (seats := _seats(game)) else {}
    for name, own in ratings.items():
        write_ratings(connection, name, own)


def _batches(connection: Connection, profile: str) -> Iterator[list[Result]]:
    """Yield the complete games of a profile, oldest first."""
    at, table, seat = -1.0, "", -1
    while True:
        later = (_results.at > at) | (
            (_results.at == at)
            & ((_results.table > table) | ((_results.table == table) & (_results.seat > seat)))
        )
        query = (
            select(schema.results)
            .where(_results.profile == profile, _results.outcome != "", _results.at >= at, later)
            .order_by(_results.at, _results.table, _results.seat)
            .limit(_BATCH_SIZE)
        )
        rows = [Result(*row) for row in connection.execute(query)]
        if not rows:
            return
        yield rows
        at, table, seat = rows[-1].at, rows[-1].table, rows[-1].seat


def _add(connection: Connection, derived: _Derived, rows: list[Result]) -> None:
    """Fold some games into what is derived, and store remarks and achievements."""
    changes = []
    games = [past_game(row) for row in rows]
    add_meetings(connection, games)
    for row, game in zip(rows, games, strict=True):
        changed, unlocked = fold(derived.totals, game)
        remarks = remarks_on(game, derived.totals.get(scopes_of(game)[0], Totals()))
        derived.totals |= changed
        derived.tallies.update(tallies_of(game))
        _rate_own(derived, game)
        write_achievements(connection, game, unlocked)
        after = with_remarks(row, remarks, unlocked)
        if (row.remarks, row.achievements) != (after.remarks, after.achievements):
            changes.append(
                {
                    "of_table": row.table,
                    "of_seat": row.seat,
                    "remarks": after.remarks,
                    "achievements": after.achievements,
                }
            )
    if changes:
        connection.execute(
            update(schema.results)
            .where(_results.table == bindparam("of_table"), _results.seat == bindparam("of_seat"))
            .values(remarks=bindparam("remarks"), achievements=bindparam("achievements")),
            changes,
        )


def _rate_own(derived: _Derived, game: PastGame) -> None:
    """Update the profile's own rating by a game that was rated when it ended."""
    before = {
        each.player: Rating(each.mean, each.deviation)
        for each in game.opponents
        if each.mean is not None and each.deviation is not None
    }
    if seats := _seats(game):
        before[game.profile] = derived.ratings.get(game.game, Rating())
        derived.ratings[game.game] = rate(before, seats)[game.profile]


def _seats(game: PastGame) -> list[Seated]:
    """Return the rated players of a game in the order of their seats, none if it wasn't rated."""
    if all(each.mean is None for each in game.opponents):
        return []
    seats = {each.seat: Seated(each.player, each.place) for each in game.opponents}
    seats[game.seat] = Seated(game.profile, game.place)
    return rated_seats([seats[seat] for seat in sorted(seats)])
