"""All benchmarks, as ratios measured in one run: `make bench`.

The long run is `make bench ARGS="--only memory --games 100000000"`.
"""

import argparse
import sys
from collections.abc import Callable, Iterator

from bench import env, history, peers, serve, start, tomb
from bench.measure import Line, markdown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", choices=["start", "tomb", "env", "peers", "serve", "history", "memory"]
    )
    parser.add_argument(
        "--games", type=int, default=10_000_000, help="games of the memory benchmark"
    )
    parser.add_argument(
        "--finished-games", type=int, default=1_000_000, help="games of the history benchmark"
    )
    args = parser.parse_args()
    parts: dict[str, Callable[[], Iterator[Line]]] = {
        "start": start.lines,
        "tomb": tomb.lines,
        "env": env.lines,
        "peers": peers.lines,
        "serve": serve.lines,
        "history": lambda: history.lines(args.finished_games),
        "memory": lambda: start.memory(args.games),
    }
    results: list[Line] = []
    for name, lines in parts.items():
        if args.only in (None, name):
            print(f"measuring {name} ...", file=sys.stderr)
            results.extend(lines())
    print(markdown(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
