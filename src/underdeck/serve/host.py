"""The tables of one process: each with its own queue; what happens is stored, then acknowledged, then shown."""

import asyncio
import math
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from underdeck.refusal import Refusal
from underdeck.serve.listing import results_of, summary_of
from underdeck.serve.lobby import clear_forgotten, update_listings
from underdeck.serve.logs import log, log_exception
from underdeck.serve.metrics import Metrics
from underdeck.serve.thinkers import Thinkers
from underdeck.store.model import Change, Entry, Key, Result, Stale
from underdeck.store.store import Store
from underdeck.table.entries import AnyEntry, read_entry, write_entry
from underdeck.table.table import Table

MOST_TRIES = 20
"""How often an entry is tried again when other processes write to the same table."""
IDLE = 60.0
"""Seconds after which a table that nobody looks at is no longer kept in memory."""
PURGE = 600.0
"""Seconds between looks for keys that have expired."""
LEFT_UNDONE = 0.3
"""Seconds after which somebody else does what has to happen at a table."""
SWEEP = 1.0
"""Seconds between looks for clocks that ran out at tables that nobody looks at."""

Make = Callable[[Table, float], AnyEntry | None]
"""What somebody wants to happen at a table; None for nothing any more, or a `Refusal`."""


class Watcher(Protocol):
    """Somebody who looks at a table."""

    def show(self, table: Table) -> None:
        """Something new is there to be seen, and on disk; this must not wait."""

    def dismiss(self, key: bytes) -> None:
        """A key opens nothing any more: who came with it must go."""


