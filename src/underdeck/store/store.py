"""The store: asynchronous access to a database that one thread writes to."""

import asyncio
from collections.abc import Awaitable, Callable
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
from underdeck.store.deletion import drop_profile
from underdeck.store.errors import error_factory, is_lost
from underdeck.store.migrations import migrate
from underdeck.store.model import Change, Entry, Key, Profile, Result, Summary
from underdeck.store.writer import Turn, Writer

if TYPE_CHECKING:
    from underdeck.store.listener import Listener

T = TypeVar("T")
P = ParamSpec("P")

_CHECK_TIMEOUT_S = 5.0


class Store:
    """Logs, profiles, keys and results, in a SQLite file of one process or in PostgreSQL.

    If the database is unreachable or full, requests are refused (`store_unavailable`, `store_full`)
    and the next one reconnects. A change refused as `store_unavailable` during its commit may have
    been written: a retry then raises `Stale`, and the caller reads the log. A store belongs to the
    event loop in which it was opened.
    """

    def __init__(self, url: URL) -> None:
        self._loop = asyncio.get_running_loop()
        self.place = place_of(url)
        """The location of the database, without its password."""
        self.is_shared = url.drivername != "sqlite"
        """Whether other processes may write to the database."""
        self._writer = Writer(writing_engine(url), self._loop, self.place)
        self._reading = reading_engine(url)
        self._readers = ThreadPoolExecutor(READERS, "underdeck-reader")
        self._listener: Listener | None = None
        self._trial: asyncio.Future[bool] | None = None
        self._is_closed = False

    @classmethod
    async def open(cls, url: str | None = None, *, check: bool = True) -> "Store":
        """Open a database, by default in the user's data folder, and migrate it.

        Without `check` a damaged SQLite file is noticed only when a damaged part is read.
        """
        try:
            store = cls(read_url(url))
        except ModuleNotFoundError as error:
            raise Refusal("store_unavailable", reason=str(error)) from None
        try:
            if check:
                await store._submit(
                    lambda connection: _refuse_damaged(connection, store.place), Turn.READ
                )
            await store.write(migrate)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Commit what is queued, then close the database."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._readers.shutdown)
        if self._reading is not None:
            self._reading.dispose()

    def commit(self, change: Change) -> Awaitable[None]:
        """Write a change durably, in one transaction with others that are queued.

        Raise `Stale` unless it continues its table's log. Changes are written in order.
        """
        return self._submit(change, Turn.WRITE)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the log of a table after a version."""
        return await self.read(queries.entries, table, after)

    async def summary(self, table: str) -> Summary | None:
        """Return the summary of a table."""
        return await self.read(queries.summary, table)

    async def lobby(self, limit: int = 100) -> list[Summary]:
        """Return listed tables that wait for players, newest first."""
        return await self.read(queries.lobby, limit)

    async def due(self, now: float, limit: int = 200) -> list[Summary]:
        """Return tables whose deadline has passed, oldest deadline first."""
        return await self.read(queries.due, now, limit)

    async def unchanged_since(self, when: float, limit: int = 200) -> list[Summary]:
        """Return tables that wait for players and haven't changed since then, oldest first."""
        return await self.read(queries.unchanged_since, when, limit)

    async def all_tables(self, status: str | None = None, limit: int = 1000) -> list[Summary]:
        """Return tables, all or of one status, newest first."""
        return await self.read(queries.all_tables, status, limit)

    async def tables_of(self, profile: str, limit: int = 100) -> list[Summary]:
        """Return the tables at which a profile has a seat, newest first."""
        return await self.read(queries.tables_of, profile, limit)

    async def results_of(self, profile: str, limit: int = 100) -> list[Result]:
        """Return the results of a profile, newest first."""
        return await self.read(queries.results_of, profile, limit)

    async def profile(self, id: str) -> Profile | None:  # noqa: A002  its name is another field
        """Return a profile."""
        return await self.read(queries.profile, id)

    async def save_profile(self, profile: Profile) -> None:
        """Store a profile, new or changed."""
        await self.write(queries.save_profile, profile)

    async def drop_profile(self, id: str) -> None:  # noqa: A002
        """Delete a profile, its keys and its history."""
        await self.write(drop_profile, id)

    async def claim_profile(self, code: bytes, now: float, new: Key) -> Profile | None:
        """Exchange a code for a new key to its profile; None if the code is unknown or expired."""
        return await self.write(queries.claim_profile, code, now, new)

    async def count_keys(self, profile: str) -> int:
        """Return the number of keys that open a profile."""
        return await self.read(queries.count_keys, profile)

    async def drop_other_keys(self, profile: str, kept: bytes) -> None:
        """Delete all keys and codes that open a profile, except one."""
        await self.write(queries.drop_other_keys, profile, kept)

    async def renew_key(self, hash: bytes, expires: float) -> None:  # noqa: A002
        """Postpone the expiry of a key."""
        await self.write(queries.renew_key, hash, expires)

    async def replace_seat_keys(self, new: Key) -> list[bytes]:
        """Make a key the only one of its seat; return the hashes of the deleted ones."""
        return await self.write(queries.replace_seat_keys, new)

    async def key(self, hash: bytes) -> Key | None:  # noqa: A002
        """Return the key with this hash, unless it has expired."""
        return await self.read(queries.key, hash)

    async def keys_of(self, table: str) -> list[Key]:
        """Return all keys to a table, expired ones too."""
        return await self.read(queries.keys_of, table)

    async def add_keys(self, *keys: Key) -> None:
        """Store keys."""
        await self.write(write_keys, keys)

    async def replace_key(self, old: bytes, new: Key, revoked: Key) -> bool:
        """Replace a key by a new one; return False if another request replaced it first."""
        return await self.write(queries.replace_key, old, new, revoked)

    async def drop_key(self, hash: bytes) -> bool:  # noqa: A002
        """Delete a key; return whether it existed."""
        return await self.write(queries.drop_key, hash)

    async def take_key(self, hash: bytes, kind: str, now: float) -> Key | None:  # noqa: A002
        """Delete and return a key of a kind; None if it is unknown or expired."""
        return await self.write(queries.take_key, hash, kind, now)

    async def purge_keys(self, now: float) -> int:
        """Delete expired keys, and profiles without keys; return the number of deleted keys."""
        return await self.write(queries.purge_keys, now)

    async def check(self) -> bool:
        """Return whether the database accepts writes; concurrent callers share one attempt."""
        if self._trial is None or self._trial.done():
            self._trial = asyncio.ensure_future(self._try_to_write())
        return await asyncio.shield(self._trial)

    async def _try_to_write(self) -> bool:
        """Commit a write that changes nothing in the end."""
        try:
            async with asyncio.timeout(_CHECK_TIMEOUT_S):
                await self.write(queries.write_and_delete)
        except (Refusal, TimeoutError):
            return False
        return True

    async def integrity(self) -> list[str]:
        """Return descriptions of problems with the database; a SQLite file is blocked meanwhile."""
        return await self.snapshot(queries.problems)

    def listen(
        self, on_version: Callable[[str, int], None], known: Callable[[], list[str]]
    ) -> None:
        """Call `on_version(table, version)` in the event loop when any worker has committed.

        A version may be reported twice, and several by the last one. After a reconnect the versions
        of all tables that `known` returns are reported; it is called in another thread. With a
        SQLite file, which has no other workers, nothing is reported.
        """
        if self._reading is not None and self._listener is None:
            from underdeck.store.listener import Listener  # noqa: PLC0415  needs psycopg

            self._listener = Listener(self._reading, self._loop, on_version, known)

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work`, which only reads; on PostgreSQL concurrently with the writer."""
        if self._reading is None:
            return await self._submit(
                lambda connection: work(connection, *args, **kwargs), Turn.READ
            )
        return await self._read_concurrently(
            self._reading, lambda connection: work(connection, *args, **kwargs)
        )

    async def snapshot(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work`, which reads a consistent snapshot."""
        if self._reading is None:
            return await self.read(work, *args, **kwargs)
        repeatable = self._reading.execution_options(isolation_level="REPEATABLE READ")
        return await self._read_concurrently(
            repeatable, lambda connection: work(connection, *args, **kwargs)
        )

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `work`, which writes, in one transaction with others that are queued."""
        return await self._submit(lambda connection: work(connection, *args, **kwargs), Turn.WRITE)

    async def copy(self, path: Path) -> None:
        """Copy the SQLite file to a new one while others go on writing."""
        await self._submit(
            lambda connection: copy_sqlite(connection, path, self._writer.pause), Turn.LONG
        )

    def _submit(self, work: Change | Callable[[Connection], T], turn: Turn) -> Awaitable[T]:
        """Run work in the writing thread."""
        if self._is_closed:
            raise Refusal("store_closed")
        return self._writer.submit(work, turn)

    async def _read_concurrently(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        """Run work over a connection of the pool."""
        if self._is_closed:
            raise Refusal("store_closed")
        return await self._loop.run_in_executor(
            self._readers, _read_with_retry, engine, work, self.place
        )


def _read_with_retry(engine: Engine, work: Callable[[Connection], T], place: str) -> T:
    """Read; if the pooled connection turns out to be lost, retry over a new one."""
    for attempt in (1, 2):
        try:
            with engine.connect() as connection:
                return work(connection)
        except Exception as error:
            if attempt == 2 or not is_lost(error):
                raise error_factory(error, place)() from error
    raise AssertionError


def _refuse_damaged(connection: Connection, place: str) -> None:
    """Refuse a SQLite file that fails its quick check."""
    if (
        connection.dialect.name == "sqlite"
        and connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok"
    ):
        raise Refusal("store_damaged", path=place)
