"""Database URLs and engines."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from underdeck.private_files import data_folder, make_private_file, make_private_folder, tighten
from underdeck.refusal import Refusal

if TYPE_CHECKING:
    import psycopg

SQLITE_TIMEOUT_S = 0.5
"""How long an attempt waits for another process to release a SQLite file."""
READERS = 4
"""The number of connections for concurrent reads from PostgreSQL."""
_CONNECTION_TIMEOUTS = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""libpq options that detect an unreachable PostgreSQL server."""


def default_url() -> URL:
    """Return the SQLite file in the user's data folder."""
    return URL.create("sqlite", database=str(data_folder() / "underdeck.db"))


def read_url(text: str | None) -> URL:
    """Parse the URL of a SQLite file or a PostgreSQL database, and choose the driver."""
    if text is None:
        return default_url()
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise Refusal("store_url", scheme=text.partition(":")[0]) from None
    match url.drivername:
        case "sqlite":
            return url
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg").update_query_dict(
                {k: v for k, v in _CONNECTION_TIMEOUTS.items() if k not in url.query}
            )
        case scheme:
            raise Refusal("store_url", scheme=scheme)


def place_of(url: URL) -> str:
    """Return the location of the database without its password."""
    if url.drivername == "sqlite":
        return url.database or ":memory:"
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def writing_engine(url: URL) -> Engine:
    """Return an engine for the one connection that writes."""
    if url.drivername == "sqlite":
        return _sqlite_engine(url)
    engine = create_engine(url, poolclass=NullPool, isolation_level="READ COMMITTED")

    @event.listens_for(engine, "connect")
    def limit_transactions(
        driver: "psycopg.Connection[tuple[object, ...]]", _record: object
    ) -> None:
        """Limit idle transactions: a frozen worker must not block the others."""
        driver.execute("SET idle_in_transaction_session_timeout = '30s'")
        driver.commit()

    return engine


def reading_engine(url: URL) -> Engine | None:
    """Return an engine for concurrent reads; None for SQLite, which has one connection."""
    if url.drivername == "sqlite":
        return None
    return create_engine(url, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT")


def _sqlite_engine(url: URL) -> Engine:
    """Return an engine with a write-ahead log, synced at every commit, and an exclusive lock."""
    if url.database and url.database != ":memory:" and not url.database.startswith("file:"):
        try:
            make_private_folder(Path(url.database).parent)
        except OSError as error:
            raise Refusal("store_unavailable", reason=error.strerror or str(error)) from None
        _make_private(Path(url.database))
    options = {"timeout": SQLITE_TIMEOUT_S, "check_same_thread": True}
    engine = create_engine(url, poolclass=NullPool, connect_args=options)

    @event.listens_for(engine, "connect")
    def prepare(driver: sqlite3.Connection, _record: object) -> None:
        driver.isolation_level = None
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            driver.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _make_private(path: Path) -> None:
    """Let only the owner read a database and the files that SQLite creates beside it."""
    make_private_file(path)
    for suffix in ("-wal", "-shm", "-journal"):
        tighten(path.with_name(path.name + suffix))


def copy_sqlite(connection: Connection, path: Path, pause: Callable[[], None]) -> None:
    """Copy a SQLite database in use, one megabyte at a time; call `pause` in between."""
    source = connection.connection.driver_connection
    assert isinstance(source, sqlite3.Connection)
    make_private_file(path)
    try:
        with closing(sqlite3.connect(path)) as copy:
            source.backup(copy, pages=256, progress=lambda *_: pause())
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise Refusal("export_failed", path=str(path), reason=str(error)) from error
