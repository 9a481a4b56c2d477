"""Requests of the host: bots for free seats, and how fast bots move.

The host is the person who has been at the table longest, so that there is always one.
"""

from underdeck.refusal import Refusal
from underdeck.registry import find_manifest
from underdeck.table.entries import Filled, Freed, Paced
from underdeck.table.table import Table

MAX_PACE_CHANGES = 200
"""Limits the changes of the bots' pace in a game, since each one makes its log longer."""


def set_pace(table: Table, seat: int, pace: float) -> Paced | None:
    """Change the pace of the bots; None if it is that already.

    Only the host may: a bot's pace is the same for everyone at the table.
    """
    _check_host(table, seat)
    if table.is_over:
        raise Refusal("game_over", legal=())
    if not any(each.bot for each in table.seats):
        raise Refusal("no_bots")
    if pace == table.pace:
        return None
    if table.pace_changes >= MAX_PACE_CHANGES:
        raise Refusal("too_many_paces", most=MAX_PACE_CHANGES)
    return Paced(pace)


def fill(table: Table, seat: int, bot: str, place: int | None = None) -> Filled:
    """Give a free seat to a bot, or all of them if none is named."""
    _check_waiting(table, seat)
    known = find_manifest(table.terms.game).bots
    if bot not in known:
        raise Refusal("unknown_bot", name=bot, names=list(known))
    free = [number for number, each in enumerate(table.seats) if each.is_free]
    places = free if place is None else [place]
    if not places or place not in (None, *free):
        raise Refusal("seat_not_free")
    return Filled(tuple(places), bot)


def free(table: Table, seat: int, place: int) -> Freed:
    """Free a bot's seat for a person, at a table that was opened for several people."""
    _check_waiting(table, seat)
    is_for_several = table.terms.seats.count("") > 1
    if not is_for_several or place >= len(table.bots) or not table.bots[place]:
        raise Refusal("no_bot_to_free")
    return Freed(place)


def _check_waiting(table: Table, seat: int) -> None:
    """Refuse anybody but the host, and anybody once the game has begun."""
    _check_host(table, seat)
    if table.played is not None:
        raise Refusal("already_begun")


def _check_host(table: Table, seat: int) -> None:
    if table.closed:
        raise Refusal("table_closed")
    if seat != table.host:
        raise Refusal("not_host")
