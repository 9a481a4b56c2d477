"""Start-up times of the command and of the compiled rules, and memory of a long run."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec

from bench.measure import Line, best, python, wall_seconds

FIRST_GAME = """
import time
import numba, numpy
from underdeck.registry import find_game
from underdeck.study.match import Match
from underdeck.study.policies import read_policy
began = time.perf_counter()
policy = read_policy("{game}", "{policy}")
Match("{game}", find_game("{game}").Options(), "bench", policy).rows(0, 1)
print(time.perf_counter() - began)
"""

LONG_RUN = """
import resource
from underdeck.fast.runner import Runner
from underdeck.agents import tomb_policies as policies
from underdeck.games.tomb.options import Options
from underdeck.study.tally import Tally
runner = Runner("tomb", Options(), policies.random)
tally = Tally.empty("tomb")
peaks = []
for first in range(0, {games}, 250_000):
    tally = tally.plus(Tally.of("tomb", runner.run("bench", first, 250_000)))
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(tally.games, peaks[3], peaks[-1])
"""


def first_game(game: str, policy: str, cache: str) -> float:
    """Return the seconds until the first game is played in a new process, without imports."""
    code = FIRST_GAME.format(game=game, policy=policy)
    process = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"UNDERDECK_CACHE": cache},
    )
    return float(process.stdout)


def lines() -> Iterator[Line]:
    """Measure start-up times."""
    framework = "typer" if find_spec("typer") else "click"
    ours, bare = best(
        python("-c", "from underdeck.cli import main; main()", "--help"),
        python("-c", f"import {framework}"),
        seconds=wall_seconds,
    )
    yield Line(
        "`underdeck --help`",
        f"Python and {framework}: {bare * 1000:.0f} ms",
        f"{ours * 1000:.0f} ms",
        f"{ours / bare:.2f}",
        "<= 1.5",
    )
    for game, policy in (("tomb", "heuristic"), ("dungeon", "random")):
        with tempfile.TemporaryDirectory() as cache:
            first = first_game(game, policy, cache)
            cached = min(first_game(game, policy, cache) for _ in range(3))
        yield Line(f"{game.title()}, first use", "", f"{first:.1f} s of compiling", "", "< 10 s")
        yield Line(f"{game.title()}, cached", "", f"{cached:.2f} s", "", "< 0.5 s")


def run(code: str, env: dict[str, str] | None = None) -> str:
    """Return the output of a Python program."""
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env
    ).stdout


def memory(games: int) -> Iterator[Line]:
    """Measure how memory grows after the first million games of a long run."""
    began = time.perf_counter()
    played, early, late = (
        int(number) // unit
        for number, unit in zip(
            run(LONG_RUN.format(games=games)).split(), (1, 1024, 1024), strict=True
        )
    )
    name = f"memory over {played:,} games ({time.perf_counter() - began:.0f} s)"
    yield Line(name, f"after 1,000,000: {early} MiB", f"{late} MiB", f"{late / early:.3f}", "flat")
