"""Keep the lobby useful: it lists a table only while its players are there, and abandoned tables are closed."""

from typing import TYPE_CHECKING

from underdeck.table.entries import Closed, Hidden
from underdeck.table.table import Table

if TYPE_CHECKING:
    from underdeck.serve.live_table import Live
    from underdeck.serve.live_tables import Host

AWAY_S = 30.0
"""How long the players of a listed table may be disconnected before the lobby hides it."""
FORGOTTEN_S = 3600.0
"""After how long a listed table without connections here is hidden, whoever served it before."""
ABANDONED_S = 7 * 86400.0
"""After how long a table that never began is closed."""


def listing_change(table: Table, *, present: bool) -> Hidden | None:
    """Return the entry that makes the lobby list the table while its players are present, and only then."""
    if table.status != "open" or not table.terms.listed or table.hidden != present:
        return None
    return Hidden(not present)


async def update_listings(host: "Host") -> None:
    """Hide the tables of this process whose players are away, and list those whose players are back."""
    now = host.now()
    for live in list(host.lives.values()):
        if live.table is None or (not live.watchers and now - live.used < AWAY_S):
            continue
        if listing_change(live.table, present=bool(live.watchers)) is not None:
            await _update(host, live)


async def _update(host: "Host", live: "Live") -> None:
    await host.act(live.name, lambda table, _: listing_change(table, present=bool(live.watchers)))


async def clear_forgotten(host: "Host") -> None:
    """Hide listed tables that a stopped process left behind, and close tables that never began."""
    now = host.now()
    for summary in await host.store.lobby():
        live = host.lives.get(summary.table)
        if now - summary.changed > FORGOTTEN_S and not (live and live.watchers):
            await host.act(summary.table, lambda table, _: listing_change(table, present=False))
    for summary in await host.store.unchanged_since(now - ABANDONED_S):
        live = host.lives.get(summary.table)
        if not (live and live.watchers):
            await host.act(
                summary.table, lambda table, _: Closed() if table.status == "open" else None
            )
