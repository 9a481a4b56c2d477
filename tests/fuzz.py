"""Long runs of the oracle and leak tests: random games over all house rules, on every core.

`make fuzz` plays a million games of Tomb and fifty thousand of Dungeon against their oracles, and
compares a hundred thousand pairs of worlds for each variant of Dungeon and each seat or spectator.
`make fuzz ARGS="--what leaks --pairs 500"` does less, and
`ARGS="--what leaks --first 1234 --pairs 1"` begins with the game of that seed.
"""

import argparse
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import count

import click

from random_games.dungeon.oracle_games import compare as compare_dungeon
from random_games.dungeon.shadows import WATCHERS, cell, compare_game, watcher_name
from random_games.dungeon.variants import VARIANTS, variant_of
from random_games.tomb.oracle_games import compare as compare_tomb

Work = Callable[[int], Counter[str]]
Done = tuple[Counter[str], list[str]]
"""Counts and failures."""


def words(compare: Callable[[int], set[str]], seed: int) -> Counter[str]:
    """Count the verbs of the moves in a game."""
    return Counter(compare(seed))


CAMPAIGNS: dict[str, tuple[Work, int, int]] = {
    "tomb": (partial(words, compare_tomb), 1_000_000, 500),
    "dungeon": (partial(words, compare_dungeon), 50_000, 50),
}
"""For each oracle: the work for a seed, the default number of seeds, and seeds for each task."""

PAIRS = 100_000
"""The default number of pairs of worlds for each variant and seat."""


def run_chunk(work: Work, seeds: range) -> Done:
    """Run the work for some seeds; return counts and failures."""
    counted: Counter[str] = Counter()
    wrong = []
    for seed in seeds:
        try:
            counted += work(seed)
        except Exception as error:  # noqa: BLE001, RUF100  any error is a finding
            wrong.append(f"seed {seed}: {type(error).__name__} {error}")
    return counted, wrong


def report_failures(wrong: list[str], pool: ProcessPoolExecutor) -> bool:
    """Print failures and stop the pool; return whether there were any."""
    if wrong:
        pool.shutdown(cancel_futures=True)
        print("\n" + "\n".join(wrong[:5]))
    return bool(wrong)


def campaign(name: str, work: Work, seeds: range, chunk: int, jobs: int | None) -> bool:
    """Play all games against an oracle and print the result."""
    chunks = [seeds[start : start + chunk] for start in range(0, len(seeds), chunk)]
    counted: Counter[str] = Counter()
    began = time.perf_counter()
    with (
        ProcessPoolExecutor(jobs) as pool,
        click.progressbar(length=len(seeds), label=name, show_pos=True) as bar,
    ):
        for done, (counts, wrong) in zip(
            chunks, pool.map(partial(run_chunk, work), chunks), strict=True
        ):
            counted += counts
            bar.update(len(done))
            if report_failures(wrong, pool):
                return False
    rate = len(seeds) / (time.perf_counter() - began)
    print(f"{name}: {len(seeds):,} games without a difference ({rate:,.0f} games/s)")
    print("  " + ", ".join(f"{word} {times:,}" for word, times in counted.most_common()))
    return True


# Leaks


def lacking(variant: str, counted: Counter[str], pairs: int) -> bool:
    """Return whether a seat lacks pairs for that variant."""
    return any(counted[cell(variant, seat)] < pairs for seat in WATCHERS)


def seeds_wanted(first: int, counted: Counter[str], pairs: int) -> Iterator[int]:
    """Yield seeds of variants that lack pairs, until none does."""
    for seed in count(first):
        if not any(lacking(variant, counted, pairs) for variant in VARIANTS):
            return
        if lacking(variant_of(seed), counted, pairs):
            yield seed


def in_order(pool: ProcessPoolExecutor, seeds: Iterator[int], ahead: int) -> Iterator[Done]:
    """Yield the results of seeds in order, with some running ahead."""
    begun: deque[Future[Done]] = deque()
    for seed in seeds:
        begun.append(pool.submit(run_chunk, compare_game, range(seed, seed + 1)))
        if len(begun) > ahead:
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()


def leak_campaign(first: int, pairs: int, jobs: int | None) -> bool:
    """Compare pairs of worlds for each variant and seat and print the result."""
    cells = [cell(variant, seat) for variant in VARIANTS for seat in WATCHERS]
    counted: Counter[str] = Counter()
    began = time.perf_counter()
    with (
        ProcessPoolExecutor(jobs) as pool,
        click.progressbar(length=pairs * len(cells), label="leaks", show_pos=True) as bar,
    ):
        for counts, wrong in in_order(pool, seeds_wanted(first, counted, pairs), 8):
            bar.update(
                sum(
                    min(counted[name] + counts[name], pairs) - min(counted[name], pairs)
                    for name in cells
                )
            )
            counted += counts
            if report_failures(wrong, pool):
                return False
    total = counted["pairs"]
    rate = total / (time.perf_counter() - began)
    print(f"leaks: {total:,} pairs of worlds without a leak ({rate:,.0f} pairs/s)")
    print_table(counted)
    return True


def print_table(counted: Counter[str]) -> None:
    """Print the number of pairs by variant and seat; variants may share pairs."""
    print(" " * 18 + "".join(f"{watcher_name(seat):>10}" for seat in WATCHERS))
    for variant in VARIANTS:
        print(
            f"  {variant:<16}"
            + "".join(f"{counted[cell(variant, seat)]:>10,}" for seat in WATCHERS)
        )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--what", choices=["all", *CAMPAIGNS, "leaks"], default="all")
    parser.add_argument("--games", type=int, help="number of games against each oracle")
    parser.add_argument(
        "--pairs",
        type=int,
        default=PAIRS,
        help="number of pairs of worlds for each variant and seat",
    )
    parser.add_argument(
        "--jobs", type=int, help="number of processes; by default one for each core"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    good = [
        campaign(name, work, range(args.first, args.first + (args.games or many)), chunk, args.jobs)
        for name, (work, many, chunk) in CAMPAIGNS.items()
        if args.what in ("all", name)
    ]
    if args.what in ("all", "leaks"):
        good.append(leak_campaign(args.first, args.pairs, args.jobs))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
