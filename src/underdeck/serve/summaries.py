"""A table as the store lists it."""

import json

from underdeck.record import VERSION
from underdeck.serve.seat_names import bots_of
from underdeck.store.model import Result, Summary
from underdeck.table.table import Table


def summary_of(table: Table) -> Summary:
    """What is looked up without reading the log."""
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


def deal_kind(table: Table) -> str:
    """Return where the cards came from: a `fair` shuffle, a `code`, or cards known before: `again` or `walkthrough`."""
    if table.terms.cards:
        return table.terms.source or "again"
    return "code" if table.terms.deal else "fair"


def results_of(table: Table, at: float) -> tuple[Result, ...]:
    """How the game ended for each person who has a profile."""
    told = json.dumps(
        {**(table.game_played.result() or {}), "deal": deal_kind(table), "underdeck": VERSION}
    )
    return tuple(
        Result(table.name, number, seat.profile, table.terms.game, at, told)
        for number, seat in enumerate(table.seats)
        if seat.profile
    )
