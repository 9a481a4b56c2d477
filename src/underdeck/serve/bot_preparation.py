"""Bots that compile programs get them from a process of its own, before their workers load them.

A worker that compiles would answer slowly meanwhile, and would lose its work if a choice exceeded
the time limit.
"""

import multiprocessing
import signal
import threading
from contextlib import suppress
from multiprocessing.context import SpawnProcess

from underdeck.parent_process import end_with_parent
from underdeck.registry import import_path
from underdeck.serve.process_limits import limit_memory, lower_priority
from underdeck.study.executors import defer_interrupts


class BotPreparations:
    """Processes that call the method `prepare` of bots, once for each bot and one at a time."""

    def __init__(self, megabytes: int, lock: threading.Lock) -> None:
        self._megabytes = megabytes
        self._lock = lock
        """Held to start or end a process: multiprocessing's list of children isn't thread-safe."""
        self._processes: dict[str, SpawnProcess] = {}
        self._is_stopping = False

    def is_done(self, bot: str) -> bool:
        """Return whether the bot at an import path is prepared; the first call begins with it.

        A bot that has nothing to prepare always is, and so is one whose preparation failed.
        """
        if not has_preparation(bot):
            return True
        with self._lock:
            if bot in self._processes:
                return not self._processes[bot].is_alive()
            if not self._is_stopping and not any(
                process.is_alive() for process in self._processes.values()
            ):
                self._start(bot)
        return False

    def stop(self) -> None:
        """End the process that prepares a bot."""
        with self._lock:
            self._is_stopping = True
            for process in self._processes.values():
                process.kill()
                process.join()

    def _start(self, bot: str) -> None:
        process = multiprocessing.get_context("spawn").Process(
            target=prepare, args=(bot, self._megabytes), daemon=True, name="underdeck-compiler"
        )
        with suppress(OSError), defer_interrupts():  # after an error the next question tries again
            process.start()
            self._processes[bot] = process


def has_preparation(bot: str) -> bool:
    """Return whether the bot at an import path has anything to prepare."""
    with suppress(Exception):
        return hasattr(import_path(bot), "prepare")
    return False


def prepare(bot: str, megabytes: int) -> None:
    """Prepare the bot at an import path, and wait for the threads that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority()
    end_with_parent()
    limit_memory(megabytes)
    before = set(threading.enumerate())
    with suppress(Exception):
        import_path(bot).prepare()
    for thread in set(threading.enumerate()) - before:
        thread.join()
