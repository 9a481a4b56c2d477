"""What other workers have committed, as PostgreSQL tells it."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from underdeck.store.queries import changed_since

Heard = Callable[[str, int], None]

_SLACK = 60.0
"""How far the clocks of workers may be apart, in seconds."""
_BREATH = 0.25
"""How often we look whether to stop, and how long we wait before connecting again, in seconds."""


class Listener:
    """A thread that listens, and connects again when it has to; it then tells of everything that may have been missed."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop, heard: Heard) -> None:
        self._engine = engine
        self._loop = loop
        self._heard = heard
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="underdeck-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; waits for it."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        missed_since = time.time()
        while not self._stopped.is_set():
            with suppress(SQLAlchemyError, psycopg.Error):
                _, options = self._engine.dialect.create_connect_args(self._engine.url)
                with psycopg.connect(**options, autocommit=True) as connection:
                    connection.execute("LISTEN underdeck")
                    self._catch_up(missed_since - _SLACK)
                    try:
                        self._listen(connection)
                    finally:
                        missed_since = time.time()
            self._stopped.wait(_BREATH)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        """Pass on what is told, until the connection is lost or we are stopped."""
        while not self._stopped.is_set():
            for told in connection.notifies(timeout=_BREATH):
                table, _, version = told.payload.rpartition(" ")
                if table and version.isdecimal():
                    self._tell([(table, int(version))])

    def _catch_up(self, since: float) -> None:
        """Tell of all that has changed since then."""
        with self._engine.connect() as connection:
            changed = changed_since(connection, since)
        self._tell(changed)

    def _tell(self, changed: list[tuple[str, int]]) -> None:
        """Call back in the event loop; nobody listens any more if that is closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._call, changed)

    def _call(self, changed: list[tuple[str, int]]) -> None:
        for table, version in changed:
            if not self._stopped.is_set():
                self._heard(table, version)
