"""Tomb: compiled against C, interpreted against compiled, and two processes against one."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Line, best, build_c, wall_seconds
from underdeck.agents import tomb_policies as policies
from underdeck.fast.runner import Rows, Runner
from underdeck.fast.tomb import COLUMNS
from underdeck.games.tomb.options import Options
from underdeck.sfc32 import words_of
from underdeck.study.match import Match
from underdeck.study.policies import read_policy
from underdeck.study.simulation import Simulation

GAMES, CHUNK, INTERPRETED_GAMES = 1_000_000, 250_000, 400
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
    compiled, interpreted = runner(compiled=True), runner(compiled=False)
    compiled.run(SEED, 0, 1)
    program = build_c(Path(__file__).with_name("tomb.c"))
    if program is None:
        yield Line("Tomb, compiled", "no C compiler", "", "skipped", ">= 0.9")
        (quick,) = best(lambda: compiled.run(SEED, 0, CHUNK))
    else:
        parts = [compiled.run(SEED, first, CHUNK) for first in range(0, GAMES, CHUNK)]
        expected, _ = run_c(program, GAMES)
        assert totals(parts) == expected, "the C program has other results"
        rounds = [
            (run_c(program, CHUNK)[1], best(lambda: compiled.run(SEED, 0, CHUNK), times=1)[0])
            for _ in range(9)
        ]
        c, quick = (min(column) for column in zip(*rounds, strict=True))
        rates = f"{CHUNK / c:,.0f} games/s", f"{CHUNK / quick:,.0f} games/s"
        yield Line(
            f"Tomb, compiled, `heuristic`, same totals over {GAMES:,} games",
            f"C -O3: {rates[0]}",
            rates[1],
            f"{c / quick:.2f}",
            ">= 0.9",
        )
    (slow,) = best(lambda: interpreted.run(SEED, 0, INTERPRETED_GAMES), times=3)
    rate = INTERPRETED_GAMES / slow
    yield Line(
        "Tomb, interpreted",
        f"compiled: {CHUNK / quick:,.0f} games/s",
        f"{rate:,.0f} games/s",
        f"{rate * quick / CHUNK:.4f}",
    )
    yield processes()


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
