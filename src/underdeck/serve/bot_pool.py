"""Bots think in processes of their own, with limits on time and memory; whatever happens to them, the game goes on."""

import asyncio
import importlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

from underdeck.agents import BOTS, Bot
from underdeck.parent_process import end_with_parent
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.study.executors import defer_interrupts

if sys.platform != "win32":
    import resource

NICENESS = 10
"""How far a thinking bot stands back for the server."""
PATIENCE = 30.0
"""How many seconds a worker may take to start, before it has to think."""
MOST_ANSWER = 1000
"""A move is never told in more bytes."""


class Thought(NamedTuple):
    """What a worker is asked: what this bot does, seeing this, with these whims."""

    game: str
    bot: str
    view: Any
    seed: str


class Worker:
    """A process that thinks, seen from the server; all of it waits, and is called from threads only."""

    def __init__(self, bots: Mapping[str, str], seconds: float, megabytes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(
            target=work, args=(theirs, dict(bots), seconds, megabytes), daemon=True, name="thinker"
        )
        self._is_ready = False
        with theirs, defer_interrupts():
            self._process.start()

    def is_alive(self) -> bool:
        """Is the process there?"""
        return self._process.is_alive()

    def get_ready(self) -> None:
        """Wait until it has started."""
        if not self._is_ready:
            self._hear(PATIENCE)
            self._is_ready = True

    def think(self, thought: bytes, seconds: float) -> str:
        """The answer to a pickled thought; an error if it takes too long, or if the process dies over it."""
        self.get_ready()
        self._line.send_bytes(thought)
        return self._hear(seconds)

    def _hear(self, seconds: float) -> str:
        if not self._line.poll(seconds):
            raise TimeoutError
        return self._line.recv_bytes(MOST_ANSWER).decode()

    def kill(self) -> None:
        """End the process, whatever it does; who waits for its answer is told at once."""
        self._process.kill()

    def bury(self) -> None:
        """Leave nothing of the process behind."""
        self._process.kill()
        self._process.join()
        self._line.close()


class Thinkers:
    """So many workers, who are asked in the order in which the questions come."""

    def __init__(
        self,
        workers: int = 1,
        seconds: float = 5.0,
        megabytes: int = 512,
        bots: Mapping[str, str] = BOTS,
    ) -> None:
        self.seconds = seconds
        self.megabytes = megabytes
        self.bots = bots
        self.fallbacks = 0
        """How often a bot gave no answer, and the first legal move was made for it."""
        self.fell_back: Callable[[], None] = lambda: None
        """Told of each time."""
        self._number = workers
        self._threads = ThreadPoolExecutor(workers, "thinkers")
        self._workers: set[Worker] = set()
        self._idle: deque[Worker] = deque()
        self._lock = threading.Lock()
        """Processes come and go one at a time: the list of children that multiprocessing keeps isn't made for threads."""
        self._is_stopping = False

    async def start(self) -> None:
        """Start the workers, and wait until they can think."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._start)

    async def stop(self) -> None:
        """End the workers; choices that are still waited for, or asked for later, are cancelled."""
        self._is_stopping = True
        await asyncio.to_thread(self._stop)

    async def choose(self, game: str, bot: str, view: Any, seed: str) -> str:
        """The bot's move as text, or the first legal one if it gives no answer in time."""
        if bot not in self.bots:
            raise Refusal("unknown_bot", name=bot, names=list(self.bots))
        if self._is_stopping:
            raise asyncio.CancelledError
        answer = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._think, Thought(game, bot, view, seed)
        )
        if answer is not None:
            return answer
        if self._is_stopping:
            raise asyncio.CancelledError
        self.fallbacks += 1
        self.fell_back()
        return str(view.legal[0])

    def _start(self) -> None:
        workers = [self._new_worker() for _ in range(self._number)]
        for worker in workers:
            worker.get_ready()
        self._idle.extend(workers)

    def _stop(self) -> None:
        with self._lock:
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in list(self._workers):
            self._bury(worker)

    def _think(self, thought: Thought) -> str | None:
        """A worker's answer, None for none; as there are no more threads than workers, one is always idle here."""
        told = pickle.dumps(thought)
        worker = None
        try:
            worker = self._take_worker()
            answer = worker.think(told, self.seconds)
        except (OSError, EOFError):
            self._replace(worker)
            return None
        self._idle.append(worker)
        return answer

    def _take_worker(self) -> Worker:
        """An idle worker, or a new one in place of any that died or couldn't be started."""
        while self._idle:
            worker = self._idle.popleft()
            with self._lock:
                is_alive = worker.is_alive()
            if is_alive:
                return worker
            self._bury(worker)
        return self._new_worker()

    def _replace(self, worker: Worker | None) -> None:
        """Another worker instead of this one, soon ready for the next question."""
        if worker is not None:
            self._bury(worker)
        try:
            self._idle.append(self._new_worker())
        except OSError:
            return  # the next question tries again

    def _new_worker(self) -> Worker:
        with self._lock:
            if self._is_stopping:
                raise ProcessLookupError
            worker = Worker(self.bots, self.seconds, self.megabytes)
            self._workers.add(worker)
            return worker

    def _bury(self, worker: Worker) -> None:
        with self._lock:
            worker.bury()
            self._workers.discard(worker)


def work(line: Connection, bots: Mapping[str, str], seconds: float, megabytes: int) -> None:
    """The life of a worker: answer thoughts until nobody asks any more. A bot that fails ends it, without a word of what it saw."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    found: dict[str, Bot] = {
        name: importlib.import_module(module).choose for name, module in bots.items()
    }
    stand_back(megabytes)
    with line:
        line.send_bytes(b"ready")
        while True:
            try:
                thought = Thought(*pickle.loads(line.recv_bytes()))  # noqa: S301  from the server itself
                watch(seconds)
                answer = move_for(thought, found[thought.bot])
                line.send_bytes(answer.encode())
                rest()
            except Exception:
                return


def stand_back(megabytes: int) -> None:
    """Limit this process's own memory, and let others go first."""
    if sys.platform != "win32" and hasattr(resource, "RLIMIT_AS"):
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit = (
            megabytes * 2**20 if most == resource.RLIM_INFINITY else min(megabytes * 2**20, most)
        )
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def watch(seconds: float) -> None:
    """Ignore SIGTERM while a bot thinks, since the server ends its workers itself; end a bot that thinks far beyond its time."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 2 * seconds + 1)


def rest() -> None:
    """A worker that doesn't think may be ended by anyone."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def move_for(thought: Thought, bot: Bot) -> str:
    """What the bot chooses, as text that reads back as a legal move."""
    text = str(bot(thought.view, Random(thought.seed)))  # noqa: S311  a bot's whims are no secret
    if find_game(thought.game).read_move(text) not in thought.view.legal:
        raise Refusal("illegal_move", move=text, legal=thought.view.legal)
    return text
