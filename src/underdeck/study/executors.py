"""Run tasks in this process, in several, or on a cluster; results keep the order of the tasks."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Any, TypeVar

from underdeck.parent_process import end_with_parent
from underdeck.refusal import Refusal

Task = tuple[object, ...]
"""The arguments of one call."""
Submit = Callable[..., Any]
"""`submit(function, *task)`: returns a future."""
Result = TypeVar("Result")


def map_ordered(
    function: Callable[..., Result], tasks: Iterable[Task], jobs: int, cluster: str | None = None
) -> Iterator[Result]:
    """Yield the result of each task, in order."""
    if cluster is None and jobs == 1:
        yield from (function(*task) for task in tasks)
        return
    with open_workers(jobs, cluster) as (submit, workers):
        yield from in_order(function, iter(tasks), submit, workers)


def open_workers(jobs: int, cluster: str | None) -> AbstractContextManager[tuple[Submit, int]]:
    """Return a context with a function to submit tasks, and the number of workers."""
    if cluster is None:
        return open_pool(jobs)
    from underdeck.study.cluster import connect  # noqa: PLC0415  an optional dependency

    return connect(cluster)


@contextmanager
def open_pool(jobs: int) -> Iterator[tuple[Submit, int]]:
    """Start a pool of processes that ignore Ctrl-C."""
    pool = ProcessPoolExecutor(jobs, initializer=prepare_worker)
    try:
        with defer_interrupts():
            pool.submit(os.getpid)  # starts the processes now
        yield pool.submit, jobs
    except BrokenProcessPool:
        raise Refusal("workers_lost") from None
    finally:
        pool.shutdown(cancel_futures=True)


def prepare_worker() -> None:
    """Ignore Ctrl-C, which the parent handles, and end when the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Block Ctrl-C for a while; processes that are started meanwhile inherit the block."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(
    function: Callable[..., Result], tasks: Iterator[Task], submit: Submit, workers: int
) -> Iterator[Result]:
    """Yield results in the order of tasks; twice as many are submitted as there are workers."""
    futures = [submit(function, *task) for task in islice(tasks, 2 * workers)]
    while futures:
        result: Result = futures.pop(0).result()
        futures += [submit(function, *task) for task in islice(tasks, 1)]
        yield result


def count_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
