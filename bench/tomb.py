"""Tomb: compiled against C, interpreted against a dataclass, and two processes against one."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bench.measure import Line, best, build_c, compare, rate_of, wall_seconds
from bench.plain_tomb import Knobs, play_games
from underdeck.agents import tomb_policies as policies
from underdeck.fast.runner import Rows, Runner
from underdeck.fast.tomb import COLUMNS
from underdeck.games.tomb.options import Options
from underdeck.sfc32 import words_of
from underdeck.study.match import Match
from underdeck.study.policies import read_policy
from underdeck.study.simulation import Simulation

GAMES, CHUNK, CHECKED_GAMES = 1_000_000, 250_000, 10_000
TURN_GAMES, INTERPRETED_GAMES = 50_000, 300
"""Games in one turn of a comparison: some hundredths of a second."""
SEED = "bench"
KNOBS = tuple(default for default, _ in policies.KNOBS.values())
TOTALS = COLUMNS[1:]


def runner(*, compiled: bool) -> Runner:
    """Return a runner of the policy that all benchmarks use."""
    return Runner("tomb", Options(), policies.heuristic, KNOBS, compiled=compiled)


def totals(parts: list[Rows]) -> list[int]:
    """Return the same totals that the C program prints."""
    column = COLUMNS.index
    sums = [sum(len(rows) for rows in parts)]
    sums += [
        sum(int((rows[:, column("ending")] == ending).sum()) for rows in parts)
        for ending in (1, 2, 3)
    ]
    sums.append(sum(int((rows[:, column("kings")] == 4).sum()) for rows in parts))
    return sums + [sum(int(rows[:, column(name)].sum()) for rows in parts) for name in TOTALS]


def run_c(program: Path, games: int) -> tuple[list[int], float]:
    """Return the C program's totals, and the CPU seconds of its games."""
    args = [str(number) for number in (*words_of(SEED), 0, games, *KNOBS)]
    output = subprocess.run(
        [str(program), *args], check=True, capture_output=True, text=True
    ).stdout.split("\n")
    return [int(number) for number in output[0].split()], float(output[1])


def lines() -> Iterator[Line]:
    """Measure Tomb."""
    yield compiled_against_c()
    yield interpreted_against_plain()
    yield processes()


def compiled_against_c() -> Line:
    """Compare the compiled rules with the C program."""
    program = build_c(Path(__file__).with_name("tomb.c"))
    if program is None:
        return Line("Tomb, compiled", "no C compiler", "", "skipped", ">= 0.92")
    compiled = runner(compiled=True)
    parts = [compiled.run(SEED, first, CHUNK) for first in range(0, GAMES, CHUNK)]
    assert totals(parts) == run_c(program, GAMES)[0], "the C program has other results"
    c, ours, ratio = compare(
        lambda: TURN_GAMES / run_c(program, TURN_GAMES)[1],
        rate_of(lambda: compiled.run(SEED, 0, TURN_GAMES), TURN_GAMES),
        turns=101,
    )
    return Line(
        f"Tomb, compiled, `heuristic`, same totals over {GAMES:,} games",
        f"C -O3: {c:,.0f} games/s",
        f"{ours:,.0f} games/s",
        f"{ratio:.2f}",
        ">= 0.92",
    )


def interpreted_against_plain() -> Line:
    """Compare the interpreted rules with a dataclass that does nothing else."""
    interpreted, key, knobs = runner(compiled=False), words_of(SEED), Knobs(*KNOBS)
    played = interpreted.run(SEED, 0, CHECKED_GAMES)
    expected = play_games(key, knobs, 0, CHECKED_GAMES)
    assert np.array_equal(played, expected), "the plain dataclass has other results"
    plain, ours, ratio = compare(
        rate_of(lambda: play_games(key, knobs, 0, INTERPRETED_GAMES), INTERPRETED_GAMES),
        rate_of(lambda: interpreted.run(SEED, 0, INTERPRETED_GAMES), INTERPRETED_GAMES),
    )
    return Line(
        f"Tomb, interpreted, `heuristic`, same rows of {CHECKED_GAMES:,} games",
        f"plain dataclass: {plain:,.0f} games/s",
        f"{ours:,.0f} games/s",
        f"{ratio:.2f}",
        ">= 0.64",
    )


def processes() -> Line:
    """Measure the same work with one process and with two."""
    match = Match("tomb", Options(), SEED, read_policy("tomb", "heuristic"))

    def simulate(jobs: int) -> None:
        for _ in Simulation((match,), games=16 * CHUNK, jobs=jobs).run():
            pass

    one, two = best(lambda: simulate(1), lambda: simulate(2), times=2, seconds=wall_seconds)
    return Line(
        "Tomb, two processes",
        f"one: {16 * CHUNK / one:,.0f} games/s",
        f"{16 * CHUNK / two:,.0f} games/s",
        f"{one / two:.2f}",
        ">= 1.8 if idle",
    )
