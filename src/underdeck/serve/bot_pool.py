"""Bots run in worker processes with limits on time and memory: whatever they do, games go on."""

import asyncio
import multiprocessing
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple

from underdeck.agents import BOTS, AnyBot, is_for_several, wants_memory
from underdeck.fast.libraries import defer_compilation
from underdeck.game import Memory, View
from underdeck.parent_process import end_with_parent
from underdeck.refusal import Refusal
from underdeck.registry import find_game, find_manifest, game_names, import_path
from underdeck.serve.bot_preparation import BotPreparations
from underdeck.serve.process_limits import limit_memory, lower_priority
from underdeck.study.executors import defer_interrupts

START_TIMEOUT_S = 30.0
COMPILER_MEGABYTES = 1024
"""Address space for bots that compile programs, in addition to that of the others."""
MAX_ANSWER_BYTES = 1000
"""Limits the text of a move."""


class Question(NamedTuple):
    """A request to a worker: choose a move for a bot, given a view, a seed and a memory."""

    game: str
    bot: str
    """The import path of the bot."""
    view: View
    seed: str
    memory: Memory | None = None
    is_prepared: bool = True
    """Whether the bot may load compiled programs; otherwise it does without."""


class BotWorker:
    """A worker process as the server sees it; its methods block, so call them from threads only."""

    def __init__(self, bots: Sequence[str], timeout_s: float, megabytes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, remote_end = context.Pipe()
        self._process = context.Process(
            target=work,
            args=(remote_end, bots, timeout_s, megabytes),
            daemon=True,
            name="underdeck-bots",
        )
        self._is_ready = False
        with remote_end, defer_interrupts():
            self._process.start()

    def is_alive(self) -> bool:
        """Return whether the process runs."""
        return self._process.is_alive()

    def wait_until_ready(self) -> None:
        """Wait until the process has started."""
        if not self._is_ready:
            self._receive(START_TIMEOUT_S)
            self._is_ready = True

    def ask(self, question: bytes, timeout_s: float) -> str:
        """Return the answer to a pickled question; raise an error on a timeout or a crash."""
        self.wait_until_ready()
        self._pipe.send_bytes(question)
        return self._receive(timeout_s)

    def _receive(self, timeout_s: float) -> str:
        if not self._pipe.poll(timeout_s):
            raise TimeoutError
        return self._pipe.recv_bytes(MAX_ANSWER_BYTES).decode()

    def kill(self) -> None:
        """Kill the process; a thread that waits for its answer gets an error at once."""
        self._process.kill()

    def close(self) -> None:
        """Kill the process and release its resources."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


class BotPool:
    """A pool of worker processes that choose bots' moves, in the order of the requests."""

    def __init__(
        self,
        workers: int = 1,
        timeout_s: float = 5.0,
        megabytes: int = 512,
        bots: Mapping[str, str] = BOTS,
    ) -> None:
        self.timeout_s = timeout_s
        self.megabytes = megabytes
        self.bots = bots
        """The import paths of the bots that play any game."""
        self.fallbacks = 0
        """How often a bot gave no answer, so that its first legal move was made."""
        self.on_fallback: Callable[[], None] = lambda: None
        self._size = workers
        self._threads = ThreadPoolExecutor(workers, "underdeck-bots")
        self._workers: set[BotWorker] = set()
        self._idle: deque[BotWorker] = deque()
        self._lock = threading.Lock()
        """Held to start or end a process: multiprocessing's list of children isn't thread-safe."""
        self._preparations = BotPreparations(megabytes + COMPILER_MEGABYTES, self._lock)
        self._is_stopping = False

    async def start(self) -> None:
        """Start the workers, and wait until they are ready."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._start)

    async def stop(self) -> None:
        """Stop the workers; pending and later choices are cancelled."""
        self._is_stopping = True
        await asyncio.to_thread(self._stop)

    async def choose(
        self, game: str, bot: str, view: View, seed: str, memory: Memory | None = None
    ) -> str:
        """Return the bot's move as text, or the first legal move if it fails to answer in time.

        The memory must not change until then.
        """
        paths = {**self.bots, **find_manifest(game).own_opponents}
        if bot not in paths:
            raise Refusal("unknown_bot", name=bot, names=list(paths))
        if self._is_stopping:
            raise asyncio.CancelledError
        answer = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._ask, Question(game, paths[bot], view, seed, memory)
        )
        if answer is not None:
            return answer
        if self._is_stopping:
            raise asyncio.CancelledError
        self.fallbacks += 1
        self.on_fallback()
        return str(view.legal[0])

    def _start(self) -> None:
        workers = [self._new_worker() for _ in range(self._size)]
        load_bots(self._paths())  # or the first table with a bot would import it on the event loop
        for worker in workers:
            worker.wait_until_ready()
        self._idle.extend(workers)

    def _stop(self) -> None:
        with self._lock:
            for worker in self._workers:
                worker.kill()
        self._preparations.stop()
        self._threads.shutdown(cancel_futures=True)
        for worker in list(self._workers):
            self._close(worker)

    def _ask(self, question: Question) -> str | None:
        """Return a worker's answer, None if it fails; there are no more threads than workers."""
        is_prepared = self._preparations.is_done(question.bot)
        pickled = pickle.dumps(question._replace(is_prepared=is_prepared))
        worker = None
        try:
            worker = self._take_worker()
            answer = worker.ask(pickled, self.timeout_s)
        except (OSError, EOFError):
            self._replace(worker)
            return None
        self._idle.append(worker)
        return answer

    def _take_worker(self) -> BotWorker:
        """Return an idle worker, or a new one if all idle ones have died."""
        while self._idle:
            worker = self._idle.popleft()
            with self._lock:
                is_alive = worker.is_alive()
            if is_alive:
                return worker
            self._close(worker)
        return self._new_worker()

    def _replace(self, worker: BotWorker | None) -> None:
        """Start another worker in place of one that failed."""
        if worker is not None:
            self._close(worker)
        try:
            self._idle.append(self._new_worker())
        except OSError:
            return  # the next question tries again

    def _new_worker(self) -> BotWorker:
        with self._lock:
            if self._is_stopping:
                raise ProcessLookupError
            worker = BotWorker(self._paths(), self.timeout_s, self.megabytes)
            self._workers.add(worker)
            return worker

    def _paths(self) -> list[str]:
        """Return the import paths of all bots that may be asked."""
        several = [game for game in game_names() if is_for_several(game)]
        own = [path for game in several for path in find_manifest(game).own_opponents.values()]
        return list(dict.fromkeys([*self.bots.values(), *own]))

    def _close(self, worker: BotWorker) -> None:
        with self._lock:
            worker.close()
            self._workers.discard(worker)


def work(pipe: Connection, bots: Sequence[str], timeout_s: float, megabytes: int) -> None:
    """Answer questions until the pipe is closed; a bot that fails ends the process silently."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    loaded = load_bots(bots)
    compiles = any(hasattr(bot, "prepare") for bot in loaded.values())
    limit_memory(megabytes + (COMPILER_MEGABYTES if compiles else 0))
    lower_priority()  # only now: on a busy machine the start would take too long
    with pipe:
        pipe.send_bytes(b"ready")
        while True:
            try:
                question = Question(*pickle.loads(pipe.recv_bytes()))  # noqa: S301  from the server
                begin_thinking(timeout_s)
                bot = loaded[question.bot]
                defer_compilation(is_deferred=not question.is_prepared)
                getattr(bot, "prepare", lambda: None)()
                answer = choose_move(question, bot)
                pipe.send_bytes(answer.encode())
                end_thinking()
            except Exception:
                return


def load_bots(paths: Sequence[str]) -> dict[str, AnyBot]:
    """Import bots; one that can't be imported leaves the others alone."""
    loaded: dict[str, AnyBot] = {}
    for path in paths:
        with suppress(Exception):
            loaded[path] = import_path(path)
    return loaded


def begin_thinking(timeout_s: float) -> None:
    """Ignore SIGTERM, since the server stops its workers; set an alarm far beyond the timeout."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 2 * timeout_s + 1)


def end_thinking() -> None:
    """Cancel the alarm, and let SIGTERM end the process again."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def choose_move(question: Question, bot: AnyBot) -> str:
    """Return the bot's choice as text that parses as a legal move."""
    random = Random(question.seed)  # noqa: S311  a bot's choices are no secret
    extra = (question.memory,) if wants_memory(bot) else ()
    text = str(bot(question.view, random, *extra))
    if find_game(question.game).read_move(text) not in question.view.legal:
        raise Refusal("illegal_move", move=text, legal=question.view.legal)
    return text
