"""The writing thread: it commits queued work together, then resolves the callers' futures."""

import asyncio
import math
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from underdeck.store.batch import write_changes
from underdeck.store.errors import error_factory, is_full, is_lost
from underdeck.store.model import Change, Stale
from underdeck.store.sqlite_moves import MoveWriter

Work: TypeAlias = Callable[[Connection], object]

MAX_BATCH = 4096
"""Limits the requests of one transaction."""
MIN_COMMIT_INTERVAL_S = 0.005
"""The shortest time between two commits of changes under load, so that changes share a commit. A
change that comes after a longer pause is committed at once."""
LOAD_CHANGES_PER_S = 400
"""The rate of changes that counts as load; below it, no change waits for others."""
RATE_WINDOW_S = 0.5
"""The time over which the rate of changes is averaged."""


class Turn(Enum):
    """The order of requests within one batch."""

    READ = auto()
    """Before the writes, so that reads don't wait for the disk."""
    WRITE = auto()
    LONG = auto()
    """After the writes; long work calls `Writer.pause` to let other requests run."""


@dataclass(slots=True, eq=False)
class Request:
    """Work for the writing thread, and the future that waits for it."""

    future: asyncio.Future[Any]
    work: Change | Work
    turn: Turn


class Writer:
    """A thread with its own connection, which it opens when needed and reopens when lost."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop, place: str) -> None:
        self._engine = engine
        self._loop = loop
        self._place = place
        self._connection: Connection | None = None
        self._moves = MoveWriter()
        self._queue: SimpleQueue[Request | None] = SimpleQueue()
        self._is_closing = False
        self._committed_at = 0.0
        """When changes were last committed, by the monotonic clock."""
        self._changes_per_s = 0.0
        """A moving average, at that time."""
        self._thread = threading.Thread(target=self._run, name="underdeck-store", daemon=True)
        self._thread.start()

    def submit(self, work: Change | Work, turn: Turn = Turn.WRITE) -> asyncio.Future[Any]:
        """Queue work; the future is resolved in the event loop when it is done and on disk."""
        future = self._loop.create_future()
        self._queue.put(Request(future, work, turn))
        return future

    def close(self) -> None:
        """Finish what is queued, then end the thread and wait for it."""
        self._queue.put(None)
        self._thread.join()

    def pause(self) -> None:
        """Run what is queued, in the middle of long work."""
        if requests := self._take(wait=False):
            self._run_batch(requests)

    def _run(self) -> None:
        while not self._is_closing:
            requests = self._take(wait=True)
            if all(isinstance(request.work, Change) for request in requests):
                requests += self._take_more_changes()
                self._note_changes(len(requests))
            self._run_batch(requests)
        self._disconnect()
        self._engine.dispose()

    def _take_more_changes(self) -> list[Request]:
        """Under load, wait until the last commit is `MIN_COMMIT_INTERVAL_S` ago."""
        left = self._committed_at + MIN_COMMIT_INTERVAL_S - time.monotonic()
        if left > 0 and self._changes_per_s > LOAD_CHANGES_PER_S and not self._is_closing:
            time.sleep(left)
        return self._take(wait=False)

    def _note_changes(self, count: int) -> None:
        """Count changes that are about to be committed."""
        now = time.monotonic()
        decay = math.exp((self._committed_at - now) / RATE_WINDOW_S)
        self._changes_per_s = self._changes_per_s * decay + count / RATE_WINDOW_S
        self._committed_at = now

    def _take(self, wait: bool) -> list[Request]:
        """Return all queued work, because one commit for many costs no more than for one."""
        taken: list[Request] = []
        with suppress(Empty):
            while len(taken) < MAX_BATCH:
                request = self._queue.get(block=wait and not taken)
                if request is None:
                    self._is_closing = True
                    break
                taken.append(request)
        return taken

    def _run_batch(self, requests: list[Request]) -> None:
        """Run reads, then writes in one transaction, then long work."""
        turns = {turn: [each for each in requests if each.turn is turn] for turn in Turn}
        if reads := turns[Turn.READ]:
            self._resolve(reads, [self._read(request.work) for request in reads])
        if writes := turns[Turn.WRITE]:
            self._resolve(writes, self._write(writes))
        for request in turns[Turn.LONG]:
            self._resolve([request], [self._read(request.work)])

    def _resolve(self, requests: Sequence[Request], outcomes: Sequence[object]) -> None:
        """Resolve futures in the event loop, unless that is closed."""
        futures = [request.future for request in requests]
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(_resolve_futures, futures, outcomes)

    def _read(self, work: Change | Work) -> object:
        """Run work that writes nothing; retry once if the connection turns out to be lost."""
        assert not isinstance(work, Change)
        for attempt in (1, 2):
            try:
                connection = self._connected()
                try:
                    return work(connection)
                finally:
                    connection.rollback()
            except Exception as error:
                lost = is_lost(error)
                if lost:
                    self._disconnect()
                if attempt == 2 or not lost:
                    return error_factory(error, self._place)()
        return None

    def _write(self, requests: Sequence[Request]) -> Sequence[object]:
        """Write all requests in one transaction, and return the outcome of each.

        Moves take the fast path where there is one. A lost connection is reopened once. If a
        request is wrong, each one gets a savepoint of its own.
        """
        changes = [each.work for each in requests if isinstance(each.work, Change)]
        are_changes = len(changes) == len(requests)
        write, is_retry = _write_together, False
        try:
            if are_changes and (outcomes := self._write_moves(changes)) is not None:
                return outcomes
        except Exception:  # the slow path below classifies the error
            self._disconnect()
            is_retry = True
        while True:
            try:
                with self._connected().begin() as transaction:
                    outcomes = write(transaction.connection, requests, is_retry)
            except Exception as error:
                self._moves.forget()
                if is_lost(error) and not is_retry:
                    self._disconnect()
                    is_retry = True
                elif write is _write_together and not is_lost(error) and not is_full(error):
                    write = self._write_each
                else:
                    if not is_full(error):
                        self._disconnect()
                    make_error = error_factory(error, self._place)
                    return [make_error() for _ in requests]
            else:
                if are_changes:
                    self._moves.learn(changes, outcomes)
                else:
                    self._moves.forget()
                return outcomes

    def _write_moves(self, changes: Sequence[Change]) -> Sequence[object] | None:
        """Write changes to a locked SQLite file, moves first; return None if there are no moves."""
        connection = self._connected()
        driver = connection.connection.driver_connection
        if not isinstance(driver, sqlite3.Connection):
            return None
        batch = self._moves.select(changes)
        outcomes = batch.outcomes
        if not outcomes:
            return None
        if batch.others:
            with connection.begin():
                batch.write(driver)
                written = write_changes(connection, [changes[place] for place in batch.others])
            outcomes |= zip(batch.others, written, strict=True)
        elif batch.heads:
            driver.execute("BEGIN IMMEDIATE")
            batch.write(driver)
            driver.execute("COMMIT")
        in_order = [outcomes[place] for place in range(len(changes))]
        self._moves.learn(changes, in_order)
        return in_order

    def _write_each(
        self, connection: Connection, requests: Sequence[Request], is_retry: bool
    ) -> list[object]:
        """Write one request after the other, so that only the wrong ones fail."""
        outcomes: list[object] = []
        for request in requests:
            try:
                with connection.begin_nested():
                    outcomes += _write_together(connection, [request], is_retry)
            except Exception as error:
                if is_lost(error):
                    raise
                if isinstance(error, IntegrityError) and isinstance(request.work, Change):
                    entry = request.work.entry
                    outcomes.append(Stale(entry.table, entry.version))
                else:
                    outcomes.append(error_factory(error, self._place)())
        return outcomes

    def _connected(self) -> Connection:
        """Return the connection; open it if there is none."""
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        """Drop the connection and its transaction."""
        connection, self._connection = self._connection, None
        self._moves.forget()
        if connection is not None:
            with suppress(Exception):
                connection.close()


def _write_together(
    connection: Connection, requests: Sequence[Request], is_retry: bool
) -> list[object]:
    """Write requests in order, and consecutive changes together."""
    outcomes: list[object] = []
    all_work = (request.work for request in requests)
    for is_change, group in groupby(all_work, key=lambda work: isinstance(work, Change)):
        if is_change:
            changes = [work for work in group if isinstance(work, Change)]
            outcomes += write_changes(connection, changes, is_retry)
        else:
            outcomes += [work(connection) for work in group if not isinstance(work, Change)]
    return outcomes


def _resolve_futures(futures: list[asyncio.Future[Any]], outcomes: Sequence[object]) -> None:
    """Resolve futures that weren't cancelled."""
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
