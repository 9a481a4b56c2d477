"""Advice and reviews are computed in worker processes: the event loop never waits for them."""

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from underdeck.parent_process import end_with_parent
from underdeck.refusal import Refusal
from underdeck.serve.process_limits import lower_priority

MAX_WORKERS = 2
"""A review, which takes longer, leaves a worker for advice."""
TIMEOUT_S = 60.0
"""Time limit for one answer."""

Args = ParamSpec("Args")
Answer = TypeVar("Answer")


class MindPool:
    """Worker processes, started by the first question."""

    def __init__(self) -> None:
        self._executor: ProcessPoolExecutor | None = None
        self._is_stopping = False

    async def run(
        self, function: Callable[Args, Answer], *args: Args.args, **_: Args.kwargs
    ) -> Answer:
        """Return the result of a function of a module, computed in a worker."""
        if self._is_stopping:
            raise Refusal("draining")
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                MAX_WORKERS, multiprocessing.get_context("spawn"), start_worker
            )
        executor, loop = self._executor, asyncio.get_running_loop()
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await loop.run_in_executor(executor, function, *args)
        except (BrokenProcessPool, TimeoutError):
            if self._executor is executor:
                self._executor = None
            kill(executor)
            raise Refusal("unavailable") from None

    async def stop(self) -> None:
        """End the workers, whatever they compute."""
        self._is_stopping = True
        if self._executor is not None:
            await asyncio.to_thread(kill, self._executor)


def kill(executor: ProcessPoolExecutor) -> None:
    """End the processes of an executor."""
    processes = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def start_worker() -> None:
    """Prepare a worker: it ends with the server, and the server's moves come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    lower_priority()
