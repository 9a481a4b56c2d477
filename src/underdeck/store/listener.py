"""Learn from PostgreSQL what other workers have committed."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from underdeck.store.queries import versions

Heard = Callable[[str, int], None]
Known = Callable[[], list[str]]

_BREATH = 0.25
"""How often we look whether to stop, and how long we wait before connecting again, in seconds."""


class Listener:
    """A thread that listens and reconnects; after each connect it reports the versions of all tables that `known` returns."""

    def __init__(
        self, engine: Engine, loop: asyncio.AbstractEventLoop, heard: Heard, known: Known
    ) -> None:
        self._engine = engine
        self._loop = loop
        self._heard = heard
        self._known = known
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="underdeck-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; waits for it."""
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
            self._stopped.wait(_BREATH)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        """Pass on what is told, until the connection is lost or we are stopped."""
        while not self._stopped.is_set():
            for told in connection.notifies(timeout=_BREATH):
                table, _, version = told.payload.rpartition(" ")
                if table and version.isdecimal():
                    self._tell([(table, int(version))])

    def _catch_up(self) -> None:
        """Report how far the known tables have come, for notifications may have been missed."""
        with self._engine.connect() as connection:
            found = versions(connection, self._known())
        self._tell(found)

    def _tell(self, changed: list[tuple[str, int]]) -> None:
        """Call back in the event loop; nobody listens any more if that is closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._call, changed)

    def _call(self, changed: list[tuple[str, int]]) -> None:
        for table, version in changed:
            if not self._stopped.is_set():
                self._heard(table, version)
