"""Keep the lobby useful: list tables only while their players are there, close abandoned ones."""

from typing import TYPE_CHECKING

from underdeck.table.entries import Closed, Hidden
from underdeck.table.table import Table

if TYPE_CHECKING:
    from underdeck.serve.live_table import LiveTable
    from underdeck.serve.live_tables import LiveTables

AWAY_S = 30.0
"""How long the players of a listed table may be disconnected before the lobby hides it."""
FORGOTTEN_S = 3600.0
"""After how long a listed table without connections to this process is hidden."""
ABANDONED_S = 7 * 86400.0
"""After how long a table that never began is closed."""


def listing_change(table: Table, *, present: bool) -> Hidden | None:
    """Return the entry that lists a table whose players are present, or hides it if they aren't."""
    if table.status != "open" or not table.terms.listed or table.hidden != present:
        return None
    return Hidden(not present)


async def update_listings(tables: "LiveTables") -> None:
    """Hide the tables of this process whose players are away, and list those who are back."""
    now = tables.now()
    for live in list(tables.loaded.values()):
        if live.table is None or (not live.watchers and now - live.used < AWAY_S):
            continue
        if listing_change(live.table, present=bool(live.watchers)) is not None:
            await _update(tables, live)


async def _update(tables: "LiveTables", live: "LiveTable") -> None:
    await tables.act(live.name, lambda table, _: listing_change(table, present=bool(live.watchers)))


async def close_abandoned(tables: "LiveTables") -> None:
    """Hide listed tables that a stopped process left behind, and close tables that never began."""
    now = tables.now()
    for summary in await tables.store.lobby():
        if now - summary.changed > FORGOTTEN_S and not _is_watched(tables, summary.table):
            await tables.act(summary.table, lambda table, _: listing_change(table, present=False))
    for summary in await tables.store.unchanged_since(now - ABANDONED_S):
        if not _is_watched(tables, summary.table):
            await tables.act(
                summary.table, lambda table, _: Closed() if table.status == "open" else None
            )


def _is_watched(tables: "LiveTables", name: str) -> bool:
    """Return whether a client of this process watches the table."""
    live = tables.loaded.get(name)
    return live is not None and bool(live.watchers)
