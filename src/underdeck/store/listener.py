"""Receive PostgreSQL's notifications of what other workers have committed."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from underdeck.store.queries import versions

OnVersion = Callable[[str, int], None]
"""Called with a table and its new version."""
KnownTables = Callable[[], list[str]]
"""Return the tables whose versions matter."""

_POLL_INTERVAL_S = 0.25
"""The interval of checks for a stop, and the pause before a reconnect."""


class Listener:
    """A thread that listens and reconnects; it reports missed versions after each connect."""

    def __init__(
        self,
        engine: Engine,
        loop: asyncio.AbstractEventLoop,
        on_version: OnVersion,
        known: KnownTables,
    ) -> None:
        self._engine = engine
        self._loop = loop
        self._on_version = on_version
        self._known = known
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="underdeck-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread, and wait for its end."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            with suppress(SQLAlchemyError, psycopg.Error):
                _, options = self._engine.dialect.create_connect_args(self._engine.url)
                with psycopg.connect(**options, autocommit=True) as connection:
                    connection.execute("LISTEN underdeck")
                    self._catch_up()
                    self._listen(connection)
            self._stopped.wait(_POLL_INTERVAL_S)

    def _listen(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        """Report notifications until the connection is lost or the thread is stopped."""
        while not self._stopped.is_set():
            for notification in connection.notifies(timeout=_POLL_INTERVAL_S):
                table, _, version = notification.payload.rpartition(" ")
                if table and version.isdecimal():
                    self._report([(table, int(version))])

    def _catch_up(self) -> None:
        """Report the versions of known tables, since notifications may have been missed."""
        with self._engine.connect() as connection:
            found = versions(connection, self._known())
        self._report(found)

    def _report(self, changed: list[tuple[str, int]]) -> None:
        """Call back in the event loop, unless that is closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._call, changed)

    def _call(self, changed: list[tuple[str, int]]) -> None:
        for table, version in changed:
            if not self._stopped.is_set():
                self._on_version(table, version)