class Live:
    """One table in memory, and those who look at it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.table: Table | None = None
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: tuple[int, asyncio.Task[None]] | None = None
        """The stage for which bots think, and the task."""
        self.used = time.time()


class Host:
    """Every table that this process keeps in memory; any other is in the store."""

    def __init__(self, store: Store, thinkers: Thinkers, metrics: Metrics, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.metrics = metrics
        self.thinkers = thinkers
        self.now = now
        self.lives: dict[str, Live] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.draining = False

    async def start(self) -> None:
        """Listen to other processes, and look after clocks."""
        self.store.listen(self._hear)
        self._spawn(self._sweep())

    async def stop(self) -> None:
        """Let what has begun be finished; nothing new begins."""
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

    async def open(self, name: str, entries: list[AnyEntry], keys: tuple[Key, ...]) -> Table:
        """A new table, with what happens at it first: all of it, or there is none."""
        live = self.lives.setdefault(name, Live(name))
        table, at, before = Table(name), self.now(), list[Entry]()
        async with live.lock:  # who comes before all of it has happened waits here
            if live.table is not None:
                raise Stale(f"{name} is open already")
            for entry in entries[:-1]:
                table.apply(entry, at)
                before.append(Entry(name, table.version, at, write_entry(entry)))
            await self._commit(live, table, entries[-1], keys, tuple(before))
            live.table = table
            await self._settle(live)
        return table

    async def find(self, name: str) -> Live:
        """A table, from memory or from its log."""
        live = self.lives.get(name)
        if live is None:
            live = self.lives[name] = Live(name)
        live.used = self.now()
        if live.table is None:
            async with live.lock:
                await self._load(live)
        return live

    async def read(self, name: str) -> Table:
        """A table as it is now, in memory and on disk: what is being written is waited for."""
        live = await self.find(name)
        async with live.lock:
            return await self._load(live)

    async def read_newest(self, name: str) -> Table:
        """A table as it is in the store, to which another process may have written a moment ago."""
        live = await self.find(name)
        if self.store.is_shared:
            await self._catch_up(live, math.inf)
        return await self.read(name)

    async def act(self, name: str, make: Make, keys: Callable[[AnyEntry], tuple[Key, ...]] = lambda _: ()) -> tuple[Table, AnyEntry | None]:
        """Let something happen: it is on disk when this returns, and shown to everyone who keeps up; what follows from it comes soon."""
        live = await self.find(name)
        async with live.lock:
            for _ in range(MOST_TRIES):
                table = await self._load(live)
                entry = make(table, self.now())
                if entry is None:
                    return table, None
                try:
                    await self._commit(live, table, entry, keys(entry))
                except Stale:
                    live.table = None
                    continue
                break
            else:
                raise Refusal("table_busy")
            self._show(live)
            if table.due(self.now()) is None:
                self._schedule(live)
            else:
                self._spawn(self._after(live))
        return table, entry

    def dismiss(self, key: Key) -> None:
        """Send those away who came with a key that opens nothing any more."""
        live = self.lives.get(key.table or "")
        for watcher in live.watchers if live else ():
            watcher.dismiss(key.hash)

    async def _after(self, live: Live) -> None:
        """Show what happened, and let the table do what follows from it."""
        async with live.lock:
            self._show(live)
            await self._settle(live)

    async def _load(self, live: Live) -> Table:
        """The table from its log, or what its log has more than memory."""
        if live.table is None:
            entries = await self.store.entries(live.name)
            if not entries:
                self.lives.pop(live.name, None)
                raise Refusal("unknown_table")
            live.table = Table(live.name)
            for entry in entries:
                live.table.apply(read_entry(entry.body), entry.at)
            self._show(live)
            self._resume(live)
        return live.table

    async def _commit(self, live: Live, table: Table, entry: AnyEntry, keys: tuple[Key, ...] = (), before: tuple[Entry, ...] = ()) -> None:
        """Let an entry happen in memory and on disk, there with those before it; where the disk says no, memory forgets it too."""
        at = self.now()
        was_over = table.is_over
        try:
            table.apply(entry, at)
            row = Entry(table.name, table.version, at, write_entry(entry))
            results: tuple[Result, ...] = results_of(table, at) if table.is_over and not was_over else ()
            began = time.perf_counter()
            await self.store.commit(Change(row, summary_of(table), keys, results, before))
            self.metrics.commit_seconds.observe(time.perf_counter() - began)
        except BaseException:
            live.table = None
            raise

    async def _settle(self, live: Live) -> None:
        """Whatever has to happen without anybody's word, one thing after the other; then wait for what comes next."""
        try:
            while True:
                table = await self._load(live)
                entry = table.due(self.now())
                if entry is None:
                    break
                await self._commit(live, table, entry)
                self._show(live)
        except Stale:
            await self._load(live)
            self._show(live)
        except Refusal as refusal:
            log("settle_refused", table=live.name, error=refusal.code)
        self._schedule(live)

    def _show(self, live: Live) -> None:
        """Everyone who looks at the table sees what is new."""
        if live.table is not None:
            for watcher in list(live.watchers):
                try:
                    watcher.show(live.table)
                except Exception as error:  # what is wrong with one is no business of the others
                    log_exception("show_failed", error)

    # Time, bots, and other processes

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
            delay = max(0.0, deadline - self.now())
            live.timer = asyncio.get_running_loop().call_later(delay, lambda: self._spawn(self._after(live)))
        if table.bots_to_ask() and (live.thinking is None or live.thinking[0] != table.stage or live.thinking[1].done()):
            live.thinking = (table.stage, self._spawn(self._think(live, table.stage)))

    def _resume(self, live: Live) -> None:
        """Take up what a process that fell has left undone; a moment later, for where none fell it is being done."""
        self._schedule(live)
        if live.table is not None and not self.draining and live.table.due(self.now()) is not None:
            if live.timer:
                live.timer.cancel()
            live.timer = asyncio.get_running_loop().call_later(LEFT_UNDONE, lambda: self._spawn(self._after(live)))

    async def _think(self, live: Live, stage: int) -> None:
        """Ask the bots whom the game waits for, and show their moves at a steady pace."""
        table = live.table
        if table is None or table.stage != stage:
            return
        views = {seat: table.game_played.view(seat) for seat in table.bots_to_ask()}  # the table goes on while they think
        choices: dict[int, str] = {}
        for seat, view in views.items():
            seed = f"{table.terms.seed} {stage} {seat}"
            began = time.perf_counter()
            choices[seat] = await self.thinkers.choose(table.terms.game, table.seats[seat].bot, view, seed)
            self.metrics.bot_seconds.observe(time.perf_counter() - began)
            if not table.is_window:
                break
        pace = table.terms.pace
        left = table.bot_moves_at() - self.now()
        if pace and left < 0:
            left = pace - (-left % pace)  # the next beat, so that the time doesn't tell how hard the choice was
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
            if table is not None and table.version < version:
                for entry in await self.store.entries(live.name, table.version):
                    if entry.version == table.version + 1:
                        table.apply(read_entry(entry.body), entry.at)
                self._show(live)
                self._resume(live)

    async def _sweep(self) -> None:
        """Look after clocks of tables that nobody looks at, forget keys that have expired, and let idle tables go."""
        purged = self.now()
        while True:
            await asyncio.sleep(SWEEP)
            now = self.now()
            try:
                for summary in await self.store.due(now):
                    live = await self.find(summary.table)
                    await self._after(live)
                await update_listings(self)
                if now - purged > PURGE:
                    purged = now
                    await self.store.purge_keys(now)
                    await clear_forgotten(self)
            except Refusal as refusal:
                log("sweep_refused", error=refusal.code)
            except Exception as error:
                log_exception("sweep_failed", error)
            for name, live in list(self.lives.items()):
                if not live.watchers and now - live.used > IDLE and not live.lock.locked():
                    if live.timer:
                        live.timer.cancel()
                    del self.lives[name]
            self.metrics.tables.set(len(self.lives))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Something that goes on by itself."""
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        """It has ended; what went wrong is noted, without what it was about."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_exception("task_failed", error)


def bot_speaks(seat: int, move: str, stage: int) -> Make:
    """What a bot has thought of for that stage."""
    return lambda table, _: table.bot_move(seat, move, stage)
