"""A table in memory with its watchers, timers and bots: entries are stored, then published."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from underdeck.agents import find_bot, wants_memory
from underdeck.game import Memory
from underdeck.refusal import Refusal
from underdeck.serve.logs import log, log_exception
from underdeck.serve.runtime import Runtime
from underdeck.serve.table_lock import TableLock
from underdeck.store.model import Change, Entry, Key, Stale
from underdeck.table.due import due_entry
from underdeck.table.entries import AnyEntry, Paced, Resumed
from underdeck.table.log import Also, Make, MakeKeys, TableLog
from underdeck.table.table import Table

TAKEOVER_DELAY_S = 0.3
"""How long a process waits for another one to append what is due, before it does so itself."""
RETRY_MIN_S, RETRY_MAX_S = 0.1, 1.0
"""The pause between attempts to reload a table after a failure: doubled each time."""
SHORT_OUTAGE_S = 1.0
"""The longest outage of the store that players' clocks still count."""


Done = Callable[[BaseException | None], None]
"""Called when an entry is on disk and published, or with the reason why it isn't."""


class Watcher(Protocol):
    """A client that watches a table."""

    def notify(self, table: Table, now: float) -> None:
        """Send what is new at the table, which is on disk, without blocking.

        `now` is the current time of its log.
        """

    def refresh(self) -> None:
        """Send the table again, since deadlines have changed."""

    def revoke(self, key: bytes) -> None:
        """Close the connection if it was opened with this key."""


