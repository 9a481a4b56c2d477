"""All benchmarks, as ratios measured in one run: `make bench`.

The long runs are `make bench ARGS="--only memory --games 100000000"`, and `--only growth`, which
isn't part of the others.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from bench import bots, env, growth, history, minds, peers, serve, start, tomb
from bench.measure import Line, markdown

DEFAULT_PARTS = "start", "tomb", "env", "peers", "minds", "serve", "bots", "history", "memory"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[*DEFAULT_PARTS, "growth"])
    parser.add_argument(
        "--quick", action="store_true", help="show in a short time that serve, bots and growth work"
    )
    parser.add_argument(
        "--into", type=Path, help="folder of the figures of growth, docs/pictures by default"
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
        "minds": minds.lines,
        "serve": lambda: serve.lines(serve.QUICK if args.quick else serve.STANDARD),
        "bots": lambda: bots.lines(bots.QUICK if args.quick else bots.STANDARD),
        "history": lambda: history.lines(args.finished_games),
        "memory": lambda: start.memory(args.games),
        "growth": lambda: growth.lines(args.quick, args.into),
    }
    results: list[Line] = []
    for name, lines in parts.items():
        if name == args.only or (args.only is None and name in DEFAULT_PARTS):
            print(f"measuring {name} ...", file=sys.stderr)
            results.extend(lines())
    print(markdown(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
