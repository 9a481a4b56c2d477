"""How things are measured: the best of several runs of CPU time, always beside what they are compared with."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

Work = Callable[[], object]


class Line(NamedTuple):
    """One line of the table."""

    what: str
    anchor: str
    measured: str
    ratio: str
    goal: str = ""


def cpu_seconds(work: Work) -> float:
    """The CPU time of one run."""
    began = time.process_time()
    work()
    return time.process_time() - began


def wall_seconds(work: Work) -> float:
    """The time of one run on the clock, for work in other processes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best(
    *works: Work, times: int = 5, seconds: Callable[[Work], float] = cpu_seconds
) -> list[float]:
    """The best time of each, taken in turn, so that a busy moment meets them all."""
    rounds = [[seconds(work) for work in works] for _ in range(times)]
    return [min(column) for column in zip(*rounds, strict=True)]


def python(*args: str) -> Work:
    """A run of Python in a process of its own."""
    return lambda: subprocess.run([sys.executable, *args], check=True, capture_output=True)


def build_c(source: Path) -> Path | None:
    """A C program, compiled as fast as the compiler can make it; None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp()) / source.stem
    options = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O3", "-march=native"]
    subprocess.run([compiler, *options, "-o", str(program), str(source)], check=True)
    return program


def table(lines: Sequence[Line]) -> str:
    """The lines as a table."""
    head = Line("what", "anchor", "measured", "ratio", "goal")
    rows = [head, Line(*["---"] * 5), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
