"""The long form of the oracle and leak tests: random games over all house rules and variants, on every core.

`make fuzz` plays a million games of Tomb and fifty thousand of Dungeon against their oracles, and compares a hundred thousand pairs of
worlds for each variant of Dungeon and each seat, a spectator's too. `make fuzz ARGS="--what leaks --pairs 500"` does less, and
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

from games.dungeon.test_leaks import (
    VARIANTS,
    WATCHERS,
    cell,
    compare_game,
    variant_of,
    watcher_name,
)
from games.dungeon.test_oracle import compare as compare_dungeon
from games.tomb.test_oracle import compare as compare_tomb

Work = Callable[[int], Counter[str]]
Done = tuple[Counter[str], list[str]]
"""What was counted, and what went wrong."""


def words(compare: Callable[[int], set[str]], seed: int) -> Counter[str]:
    """The kinds of moves that came up in a game."""
    return Counter(compare(seed))


CAMPAIGNS: dict[str, tuple[Work, int, int]] = {
    "tomb": (partial(words, compare_tomb), 1_000_000, 500),
    "dungeon": (partial(words, compare_dungeon), 50_000, 50),
}
"""What is played against an oracle: the work for one seed, how many seeds by default, and how many at a time."""

PAIRS = 100_000
"""How many pairs of worlds are compared for each variant and seat by default."""


def run_chunk(work: Work, seeds: range) -> Done:
    """Some games."""
    counted: Counter[str] = Counter()
    wrong = []
    for seed in seeds:
        try:
            counted += work(seed)
        except Exception as error:  # noqa: BLE001, RUF100  whatever it is, it is a finding
            wrong.append(f"seed {seed}: {type(error).__name__} {error}")
    return counted, wrong


def found(wrong: list[str], pool: ProcessPoolExecutor) -> bool:
    """Say what went wrong, if anything did, and stop."""
    if wrong:
        pool.shutdown(cancel_futures=True)
        print("\n" + "\n".join(wrong[:5]))
    return bool(wrong)


def campaign(name: str, work: Work, seeds: range, chunk: int, jobs: int | None) -> bool:
    """Play all the games against an oracle, and say how it went."""
    chunks = [seeds[start : start + chunk] for start in range(0, len(seeds), chunk)]
    counted: Counter[str] = Counter()
    began = time.perf_counter()
    with (
        ProcessPoolExecutor(jobs) as pool,
        click.progressbar(length=len(seeds), label=name, show_pos=True) as bar,
    ):
        for done, (told, wrong) in zip(
            chunks, pool.map(partial(run_chunk, work), chunks), strict=True
        ):
            counted += told
            bar.update(len(done))
            if found(wrong, pool):
                return False
    rate = len(seeds) / (time.perf_counter() - began)
    print(f"{name}: {len(seeds):,} games without a difference ({rate:,.0f} games/s)")
    print("  " + ", ".join(f"{word} {times:,}" for word, times in counted.most_common()))
    return True


# Leaks


def lacking(variant: str, counted: Counter[str], pairs: int) -> bool:
    """Are there too few pairs yet for a seat with that variant?"""
    return any(counted[cell(variant, seat)] < pairs for seat in WATCHERS)


def seeds_wanted(first: int, counted: Counter[str], pairs: int) -> Iterator[int]:
    """The seeds from the first one on, but for those of variants that have enough; none once all have."""
    for seed in count(first):
        if not any(lacking(variant, counted, pairs) for variant in VARIANTS):
            return
        if lacking(variant_of(seed), counted, pairs):
            yield seed


def in_order(pool: ProcessPoolExecutor, seeds: Iterator[int], ahead: int) -> Iterator[Done]:
    """Games of these seeds one after another, a few of them begun ahead."""
    begun: deque[Future[Done]] = deque()
    for seed in seeds:
        begun.append(pool.submit(run_chunk, compare_game, range(seed, seed + 1)))
        if len(begun) > ahead:
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()


def leak_campaign(first: int, pairs: int, jobs: int | None) -> bool:
    """Compare so many pairs of worlds for each variant and seat, and say how it went."""
    cells = [cell(variant, seat) for variant in VARIANTS for seat in WATCHERS]
    counted: Counter[str] = Counter()
    began = time.perf_counter()
    with (
        ProcessPoolExecutor(jobs) as pool,
        click.progressbar(length=pairs * len(cells), label="leaks", show_pos=True) as bar,
    ):
        for told, wrong in in_order(pool, seeds_wanted(first, counted, pairs), 8):
            bar.update(
                sum(
                    min(counted[name] + told[name], pairs) - min(counted[name], pairs)
                    for name in cells
                )
            )
            counted += told
            if found(wrong, pool):
                return False
    total = counted["pairs"]
    print(
        f"leaks: {total:,} pairs of worlds without a leak ({total / (time.perf_counter() - began):,.0f} pairs/s)"
    )
    print_table(counted)
    return True


def print_table(counted: Counter[str]) -> None:
    """The pairs of each variant, which may share them, by seat."""
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
    parser.add_argument("--games", type=int, help="how many games against each oracle")
    parser.add_argument(
        "--pairs",
        type=int,
        default=PAIRS,
        help="how many pairs of worlds for each variant and seat",
    )
    parser.add_argument(
        "--jobs", type=int, help="how many processes; as many as there are cores by default"
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
