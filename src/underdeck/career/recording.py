"""Record a finished game: in one transaction with the move that ended it."""

from dataclasses import replace

from sqlalchemy import Connection, select

from underdeck.career import attempts, daily, history, settlement
from underdeck.career.base import Standing
from underdeck.career.finished import FinishedGame
from underdeck.career.people import with_current_profiles
from underdeck.store import schema
from underdeck.store.locks import lock_histories

_results = schema.results.c


def record_game(connection: Connection, finished: FinishedGame) -> None:
    """Add a finished game to the history of its people, once however often this is called.

    A game of a competition that ended meanwhile counts for no board: its cards are known. So are
    those of a daily after its day, which stays in the calendar but isn't ranked.
    """
    lock_histories(connection)
    finished = with_current_profiles(connection, finished)
    if is_recorded(connection, finished):
        return
    if settlement.is_too_late(connection, finished):
        finished = replace(finished, board="", number=1, standing="free")
    elif daily.is_too_late(connection, finished.board, finished.at):
        finished = replace(finished, standing="free")
    standings = {
        seat: standing_of(connection, finished, person.profile) for seat, person in finished.people
    }
    attempts.finish(connection, finished, standings)
    history.add_results(connection, finished, standings)
    settlement.finish_game(connection, finished)


def is_recorded(connection: Connection, finished: FinishedGame) -> bool:
    """Return whether the history has this game, completely."""
    query = select(_results.seat).where(_results.table == finished.table, _results.outcome != "")
    return connection.execute(query.limit(1)).first() is not None


def standing_of(connection: Connection, finished: FinishedGame, profile: str) -> Standing:
    """Return the standing of a game for one person: a deal played before is a repeat."""
    if finished.standing != "ranked":
        return finished.standing
    query = select(_results.table).where(
        _results.profile == profile,
        _results.deal == finished.deal,
        _results.table != finished.table,
    )
    return "ranked" if connection.execute(query.limit(1)).first() is None else "repeat"
