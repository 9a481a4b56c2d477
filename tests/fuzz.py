"""The long form of the oracle and leak tests: random games over all house rules and variants, on every core.

`make fuzz` plays a million games of Tomb and fifty thousand of Dungeon against their oracles, and compares a hundred thousand pairs of
worlds for each darkness of Dungeon; `make fuzz ARGS="--what leaks --games 500"` does less.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import click

from dungeon.test_leaks import compare_game
from dungeon.test_oracle import BLACKS
from dungeon.test_oracle import compare as compare_dungeon
from tomb.test_oracle import compare as compare_tomb

Work = Callable[[int], Counter[str]]


def words(compare: Callable[[int], set[str]], seed: int) -> Counter[str]:
    """The kinds of moves that came up in a game."""
    return Counter(compare(seed))


def pairs(black: str, seed: int) -> Counter[str]:
    """How many pairs of worlds were compared in a game."""
    return Counter({f"pairs {black or 'base'}": compare_game(seed, black)})


CAMPAIGNS: dict[str, list[tuple[str, Work, int, int]]] = {
    "tomb": [("tomb", partial(words, compare_tomb), 1_000_000, 500)],
    "dungeon": [("dungeon", partial(words, compare_dungeon), 50_000, 50)],
    "leaks": [(f"leaks {black or 'base'}", partial(pairs, black), 10_000, 5) for black in BLACKS],
}
"""What can be fuzzed: a name, the work for one seed, how many seeds by default, and how many at a time."""


def run_chunk(work: Work, seeds: range) -> tuple[Counter[str], list[str]]:
    """Some games: what was counted, and what went wrong."""
    counted: Counter[str] = Counter()
    wrong = []
    for seed in seeds:
        try:
            counted += work(seed)
        except Exception as error:  # noqa: BLE001, RUF100  whatever it is, it is a finding
            wrong.append(f"seed {seed}: {type(error).__name__} {error}")
    return counted, wrong


def campaign(name: str, work: Work, seeds: range, chunk: int) -> bool:
    """Play all the games, and say how it went."""
    chunks = [seeds[start : start + chunk] for start in range(0, len(seeds), chunk)]
    counted: Counter[str] = Counter()
    began = time.perf_counter()
    with ProcessPoolExecutor() as pool, click.progressbar(length=len(seeds), label=name, show_pos=True) as bar:
        for done, (told, wrong) in zip(chunks, pool.map(partial(run_chunk, work), chunks), strict=True):
            counted += told
            bar.update(len(done))
            if wrong:
                pool.shutdown(cancel_futures=True)
                print("\n" + "\n".join(wrong[:5]))
                return False
    rate = len(seeds) / (time.perf_counter() - began)
    print(f"{name}: {len(seeds):,} games without a difference ({rate:,.0f} games/s)")
    print("  " + ", ".join(f"{word} {count:,}" for word, count in counted.most_common()))
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--what", choices=["all", *CAMPAIGNS], default="all")
    parser.add_argument("--games", type=int, help="how many games of each campaign")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    chosen = [entry for name, entries in CAMPAIGNS.items() if args.what in ("all", name) for entry in entries]
    good = [campaign(name, work, range(args.first, args.first + (args.games or many)), chunk) for name, work, many, chunk in chosen]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
