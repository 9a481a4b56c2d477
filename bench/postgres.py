"""A PostgreSQL server that flushes commits to the disk, from the tests' package."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg

from bench.server_process import ROOT

COMMAND = [sys.executable, "-m", "store.postgres_process", "--durable"]


@dataclass
class Postgres:
    """A running server."""

    url: str
    pid: int
    """Its first process."""
    numbers: Iterator[int]

    def new_database(self) -> str:
        """Return the URL of an empty schema."""
        name = f"bench{next(self.numbers)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{self.url}&options=-csearch_path%3D{name}"


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Run PostgreSQL, and remove its data afterwards."""
    process = subprocess.Popen(
        COMMAND, cwd=ROOT / "tests", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        folder = process.stdout.readline().strip()
        if not folder:
            raise RuntimeError("PostgreSQL can't be started here")
        pid = int((Path(folder) / "data/postmaster.pid").read_text().split()[0])
        yield Postgres(f"postgresql://postgres:@/postgres?host={folder}", pid, count(1))
    finally:
        process.communicate()
