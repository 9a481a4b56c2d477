"""Kill processes as `kill -9` does, and check that their children end too."""

import subprocess
import time
from typing import Any

import psutil

TIMEOUT_S = 60.0


def kill_parent(parent: subprocess.Popen[Any]) -> None:
    """Kill a process that has children, and fail unless all of its descendants end too."""
    children = psutil.Process(parent.pid).children(recursive=True)
    parent.kill()
    parent.wait()
    assert children
    deadline = time.monotonic() + TIMEOUT_S
    while any(map(is_alive, children)) and time.monotonic() < deadline:
        time.sleep(0.05)
    alive = [child for child in children if is_alive(child)]
    for child in alive:
        child.kill()
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
        time.sleep(0.05)
