"""The one thread that writes: whatever is queued goes into one transaction, and callers hear of it once that is on disk."""

import asyncio
import sqlite3
import threading
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
from underdeck.store.errors import is_full, is_lost, refusing
from underdeck.store.model import Change, Stale
from underdeck.store.sqlite_moves import Quick

Work: TypeAlias = Callable[[Connection], Any]

MOST_AT_ONCE = 4096
"""How much goes into one transaction at most."""


class Turn(Enum):
    """When it comes to something within a round."""

    READ = auto()
    """Before the writes, so that nobody waits for the disk only to read."""
    WRITE = auto()
    LONG = auto()
    """After the writes; it lets others work while it goes on, by `Writer.pause`."""


@dataclass(slots=True, eq=False)
class Asked:
    """Something to do, and who waits for it."""

    future: asyncio.Future[Any]
    work: Change | Work
    turn: Turn


class Writer:
    """A thread with a connection of its own, which it opens when it needs it and opens again when it was lost."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop, place: str) -> None:
        self._engine = engine
        self._loop = loop
        self._place = place
        self._connection: Connection | None = None
        self._quick = Quick()
        self._queue: SimpleQueue[Asked | None] = SimpleQueue()
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="underdeck-store", daemon=True)
        self._thread.start()

    def ask(self, work: Change | Work, turn: Turn = Turn.WRITE) -> asyncio.Future[Any]:
        """Queue something; the future is settled in the event loop when it is done, and on disk."""
        future = self._loop.create_future()
        self._queue.put(Asked(future, work, turn))
        return future

    def close(self) -> None:
        """Do what is queued, then end; waits for it."""
        self._queue.put(None)
        self._thread.join()

    def pause(self) -> None:
        """Let what is queued have its turn, in the middle of something long."""
        if asked := self._take(wait=False):
            self._do(asked)

    def _run(self) -> None:
        while not self._is_closing:
            self._do(self._take(wait=True))
        self._disconnect()
        self._engine.dispose()

    def _take(self, wait: bool) -> list[Asked]:
        """Everything that is queued: what came while the last was written, for a commit costs the same for many."""
        taken: list[Asked] = []
        with suppress(Empty):
            while len(taken) < MOST_AT_ONCE:
                asked = self._queue.get(block=wait and not taken)
                if asked is None:
                    self._is_closing = True
                    break
                taken.append(asked)
        return taken

    def _do(self, asked: list[Asked]) -> None:
        """One round: reads, writes in one transaction, and what takes long."""
        turns = {turn: [one for one in asked if one.turn is turn] for turn in Turn}
        if reads := turns[Turn.READ]:
            self._answer(reads, [self._read(one.work) for one in reads])
        if writes := turns[Turn.WRITE]:
            self._answer(writes, self._write(writes))
        for one in turns[Turn.LONG]:
            self._answer([one], [self._read(one.work)])

    def _answer(self, asked: Sequence[Asked], outcomes: Sequence[Any]) -> None:
        """Wake up those who wait, all at once; nobody does if their event loop is closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(_settle, [one.future for one in asked], outcomes)

    def _read(self, work: Change | Work) -> Any:
        """Do something that writes nothing; once more if the connection turns out to be lost."""
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
                    return refusing(error, self._place)()
        return None

    def _write(self, asked: Sequence[Asked]) -> list[Any]:
        """Write all of it in one transaction, and what came of each.

        Moves go the quick way where there is one. A lost connection is opened again, once. If something is wrong with what was
        asked, each has a savepoint of its own.
        """
        changes = [one.work for one in asked if isinstance(one.work, Change)]
        write, again = _write_together, False
        try:
            if len(changes) == len(asked) and (written := self._write_quickly(changes)) is not None:
                return written
        except Exception:  # it is tried the other way, which knows what errors mean
            self._disconnect()
            again = True
        while True:
            try:
                with self._connected().begin() as transaction:
                    outcomes = write(transaction.connection, asked, again)
            except Exception as error:
                self._quick.forget()
                if is_lost(error) and not again:
                    self._disconnect()
                    again = True
                elif write is _write_together and not is_lost(error) and not is_full(error):
                    write = self._write_each
                else:
                    if not is_full(error):
                        self._disconnect()
                    refusal = refusing(error, self._place)
                    return [refusal() for _ in asked]
            else:
                if len(changes) == len(asked):
                    self._quick.learn(changes, outcomes)
                else:
                    self._quick.forget()
                return outcomes

    def _write_quickly(self, changes: Sequence[Change]) -> list[Any] | None:
        """Write moves to a SQLite file that is ours alone; None if there is more to it."""
        driver = self._connected().connection.driver_connection
        return (
            self._quick.write(driver, changes) if isinstance(driver, sqlite3.Connection) else None
        )

    def _write_each(self, connection: Connection, asked: Sequence[Asked], again: bool) -> list[Any]:
        """Write one after the other, so that only those fail that are wrong."""
        outcomes: list[Any] = []
        for one in asked:
            try:
                with connection.begin_nested():
                    outcomes += _write_together(connection, [one], again)
            except Exception as error:
                if is_lost(error):
                    raise
                if isinstance(error, IntegrityError) and isinstance(one.work, Change):
                    outcomes.append(Stale(one.work.entry.table, one.work.entry.version))
                else:
                    outcomes.append(refusing(error, self._place)())
        return outcomes

    def _connected(self) -> Connection:
        """The connection, opened if there is none."""
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        """Give up the connection, and whatever was going on over it."""
        connection, self._connection = self._connection, None
        self._quick.forget()
        if connection is not None:
            with suppress(Exception):
                connection.close()


def _write_together(connection: Connection, asked: Sequence[Asked], again: bool) -> list[Any]:
    """Write in the order asked for, changes that follow each other in one go."""
    outcomes: list[Any] = []
    for is_change, some in groupby(
        (one.work for one in asked), key=lambda work: isinstance(work, Change)
    ):
        if is_change:
            outcomes += write_changes(
                connection, [work for work in some if isinstance(work, Change)], again
            )
        else:
            outcomes += [work(connection) for work in some if not isinstance(work, Change)]
    return outcomes


def _settle(futures: list[asyncio.Future[Any]], outcomes: Sequence[Any]) -> None:
    """Give each who still waits what came of it."""
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
