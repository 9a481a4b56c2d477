"""A real PostgreSQL server for tests, in a folder of its own."""

import subprocess
import sys
from itertools import count
from pathlib import Path

import psycopg

TESTS = Path(__file__).resolve().parents[1]


class Postgres:
    """A server that can be stopped and started, and hands out empty databases."""

    def __init__(self) -> None:
        # In a session of its own, so that an interrupt of the tests doesn't end it first.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "store.postgres_process"],
            cwd=TESTS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.folder = self._answer()
        if not self.folder:
            self.remove()
            raise RuntimeError("PostgreSQL can't be started here")
        self._url = f"postgresql://postgres:@/postgres?host={self.folder}"
        self._numbers = count(1)

    @property
    def process_id(self) -> int:
        """The process that ends PostgreSQL with the tests."""
        return self._process.pid

    def new_database(self) -> str:
        """Return the URL of an empty schema, which is created faster than a database."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{self._url}&options=-csearch_path%3D{name}"

    def stop(self) -> None:
        """Stop the server, and keep its data."""
        self._ask("stop")

    def start(self) -> None:
        """Start the server after a stop."""
        self._ask("start")

    def remove(self) -> None:
        """Stop the server, and remove its data."""
        self._process.communicate()

    def _ask(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        assert self._answer() == "done"

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()
