"""Which database a URL means, and how we speak to it."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from underdeck.private_files import make_private_file, make_private_folder, tighten
from underdeck.refusal import Refusal

PATIENCE = 0.5
"""How many seconds an attempt waits for another process to let go of a SQLite file."""
READERS = 4
"""How many reads PostgreSQL answers for us at once."""
_TIMES = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""How soon we notice that a PostgreSQL server is out of reach."""


def default_url() -> URL:
    """The SQLite file in the user's data folder; `UNDERDECK_HOME` moves it."""
    home = os.environ.get("UNDERDECK_HOME")
    if home:
        return URL.create("sqlite", database=str(Path(home) / "underdeck.db"))
    from platformdirs import user_data_path  # noqa: PLC0415  only where it is needed

    return URL.create(
        "sqlite", database=str(user_data_path("underdeck", appauthor=False) / "underdeck.db")
    )


def read_url(text: str | None) -> URL:
    """The URL of a SQLite file or a PostgreSQL database, with the driver we use."""
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
                {k: v for k, v in _TIMES.items() if k not in url.query}
            )
        case scheme:
            raise Refusal("store_url", scheme=scheme)


def place_of(url: URL) -> str:
    """Where the database is, as it may be shown: no password."""
    if url.drivername == "sqlite":
        return url.database or ":memory:"
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def writing_engine(url: URL) -> Engine:
    """An engine for the one connection that writes."""
    if url.drivername == "sqlite":
        return _sqlite_engine(url)
    engine = create_engine(url, poolclass=NullPool, isolation_level="READ COMMITTED")

    @event.listens_for(engine, "connect")
    def let_go(driver: Any, _record: object) -> None:
        """A worker that freezes in the middle of a transaction doesn't hold up the others for long."""
        driver.execute("SET idle_in_transaction_session_timeout = '30s'")
        driver.commit()

    return engine


def reading_engine(url: URL) -> Engine | None:
    """An engine for reads beside the writer; None for SQLite, where one connection does everything."""
    if url.drivername == "sqlite":
        return None
    return create_engine(url, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT")


def _sqlite_engine(url: URL) -> Engine:
    """SQLite with a write-ahead log, flushed at every commit, for this one connection and nobody else."""
    if url.database and url.database != ":memory:" and not url.database.startswith("file:"):
        try:
            make_private_folder(Path(url.database).parent)
        except OSError as error:
            raise Refusal("store_unavailable", reason=error.strerror or str(error)) from None
        _make_private(Path(url.database))
    engine = create_engine(
        url, poolclass=NullPool, connect_args={"timeout": PATIENCE, "check_same_thread": True}
    )

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
    """Let only the owner read a database; files that SQLite makes beside it have the same permissions."""
    make_private_file(path)
    for suffix in ("-wal", "-shm", "-journal"):
        tighten(path.with_name(path.name + suffix))


def copy_sqlite(connection: Connection, path: Path, pause: Callable[[], None]) -> None:
    """Copy a SQLite database as it is being written to, a megabyte at a time; `pause` lets others work in between."""
    source = connection.connection.driver_connection
    assert isinstance(source, sqlite3.Connection)
    make_private_file(path)
    try:
        with closing(sqlite3.connect(path)) as copy:
            source.backup(copy, pages=256, progress=lambda *_: pause())
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise Refusal("export_failed", path=str(path), reason=str(error)) from error
