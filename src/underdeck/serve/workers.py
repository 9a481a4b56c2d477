"""Several server processes behind one port and one PostgreSQL: any of them serves any table."""

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
READY_TIMEOUT_S = 30.0
RESTART_PAUSE_S = 0.5
"""The pause before a worker that died is replaced."""


@dataclass
class Worker:
    """One server process."""

    process: BaseProcess
    pipe: Connection
    """Receives a message when the worker listens."""

    def is_ready(self, timeout: float) -> bool:
        """Wait for the worker to listen; return whether it does before the timeout."""
        return self.pipe.poll(timeout) and self.process.is_alive()

    def drain(self) -> None:
        """Let the worker finish its requests and stop; kill it if that takes too long."""
        self.process.terminate()
        self.process.join(SHUTDOWN_TIMEOUT_S * 3)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Workers:
    """A pool of workers: one that dies is replaced, and SIGHUP replaces all of them one by one."""

    def __init__(self, settings: Settings, number: int) -> None:
        if not (settings.database or "").startswith("postgres"):
            raise Refusal("workers_need_postgres")
        self.settings = settings
        self.number = number
        self.workers: list[Worker] = []
        self.stopping = False
        self.renewing = False

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT."""
        with open_listener(self.settings.host, self.settings.port) as listener:
            self.workers = [self._start(listener) for _ in range(self.number)]
            signal.signal(signal.SIGTERM, self._stop)
            signal.signal(signal.SIGINT, self._stop)
            signal.signal(signal.SIGHUP, self._renew)
            if all([worker.is_ready(READY_TIMEOUT_S) for worker in self.workers]):  # noqa: C419  wait for each
                (self.settings.on_started or print)(listener.getsockname()[1])
            while not self.stopping:
                self._supervise(listener)
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.drain()

    def _supervise(self, listener: socket.socket) -> None:
        """Replace workers that died; after SIGHUP replace all of them one by one."""
        wait([worker.process.sentinel for worker in self.workers], RESTART_PAUSE_S)
        for place, worker in enumerate(self.workers):
            if self.stopping:
                return
            if not worker.process.is_alive():
                time.sleep(RESTART_PAUSE_S)
                self.workers[place] = self._start(listener)
        if self.renewing:
            self.renewing = False
            for place, worker in enumerate(self.workers):
                fresh = self._start(listener)
                if fresh.is_ready(READY_TIMEOUT_S):
                    self.workers[place] = fresh
                    worker.drain()
                else:
                    fresh.drain()

    def _start(self, listener: socket.socket) -> Worker:
        """Start a worker that listens on the same socket."""
        receiver, sender = SPAWN.Pipe(duplex=False)
        process = SPAWN.Process(
            target=work,
            args=(replace(self.settings, on_started=None), listener, sender),
            name="underdeck-worker",
        )
        process.start()
        sender.close()
        return Worker(process, receiver)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stopping = True

    def _renew(self, _number: int, _frame: FrameType | None) -> None:
        self.renewing = True


def work(settings: Settings, listener: socket.socket, pipe: Connection) -> None:
    """Serve as a worker process, and send a message on `pipe` when it listens."""
    end_with_parent(drain_without_parent)
    run(replace(settings, listener=listener, on_started=pipe.send))


def drain_without_parent() -> None:
    """Stop this worker as SIGTERM does; end it if it doesn't stop, to free the port."""
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SHUTDOWN_TIMEOUT_S * 3)
    end_now()