class LiveTable(TableLog):
    """One table in memory, and the clients that watch it."""

    def __init__(self, name: str, runtime: Runtime, used: float = 0.0) -> None:
        super().__init__(runtime.store, name, runtime.now)
        self.runtime = runtime
        self.lock = TableLock(self._publish_late)
        """Held while entries are appended: nobody is shown what isn't on disk."""
        self.has_late_watchers = False
        """Whether a client waits for something that could not be sent while the lock was held."""
        self.watchers: set[Watcher] = set()
        self.used = used
        """When a client last needed the table."""
        self.timer: asyncio.TimerHandle | None = None
        self.bot_task: tuple[int, asyncio.Task[None]] | None = None
        """The stage for which bots choose moves, and the task."""
        self.pace_changed = asyncio.Event()
        """Wakes bots that wait for the time of their moves."""
        self.was_interrupted = False
        """Whether the table was out of service since its last entry, which clocks don't count."""
        self.recovery: asyncio.Task[None] | None = None
        self.failures = 0
        """Failures since the last entry that was stored."""
        self.failed_at: float | None = None
        """When the table's state became unknown; None while it is known."""
        self.is_damaged = False
        """Whether the log can't be folded."""
        self.is_dropped = False
        """Whether the process has forgotten the table, so that it must not be reloaded."""

    @property
    def is_recovering(self) -> bool:
        """Return whether the table's state is unknown because the store failed."""
        return self.table is None and self.recovery is not None and not self.recovery.done()

    # The log

    async def load(self) -> Table:
        """Return the table; if it was not in memory, publish it and resume timers and bots."""
        if self.table is not None:
            return self.table
        if self.is_damaged:
            raise Refusal("table_damaged")
        try:
            table = await super().load()
        except BaseException as error:
            self._give_up_or_recover(error)
            raise
        self._set_offset(table)
        self.publish()
        self._resume()
        return table

    async def act(self, make: Make, keys: MakeKeys = lambda _: ()) -> tuple[Table, AnyEntry | None]:
        """Append an entry, then publish it; it is on disk when this returns."""
        async with self.lock:
            try:
                table, entry = await self.append(make, keys)
            except Refusal as refusal:
                if refusal.code == "table_busy":
                    self.recover()
                raise
            if entry is not None:
                self._publish_entry(table, entry)
        return table, entry

    def try_act(self, make: Make, done: Done) -> bool:
        """Append an entry without waiting for anything; return False if that isn't possible now.

        `done` is called when the entry is on disk and published, or with the error.
        """
        table = self.table
        if table is None or self.was_interrupted or self.lock.locked():
            return False
        entry = make(table, self.time())
        if entry is None:
            return False
        self.lock.try_acquire()
        began = time.perf_counter()
        try:
            writing = asyncio.ensure_future(self.store.commit(self.apply(table, entry)))
        except BaseException:
            self.recover()
            self.lock.release()
            raise

        def finish(written: "asyncio.Future[None]") -> None:
            error = asyncio.CancelledError() if written.cancelled() else written.exception()
            try:
                if error is None:
                    self.failures = 0
                    self.runtime.metrics.commit_seconds.observe(time.perf_counter() - began)
                    self._publish_entry(table, entry)
                elif isinstance(error, Stale):
                    self.table = None
                else:
                    self.recover()
            finally:  # whatever fails, the table must not stay locked, nor the move unanswered
                self.lock.release()
                done(error)

        writing.add_done_callback(finish)
        return True

    def _publish_entry(self, table: Table, entry: AnyEntry) -> None:
        """Publish an entry that is on disk; then append what is due, or wait for it."""
        now = self.time()
        self._note_quiet([entry])
        self.publish(now)
        if due_entry(table, now) is None:
            self.schedule()
        else:
            self.runtime.spawn(self.advance())

    async def advance(self) -> None:
        """Publish what is new, then append and publish what is due."""
        async with self.lock:
            self.publish()
            await self.append_due()

    async def append_due(self) -> None:
        """Append every entry that is due; then wait for the next deadline."""
        try:
            while True:
                table = await self.load()
                await self.prepare(table)
                entry = due_entry(table, self.time())
                if entry is None:
                    break
                await self.commit(table, entry)
                self.publish()
        except Stale:  # another process appended first, and appends what is due
            with suppress(Refusal):
                await self.load()
        except Refusal as refusal:
            log("settle_refused", table=self.name, error=refusal.code)
        self.schedule()

    async def prepare(self, table: Table) -> None:
        """Restart the clocks that ran while the table was out of service."""
        if self.was_interrupted and table.deadline() is not None:
            await self.commit(table, Resumed())
            self._refresh_watchers()
        self.was_interrupted = False

    async def commit(
        self,
        table: Table,
        entry: AnyEntry,
        keys: tuple[Key, ...] = (),
        before: tuple[Entry, ...] = (),
        also: Also | None = None,
    ) -> None:
        """Append one entry in memory and in the store; recover if the store fails."""
        try:
            await super().commit(table, entry, keys, before, also)
        except Stale:
            raise
        except BaseException:
            self.recover()
            raise
        self.failures = 0

    async def write(self, change: Change) -> None:
        """Write a change to the store, and measure how long that takes."""
        began = time.perf_counter()
        await self.store.commit(change)
        self.runtime.metrics.commit_seconds.observe(time.perf_counter() - began)

    async def catch_up(self, version: float) -> None:
        """Read and publish what other processes have appended, up to at least this version."""
        async with self.lock:
            table = self.table
            if table is None or table.version >= version:
                return
            try:
                added = await self.read_new(table)
            except BaseException:
                self.recover()
                raise
            if added:
                # the last entry is new, whatever the clock of the process that wrote it
                self.offset = max(table.changed - self.now(), -2 * self.runtime.skew)
                self.was_interrupted &= table.changed < self.runtime.started
                self._note_quiet(added)
                self.publish()
                self._resume()

    # Watchers

    def publish(self, now: float | None = None) -> None:
        """Send every watcher what is new; pass the current time if it is known."""
        if self.table is None or not self.watchers:
            return
        now = self.time() if now is None else now
        for watcher in list(self.watchers):
            try:
                watcher.notify(self.table, now)
            except Exception as error:  # one broken connection must not affect the others
                log_exception("show_failed", error)
        if self.table.played is not None:
            self.table.played.drop_views()

    def _publish_late(self) -> None:
        """Send what could not be sent while the lock was held."""
        if self.has_late_watchers:
            self.has_late_watchers = False
            self.publish()

    def _note_quiet(self, entries: Sequence[AnyEntry]) -> None:
        """Send the table again after a change that begins no new stage."""
        if any(isinstance(entry, Resumed | Paced) for entry in entries):
            self._refresh_watchers()
            self.pace_changed.set()

    def _refresh_watchers(self) -> None:
        for watcher in list(self.watchers):
            watcher.refresh()

    # Failures

    def recover(self) -> None:
        """Forget a table whose state is unknown, and reload it as soon as the store works."""
        self.table = None
        if self.failed_at is None:
            self.failed_at = self.now()
        if not self.runtime.draining and (self.recovery is None or self.recovery.done()):
            self.recovery = self.runtime.spawn(self._reload())

    def _give_up_or_recover(self, error: BaseException) -> None:
        """Give up a table that doesn't exist or can't be read; recover from other failures."""
        code = error.code if isinstance(error, Refusal) else ""
        if code == "unknown_table":
            self.is_dropped = True
        elif code == "table_damaged":
            self.is_damaged = True
            log_exception("fold_failed", error.__cause__ or error)
        else:
            self.recover()

    async def _reload(self) -> None:
        """Retry with growing pauses until the table is in memory, then resume it."""
        while self.table is None and not self.is_damaged and not self.is_dropped:
            await asyncio.sleep(min(RETRY_MAX_S, RETRY_MIN_S * 2 ** min(self.failures, 10)))
            self.failures += 1
            try:
                if await self.runtime.store.check():
                    await self.advance()
            except Exception as error:
                log_exception("reload_failed", error)

    # Time

    def _set_offset(self, table: Table) -> None:
        """Set the clock so that time never precedes the last entry and long outages don't count."""
        now = self.now()
        was_down = self.failed_at is not None and now - self.failed_at > SHORT_OUTAGE_S
        self.was_interrupted = was_down or table.changed < self.runtime.started
        known = self.offset if self.offset is not None else -self.runtime.skew
        self.offset = max(table.changed - now, 0.0 if self.was_interrupted else known)
        self.failed_at = None

    def schedule(self) -> None:
        """Set the timer for the next deadline, and let bots choose their moves."""
        self.cancel_timer()
        table = self.table
        if table is None or self.runtime.draining:
            return
        deadline = table.deadline()
        if deadline is not None:
            self._advance_later(max(0.0, deadline - self.time()))
        if table.bots_to_ask() and (
            self.bot_task is None or self.bot_task[0] != table.stage or self.bot_task[1].done()
        ):
            self.bot_task = (table.stage, self.runtime.spawn(self._play_bots(table.stage)))

    def _advance_later(self, delay: float) -> None:
        self.cancel_timer()
        self.timer = asyncio.get_running_loop().call_later(
            delay, lambda: self.runtime.spawn(self.advance())
        )

    def cancel_timer(self) -> None:
        """Forget the next deadline."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def _resume(self) -> None:
        """Append what a failed process has left undone, unless another one does so in a moment."""
        self.schedule()
        table = self.table
        if table is None or self.runtime.draining:
            return
        if due_entry(table, self.time()) is not None or (
            self.was_interrupted and table.deadline() is not None
        ):
            self._advance_later(TAKEOVER_DELAY_S)

    # Bots

    async def _play_bots(self, stage: int) -> None:
        """Make the bots' moves; on a failure reload the table, which asks them again."""
        try:
            await self._make_bot_moves(stage)
        except Exception as error:
            if isinstance(error, Refusal):
                log("bot_move_refused", table=self.name, error=error.code)
            else:
                log_exception("bot_move_failed", error)
            async with self.lock:
                self.recover()

    async def _make_bot_moves(self, stage: int) -> None:
        """Ask the bots that the game waits for, and make their moves at a steady pace."""
        table = self.table
        if table is None or table.stage != stage:
            return
        choices = await self._choose_bot_moves(table)
        await self._wait_for_pace(table)
        for seat, move in choices.items():
            await self.act(bot_move(seat, move, stage))

    async def _choose_bot_moves(self, table: Table) -> dict[int, str]:
        """Return the bots' moves by seat; outside of a window there is at most one."""
        stage = table.stage
        # the table may change while the first bot thinks
        asked = [
            (seat, table.game_played.view(seat), memory_of(table, seat))
            for seat in table.bots_to_ask()
        ]
        choices: dict[int, str] = {}
        for seat, view, memory in asked:
            seed = f"{table.terms.seed} {stage} {seat}"
            began = time.perf_counter()
            choices[seat] = await self.runtime.bots.choose(
                table.terms.game, table.seats[seat].bot, view, seed, memory
            )
            self.runtime.metrics.bot_seconds.observe(time.perf_counter() - began)
            if not table.window.is_open:
                break
        return choices

    async def _wait_for_pace(self, table: Table) -> None:
        """Wait for the time of a bot's move, which a new pace changes."""
        while True:
            self.pace_changed.clear()
            try:
                async with asyncio.timeout(self._bot_delay(table)):
                    await self.pace_changed.wait()
            except TimeoutError:
                return

    def _bot_delay(self, table: Table) -> float:
        """Return the pause before a bot's move; it must not reveal how hard the choice was."""
        pace = table.pace
        left = table.bot_moves_at() - self.time()
        if pace and left < 0:
            left = pace - (-left % pace)  # the next multiple of the pace
        return max(0.0, left)


def memory_of(table: Table, seat: int) -> Memory | None:
    """Return what the bot in a seat has learned, None for one that doesn't want to know."""
    bot = find_bot(table.seats[seat].bot, table.terms.game)
    return table.game_played.memory(seat) if wants_memory(bot) else None


def bot_move(seat: int, move: str, stage: int) -> Make:
    """Return a function that makes a bot's move unless the table has moved on."""
    return lambda table, _: table.bot_move(seat, move, stage)
