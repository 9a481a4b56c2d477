"""Compare many pairs of worlds over the wire, for every variant and watcher.

In the folder `tests`: `python -m campaign.wire_leaks`, with `--games 20` for a short run.
"""

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import click

from random_games.dungeon.shadows import WATCHERS, cell, watcher_name
from random_games.dungeon.variants import VARIANTS
from serve.test_wire_leaks import compare_wire

OFTEN = 0.15


def compare(seed: int) -> tuple[Counter[str], str]:
    """Compare one game; return counts, and a description of a failure."""
    try:
        return compare_wire(seed, OFTEN), ""
    except Exception as error:
        return Counter(), f"seed {seed}: {type(error).__name__} {error}"


@click.command(help=__doc__)
@click.option("--games", default=5000, show_default=True, help="How many games are played.")
@click.option("--first", default=0, show_default=True, help="The first seed.")
@click.option("--jobs", type=int, help="How many processes; by default one per core.")
def main(games: int, first: int, jobs: int | None) -> None:
    counted: Counter[str] = Counter()
    wrong: list[str] = []
    began = time.perf_counter()
    with (
        ProcessPoolExecutor(jobs) as pool,
        click.progressbar(length=games, label="games", show_pos=True) as bar,
    ):
        for report, trouble in pool.map(compare, range(first, first + games)):
            counted += report
            wrong += [trouble] if trouble else []
            bar.update(1)
            if wrong:
                pool.shutdown(cancel_futures=True)
                break
    names = ("pairs", "frames", "refusals", "answers", "face down", "late")
    print(
        ", ".join(f"{name} {counted[name]:,}" for name in names)
        + f" ({counted['pairs'] / (time.perf_counter() - began):,.0f} pairs/s)"
    )
    print(" " * 18 + "".join(f"{watcher_name(seat):>10}" for seat in WATCHERS))
    for variant in VARIANTS:
        print(
            f"  {variant:<16}"
            + "".join(f"{counted[cell(variant, seat)]:>10,}" for seat in WATCHERS)
        )
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
