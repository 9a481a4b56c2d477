"""Live tables: a table is folded from its log, and every change to it is an entry of that log."""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__all__ = ["AnyEntry", "Table", "TableLog", "fold", "read_entry", "write_entry"]

if TYPE_CHECKING:
    from underdeck.table.entries import AnyEntry, read_entry, write_entry
    from underdeck.table.log import TableLog
    from underdeck.table.table import Table, fold
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "AnyEntry": "underdeck.table.entries",
            "read_entry": "underdeck.table.entries",
            "write_entry": "underdeck.table.entries",
            "TableLog": "underdeck.table.log",
            "Table": "underdeck.table.table",
            "fold": "underdeck.table.table",
        },
    )
