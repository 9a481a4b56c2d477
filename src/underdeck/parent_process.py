"""End a child process when its parent is gone, however the parent ended: `kill -9` runs no handler."""

import multiprocessing
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

POLL_S = 1.0
"""How often to ask for the parent's process id: a forked sibling may hold the sentinel's pipe open."""


def end_now() -> None:
    """End this process without running exit handlers, which may wait for the parent."""
    os._exit(1)


def end_with_parent(end: Callable[[], None] = end_now) -> None:
    """Call `end` in a thread when the parent is gone; do nothing in a process that multiprocessing didn't start."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(
            target=watch, args=(parent, os.getppid(), end), name="parent-watch", daemon=True
        ).start()


def watch(parent: BaseProcess, starter: int, end: Callable[[], None]) -> None:
    """Wait until the parent's sentinel closes, or another process has adopted this one."""
    while os.getppid() == starter and not wait([parent.sentinel], POLL_S):
        pass
    end()
