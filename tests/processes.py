"""Start processes that end with this one, and kill others as `kill -9` does."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from typing import Any

import psutil

TIMEOUT_S = 240.0
"""Limit for everything that a test waits for, below the limit of the test itself.

It only ends tests that hang: a slow machine must not reach it.
"""
POLL_S = 0.02
PR_SET_PDEATHSIG = 1


def spawn(
    command: list[str], *, orphan_signal: signal.Signals = signal.SIGKILL, **options: Any
) -> subprocess.Popen[Any]:
    """Start a process that gets a signal when this process, or the calling thread, is gone.

    Only Linux has such a signal. A program of our own can read its standard input until it ends
    instead, which works everywhere.
    """
    if sys.platform != "linux":
        return subprocess.Popen(command, **options)
    libc, parent = ctypes.CDLL(None), os.getpid()

    def end_with_parent() -> None:
        libc.prctl(PR_SET_PDEATHSIG, orphan_signal.value)
        if os.getppid() != parent:
            os._exit(1)

    return subprocess.Popen(command, preexec_fn=end_with_parent, **options)  # noqa: PLW1509  no locks are needed


def kill_parent(parent: subprocess.Popen[Any]) -> None:
    """Kill a process that has children, and fail unless all of its descendants end too."""
    children = psutil.Process(parent.pid).children(recursive=True)
    parent.kill()
    parent.wait()
    assert children
    assert_end(children)


def assert_end(processes: Iterable[psutil.Process]) -> None:
    """Wait until all of these processes have ended; kill those that haven't, and fail."""
    watched = list(processes)
    deadline = time.monotonic() + TIMEOUT_S
    while any(map(is_alive, watched)) and time.monotonic() < deadline:
        time.sleep(POLL_S)
    alive = [process for process in watched if is_alive(process)]
    for process in alive:
        process.kill()
    assert alive == []


def is_alive(process: psutil.Process) -> bool:
    """Return whether a process runs; a zombie, which waits for its parent, doesn't."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_for_children(parent: subprocess.Popen[Any], number: int) -> None:
    """Wait until a process has started at least this number of children."""
    deadline = time.monotonic() + TIMEOUT_S
    while len(psutil.Process(parent.pid).children()) < number:
        assert parent.poll() is None
        if time.monotonic() > deadline:
            parent.kill()
            raise TimeoutError
        time.sleep(POLL_S)
