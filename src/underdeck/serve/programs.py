"""Compiled programs of advice and reviews in a worker process, which need not wait for them."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

from underdeck.fast.libraries import can_compile

_thread = ThreadPoolExecutor(1, "compile")
_compilations: dict[str, Future[object]] = {}
"""The compilation of each kind of programs."""


def has_programs(kind: str, compile_them: Callable[[], object], patience_s: float) -> bool:
    """Return whether compiled programs of a kind can be used, after at most this time.

    The first question of a worker has them compiled in a thread. That takes a moment if they are on
    disk, and longer than a player waits on a machine that has never compiled them. Until the thread
    is done no program may be used: they share memory. If a compilation fails, answers do without
    programs.
    """
    if not can_compile():
        return False
    if kind not in _compilations:
        _compilations[kind] = _thread.submit(compile_them)
    finished, unfinished = wait(_compilations.values(), patience_s)
    return not unfinished and all(each.exception() is None for each in finished)
