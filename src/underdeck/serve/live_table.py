"""A table in memory, and the clients that watch it."""

import asyncio
from typing import Protocol

from underdeck.table.table import Table


class Watcher(Protocol):
    """A client that watches a table."""

    def show(self, table: Table) -> None:
        """Send what is new at the table; it is on disk. This must not block."""

    def refresh(self) -> None:
        """Send the table again, since deadlines have changed."""

    def dismiss(self, key: bytes) -> None:
        """Close the connection if it was opened with this key, which is no longer valid."""


class Live:
    """One table in memory, and its watchers."""

    def __init__(self, name: str, used: float = 0.0) -> None:
        self.name = name
        self.table: Table | None = None
        """None until it is loaded, and after a failure until it is loaded again."""
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: tuple[int, asyncio.Task[None]] | None = None
        """The stage for which bots think, and the task."""
        self.used = used
        self.offset: float | None = None
        """The time of the table's log minus the time of this process; None until it is loaded."""
        self.was_interrupted = False
        """Has the table been out of service since its last entry, so that clocks must not count that time?"""
        self.recovery: asyncio.Task[None] | None = None
        self.failures = 0
        """Failures since the last entry that was stored."""
        self.failed_at: float | None = None
        """When the table's state became unknown; None while it is known."""
        self.is_damaged = False
        """Can't its log be folded?"""

    @property
    def is_recovering(self) -> bool:
        """Is the table's state unknown because the store failed?"""
        return self.table is None and self.recovery is not None and not self.recovery.done()
