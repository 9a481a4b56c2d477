"""Measure CPU time in turns that are interleaved with those of the reference."""

import itertools
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

Work = Callable[[], object]


class Line(NamedTuple):
    """One line of the results."""

    name: str
    reference: str
    measured: str
    ratio: str
    goal: str = ""


def cpu_seconds(work: Work) -> float:
    """Return the CPU time of one run."""
    began = time.process_time()
    work()
    return time.process_time() - began


def wall_seconds(work: Work) -> float:
    """Return the wall-clock time of one run, for work in other processes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best(
    *works: Work, times: int = 5, seconds: Callable[[Work], float] = cpu_seconds
) -> list[float]:
    """Return the best time of each work; runs are interleaved, so that load affects all alike."""
    rounds = [[seconds(work) for work in works] for _ in range(times)]
    return [min(column) for column in zip(*rounds, strict=True)]


def rates(*works: Callable[[], int], turns: int = 15) -> list[list[float]]:
    """Return the steps per CPU second of each work in each turn; a work returns its steps.

    Turns are short and interleaved, so that load affects all alike. The first turns are left out.
    """
    rounds = [[steps_per_second(work) for work in works] for _ in range(turns + 1)]
    return [list(column) for column in zip(*rounds[1:], strict=True)]


def steps_per_second(work: Callable[[], int]) -> float:
    """Return the steps per CPU second of one run."""
    began = time.process_time()
    steps = work()
    return steps / (time.process_time() - began)


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the median of the ratios of turns that followed each other."""
    return median(one / other for one, other in zip(ours, theirs, strict=True))


class Comparison(NamedTuple):
    """The rate of a reference, the measured rate, and the ratio of the two; all are medians."""

    reference: float
    measured: float
    ratio: float


def compare(
    reference: Callable[[], float], measured: Callable[[], float], turns: int = 41
) -> Comparison:
    """Compare two rates, taken in many short turns.

    Each measured turn is between two of the reference and is compared with their mean: the speed of
    a shared machine changes within seconds, and a single turn says little.
    """
    theirs, ours = [reference()], []
    for _ in range(turns):
        ours.append(measured())
        theirs.append(reference())
    around = [(before + after) / 2 for before, after in itertools.pairwise(theirs)]
    return Comparison(median(theirs), median(ours), median_ratio(ours, around))


def rate_of(work: Work, items: int) -> Callable[[], float]:
    """Return a function that measures the items per CPU second of some work."""
    return lambda: items / cpu_seconds(work)


def python(*args: str) -> Work:
    """Return a run of Python in another process."""
    return lambda: subprocess.run([sys.executable, *args], check=True, capture_output=True)


def build_c(source: Path) -> Path | None:
    """Compile a C program with full optimization; None if there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = Path(tempfile.mkdtemp()) / source.stem
    options = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O3", "-march=native"]
    subprocess.run([compiler, *options, "-o", str(program), str(source)], check=True)
    return program


def markdown(lines: Sequence[Line]) -> str:
    """Return the lines as a Markdown table."""
    head = Line("benchmark", "reference", "measured", "ratio", "goal")
    rows = [head, Line(*["---"] * 5), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
