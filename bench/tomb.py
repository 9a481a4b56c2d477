"""Tomb: compiled against C and against the interpreted rules, and one process against two."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Line, best, build_c, wall_seconds
from underdeck.agents import tomb_policies as policies
from underdeck.fast.runner import COLUMNS, Rows, Runner
from underdeck.games.tomb.options import Options
from underdeck.sfc32 import words_of
from underdeck.study.match import Match
from underdeck.study.policies import read_policy
from underdeck.study.simulation import Simulation

GAMES, CHUNK, BY_HAND = 1_000_000, 250_000, 400
SEED = "bench"
KNOBS = tuple(default for default, _ in policies.KNOBS.values())
TOTALS = COLUMNS["tomb"][1:]


def runner(*, compiled: bool) -> Runner:
    """The policy that everything here plays."""
    return Runner("tomb", Options(), policies.heuristic, KNOBS, compiled=compiled)


def totals(parts: list[Rows]) -> list[int]:
    """The same sums that the C program prints."""
    column = COLUMNS["tomb"].index
    told = [sum(len(rows) for rows in parts)]
    told += [
        sum(int((rows[:, column("ending")] == ending).sum()) for rows in parts)
        for ending in (1, 2, 3)
    ]
    told.append(sum(int((rows[:, column("kings")] == 4).sum()) for rows in parts))
    return told + [sum(int(rows[:, column(name)].sum()) for rows in parts) for name in TOTALS]


def run_c(program: Path, games: int) -> tuple[list[int], float]:
    """The C program's totals, and the CPU seconds that it took for its games."""
    args = [str(number) for number in (*words_of(SEED), 0, games, *KNOBS)]
    told = subprocess.run(
        [str(program), *args], check=True, capture_output=True, text=True
    ).stdout.split("\n")
    return [int(number) for number in told[0].split()], float(told[1])


def lines() -> Iterator[Line]:
    """Tomb's part of the table."""
    ours, by_hand = runner(compiled=True), runner(compiled=False)
    ours.run(SEED, 0, 1)
    program = build_c(Path(__file__).with_name("tomb.c"))
    if program is None:
        yield Line("Tomb, compiled", "no C compiler here", "", "skipped", ">= 0.9")
        (quick,) = best(lambda: ours.run(SEED, 0, CHUNK))
    else:
        parts = [ours.run(SEED, first, CHUNK) for first in range(0, GAMES, CHUNK)]
        expected, _ = run_c(program, GAMES)
        assert totals(parts) == expected, "the C program came to other results"
        rounds = [
            (run_c(program, CHUNK)[1], best(lambda: ours.run(SEED, 0, CHUNK), times=1)[0])
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
    (slow,) = best(lambda: by_hand.run(SEED, 0, BY_HAND), times=3)
    rate = BY_HAND / slow
    yield Line(
        "Tomb, interpreted",
        f"compiled: {CHUNK / quick:,.0f} games/s",
        f"{rate:,.0f} games/s",
        f"{rate * quick / CHUNK:.4f}",
    )
    yield processes()


def processes() -> Line:
    """The same work by one process and by two."""
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
