"""Load, keep and unload the live tables of one process."""

import asyncio
import math
import time
from collections.abc import Callable, Sequence

from underdeck.refusal import Refusal
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.live_table import LiveTable
from underdeck.serve.lobby import close_abandoned, update_listings
from underdeck.serve.logs import log, log_exception
from underdeck.serve.metrics import Metrics
from underdeck.serve.runtime import Runtime
from underdeck.store.model import Key, Stale
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry
from underdeck.table.log import Also, Make, MakeKeys
from underdeck.table.table import Table

IDLE_S = 60.0
"""How long a table that nobody watches is kept in memory."""
PURGE_INTERVAL_S = 600.0
"""How often expired keys are deleted."""
SWEEP_INTERVAL_S = 1.0
"""How often the store is asked for deadlines that have passed at tables that nobody watches."""
CLOCK_SKEW_S = 10.0
"""How far the clocks of processes that share a store may be apart."""


class LiveTables:
    """The tables that this process keeps in memory; all others are in the store."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        metrics: Metrics,
        now: Callable[[], float] | None = None,
    ) -> None:
        self.runtime = Runtime(store, bots, metrics, now)
        self.store = store
        self.metrics = metrics
        self.loaded: dict[str, LiveTable] = {}
        self._purged_at = self.now()

    @property
    def draining(self) -> bool:
        """Return whether the process is about to stop, so that no table may be opened."""
        return self.runtime.draining

    def drain(self) -> None:
        """Begin nothing new from now on."""
        self.runtime.draining = True

    def now(self) -> float:
        """Return the time of this process."""
        return self.runtime.now()

    def wall(self) -> float:
        """Return the wall-clock time."""
        return self.runtime.wall()

    async def start(self) -> None:
        """Listen to other processes, and watch deadlines."""
        self.runtime.skew = CLOCK_SKEW_S if self.store.is_shared else 0.0
        self.store.listen(self.note_version, lambda: list(self.loaded))
        self.runtime.spawn(self._sweep_regularly())

    async def stop(self) -> None:
        """Cancel timers and background tasks, and wait for entries that are being written."""
        self.drain()
        self.runtime.cancel_tasks()
        for live in self.loaded.values():
            live.cancel_timer()
        for live in list(self.loaded.values()):
            async with live.lock:
                pass

    # Tables

    async def open(
        self,
        name: str,
        entries: Sequence[AnyEntry],
        keys: tuple[Key, ...] = (),
        also: Also | None = None,
    ) -> Table:
        """Store a new table with its first entries, all or none; raise `Stale` if it exists.

        `also` writes more in the same transaction, and may refuse the table.
        """
        live = self.loaded.setdefault(name, LiveTable(name, self.runtime, self.now()))
        async with live.lock:  # a client that comes before all of it is stored waits here
            if live.table is not None:
                raise Stale(f"{name} is open already")
            live.offset = 0.0
            try:
                table = await live.create(entries, keys, also)
                await live.append_due()
            except BaseException:
                self._drop(live)
                raise
        return table

    async def find(self, name: str) -> LiveTable:
        """Return a table, loaded from its log unless it is in memory."""
        live = self.loaded.get(name)
        if live is None:
            live = self.loaded[name] = LiveTable(name, self.runtime)
        live.used = self.now()
        if live.table is None:
            try:
                async with live.lock:
                    await live.load()
            finally:
                if live.is_dropped:
                    self._drop(live)
        return live

    async def read(self, name: str) -> Table:
        """Return a table as it is on disk, after entries that are being written."""
        live = await self.find(name)
        async with live.lock:
            return await live.load()

    async def read_newest(self, name: str) -> Table:
        """Return a table with entries that other processes have appended a moment ago."""
        live = await self.find(name)
        if self.store.is_shared:
            await live.catch_up(math.inf)
        return await self.read(name)

    async def act(
        self, name: str, make: Make, keys: MakeKeys = lambda _: ()
    ) -> tuple[Table, AnyEntry | None]:
        """Append an entry to a table and publish it; it is on disk when this returns."""
        live = await self.find(name)
        return await live.act(make, keys)

    def time_of(self, name: str) -> float:
        """Return the time of a table's log, which its deadlines refer to."""
        live = self.loaded.get(name)
        return live.time() if live else self.now()

    def revoke(self, key: Key) -> None:
        """Close the connections that were opened with a key that is no longer valid."""
        live = self.loaded.get(key.table or "")
        for watcher in list(live.watchers) if live else ():
            watcher.revoke(key.hash)

    def note_version(self, name: str, version: int) -> None:
        """Catch up with another process that has appended to a table up to this version."""
        live = self.loaded.get(name)
        if live is not None and (live.table is None or live.table.version < version):
            self.runtime.spawn(live.catch_up(version))

    # Upkeep

    async def _sweep_regularly(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_S)
            now = self.now()
            try:
                await self._sweep(now)
            except Refusal as refusal:
                log("sweep_refused", error=refusal.code)
            except Exception as error:
                log_exception("sweep_failed", error)
            self._drop_idle(now)
            self.metrics.tables.set(len(self.loaded))

    async def _sweep(self, now: float) -> None:
        """Append what is due at tables that nobody watches, and keep the lobby up to date."""
        for summary in await self.store.due(now):
            await self.advance_unwatched(summary.table)
        await update_listings(self)
        if now - self._purged_at > PURGE_INTERVAL_S:
            self._purged_at = now
            await self.store.purge_keys(time.time())
            await close_abandoned(self)

    async def advance_unwatched(self, name: str) -> None:
        """Append what is due at a table; one that can't be loaded must not delay the others."""
        try:
            await (await self.find(name)).advance()
        except Refusal as refusal:
            log("sweep_refused", table=name, error=refusal.code)

    def _drop_idle(self, now: float) -> None:
        """Drop tables that nobody watches from memory.

        A table stays if its log is ahead of this process's clock while a deadline is open: the
        time that has passed at the table would be lost.
        """
        for live in list(self.loaded.values()):
            if live.watchers or now - live.used <= IDLE_S or live.lock.locked():
                continue
            is_ahead = (live.offset or 0.0) > 0
            if is_ahead and live.table is not None and live.table.deadline() is not None:
                continue
            self._drop(live)

    def _drop(self, live: LiveTable) -> None:
        """Forget a table in memory."""
        live.cancel_timer()
        live.is_dropped = True
        if self.loaded.get(live.name) is live:
            del self.loaded[live.name]
