"""The end of a competition's game: what a wager owes for it, and whether that was the last one."""

from sqlalchemy import Connection

from underdeck.career import competitions, ledger
from underdeck.career.boards import COMPETITION, Board
from underdeck.career.debts import debts_of_round
from underdeck.career.finished import FinishedGame


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
    competition = progress.competition
    scores = progress.scores_of_round(finished.number) if competition.kind == "wager" else None
    if scores is not None:
        debts = debts_of_round(scores, competition.stake)
        ledger.add_debts(connection, competition, finished.number, debts, finished.at)
    if progress.is_complete:
        competitions.set_closed(connection, progress, finished.at)
