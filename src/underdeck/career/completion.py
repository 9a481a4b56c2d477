"""Complete the results of older versions, which lack everything but the record's result."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from underdeck.career.achievements import ALL_GAMES, ANY_HOUSE
from underdeck.career.finished import FinishedGame
from underdeck.career.history import result_row
from underdeck.career.rebuild import rebuild
from underdeck.career.totals import read_totals
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.store import schema
from underdeck.store.locks import lock_histories
from underdeck.store.model import Result
from underdeck.store.rows import insert_rows, plain_values, upsert

_results, _progress = schema.results.c, schema.progress.c
_STALE = (
    _progress.game == ALL_GAMES,
    _progress.house == ANY_HOUSE,
    _progress.body == schema.STALE_TOTALS,
)


def next_profile(connection: Connection, after: str) -> str | None:
    """Return the next profile with an incomplete game, in alphabetical order."""
    query = (
        select(_results.profile)
        .where(_results.outcome == "", _results.profile > after)
        .order_by(_results.profile)
        .limit(1)
    )
    return connection.execute(query).scalar_one_or_none()


def next_stale_profile(connection: Connection, after: str) -> str | None:
    """Return the next profile whose totals have to be recomputed, in alphabetical order."""
    query = (
        select(_progress.profile)
        .where(*_STALE, _progress.profile > after)
        .order_by(_progress.profile)
        .limit(1)
    )
    return connection.execute(query).scalar_one_or_none()


def refresh(connection: Connection, profile: str) -> bool:
    """Recompute the totals of a profile if they are stale or of another version."""
    lock_histories(connection)
    if not is_stale(connection, profile) or incomplete_games(connection, profile, 1):
        return False
    rebuild(connection, profile)
    return True


def is_outdated(connection: Connection, profile: str) -> bool:
    """Return whether a profile has incomplete games or stale totals."""
    return bool(incomplete_games(connection, profile, 1)) or is_stale(connection, profile)


def is_stale(connection: Connection, profile: str) -> bool:
    """Return whether the totals of a profile have to be recomputed."""
    query = select(_progress.body).where(
        _progress.profile == profile,
        _progress.game == ALL_GAMES,
        _progress.house == ANY_HOUSE,
    )
    body = connection.execute(query).scalar_one_or_none()
    return body is not None and read_totals(body) is None


def incomplete_games(connection: Connection, profile: str, limit: int) -> list[Result]:
    """Return incomplete games of a profile, oldest first."""
    query = (
        select(schema.results)
        .where(_results.outcome == "", _results.profile == profile)
        .order_by(_results.at)
        .limit(limit)
    )
    return [Result(*row) for row in connection.execute(query)]


def complete(connection: Connection, games: Sequence[tuple[Result, FinishedGame | None]]) -> None:
    """Complete games of one profile; with the last one, recompute the profile's statistics.

    Another worker may have completed some of them meanwhile. A game whose log can't be read is
    completed from its result alone.
    """
    lock_histories(connection)
    dialect = connection.dialect.name
    for row, finished in games:
        query = select(_results.outcome).where(
            _results.table == row.table, _results.seat == row.seat, _results.profile == row.profile
        )
        if connection.execute(query).scalar_one_or_none() != "":
            continue
        full = _from_result(row) if finished is None else _from_log(connection, row, finished)
        insert_rows(connection, upsert(schema.results, dialect), [plain_values(full)])
    for profile in {row.profile for row, _ in games}:
        if not incomplete_games(connection, profile, 1):
            rebuild(connection, profile)


def _from_log(connection: Connection, row: Result, finished: FinishedGame) -> Result:
    """Return a complete row, given the game of its table's log."""
    full = result_row(finished, row.seat, finished.standing, {})
    earlier = select(_results.table).where(
        _results.profile == row.profile,
        _results.deal == finished.deal,
        _results.table != row.table,
        _results.at < row.at,
    )
    is_repeat = full.standing == "ranked" and connection.execute(earlier.limit(1)).first()
    return replace(
        full,
        profile=row.profile,
        at=row.at,
        result=row.result,
        standing="repeat" if is_repeat else full.standing,
    )


def _from_result(row: Result) -> Result:
    """Return a complete row without its log: the outcome and the score."""
    result: dict[str, Any] = json.loads(row.result)
    version = result.pop("underdeck", 1)
    with suppress(Refusal):  # the game may not be installed any more
        result = find_game(row.game).upgrade_result(result, version)
    won = bool(result.get("won", result.get("winner") == row.seat))
    outcome = str(result.get("ending") or "over")
    return replace(
        row,
        outcome=outcome,
        won=won,
        survived=won or outcome == "escaped",
        points=int(result.get("points") or 0),
        kings=int(result.get("kings") or 0),
        turns=int(result.get("turns") or 0),
        facts=json.dumps({"outcome": outcome, "won": int(won)}),
    )
