"""All that is measured, as ratios taken in one run: `make bench`; with ARGS="--only memory --games 100000000" the long run."""

import argparse
import sys
from collections.abc import Callable, Iterator

from bench import env, peers, serve, start, tomb
from bench.measure import Line, table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["start", "tomb", "env", "peers", "serve", "memory"])
    parser.add_argument(
        "--games", type=int, default=10_000_000, help="how many games the memory is watched for"
    )
    args = parser.parse_args()
    parts: dict[str, Callable[[], Iterator[Line]]] = {
        "start": start.lines,
        "tomb": tomb.lines,
        "env": env.lines,
        "peers": peers.lines,
        "serve": serve.lines,
        "memory": lambda: start.memory(args.games),
    }
    told: list[Line] = []
    for name, lines in parts.items():
        if args.only in (None, name):
            print(f"measuring {name} ...", file=sys.stderr)
            told.extend(lines())
    print(table(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
