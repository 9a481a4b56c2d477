"""How long it takes to begin: the command itself, and the compiled rules, the first time and later."""

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
from underdeck.fast.runner import Runner
from underdeck.agents import tomb_policies as policies
from underdeck.games.{game}.options import Options
began = time.perf_counter()
policy = policies.{policy}
Runner("{game}", Options(), policy, tuple(knob for knob, _ in policies.KNOBS.values())).run("bench", 0, 1)
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
    """The seconds until the first game is played, in a process of its own, Numba having been imported."""
    code = FIRST_GAME.format(game=game, policy=policy)
    told = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"UNDERDECK_CACHE": cache},
    )
    return float(told.stdout)


def lines() -> Iterator[Line]:
    """The part of the table about beginnings."""
    frame = "typer" if find_spec("typer") else "click"
    shown, bare = best(
        python("-c", "from underdeck.cli import main; main()", "--help"),
        python("-c", f"import {frame}"),
        seconds=wall_seconds,
    )
    yield Line(
        "`underdeck --help`",
        f"Python and {frame}: {bare * 1000:.0f} ms",
        f"{shown * 1000:.0f} ms",
        f"{shown / bare:.2f}",
        "<= 1.5",
    )
    for game, policy in (("tomb", "heuristic"), ("dungeon", "random")):
        with tempfile.TemporaryDirectory() as cache:
            began = first_game(game, policy, cache)
            later = min(first_game(game, policy, cache) for _ in range(3))
        yield Line(f"{game.title()}, first use", "", f"{began:.1f} s of compiling", "", "< 10 s")
        yield Line(f"{game.title()}, later", "", f"{later:.2f} s", "", "< 0.5 s")


def run(code: str, env: dict[str, str] | None = None) -> str:
    """What a program says."""
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env
    ).stdout


def memory(games: int) -> Iterator[Line]:
    """How the memory of a long run grows after its first million games."""
    began = time.perf_counter()
    played, early, late = (
        int(number) // unit
        for number, unit in zip(
            run(LONG_RUN.format(games=games)).split(), (1, 1024, 1024), strict=True
        )
    )
    what = f"memory over {played:,} games ({time.perf_counter() - began:.0f} s)"
    yield Line(what, f"after 1,000,000: {early} MiB", f"{late} MiB", f"{late / early:.3f}", "flat")
