"""Several processes behind one address, on one PostgreSQL: any of them serves any table."""

import multiprocessing
import os
import signal
import socket
import time
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from underdeck.parent_process import end_now, end_with_parent
from underdeck.refusal import Refusal
from underdeck.serve.run import SHUTDOWN_TIMEOUT_S, Settings, open_listener, run

SPAWN = multiprocessing.get_context("spawn")
READY_SECONDS = 30.0
PAUSE = 0.5
"""Seconds before a worker that died is followed by another."""


@dataclass
class Worker:
    """One process that serves."""

    process: BaseProcess
    line: Connection

    def is_ready(self, seconds: float) -> bool:
        """Does it listen, after so many seconds at most?"""
        return self.line.poll(seconds) and self.process.is_alive()

    def drain(self) -> None:
        """Let it finish what it has begun, and end."""
        self.process.terminate()
        self.process.join(SHUTDOWN_TIMEOUT_S * 3)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Workers:
    """So many workers; one that dies is replaced, and SIGHUP replaces all of them one by one."""

    def __init__(self, settings: Settings, number: int) -> None:
        if not (settings.database or "").startswith("postgres"):
            raise Refusal("workers_need_postgres")
        self.settings = settings
        self.number = number
        self.workers: list[Worker] = []
        self.stopping = False
        self.renewing = False

    def run(self) -> None:
        """Serve until told to stop."""
        with open_listener(self.settings.host, self.settings.port) as door:
            self.workers = [self._start(door) for _ in range(self.number)]
            signal.signal(signal.SIGTERM, self._stop)
            signal.signal(signal.SIGINT, self._stop)
            signal.signal(signal.SIGHUP, self._renew)
            if all([worker.is_ready(READY_SECONDS) for worker in self.workers]):  # noqa: C419  all of them are waited for
                (self.settings.on_started or print)(door.getsockname()[1])
            while not self.stopping:
                self._look_after(door)
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.drain()

    def _look_after(self, door: socket.socket) -> None:
        """Replace who has died; or, when asked to, everybody in turn, each when the one before is ready."""
        wait([worker.process.sentinel for worker in self.workers], PAUSE)
        for place, worker in enumerate(self.workers):
            if self.stopping:
                return
            if not worker.process.is_alive():
                time.sleep(PAUSE)
                self.workers[place] = self._start(door)
        if self.renewing:
            self.renewing = False
            for place, worker in enumerate(self.workers):
                fresh = self._start(door)
                if fresh.is_ready(READY_SECONDS):
                    self.workers[place] = fresh
                    worker.drain()
                else:
                    fresh.drain()

    def _start(self, door: socket.socket) -> Worker:
        """Another worker at the same door."""
        ours, theirs = SPAWN.Pipe(duplex=False)
        process = SPAWN.Process(
            target=work,
            args=(replace(self.settings, on_started=None), door, theirs),
            name="underdeck-worker",
        )
        process.start()
        theirs.close()
        return Worker(process, ours)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def _renew(self, _number: int, _frame: FrameType | None) -> None:
        self.renewing = True


def work(settings: Settings, door: socket.socket, line: Connection) -> None:
    """Serve as a worker process, and report on `line` when it listens."""
    end_with_parent(drain_without_parent)
    run(replace(settings, listener=door, on_started=line.send))


def drain_without_parent() -> None:
    """Stop this worker as SIGTERM does, and free the port for the next server even if it doesn't stop."""
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SHUTDOWN_TIMEOUT_S * 3)
    end_now()
