"""Delete a profile: its private data go, and what others need stays without a name."""

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, select, update

from underdeck.store import schema
from underdeck.store.batch import name_batches
from underdeck.store.locks import lock_histories
from underdeck.store.rows import insert_rows, upsert

PROFILE_KEY_KINDS = ("profile", "code")
"""The kinds of keys that open a profile."""
CHRONICLE_KEY_KIND = "chronicle"
"""The kind of keys with which a profile shares the story of a game."""
COMPETITION_PREFIX = "competition:"
"""The beginning of boards whose entries others need for their own standings."""
SCORE = ("standing", "outcome", "points", "kings", "turns")
GONE_PREFIX = "gone:"
"""The beginning of the id that takes the place of a deleted profile."""

_keys, _results, _attempts, _counts = (
    schema.keys.c,
    schema.results.c,
    schema.attempts.c,
    schema.board_counts.c,
)
_competitions, _entrants, _debts, _shared = (
    schema.competitions.c,
    schema.entrants.c,
    schema.debts.c,
    schema.shared_deals.c,
)


def drop_profile(connection: Connection, profile: str) -> None:
    """Delete a profile with its keys, history and leaderboard entries.

    The keys of its seats and links to the chronicles of its tables stay valid. In competitions with
    others it stays without a name, and its debts stay for the other side.
    """
    lock_histories(connection)
    _leave_competitions(connection, profile)
    rows = connection.execute(select(schema.attempts).where(_attempts.profile == profile)).all()
    drop_attempts(connection, rows)
    _drop_games(connection, profile)
    connection.execute(
        update(schema.shared_deals).where(_shared.profile == profile).values(profile="", name="")
    )
    connection.execute(
        delete(schema.keys).where(_keys.profile == profile, _keys.kind.in_(PROFILE_KEY_KINDS))
    )
    _drop_shared_records(connection, profile)
    connection.execute(update(schema.keys).where(_keys.profile == profile).values(profile=None))
    merged = schema.merged_profiles
    connection.execute(update(merged).where(merged.c.successor == profile).values(successor=""))
    insert_rows(
        connection,
        upsert(merged, connection.dialect.name),
        [{"profile": profile, "successor": ""}],
    )
    connection.execute(delete(schema.profiles).where(schema.profiles.c.profile == profile))


def drop_attempts(connection: Connection, rows: Sequence[Row[Any]]) -> None:
    """Delete attempts, and subtract the finished ones from the counts of their boards."""
    for row in rows:
        values = row._mapping
        key = {name: values[name] for name in ("board", "number")}
        connection.execute(
            delete(schema.attempts).where(
                *(_attempts[name] == value for name, value in key.items()),
                _attempts.profile == values["profile"],
            )
        )
        if values["at"] is not None:
            key |= {name: values[name] for name in SCORE}
            connection.execute(
                update(schema.board_counts)
                .where(*(_counts[name] == value for name, value in key.items()))
                .values(count=_counts["count"] - 1)
            )


def _drop_games(connection: Connection, profile: str) -> None:
    """Delete the finished games of a profile and everything derived from them."""
    own = select(_results.table).where(_results.profile == profile)
    records = schema.records
    connection.execute(
        delete(records).where(
            records.c.table.in_(own),
            ~select(_results.table)
            .where(_results.table == records.c.table, _results.profile != profile)
            .exists(),
        )
    )
    for table in (
        schema.results,
        schema.tallies,
        schema.meetings,
        schema.progress,
        schema.achievements,
    ):
        connection.execute(delete(table).where(table.c.profile == profile))
    connection.execute(delete(schema.ratings).where(schema.ratings.c.player == profile))


def _drop_shared_records(connection: Connection, profile: str) -> None:
    """Delete the links to chronicles of games that were never played at a table."""
    at_table = select(schema.tables.c.table).where(schema.tables.c.table == _keys.table).exists()
    connection.execute(
        delete(schema.keys).where(
            _keys.profile == profile, _keys.kind == CHRONICLE_KEY_KIND, ~at_table
        )
    )


def _leave_competitions(connection: Connection, profile: str) -> None:
    """Delete competitions of the profile alone; stay in all others without a name."""
    gone = gone_id()
    entered = list(
        connection.scalars(
            select(_entrants.competition)
            .where(_entrants.profile == profile)
            .order_by(_entrants.competition)
        )
    )
    for names in name_batches(entered):
        _leave_some(connection, profile, gone, names)
    debts = schema.debts
    for column in (_debts.debtor, _debts.creditor):
        connection.execute(update(debts).where(column == profile).values({column: gone}))


def gone_id() -> str:
    """Return an id that takes the place of a deleted profile."""
    return GONE_PREFIX + secrets.token_hex(8)


def _leave_some(connection: Connection, profile: str, gone: str, names: list[str]) -> None:
    """Delete or leave some competitions."""
    successors: dict[str, str] = {}
    query = (
        select(_entrants.competition, _entrants.profile)
        .where(_entrants.competition.in_(names), _entrants.profile != profile)
        .order_by(_entrants.entered)
    )
    for name, other in connection.execute(query):
        if not other.startswith(GONE_PREFIX):
            successors.setdefault(name, other)
    for name in names:
        if name not in successors:
            _drop_competition(connection, name, COMPETITION_PREFIX + name)
            continue
        leave_competition(connection, name, profile, gone)
        connection.execute(
            update(schema.competitions)
            .where(_competitions.competition == name, _competitions.creator == profile)
            .values(creator=successors[name])
        )


def leave_competition(connection: Connection, name: str, profile: str, gone: str) -> None:
    """Keep an entry and its games without a name, since the others' standings need them."""
    here = and_(_attempts.board == COMPETITION_PREFIX + name, _attempts.profile == profile)
    connection.execute(update(schema.attempts).where(here).values(profile=gone, name=""))
    connection.execute(
        update(schema.entrants)
        .where(_entrants.competition == name, _entrants.profile == profile)
        .values(profile=gone, name="")
    )


def _drop_competition(connection: Connection, name: str, board: str) -> None:
    """Delete a competition that nobody is left in."""
    for table, condition in (
        (schema.competitions, _competitions.competition == name),
        (schema.entrants, _entrants.competition == name),
        (schema.debts, _debts.competition == name),
        (schema.attempts, _attempts.board == board),
        (schema.board_counts, _counts.board == board),
    ):
        connection.execute(delete(table).where(condition))
