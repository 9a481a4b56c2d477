"""Merge two profiles: everything of the other one becomes part of this one."""

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, or_, select, update

from underdeck.career.rebuild import rebuild
from underdeck.career.tallies import ALL_TIME, TallyKey, add_tallies
from underdeck.store import schema
from underdeck.store.batch import name_batches
from underdeck.store.deletion import drop_attempts, gone_id, leave_competition
from underdeck.store.locks import lock_histories
from underdeck.store.rows import insert_or_update, insert_rows, upsert

_results, _attempts, _entrants, _debts = (
    schema.results.c,
    schema.attempts.c,
    schema.entrants.c,
    schema.debts.c,
)
_DERIVED = (schema.tallies, schema.meetings, schema.progress, schema.achievements)
_meetings = schema.meetings.c
_tallies, _merged = schema.tallies.c, schema.merged_profiles.c


def merge(connection: Connection, other: str, into: str) -> None:
    """Move everything of one profile to another one, and delete the first.

    Of two attempts at one deal the earlier one stays. Debts between the two are dropped.
    """
    lock_histories(connection)
    _drop_doubles(connection, other, into)
    _rename_opponent(connection, other, into)
    connection.execute(update(schema.results).where(_results.profile == other).values(profile=into))
    _mark_repeats(connection, into)
    _merge_competitions(connection, other, into)
    _merge_attempts(connection, other, into)
    _move(connection, schema.competitions, schema.competitions.c.creator, other, into)
    _move(connection, schema.shared_deals, schema.shared_deals.c.profile, other, into)
    _move(connection, schema.merged_profiles, _merged.successor, other, into)
    connection.execute(
        delete(schema.keys).where(schema.keys.c.profile == other, schema.keys.c.kind == "code")
    )
    _move(connection, schema.keys, schema.keys.c.profile, other, into)
    for table in (*_DERIVED, schema.profiles):
        connection.execute(delete(table).where(table.c.profile == other))
    connection.execute(delete(schema.ratings).where(schema.ratings.c.player == other))
    insert_rows(
        connection,
        upsert(schema.merged_profiles, connection.dialect.name),
        [{"profile": other, "successor": into}],
    )
    rebuild(connection, into)


def _move(
    connection: Connection, table: Table, column: ColumnElement[str], other: str, into: str
) -> None:
    """Replace one profile by another in a column that isn't unique."""
    connection.execute(update(table).where(column == other).values({column: into}))


def _drop_doubles(connection: Connection, other: str, into: str) -> None:
    """Delete games of the other profile whose record this one has, too."""
    own, theirs = schema.results.alias(), schema.results.alias()
    own_record, their_record = schema.records.alias(), schema.records.alias()
    query = (
        select(theirs.c.table, own.c.table)
        .join_from(
            theirs,
            own,
            and_(
                own.c.profile == into,
                own.c.deal == theirs.c.deal,
                own.c.seat == theirs.c.seat,
                own.c.table != theirs.c.table,
            ),
        )
        .join(their_record, their_record.c.table == theirs.c.table)
        .join(own_record, own_record.c.table == own.c.table)
        .where(theirs.c.profile == other, own_record.c.body == their_record.c.body)
    )
    doubles = {row[0]: row[1] for row in connection.execute(query)}
    for double, kept in doubles.items():  # links to chronicles of the deleted games stay valid
        connection.execute(
            update(schema.keys).where(schema.keys.c.table == double).values(table=kept)
        )
    for names in name_batches(list(doubles)):
        for table in (schema.results, schema.records):
            connection.execute(delete(table).where(table.c.table.in_(names)))


