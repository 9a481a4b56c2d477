"""The end of a competition's game: what a wager owes for it, and whether that was the last one."""

from collections.abc import Sequence

from sqlalchemy import Connection

from underdeck.career import competitions, ledger
from underdeck.career.boards import COMPETITION, Board
from underdeck.career.debts import debts_of_round
from underdeck.career.finished import FinishedGame
from underdeck.career.progress import Progress
from underdeck.refusal import Refusal
from underdeck.store.deletion import drop_profile
from underdeck.store.locks import lock_histories


def is_too_late(connection: Connection, finished: FinishedGame) -> bool:
    """Return whether the competition of a game is over: its cards are known, and it won't count.

    This locks the competition until the end of the transaction: call it before the score is
    stored, so that all writers take their locks in the same order.
    """
    kind, name = Board.read(finished.board)
    if kind != COMPETITION:
        return False
    competition = competitions.lock(connection, name)
    return competition is None or competition.is_over


def finish_game(connection: Connection, finished: FinishedGame) -> None:
    """Settle a game whose score is stored: the debts of its round, and the end of a competition.

    Of two last moves at the same moment the second one waits for the lock of the first: it sees
    both scores, and it alone writes the debts.
    """
    kind, name = Board.read(finished.board)
    if kind != COMPETITION or is_too_late(connection, finished):
        return
    progress = competitions.lock_progress(connection, name)
    settle_rounds(connection, progress, finished.at)
    if progress.is_complete:
        competitions.set_closed(connection, progress, finished.at)


def close(connection: Connection, competition: str, profile: str, now: float) -> Progress:
    """End a competition early, for its creator only; closing twice changes nothing."""
    progress = competitions.lock_progress(connection, competition)
    if progress.entrant(profile) is None:
        raise Refusal("unknown_competition")
    if progress.competition.creator != profile:
        raise Refusal("not_creator")
    if progress.competition.is_over:
        return progress
    progress.check_close(now)
    settle_rounds(connection, progress, now)
    return competitions.set_closed(connection, progress, now)


def leave(connection: Connection, profile: str, now: float) -> None:
    """Delete a profile, and settle the games that waited for it alone."""
    lock_histories(connection)
    entered = competitions.open_of(connection, profile)
    drop_profile(connection, profile)
    settle_open(connection, entered, now)


def settle_open(connection: Connection, ids: Sequence[str], at: float) -> None:
    """Settle competitions whose entrants have changed, and end those that are complete."""
    for name in ids:
        progress = competitions.find(connection, name)
        if progress is None:
            continue
        settle_rounds(connection, progress, at)
        if progress.is_complete:
            competitions.set_closed(connection, progress, at)


def settle_rounds(connection: Connection, progress: Progress, at: float) -> None:
    """Write the debts of all games of a wager that are complete; those that exist stay.

    A game is complete when its last player finishes it, or deletes their profile.
    """
    competition = progress.competition
    if competition.kind != "wager":
        return
    for number in range(1, competition.games + 1):
        scores = progress.scores_of_round(number)
        if scores is not None:
            debts = debts_of_round(scores, competition.stake)
            ledger.add_debts(connection, competition, number, debts, at)
