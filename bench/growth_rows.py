"""The figures of the growth benchmark, and the file that keeps them."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec


class Row(msgspec.Struct):
    """The figures of one scenario with one backend."""

    scenario: str
    backend: str
    tables: int
    offered_per_second: float
    reached_per_second: float
    moves_per_cpu_second: float
    database_cpu_ms_per_move: float
    p50_ms: float
    p99_ms: float
    errors: int
    stale: int
    kilobytes_per_table: float
    client_cpu: float


class Figures(msgspec.Struct):
    """The rows of a run, and where it took place."""

    rows: list[Row]
    date: str
    cores: int
    processor: str
    python: str
    load_before: float
    """The load average when the run began: what else the machine had to do."""


def processor_name() -> str:
    """Return the model of the processor, as the kernel names it."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def new_figures(rows: Sequence[Row], load_before: float) -> Figures:
    """Return the figures of a run that took place here and now."""
    return Figures(
        list(rows),
        datetime.now(UTC).date().isoformat(),
        os.cpu_count() or 1,
        processor_name(),
        platform.python_version(),
        round(load_before, 1),
    )


def write(figures: Figures, path: Path) -> None:
    """Write figures as JSON that is easy to compare."""
    content = msgspec.json.format(msgspec.json.encode(figures), indent=2)
    path.write_bytes(content + b"\n")


def read(path: Path) -> Figures:
    """Read figures that were written before."""
    return msgspec.json.decode(path.read_bytes(), type=Figures)
