"""The live tables of one process: an entry is stored, then acknowledged, then shown."""

import asyncio
import math
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

from underdeck.refusal import Refusal
from underdeck.serve.bot_pool import Thinkers
from underdeck.serve.folding import fold_log
from underdeck.serve.live_table import Live
from underdeck.serve.lobby import clear_forgotten, update_listings
from underdeck.serve.logs import log, log_exception
from underdeck.serve.metrics import Metrics
from underdeck.serve.steady_clock import SteadyClock
from underdeck.serve.summaries import results_of, summary_of
from underdeck.store.model import Change, Entry, Key, Result, Stale
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, Resumed, read_entry, write_entry
from underdeck.table.table import Table

MAX_TRIES = 20
"""How often an entry is tried again when other processes write to the same table."""
IDLE_S = 60.0
"""How long a table that nobody watches is kept in memory."""
PURGE_INTERVAL_S = 600.0
"""How often expired keys are deleted."""
LEFT_UNDONE_S = 0.3
"""How long a process waits for another one to do what is due at a table, before it does so itself."""
SWEEP_INTERVAL_S = 1.0
"""How often the store is asked for deadlines that have passed at tables that nobody watches."""
RETRY_MIN_S, RETRY_MAX_S = 0.1, 1.0
"""The pause between attempts to reload a table after a failure: doubled each time."""
SHORT_OUTAGE_S = 1.0
"""An outage of the store up to this long costs the players their time; of a longer one nothing is counted."""
CLOCK_SKEW_S = 10.0
"""How far the clocks of processes that share a store may be apart."""

Make = Callable[[Table, float], AnyEntry | None]
"""Return the entry to append to a table at a time, None for nothing, or raise a `Refusal`."""


