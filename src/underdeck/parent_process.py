"""End a child process when its parent dies, even by `kill -9`, which runs no handler."""

import multiprocessing
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

POLL_S = 1.0
"""Interval for checking the parent's process id: a sibling may keep the sentinel's pipe open."""


def end_now() -> None:
    """End this process without running exit handlers, which may wait for the parent."""
    os._exit(1)


def end_with_parent(end: Callable[[], None] = end_now) -> None:
    """Call `end` in a thread when the parent is gone.

    Does nothing in a process that multiprocessing didn't start.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(
            target=watch, args=(parent, os.getppid(), end), name="parent-watch", daemon=True
        ).start()


def watch(parent: BaseProcess, parent_id: int, end: Callable[[], None]) -> None:
    """Wait until the parent's sentinel closes or this process has been adopted by another."""
    while os.getppid() == parent_id and not wait([parent.sentinel], POLL_S):
        pass
    end()
