"""The long form of the oracle test: random games over all house rules, on every core. `make fuzz`, or `make fuzz ARGS="--games 20000"`."""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import click

from tomb.test_oracle import compare

CHUNK = 500


def compare_chunk(start: int) -> tuple[Counter[str], list[str]]:
    """A chunk of games: how often each kind of move came up in a game, and what disagreed."""
    seen: Counter[str] = Counter()
    wrong = []
    for seed in range(start, start + CHUNK):
        try:
            seen.update(compare(seed))
        except Exception as error:
            wrong.append(f"seed {seed}: {type(error).__name__} {error}")
    return seen, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    starts = range(args.first, args.first + args.games, CHUNK)
    seen: Counter[str] = Counter()
    games, began = 0, time.perf_counter()
    with ProcessPoolExecutor() as pool, click.progressbar(length=len(starts) * CHUNK, label="games", show_pos=True) as bar:
        for told, wrong in pool.map(compare_chunk, starts):
            seen += told
            games += CHUNK
            bar.update(CHUNK)
            if wrong:
                pool.shutdown(cancel_futures=True)
                print("\n" + "\n".join(wrong[:5]))
                return 1
    rate = games / (time.perf_counter() - began)
    print(f"{games:,} games, every legal move, state and result the same in both implementations ({rate:,.0f} games/s)")
    print("games in which a move came up: " + ", ".join(f"{word} {count:,}" for word, count in seen.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
