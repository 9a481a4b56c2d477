"""Entries that a table needs without anyone's request, such as the closing of a window."""

from underdeck.refusal import InvalidMove
from underdeck.registry import find_manifest
from underdeck.table.entries import AnyEntry, Began, Left, Made, Replaced, Shut
from underdeck.table.table import Table

RESIGN = "resign"


def due_entry(table: Table, now: float) -> AnyEntry | None:
    """Return the entry that is due by now, None if the table waits for someone."""
    if table.closed:
        return None
    if can_begin(table):
        return Began()
    if table.played is None:
        return _overdue_share(table, now)
    if table.is_over:
        return None
    if table.window.is_open:
        return Shut() if _is_window_done(table, now) else None
    if table.resigning and (resigning := table.resigning.intersection(table.waiting)):
        seat = min(resigning)
        return Made(seat, RESIGN) if _can_resign(table) else _replacement(table, seat)
    for seat in table.clocks.expired(now):
        loses = table.terms.clock is not None and table.terms.clock.then == "lose"
        if loses and _can_resign(table):
            return Made(seat, RESIGN, by="clock")
        return _replacement(table, seat)
    return None


def can_begin(table: Table) -> bool:
    """Return whether every seat is taken and every share of the shuffle is known."""
    return (
        table.played is None
        and not table.closed
        and not any(seat.is_free or seat.owes_share for seat in table.seats)
    )


def _overdue_share(table: Table, now: float) -> Left | None:
    """Free the seat of a player who has let the time for their share pass."""
    deadline = table.shares_deadline()
    if deadline is None or now < deadline:
        return None
    return Left(table.shares.awaited()[0])


def _is_window_done(table: Table, now: float) -> bool:
    """Return whether the time is up or, with one person among bots, all have answered."""
    closes = table.window_closes()
    if closes is not None:
        return now >= closes
    return table.window.answers.keys() | table.resigning >= set(table.waiting)


def _can_resign(table: Table) -> bool:
    """Return whether the game has a move for resigning."""
    try:
        table.game_played.game.read_move(RESIGN)
    except InvalidMove:
        return False
    return True


def _replacement(table: Table, seat: int) -> Replaced:
    """Let the game's usual bot take over a seat."""
    return Replaced(seat, find_manifest(table.terms.game).usual_bot)