class Host:
    """Every table that this process keeps in memory; any other is in the store.

    Each table has a time of its own, that of its log: it goes on from the last entry with this process's clock, so that
    neither a clock that is set nor one that differs from another process's makes a deadline pass early.
    """

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        metrics: Metrics,
        now: Callable[[], float] | None = None,
    ) -> None:
        self.store = store
        self.metrics = metrics
        self.thinkers = thinkers
        self.now: Callable[[], float] = now or SteadyClock()
        self.started = self.now()
        self.skew = 0.0
        self.lives: dict[str, Live] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.draining = False

    async def start(self) -> None:
        """Listen to other processes, and watch deadlines."""
        self.skew = CLOCK_SKEW_S if self.store.is_shared else 0.0
        self.store.listen(self._hear, lambda: list(self.lives))
        self._spawn(self._sweep())

    async def stop(self) -> None:
        """Finish what has begun; nothing new begins."""
        self.draining = True
        for task in list(self._tasks):
            task.cancel()
        for live in self.lives.values():
            if live.timer:
                live.timer.cancel()
            if live.thinking:
                live.thinking[1].cancel()
        for live in list(self.lives.values()):
            async with live.lock:
                pass

    # Tables

    def time_at(self, live: Live | None) -> float:
        """Return the time of a table's log, which deadlines refer to."""
        return self.now() + ((live.offset or 0.0) if live else 0.0)

    async def open(self, name: str, entries: list[AnyEntry], keys: tuple[Key, ...]) -> Table:
        """Store a new table with its first entries: all of them or none. Raises `Stale` if there is such a table already."""
        live = self.lives.setdefault(name, Live(name, self.now()))
        async with live.lock:  # a client that comes before all of it is stored waits here
            if live.table is not None:
                raise Stale(f"{name} is open already")
            live.offset = 0.0
            table, at, before = Table(name), self.now(), list[Entry]()
            try:
                for entry in entries[:-1]:
                    table.apply(entry, at)
                    before.append(Entry(name, table.version, at, write_entry(entry)))
                await self._commit(live, table, entries[-1], keys, tuple(before))
                live.table = table
                await self._settle(live)
            except BaseException:
                self.lives.pop(name, None)
                raise
        return table

    async def find(self, name: str) -> Live:
        """Return a table from memory or from its log."""
        live = self.lives.get(name)
        if live is None:
            live = self.lives[name] = Live(name)
        live.used = self.now()
        if live.table is None:
            async with live.lock:
                await self._load(live)
        return live

    async def read(self, name: str) -> Table:
        """Return a table as it is in memory and on disk, after entries that are being written."""
        live = await self.find(name)
        async with live.lock:
            return await self._load(live)

    async def read_newest(self, name: str) -> Table:
        """Return a table as it is in the store, to which another process may have written a moment ago."""
        live = await self.find(name)
        if self.store.is_shared:
            await self._catch_up(live, math.inf)
        return await self.read(name)

    async def act(
        self, name: str, make: Make, keys: Callable[[AnyEntry], tuple[Key, ...]] = lambda _: ()
    ) -> tuple[Table, AnyEntry | None]:
        """Append an entry: it is on disk when this returns, and shown to every client that keeps up."""
        live = await self.find(name)
        async with live.lock:
            for _ in range(MAX_TRIES):
                table = await self._load(live)
                try:
                    await self._resume_clocks(live, table)
                    entry = make(table, self.time_at(live))
                    if entry is None:
                        return table, None
                    await self._commit(live, table, entry, keys(entry))
                except Stale:
                    continue
                break
            else:
                self._recover(live)
                raise Refusal("table_busy")
            self._show(live)
            if table.due(self.time_at(live)) is None:
                self._schedule(live)
            else:
                self._spawn(self._after(live))
        return table, entry

    def dismiss(self, key: Key) -> None:
        """Close the connections that were opened with a key that is no longer valid."""
        live = self.lives.get(key.table or "")
        for watcher in live.watchers if live else ():
            watcher.dismiss(key.hash)

    async def _after(self, live: Live) -> None:
        """Show what happened, and append what is due."""
        async with live.lock:
            self._show(live)
            await self._settle(live)

    async def _load(self, live: Live) -> Table:
        """Return the table, folded from its log unless it is in memory."""
        if live.table is not None:
            return live.table
        if live.is_damaged:
            raise Refusal("table_damaged")
        try:
            entries = await self.store.entries(live.name)
            if not entries:
                raise Refusal("unknown_table")
            table = await fold_log(live.name, entries)
        except BaseException as error:
            self._give_up_or_recover(live, error)
            raise
        self._set_clock(live, table)
        live.table = table
        self._show(live)
        self._resume(live)
        return table

    async def _commit(
        self,
        live: Live,
        table: Table,
        entry: AnyEntry,
        keys: tuple[Key, ...] = (),
        before: tuple[Entry, ...] = (),
    ) -> None:
        """Append an entry in memory and on disk, together with those before it; if that fails, memory is discarded."""
        was_over = table.is_over
        try:
            table.apply(entry, self.time_at(live))
            row = Entry(table.name, table.version, table.changed, write_entry(entry))
            results: tuple[Result, ...] = (
                results_of(table, row.at) if table.is_over and not was_over else ()
            )
            summary = summary_of(table)
            if live.offset and summary.deadline is not None:
                summary = replace(summary, deadline=summary.deadline - live.offset)
            began = time.perf_counter()
            await self.store.commit(Change(row, summary, keys, results, before))
            self.metrics.commit_seconds.observe(time.perf_counter() - began)
            live.failures = 0
        except Stale:
            live.table = None
            raise
        except BaseException:
            self._recover(live)
            raise

    async def _settle(self, live: Live) -> None:
        """Append whatever is due, one entry after the other; then wait for the next deadline."""
        try:
            while True:
                table = await self._load(live)
                await self._resume_clocks(live, table)
                entry = table.due(self.time_at(live))
                if entry is None:
                    break
                await self._commit(live, table, entry)
                self._show(live)
        except Stale:  # another process appended first, and does what is due
            with suppress(Refusal):
                await self._load(live)
        except Refusal as refusal:
            log("settle_refused", table=live.name, error=refusal.code)
        self._schedule(live)

    def _show(self, live: Live) -> None:
        """Show every watcher what is new."""
        if live.table is not None:
            for watcher in list(live.watchers):
                try:
                    watcher.show(live.table)
                except (
                    Exception
                ) as error:  # a broken connection must not keep the news from the others
                    log_exception("show_failed", error)

    def _refresh(self, live: Live) -> None:
        """Send every watcher the table again, since deadlines have changed."""
        for watcher in list(live.watchers):
            watcher.refresh()

    # Failures

    def _recover(self, live: Live) -> None:
        """Discard a table whose state is unknown, and reload it as soon as the store works. Every failure ends here."""
        live.table = None
        if live.failed_at is None:
            live.failed_at = self.now()
        if not self.draining and (live.recovery is None or live.recovery.done()):
            live.recovery = self._spawn(self._reload(live))

    def _give_up_or_recover(self, live: Live, error: BaseException) -> None:
        """A table that doesn't exist or can't be read isn't tried again; any other failure is temporary."""
        code = error.code if isinstance(error, Refusal) else ""
        live.is_damaged = code == "table_damaged"
        if code == "unknown_table":
            self.lives.pop(live.name, None)
        elif not live.is_damaged:
            self._recover(live)

    async def _reload(self, live: Live) -> None:
        """Try again, with growing pauses, until the table is in memory; then it is shown, and bots and clocks go on."""
        while live.table is None and not live.is_damaged and self.lives.get(live.name) is live:
            await asyncio.sleep(min(RETRY_MAX_S, RETRY_MIN_S * 2 ** min(live.failures, 10)))
            live.failures += 1
            try:
                if await self.store.check():
                    await self._after(live)
            except Exception as error:
                log_exception("reload_failed", error)

    # Time, bots, and other processes

    def _set_clock(self, live: Live, table: Table) -> None:
        """Set a loaded table's time: never before its last entry, and without the time when nobody could play."""
        now = self.now()
        was_down = live.failed_at is not None and now - live.failed_at > SHORT_OUTAGE_S
        live.was_interrupted = was_down or table.changed < self.started
        known = live.offset if live.offset is not None else -self.skew
        live.offset = max(table.changed - now, 0.0 if live.was_interrupted else known)
        live.failed_at = None

    async def _resume_clocks(self, live: Live, table: Table) -> None:
        """Append that clocks start afresh, if some ran while the table was out of service."""
        if live.was_interrupted and table.deadline() is not None:
            await self._commit(live, table, Resumed())
            self._refresh(live)
        live.was_interrupted = False

    def _schedule(self, live: Live) -> None:
        """Wake up when a clock or a window runs out, and let bots think."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        table = live.table
        if table is None or self.draining:
            return
        deadline = table.deadline()
        if deadline is not None:
            self._wake(live, max(0.0, deadline - self.time_at(live)))
        if table.bots_to_ask() and (
            live.thinking is None or live.thinking[0] != table.stage or live.thinking[1].done()
        ):
            live.thinking = (table.stage, self._spawn(self._think(live, table.stage)))

    def _wake(self, live: Live, delay: float) -> None:
        """Append what is due at the table after a delay."""
        if live.timer:
            live.timer.cancel()
        live.timer = asyncio.get_running_loop().call_later(
            delay, lambda: self._spawn(self._after(live))
        )

    def _resume(self, live: Live) -> None:
        """Do what a process that failed has left undone; a moment later, in case another one is doing it."""
        self._schedule(live)
        table = live.table
        if table is None or self.draining:
            return
        if table.due(self.time_at(live)) is not None or (
            live.was_interrupted and table.deadline() is not None
        ):
            self._wake(live, LEFT_UNDONE_S)

    async def _think(self, live: Live, stage: int) -> None:
        """Make the bots' moves; a failure is tried again."""
        try:
            await self._move_bots(live, stage)
        except Exception as error:
            if isinstance(error, Refusal):
                log("bot_move_refused", table=live.name, error=error.code)
            else:
                log_exception("bot_move_failed", error)
            async with live.lock:
                self._recover(live)

    async def _move_bots(self, live: Live, stage: int) -> None:
        """Ask the bots that the game waits for, and show their moves at a steady pace."""
        table = live.table
        if table is None or table.stage != stage:
            return
        views = {
            seat: table.game_played.view(seat) for seat in table.bots_to_ask()
        }  # the table goes on while they think
        choices: dict[int, str] = {}
        for seat, view in views.items():
            seed = f"{table.terms.seed} {stage} {seat}"
            began = time.perf_counter()
            choices[seat] = await self.thinkers.choose(
                table.terms.game, table.seats[seat].bot, view, seed
            )
            self.metrics.bot_seconds.observe(time.perf_counter() - began)
            if not table.is_window:
                break
        pace = table.terms.pace
        left = table.bot_moves_at() - self.time_at(live)
        if pace and left < 0:
            left = pace - (
                -left % pace
            )  # the next beat, so that the time doesn't tell how hard the choice was
        await asyncio.sleep(max(0.0, left))
        for seat, move in choices.items():
            await self.act(live.name, bot_speaks(seat, move, stage))

    def _hear(self, name: str, version: int) -> None:
        """Another process has written to a table."""
        live = self.lives.get(name)
        if live is not None and (live.table is None or live.table.version < version):
            self._spawn(self._catch_up(live, version))

    async def _catch_up(self, live: Live, version: float) -> None:
        """Read what another process has written, up to that version at least, and show it."""
        async with live.lock:
            table = live.table
            if table is None or table.version >= version:
                return
            try:
                news = [
                    (entry, read_entry(entry.body))
                    for entry in await self.store.entries(live.name, table.version)
                ]
                for row, entry in news:
                    if row.version == table.version + 1:
                        table.apply(entry, row.at)
            except BaseException:
                self._recover(live)
                raise
            if news:
                live.offset = max(
                    table.changed - self.now(), -2 * self.skew
                )  # the last entry is new, whatever the writer's clock
                live.was_interrupted &= table.changed < self.started
                if any(isinstance(entry, Resumed) for _, entry in news):
                    self._refresh(live)
                self._show(live)
                self._resume(live)

    async def _sweep(self) -> None:
        """Watch the deadlines of tables that nobody watches, delete expired keys, and drop idle tables from memory."""
        purged = self.now()
        while True:
            await asyncio.sleep(SWEEP_INTERVAL_S)
            now = self.now()
            try:
                for summary in await self.store.due(now):
                    await self._settle_unwatched(summary.table)
                await update_listings(self)
                if now - purged > PURGE_INTERVAL_S:
                    purged = now
                    await self.store.purge_keys(time.time())
                    await clear_forgotten(self)
            except Refusal as refusal:
                log("sweep_refused", error=refusal.code)
            except Exception as error:
                log_exception("sweep_failed", error)
            self._drop_idle(now)
            self.metrics.tables.set(len(self.lives))

    async def _settle_unwatched(self, name: str) -> None:
        """Append what is due at a table; one that can't be loaded must not keep others waiting."""
        try:
            await self._after(await self.find(name))
        except Refusal as refusal:
            log("sweep_refused", table=name, error=refusal.code)

    def _drop_idle(self, now: float) -> None:
        """Drop tables that nobody watches; not those whose log is ahead of this process's clock while a clock runs."""
        for name, live in list(self.lives.items()):
            if live.watchers or now - live.used <= IDLE_S or live.lock.locked():
                continue
            if (
                live.table is not None
                and (live.offset or 0.0) > 0
                and live.table.deadline() is not None
            ):
                continue
            if live.timer:
                live.timer.cancel()
            del self.lives[name]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background."""
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        """Log the failure of a background task, without any contents."""
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, Refusal):
            log("task_refused", error=error.code)
        else:
            log_exception("task_failed", error)


def bot_speaks(seat: int, move: str, stage: int) -> Make:
    """Return the entry of a bot's move, unless the table has moved on."""
    return lambda table, _: table.bot_move(seat, move, stage)