def _mark_repeats(connection: Connection, profile: str) -> None:
    """Note that only the first game of a deal can be ranked."""
    twice = (
        select(_results.deal)
        .where(_results.profile == profile, _results.deal != "")
        .group_by(_results.deal)
        .having(func.count(_results.table.distinct()) > 1)
    )
    first: dict[str, str] = {}
    later = []
    for deal, table in connection.execute(
        select(_results.deal, _results.table)
        .where(_results.profile == profile, _results.deal.in_(twice))
        .order_by(_results.at, _results.table)
    ):
        if first.setdefault(deal, table) != table:
            later.append(table)
    for names in name_batches(later):
        connection.execute(
            update(schema.results)
            .where(
                _results.profile == profile,
                _results.table.in_(names),
                _results.standing == "ranked",
            )
            .values(standing="repeat")
        )


def _rename_opponent(connection: Connection, other: str, into: str) -> None:
    """Replace a profile among the opponents of the people it has played with."""
    played = select(_results.table).where(_results.profile == other, _results.opponents != "[]")
    people = connection.scalars(
        select(_results.profile).where(_results.table.in_(played), _results.profile != other)
    ).unique()
    affected = sorted(people)
    connection.execute(
        update(schema.results)
        .where(_results.table.in_(played))
        .values(
            opponents=func.replace(_results.opponents, f'"player":"{other}"', f'"player":"{into}"')
        )
    )
    keys = [_tallies[name] for name in TallyKey._fields]
    for person in affected:
        there = (_tallies.profile == person, _tallies.opponent == other)
        months = _tallies.month > ALL_TIME
        rows = connection.execute(select(*keys, _tallies["count"]).where(*there, months)).all()
        connection.execute(delete(schema.tallies).where(*there))
        add_tallies(
            connection,
            {TallyKey(*row[:-1])._replace(opponent=into): int(row[-1]) for row in rows},
        )
        _rename_meetings(connection, person, other, into)


def _rename_meetings(connection: Connection, person: str, other: str, into: str) -> None:
    """Replace an opponent of a person; at a table with both, one of the two meetings stays."""
    met = (_meetings.profile == person, _meetings.opponent == other)
    rows = connection.execute(select(schema.meetings).where(*met)).all()
    connection.execute(delete(schema.meetings).where(*met))
    insert_rows(
        connection,
        insert_or_update(schema.meetings, connection.dialect.name),
        [{**row._mapping, "opponent": into} for row in rows],
    )


def _merge_competitions(connection: Connection, other: str, into: str) -> None:
    """Move entries and debts; of two entries in one competition the later one loses its name.

    It stays, with its games and debts, since nobody may cancel what they owe others by a merge.
    """
    connection.execute(
        delete(schema.debts).where(
            or_(
                and_(_debts.debtor == other, _debts.creditor == into),
                and_(_debts.debtor == into, _debts.creditor == other),
            )
        )
    )
    entered = {
        profile: {
            row.competition: row.entered
            for row in connection.execute(
                select(_entrants.competition, _entrants.entered).where(_entrants.profile == profile)
            )
        }
        for profile in (other, into)
    }
    for competition in entered[other].keys() & entered[into].keys():
        later = max((other, into), key=lambda profile: entered[profile][competition])
        gone = gone_id()
        leave_competition(connection, competition, later, gone)
        for column in (_debts.debtor, _debts.creditor):
            connection.execute(
                update(schema.debts)
                .where(_debts.competition == competition, column == later)
                .values({column: gone})
            )
    _move(connection, schema.entrants, _entrants.profile, other, into)
    _move(connection, schema.debts, _debts.debtor, other, into)
    _move(connection, schema.debts, _debts.creditor, other, into)


def _merge_attempts(connection: Connection, other: str, into: str) -> None:
    """Move attempts; of two attempts at one deal the later one no longer counts."""
    rows = connection.execute(
        select(schema.attempts).where(_attempts.profile.in_((other, into)))
    ).all()
    first: dict[tuple[str, int], object] = {}
    in_order = sorted(rows, key=lambda row: row.started)
    drop_attempts(
        connection, [row for row in in_order if first.setdefault(row[:2], row) is not row]
    )
    connection.execute(
        update(schema.attempts).where(_attempts.profile == other).values(profile=into)
    )
