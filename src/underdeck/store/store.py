"""The store: an asynchronous face on a database that is written by one thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, Engine

from underdeck.refusal import Refusal
from underdeck.store import queries
from underdeck.store.batch import write_keys
from underdeck.store.database import (
    READERS,
    copy_sqlite,
    place_of,
    read_url,
    reading_engine,
    writing_engine,
)
from underdeck.store.errors import is_lost, refusing
from underdeck.store.migrations import migrate
from underdeck.store.model import Change, Entry, Key, Profile, Result, Summary
from underdeck.store.writer import Turn, Writer

if TYPE_CHECKING:
    from underdeck.store.listener import Listener

T = TypeVar("T")
P = ParamSpec("P")

_READY = 5.0
"""How many seconds a store that is ready takes at most to say so."""


class Store:
    """Logs, profiles, keys and results, in one SQLite file of this process alone or in a PostgreSQL database of many.

    When the database is out of reach or full, what was asked is refused (`store_unavailable`, `store_full`), and the next
    try connects anew. A change refused as `store_unavailable` at the very moment of its commit may have been written:
    who tries again hears `Stale` then, and reads the log. A store belongs to the event loop in which it was opened.
    """

    def __init__(self, url: URL) -> None:
        self._loop = asyncio.get_running_loop()
        self.place = place_of(url)
        """Where the database is, as it may be shown."""
        self.is_shared = url.drivername != "sqlite"
        """May other processes write to it at the same time?"""
        self._writer = Writer(writing_engine(url), self._loop, self.place)
        self._reading = reading_engine(url)
        self._readers = ThreadPoolExecutor(READERS, "underdeck-reader")
        self._listener: Listener | None = None
        self._trial: asyncio.Future[bool] | None = None
        self._is_closed = False

    @classmethod
    async def open(cls, url: str | None = None) -> "Store":
        """Open a database, make or migrate its tables; without a URL, the file in the user's data folder."""
        try:
            store = cls(read_url(url))
        except ModuleNotFoundError as error:
            raise Refusal("store_unavailable", reason=str(error)) from None
        try:
            await store._ask(lambda connection: _refuse_damaged(connection, store.place), Turn.READ)
            await store.write(migrate)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Commit what is queued, then let go of the database."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._readers.shutdown)
        if self._reading is not None:
            self._reading.dispose()

    async def commit(self, change: Change) -> None:
        """Write a change for good, together with all that others commit at the same time.

        Raises `Stale` unless its entry is the next of its table. Changes are written in the order in which they are given here.
        """
        await self._ask(change, Turn.WRITE)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table after this version."""
        return await self.read(queries.entries, table, after)

    async def summary(self, table: str) -> Summary | None:
        """The summary of a table."""
        return await self.read(queries.summary, table)

    async def lobby(self, limit: int = 100) -> list[Summary]:
        """The tables that are listed and have seats to take, newest first."""
        return await self.read(queries.lobby, limit)

    async def due(self, now: float, limit: int = 200) -> list[Summary]:
        """The tables whose clock has run out, longest ago first."""
        return await self.read(queries.due, now, limit)

    async def unchanged_since(self, when: float, limit: int = 200) -> list[Summary]:
        """Return tables that still wait for players and have not changed since then, oldest first."""
        return await self.read(queries.unchanged_since, when, limit)

    async def all_tables(self, status: str | None = None, limit: int = 1000) -> list[Summary]:
        """The tables, of this status if one is given, newest first."""
        return await self.read(queries.all_tables, status, limit)

    async def tables_of(self, profile: str, limit: int = 100) -> list[Summary]:
        """The tables at which a profile has a seat, newest first."""
        return await self.read(queries.tables_of, profile, limit)

    async def results_of(self, profile: str, limit: int = 100) -> list[Result]:
        """How the games of a profile ended, newest first."""
        return await self.read(queries.results_of, profile, limit)

    async def profile(self, id: str) -> Profile | None:  # noqa: A002  a profile's name is what it is shown as
        """A profile."""
        return await self.read(queries.profile, id)

    async def save_profile(self, profile: Profile) -> None:
        """Keep a profile, new or changed."""
        await self.write(queries.save_profile, profile)

    async def drop_profile(self, id: str) -> None:  # noqa: A002
        """Forget a profile, its keys and its results."""
        await self.write(queries.drop_profile, id)

    async def claim_profile(self, code: bytes, now: float, new: Key) -> Profile | None:
        """Use up a code for a new key to its profile; None if the code is gone or has expired."""
        return await self.write(queries.claim_profile, code, now, new)

    async def count_keys(self, profile: str) -> int:
        """How many keys open a profile."""
        return await self.read(queries.count_keys, profile)

    async def drop_other_keys(self, profile: str, kept: bytes) -> None:
        """Forget all keys and codes that open a profile, but for one."""
        await self.write(queries.drop_other_keys, profile, kept)

    async def renew_key(self, hash: bytes, expires: float) -> None:  # noqa: A002
        """Let a key expire later."""
        await self.write(queries.renew_key, hash, expires)

    async def replace_seat_keys(self, new: Key) -> list[bytes]:
        """Make a key the only one of its seat; the others, which are gone."""
        return await self.write(queries.replace_seat_keys, new)

    async def key(self, hash: bytes) -> Key | None:  # noqa: A002  what it is called everywhere
        """The key of this hash, unless it has expired."""
        return await self.read(queries.key, hash)

    async def keys_of(self, table: str) -> list[Key]:
        """All keys to a table, expired ones too."""
        return await self.read(queries.keys_of, table)

    async def add_keys(self, *keys: Key) -> None:
        """Keep these keys."""
        await self.write(write_keys, keys)

    async def replace_key(self, old: bytes, new: Key, revoked: Key) -> bool:
        """Put a new key in the place of an old one; False if that is gone, since somebody else was first."""
        return await self.write(queries.replace_key, old, new, revoked)

    async def drop_key(self, hash: bytes) -> bool:  # noqa: A002
        """Forget a key; was it there?"""
        return await self.write(queries.drop_key, hash)

    async def take_key(self, hash: bytes, kind: str, now: float) -> Key | None:  # noqa: A002
        """Use up a key of that kind; None if it is gone or has expired."""
        return await self.write(queries.take_key, hash, kind, now)

    async def purge_keys(self, now: float) -> int:
        """Forget the keys that have expired, and profiles that none opens any more; how many keys were there?"""
        return await self.write(queries.purge_keys, now)

    async def check(self) -> bool:
        """Does the database take writes? Callers at the same time share one attempt."""
        if self._trial is None or self._trial.done():
            self._trial = asyncio.ensure_future(self._try_to_write())
        return await asyncio.shield(self._trial)

    async def _try_to_write(self) -> bool:
        """Commit a write that leaves nothing behind."""
        try:
            async with asyncio.timeout(_READY):
                await self.write(queries.beat)
        except (Refusal, TimeoutError):
            return False
        return True

    async def integrity(self) -> list[str]:
        """What is wrong with the database, in plain words; nobody can write to a SQLite file meanwhile."""
        return await self.snapshot(queries.problems)

    def listen(self, heard: Callable[[str, int], None], known: Callable[[], list[str]]) -> None:
        """Call `heard(table, version)` in the event loop when a worker, this one too, has committed entries up to this version.

        The same version may be reported twice, and several by the last. After a lost connection the versions of all tables
        are reported that `known` returns (called in another thread). A SQLite file has no other workers.
        """
        if self._reading is not None and self._listener is None:
            from underdeck.store.listener import Listener  # noqa: PLC0415  SQLite does without PostgreSQL's driver

            self._listener = Listener(self._reading, self._loop, heard, known)

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Let `work` read from the database, beside the writer where that can be."""
        if self._reading is None:
            return await self._ask(lambda connection: work(connection, *args, **kwargs), Turn.READ)
        return await self._read_beside(
            self._reading, lambda connection: work(connection, *args, **kwargs)
        )

    async def snapshot(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Let `work` read several things as they are at one moment."""
        if self._reading is None:
            return await self.read(work, *args, **kwargs)
        steady = self._reading.execution_options(isolation_level="REPEATABLE READ")
        return await self._read_beside(steady, lambda connection: work(connection, *args, **kwargs))

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Let `work` write to the database, in the same transaction as all that others write at the same time."""
        return await self._ask(lambda connection: work(connection, *args, **kwargs), Turn.WRITE)

    async def copy(self, path: Path) -> None:
        """Copy the SQLite file to a new one, while others go on writing."""
        await self._ask(
            lambda connection: copy_sqlite(connection, path, self._writer.pause), Turn.LONG
        )

    async def _ask(self, work: Change | Callable[[Connection], T], turn: Turn) -> T:
        """Have it done in the thread that writes."""
        if self._is_closed:
            raise Refusal("store_closed")
        done: T = await self._writer.ask(work, turn)
        return done

    async def _read_beside(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        """Have it done over a connection of the pool."""
        if self._is_closed:
            raise Refusal("store_closed")
        return await self._loop.run_in_executor(
            self._readers, _read_twice, engine, work, self.place
        )


def _read_twice(engine: Engine, work: Callable[[Connection], T], place: str) -> T:
    """Read, and once more over a new connection if that of the pool turns out to be lost."""
    for attempt in (1, 2):
        try:
            with engine.connect() as connection:
                return work(connection)
        except Exception as error:
            if attempt == 2 or not is_lost(error):
                raise refusing(error, place)() from error
    raise AssertionError


def _refuse_damaged(connection: Connection, place: str) -> None:
    """Refuse a SQLite file whose pages don't hang together."""
    if (
        connection.dialect.name == "sqlite"
        and connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok"
    ):
        raise Refusal("store_damaged", path=place)
