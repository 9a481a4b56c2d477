"""Services that the live tables of one process share: store, bots, metrics and clock."""

import asyncio
import time
from collections.abc import Callable, Coroutine

from underdeck.refusal import Refusal
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.logs import log, log_exception
from underdeck.serve.metrics import Metrics
from underdeck.serve.steady_clock import SteadyClock
from underdeck.store.store import Store


class Runtime:
    """The store, the bots, the clock and the background tasks of one process."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        metrics: Metrics,
        now: Callable[[], float] | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        self.metrics = metrics
        self.now: Callable[[], float] = now or SteadyClock()
        """The steady clock of tables, which never jumps."""
        self.wall: Callable[[], float] = now or time.time
        """The wall clock, which stays correct after the machine has slept."""
        self.started = self.now()
        self.skew = 0.0
        """How far the clocks of other processes that share the store may be off, in seconds."""
        self.draining = False
        """Whether the process is about to stop, so that nothing new may begin."""
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[object, None, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background."""
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def cancel_tasks(self) -> None:
        """Cancel everything that runs in the background."""
        for task in list(self.tasks):
            task.cancel()

    def _finish(self, task: asyncio.Task[None]) -> None:
        """Log the failure of a background task, without any contents."""
        self.tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, Refusal):
            log("task_refused", error=error.code)
        else:
            log_exception("task_failed", error)
