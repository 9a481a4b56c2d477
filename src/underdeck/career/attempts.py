"""First attempts at the deals of a board, its leaderboard and its distribution."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, and_, func, or_, select, update

from underdeck.career.base import Standing
from underdeck.career.boards import Score
from underdeck.career.finished import FinishedGame
from underdeck.store import schema
from underdeck.store.rows import insert_or_update, insert_rows

MAX_LISTED = 100
"""Maximum number of players that a leaderboard lists."""

_attempts, _counts = schema.attempts.c, schema.board_counts.c


@dataclass(frozen=True, slots=True)
class Attempt:
    """A profile's first attempt at one deal of a board."""

    board: str
    number: int
    profile: str
    table: str
    name: str
    started: float
    at: float | None = None
    """When it ended; None while it runs."""
    standing: Standing = "ranked"
    outcome: str = ""
    points: int = 0
    kings: int = 0
    turns: int = 0

    @property
    def score(self) -> Score:
        """Return the score, which is 0 while the game runs."""
        return Score(self.points, self.kings, self.turns)


class BoardCount(NamedTuple):
    """How often an outcome with these points was reached."""

    outcome: str
    points: int
    games: int


def begin(connection: Connection, attempt: Attempt) -> Attempt:
    """Store a first attempt; return it, or the one that the profile began before."""
    values = {name: getattr(attempt, name) for name in attempt.__slots__}
    insert = insert_or_update(schema.attempts, connection.dialect.name)
    insert_rows(connection, insert, [values])
    found = find(connection, attempt.board, attempt.number, attempt.profile)
    assert found is not None
    return found


def find(connection: Connection, board: str, number: int, profile: str) -> Attempt | None:
    """Return the first attempt of a profile at a deal."""
    query = select(schema.attempts).where(
        _attempts.board == board, _attempts.number == number, _attempts.profile == profile
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Attempt(*row)


def finish(
    connection: Connection, finished: FinishedGame, standings: Mapping[int, Standing]
) -> None:
    """Store the scores of the attempts at the table of a finished game."""
    if not finished.board:
        return
    for seat, person in finished.people:
        facts, standing = person.facts, standings[seat]
        key = {"board": finished.board, "number": finished.number}
        score = {"points": facts.points, "kings": facts.kings, "turns": facts.turns}
        changed = connection.execute(
            update(schema.attempts)
            .where(
                _attempts.board == finished.board,
                _attempts.number == finished.number,
                _attempts.profile == person.profile,
                _attempts.table == finished.table,
                _attempts.at.is_(None),
            )
            .values(at=finished.at, standing=standing, outcome=facts.outcome, **score)
        )
        if changed.rowcount:
            count(connection, key | score | {"standing": standing, "outcome": facts.outcome})


def count(connection: Connection, row: Mapping[str, object], change: int = 1) -> None:
    """Add to the number of games that reached a score."""
    insert = insert_or_update(schema.board_counts, connection.dialect.name)
    insert_rows(connection, insert, [{**row, "count": 0}])
    connection.execute(
        update(schema.board_counts)
        .where(*(_counts[name] == value for name, value in row.items()))
        .values(count=_counts["count"] + change)
    )


def best(connection: Connection, board: str, number: int, standing: Standing) -> list[Attempt]:
    """Return the best finished attempts of a board, best first."""
    query = (
        select(schema.attempts)
        .where(
            _attempts.board == board,
            _attempts.number == number,
            _attempts.standing == standing,
            _attempts.at.is_not(None),
        )
        .order_by(_attempts.points.desc(), _attempts.kings.desc(), _attempts.turns, _attempts.at)
        .limit(MAX_LISTED)
    )
    return [Attempt(*row) for row in connection.execute(query)]


def counts(connection: Connection, board: str, number: int) -> list[BoardCount]:
    """Return how often each result was reached on a board, without games that came too late."""
    result = _counts.outcome, _counts.points
    query = (
        select(*result, func.sum(_counts["count"]))
        .where(_counts.board == board, _counts.number == number, _counts.standing != "free")
        .group_by(*result)
        .having(func.sum(_counts["count"]) > 0)
    )
    return [
        BoardCount(outcome, points, int(games))
        for outcome, points, games in connection.execute(query)
    ]


def rank(connection: Connection, attempt: Attempt) -> int:
    """Return the rank of a score among those of its standing; equal scores share a rank."""
    same_points = _counts.points == attempt.points
    query = select(func.coalesce(func.sum(_counts["count"]), 0)).where(
        _counts.board == attempt.board,
        _counts.number == attempt.number,
        _counts.standing == attempt.standing,
        or_(
            _counts.points > attempt.points,
            and_(same_points, _counts.kings > attempt.kings),
            and_(same_points, _counts.kings == attempt.kings, _counts.turns < attempt.turns),
        ),
    )
    return 1 + int(connection.execute(query).scalar_one())


def of_profile(connection: Connection, profile: str, prefix: str) -> list[Attempt]:
    """Return the attempts of a profile at boards of one kind, in the order of their boards."""
    query = (
        select(schema.attempts)
        .where(
            _attempts.profile == profile,
            _attempts.board >= prefix,
            _attempts.board < prefix + "\uffff",
        )
        .order_by(_attempts.board, _attempts.number)
    )
    return [Attempt(*row) for row in connection.execute(query)]


def of_board(connection: Connection, board: str) -> list[Attempt]:
    """Return all attempts at a board, such as the games of a competition."""
    query = select(schema.attempts).where(_attempts.board == board)
    return [Attempt(*row) for row in connection.execute(query.order_by(_attempts.number))]


def total(attempts: list[Attempt]) -> Score:
    """Return the sum of scores."""
    return Score(
        sum(each.points for each in attempts),
        sum(each.kings for each in attempts),
        sum(each.turns for each in attempts),
    )


def played(connection: Connection, board: str) -> int:
    """Return the number of finished attempts at a board."""
    query = select(func.coalesce(func.sum(_counts["count"]), 0)).where(_counts.board == board)
    return int(connection.execute(query).scalar_one())
