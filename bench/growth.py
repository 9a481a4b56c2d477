"""How the cost of a move grows with tables, spectators and workers, and what a table occupies.

The figures are written as JSON, and drawn. Rates are offered; a server that doesn't reach one is
reported with the rate that it reached.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import httpx
import uvloop

from bench import growth_chart, growth_rows
from bench.growth_rows import Figures, Row
from bench.load import Campaign, Load, Result, offer, open_in_groups
from bench.measure import Line
from bench.players import TableOpener
from bench.postgres import Postgres, postgres
from bench.server_process import ROOT, Server, allow_many_sockets, python_module, running

PICTURES = ROOT / "docs/pictures"
FILE_STEM = "growth"
HTTP_TIMEOUT_S = 120
FIRST_TABLES = 4
FIRST_MOVES = Campaign(moves_per_second=40, seconds=0, warm_up_s=2)
"""Moves before memory is first read, since a server loads parts of itself when they are needed."""
SPARE_FILES = 500
"""Files that a process with many sockets opens for other purposes."""


@dataclass(frozen=True)
class Scenario:
    """Tables of one size, and the rate of their moves."""

    tables: int
    moves_per_second: float
    players: int = 2
    spectators: int = 0

    @property
    def name(self) -> str:
        """What the scenario is called in tables and pictures."""
        tables = f"{self.tables:,} tables of {self.players}"
        return f"{tables} with {self.spectators} spectators" if self.spectators else tables

    def sockets(self) -> int:
        """Return the number of clients."""
        return self.tables * (self.players + self.spectators)


@dataclass(frozen=True)
class Backend:
    """A database, and the server's processes; no workers with SQLite."""

    name: str
    workers: int


SCENARIOS = (
    Scenario(100, 300),
    Scenario(1_000, 300),
    Scenario(5_000, 300),
    Scenario(100, 100, players=4, spectators=20),
)
BACKENDS = (
    Backend("SQLite", 0),
    Backend("PostgreSQL, 1 worker", 1),
    Backend("PostgreSQL, 2 workers", 2),
)
TIMES = Campaign(seconds=20, warm_up_s=6)
QUICK_SCENARIOS = Scenario(20, 40), Scenario(10, 10, players=4, spectators=20)
QUICK_BACKENDS = BACKENDS[0], BACKENDS[-1]
QUICK_TIMES = Campaign(seconds=2, warm_up_s=1)
"""These show only that the benchmark works."""


@dataclass(frozen=True)
class Plan:
    """What is measured, and for how long."""

    scenarios: Sequence[Scenario] = SCENARIOS
    backends: Sequence[Backend] = BACKENDS
    times: Campaign = TIMES


FULL = Plan()
QUICK = Plan(QUICK_SCENARIOS, QUICK_BACKENDS, QUICK_TIMES)


@dataclass(frozen=True)
class Database:
    """An empty database."""

    url: str
    pid: int | None = None
    """The first process of PostgreSQL."""


def new_database(backend: Backend, folder: Path, server: Postgres | None) -> Database:
    """Return an empty database for one run."""
    if backend.workers == 0:
        return Database(f"sqlite:///{tempfile.mkdtemp(dir=folder)}/growth.db")
    assert server is not None
    return Database(server.new_database(), server.pid)


async def measure(database: Database, scenario: Scenario, backend: Backend, times: Campaign) -> Row:
    """Return the figures of one scenario with one backend."""
    load = Load()
    command = python_module("bench.underdeck_server", database.url, str(backend.workers))
    async with running(command, has_workers=backend.workers > 0) as server:
        server.database_pid = database.pid
        await open_tables(load, server, scenario, FIRST_TABLES)
        await offer(load, server, FIRST_MOVES)
        before = server.memory_bytes()
        await open_tables(load, server, scenario, scenario.tables - FIRST_TABLES)
        campaign = replace(times, moves_per_second=scenario.moves_per_second)
        result = await offer(load, server, campaign)
        grown = server.memory_bytes() - before
    return new_row(scenario, backend, result, grown / 1000 / (scenario.tables - FIRST_TABLES))


async def open_tables(load: Load, server: Server, scenario: Scenario, number: int) -> None:
    """Open some tables of a scenario."""
    url = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=url, timeout=HTTP_TIMEOUT_S) as http:
        opener = TableOpener(load, http, server.port, scenario.players, scenario.spectators)
        await open_in_groups(number, opener.open)


def new_row(scenario: Scenario, backend: Backend, result: Result, kilobytes: float) -> Row:
    """Return the figures, rounded to what they are worth."""
    return Row(
        scenario.name,
        backend.name,
        scenario.tables,
        scenario.moves_per_second,
        round(result.moves_per_second, 1),
        round(result.moves_per_cpu_second),
        round(result.database_cpu_ms, 3),
        round(result.p50_ms, 1),
        round(result.p99_ms, 1),
        result.errors,
        result.stale,
        round(kilobytes),
        round(result.client_cpu, 2),
    )


def measure_all(plan: Plan) -> Iterator[Row]:
    """Yield the figures of every scenario with every backend; skip what isn't possible here."""
    max_sockets = allow_many_sockets() - SPARE_FILES
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(postgres()) if any(b.workers for b in plan.backends) else None
        for scenario, backend in product(plan.scenarios, plan.backends):
            name = f"{scenario.name}, {backend.name}"
            if scenario.sockets() > max_sockets:
                print(f"{name}: skipped, at most {max_sockets} sockets here", file=sys.stderr)
                continue
            try:
                database = new_database(backend, folder, server)
                row = uvloop.run(measure(database, scenario, backend, plan.times))
            except (httpx.HTTPError, OSError, RuntimeError) as error:
                print(f"{name}: failed, {error!r}", file=sys.stderr)
                continue
            print(" | ".join(line_of(row)), file=sys.stderr)
            yield row


def line_of(row: Row) -> Line:
    """Return the figures of a row as a line of the results."""
    return Line(
        f"{row.scenario}, {row.backend}: {row.reached_per_second:,.0f} of "
        f"{row.offered_per_second:,.0f} moves/s, {row.errors} errors, {row.stale} stale",
        f"p50 {row.p50_ms:.1f}, p99 {row.p99_ms:.1f} ms",
        f"{row.moves_per_cpu_second:,.0f} moves per CPU second",
        f"{row.kilobytes_per_table:,.0f} kB per table",
    )


def lines(is_quick: bool = False, folder: Path | None = None) -> Iterator[Line]:
    """Measure all scenarios, and write the figures and the picture into a folder.

    By default that is the folder of the documentation's pictures, and for quick runs a new one.
    """
    folder = folder or (Path(tempfile.mkdtemp()) if is_quick else PICTURES)
    print(f"writing {FILE_STEM}.json and {FILE_STEM}.svg into {folder}", file=sys.stderr)
    load_before = os.getloadavg()[0]
    rows = []
    for row in measure_all(QUICK if is_quick else FULL):
        rows.append(row)
        # After each, so that a run that is interrupted isn't lost.
        save(growth_rows.new_figures(rows, load_before), folder)
        yield line_of(row)


def save(figures: Figures, folder: Path) -> None:
    """Write the figures and their picture into a folder."""
    growth_rows.write(figures, folder / f"{FILE_STEM}.json")
    (folder / f"{FILE_STEM}.svg").write_bytes(growth_chart.render(figures))
