"""Fold a table's log without holding up the event loop."""

import asyncio
import time
from collections.abc import Iterable

from underdeck.refusal import Refusal
from underdeck.serve.logs import log_exception
from underdeck.store.model import Entry
from underdeck.table.entries import read_entry
from underdeck.table.table import Table

FOLD_SLICE_S = 0.005
"""How long folding one log may occupy the event loop at a time, in seconds."""


async def fold_log(name: str, entries: Iterable[Entry]) -> Table:
    """Return the table that a log leads to; a log that can't be folded is refused as `table_damaged`."""
    table = Table(name)
    until = time.perf_counter() + FOLD_SLICE_S
    for entry in entries:
        try:
            table.apply(read_entry(entry.body), entry.at)
        except Exception as error:
            log_exception("fold_failed", error)
            raise Refusal("table_damaged") from error
        if time.perf_counter() > until:
            await asyncio.sleep(0)
            until = time.perf_counter() + FOLD_SLICE_S
    return table
