"""The rows that the store keeps beside a table's log, for lookups that don't read the log."""

import json

from underdeck.record import VERSION
from underdeck.store.model import Result, Summary
from underdeck.table.table import Table


def summary_of(table: Table) -> Summary:
    """Return the summary of a table as it is now."""
    return Summary(
        table=table.name,
        game=table.terms.game,
        status=table.status,
        listed=table.is_listed,
        house=table.options_json,
        names=table.names,
        free=table.names.count(""),
        created=table.created,
        changed=table.changed,
        deadline=table.deadline(),
        bots=bots_of(table),
        company=table.terms.company,
    )


def bots_of(table: Table) -> int:
    """Return a bit mask of the seats opened for bots, without people replaced by a bot."""
    return sum(1 << seat for seat, bot in enumerate(table.terms.seats) if bot)


def results_of(table: Table, at: float) -> tuple[Result, ...]:
    """Return the result of a finished game for each person who has a profile."""
    outcome = table.game_played.result() or {}
    result = json.dumps({**outcome, "deal": deal_kind(table), "underdeck": VERSION})
    return tuple(
        Result(table.name, number, seat.profile, table.terms.game, at, result)
        for number, seat in enumerate(table.seats)
        if seat.profile
    )


def deal_kind(table: Table) -> str:
    """Return the source of the cards: `fair`, `code`, or known before: `again`, `walkthrough`."""
    if table.terms.cards:
        return table.terms.source or "again"
    return "code" if table.terms.deal else "fair"
