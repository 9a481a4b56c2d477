"""R-20 Help for players: undo in a solitaire, advice among bots, and counting unseen cards."""

from underdeck.refusal import Refusal
from underdeck.registry import find_manifest
from underdeck.table.entries import Advised, Counted, Undone
from underdeck.table.table import Table

MAX_UNDOS = 200
"""Limits the moves of a solitaire that may be taken back, since each one makes its log longer."""


def undo(table: Table, seat: int, move_id: str) -> Undone:
    """Take back the last move of a solitaire."""
    if not table.is_solitaire:
        raise Refusal("no_undo")
    if table.closed:
        raise Refusal("table_closed")
    if not table.allows_assists:
        raise Refusal("no_assists")
    if table.played is None or not table.played.record.moves:
        raise Refusal("nothing_to_undo")
    if table.is_over:
        raise Refusal("game_over", legal=())
    if table.undos >= MAX_UNDOS:
        raise Refusal("too_many_undos", most=MAX_UNDOS)
    return Undone(seat, move_id)


def can_undo(table: Table, seat: int | None) -> bool:
    """Return whether this client may take back a move."""
    played = table.played
    if seat is None or not table.is_solitaire or played is None or table.undos >= MAX_UNDOS:
        return False
    if not table.allows_assists:
        return False
    return bool(played.record.moves) and not table.is_over


def count(table: Table, seat: int, move_id: str) -> Counted:
    """Open the card counter of a seat, in a game that offers one."""
    if table.closed:
        raise Refusal("table_closed")
    if table.played is None:
        raise Refusal("not_begun")
    if table.played.game.unseen(table.played.state, seat) is None:
        raise Refusal("no_counter")
    if not table.allows_assists:
        raise Refusal("no_assists")
    if table.is_over:
        raise Refusal("game_over", legal=())
    if seat in table.counting:
        raise Refusal("counter_open")
    return Counted(seat, move_id)


def can_count(table: Table, seat: int | None) -> bool:
    """Return whether this client may open a card counter that isn't open yet."""
    played = table.played
    if seat is None or played is None or table.closed or table.is_over or seat in table.counting:
        return False
    if not table.allows_assists:
        return False
    return played.game.unseen(played.state, seat) is not None


def unseen_cards(table: Table, seat: int | None) -> tuple[int, ...] | None:
    """Return the cards that this seat hasn't seen, if its card counter is open."""
    if seat is None or seat not in table.counting:
        return None
    return table.game_played.game.unseen(table.game_played.state, seat)


def advise(table: Table, seat: int, *, is_confirmed: bool) -> Advised | None:
    """Allow advice about the seat's next move; return the entry that its first use appends.

    The first use must be confirmed, since it marks the game as assisted.
    """
    if not has_advice(table):
        raise Refusal("no_advice", game=table.terms.game)
    if not is_among_bots(table, seat):
        raise Refusal("advice_against_people")
    if table.closed:
        raise Refusal("table_closed")
    if table.played is None:
        raise Refusal("not_begun")
    if not table.allows_assists:
        raise Refusal("no_assists")
    if table.is_over:
        raise Refusal("game_over", legal=())
    if seat not in table.waiting or seat in table.window.answers:
        raise Refusal("advice_later")
    if seat in table.advised:
        return None
    if not is_confirmed:
        raise Refusal("advice_unconfirmed")
    return Advised(seat)


def can_advise(table: Table, seat: int | None) -> bool:
    """Return whether this client may ask for advice as soon as it is its move."""
    if seat is None or table.played is None or table.closed or table.is_over:
        return False
    return table.allows_assists and has_advice(table) and is_among_bots(table, seat)


def has_advice(table: Table) -> bool:
    """Return whether the game of a table can give advice."""
    return bool(find_manifest(table.terms.game).advice)


def is_among_bots(table: Table, seat: int) -> bool:
    """Return whether all other seats were given to bots before the game.

    A bot that replaces a person later doesn't count: that person played against this one.
    """
    return all(bot for other, bot in enumerate(table.bots) if other != seat)
