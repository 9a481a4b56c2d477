"""Storage of table logs, profiles, keys and results, in SQLite or PostgreSQL."""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__all__ = ["Stale", "Store", "read_url"]

if TYPE_CHECKING:
    from underdeck.store.database import read_url
    from underdeck.store.model import Stale
    from underdeck.store.store import Store
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "read_url": "underdeck.store.database",
            "Stale": "underdeck.store.model",
            "Store": "underdeck.store.store",
        },
    )
