"""Competitions in the database: create, find and enter them; `settlement` ends them.

Writers lock the row of a competition first, so that entering, beginning, finishing and closing
happen one after the other, on several workers too.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, Table, func, select, update

from underdeck.career.attempts import Attempt
from underdeck.career.boards import COMPETITION, Board
from underdeck.career.competition import Competition, Entrant
from underdeck.career.progress import Progress
from underdeck.refusal import Refusal
from underdeck.store import schema
from underdeck.store.batch import write_keys
from underdeck.store.locks import lock_histories
from underdeck.store.model import Key
from underdeck.store.rows import Values, insert_or_update, insert_rows

_competitions, _entrants, _attempts = (
    schema.competitions.c,
    schema.entrants.c,
    schema.attempts.c,
)

LookAlike = Callable[[str, str], bool]
"""Return whether two names look the same."""


def create(
    connection: Connection, competition: Competition, creator: Entrant, invitation: Key | None
) -> None:
    """Store a competition with its first entrant and the key that invites others."""
    _insert(connection, schema.competitions, _values(competition))
    _insert(connection, schema.entrants, _values(creator))
    if invitation is not None:
        write_keys(connection, [invitation])


def find(connection: Connection, competition: str) -> Progress | None:
    """Return a competition with its entrants and their games."""
    return next(iter(find_all(connection, [competition])), None)


def find_all(connection: Connection, ids: Sequence[str]) -> list[Progress]:
    """Return competitions in the order of their ids, without those that don't exist."""
    found = {
        row.competition: Competition(*row)
        for row in connection.execute(
            select(schema.competitions).where(_competitions.competition.in_(ids))
        )
    }
    entrants: dict[str, list[Entrant]] = {each: [] for each in found}
    for row in connection.execute(
        select(schema.entrants)
        .where(_entrants.competition.in_(found))
        .order_by(_entrants.entered, _entrants.profile)
    ):
        entrants[row.competition].append(Entrant(*row))
    games: dict[str, dict[str, dict[int, Attempt]]] = {each: {} for each in found}
    for row in connection.execute(
        select(schema.attempts).where(_attempts.board.in_([board_of(each) for each in found]))
    ):
        of_entrant = games[Board.read(row.board).name].setdefault(row.profile, {})
        of_entrant[row.number] = Attempt(*row)
    return [Progress(found[each], entrants[each], games[each]) for each in ids if each in found]


def of_profile(connection: Connection, profile: str, limit: int) -> list[Progress]:
    """Return the competitions that a profile has entered, the latest first."""
    return find_all(connection, latest_of(connection, profile, limit))


def latest_of(connection: Connection, profile: str, limit: int) -> Sequence[str]:
    """Return the ids of the competitions that a profile has entered, the latest first."""
    query = (
        select(_entrants.competition)
        .where(_entrants.profile == profile)
        .order_by(_entrants.entered.desc(), _entrants.competition)
        .limit(limit)
    )
    return connection.scalars(query).all()


def open_of(connection: Connection, profile: str) -> Sequence[str]:
    """Return the ids of the competitions of a profile that aren't over."""
    query = (
        select(_entrants.competition)
        .join(schema.competitions, _competitions.competition == _entrants.competition)
        .where(_entrants.profile == profile, _competitions.closed.is_(None))
    )
    return connection.scalars(query).all()


def count_entrants(connection: Connection, profile: str, limit: int) -> int:
    """Return the number of entrants of the latest competitions that a profile has entered."""
    ids = latest_of(connection, profile, limit)
    return _count(connection, schema.entrants, ids)


def count_rows(connection: Connection, competition: str) -> int:
    """Return the number of entrants and debts of a competition."""
    tables = schema.entrants, schema.debts
    return sum(_count(connection, table, [competition]) for table in tables)


def _count(connection: Connection, table: Table, ids: Sequence[str]) -> int:
    query = select(func.count()).select_from(table).where(table.c.competition.in_(ids))
    return int(connection.execute(query).scalar_one())


def lock(connection: Connection, competition: str) -> Competition | None:
    """Return a competition that only this transaction may change from now on."""
    lock_histories(connection)
    query = select(schema.competitions).where(_competitions.competition == competition)
    if connection.dialect.name == "postgresql":  # SQLite has a single writer
        query = query.with_for_update()
    row = connection.execute(query).one_or_none()
    return None if row is None else Competition(*row)


def lock_progress(connection: Connection, competition: str) -> Progress:
    """Lock a competition and return it with its entrants and games; refuse an unknown one."""
    found = find(connection, competition) if lock(connection, competition) else None
    if found is None:
        raise Refusal("unknown_competition")
    return found


def enter(connection: Connection, entrant: Entrant, look_alike: LookAlike) -> Progress:
    """Add an entrant; entering twice changes nothing."""
    progress = lock_progress(connection, entrant.competition)
    if progress.entrant(entrant.profile) is not None:
        return progress
    progress.check_entry()
    if any(look_alike(entrant.name, each.name) for each in progress.entrants):
        raise Refusal("name_taken")
    _insert(connection, schema.entrants, _values(entrant))
    return replace(progress, entrants=[*progress.entrants, entrant])


def check_game(connection: Connection, competition: str, profile: str, number: int) -> None:
    """Refuse to begin a game that another device of this profile has played meanwhile."""
    if lock_progress(connection, competition).check_game(profile) != number:
        raise Refusal("attempt_begun")


def set_closed(connection: Connection, progress: Progress, at: float) -> Progress:
    """Note that a competition is over."""
    ended = replace(progress.competition, closed=at)
    connection.execute(
        update(schema.competitions)
        .where(_competitions.competition == ended.competition)
        .values(closed=at)
    )
    return replace(progress, competition=ended)


def is_over(connection: Connection, competition: str) -> bool:
    """Return whether a competition is over, so that its deals are revealed."""
    query = select(_competitions.closed).where(_competitions.competition == competition)
    return connection.execute(query).scalar_one_or_none() is not None


def board_of(competition: str) -> str:
    """Return the board of a competition's games."""
    return str(Board(COMPETITION, competition))


def _insert(connection: Connection, table: Table, values: Values) -> None:
    insert_rows(connection, insert_or_update(table, connection.dialect.name), [values])


def _values(value: Competition | Entrant) -> Values:
    return {name: getattr(value, name) for name in value.__slots__}
