"""Who does the work: this process, several of them, or a cluster. Results come in the order of the parts, whoever is done first."""

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

Part = tuple[Any, ...]
Submit = Callable[..., Any]
"""`submit(function, *part)`: something that has a `result()`."""
Result = TypeVar("Result")


def work_through(
    function: Callable[..., Result], parts: Iterable[Part], jobs: int, cluster: str | None = None
) -> Iterator[Result]:
    """What a function makes of every part."""
    if cluster is None and jobs == 1:
        yield from (function(*part) for part in parts)
        return
    with workers(jobs, cluster) as (submit, number):
        yield from in_order(function, iter(parts), submit, number)


def workers(jobs: int, cluster: str | None) -> AbstractContextManager[tuple[Submit, int]]:
    """A way to hand over work, and how much can be done at once."""
    if cluster is None:
        return processes(jobs)
    from underdeck.study.cluster import connected  # noqa: PLC0415  only where a cluster is asked for

    return connected(cluster)


@contextmanager
def processes(jobs: int) -> Iterator[tuple[Submit, int]]:
    """Start a pool of processes, which leave Ctrl-C to this one."""
    pool = ProcessPoolExecutor(jobs, initializer=prepare_worker)
    try:
        with interrupted_later():
            pool.submit(os.getpid)  # they are started now
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
def interrupted_later() -> Iterator[None]:
    """Ctrl-C waits until this is done; processes that are started meanwhile never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(
    function: Callable[..., Result], parts: Iterator[Part], submit: Submit, number: int
) -> Iterator[Result]:
    """The results of the parts in their order, with a few more at work than there are workers."""
    waiting = [submit(function, *part) for part in islice(parts, 2 * number)]
    while waiting:
        result: Result = waiting.pop(0).result()
        waiting += [submit(function, *part) for part in islice(parts, 1)]
        yield result


def cores() -> int:
    """How many cores there are for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
