"""What is measured so far, as ratios taken in one run: `make bench`."""

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from oracle.tomb import TombOracle
from underdeck.cards import codes_of
from underdeck.tomb import GAME, rules
from underdeck.tomb.legal import MOST_MOVES, legal
from underdeck.tomb.state import DECK, State

GAMES = 2000


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """The best of several runs."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def start(*code: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, *code], check=True, capture_output=True)


def deals() -> list[tuple[int, ...]]:
    random = Random(1)
    return [tuple(random.sample(DECK, len(DECK))) for _ in range(GAMES)]


def random_games(cards: list[tuple[int, ...]]) -> None:
    random = Random(2)
    moves = [0] * MOST_MOVES
    for deal in cards:
        state: State = GAME.start(GAME.House(), deal)
        while count := legal(state, moves):
            rules.play(state, moves[random.randrange(count)], None)


def random_games_with_events(cards: list[tuple[int, ...]]) -> None:
    random = Random(2)
    for deal in cards:
        state = GAME.start(GAME.House(), deal)
        while moves := GAME.legal(state, 0):
            GAME.play(state, 0, random.choice(moves))


def oracle_games(cards: list[tuple[int, ...]]) -> None:
    random = Random(2)
    for deal in cards:
        oracle = TombOracle(codes_of(deal))
        while moves := sorted(oracle.legal()):
            oracle.play(random.choice(moves))


def main() -> None:
    cards = deals()
    bare, shown = seconds(start("-c", "import click")), seconds(start("-c", "from underdeck.cli import main; main()", "--help"))
    silent, told, slow = (seconds(partial(work, cards), 3) for work in (random_games, random_games_with_events, oracle_games))
    print("| what | anchor | measured | ratio |")
    print("|---|---|---|---|")
    print(f"| `underdeck --help` | Python + click: {bare * 1000:.0f} ms | {shown * 1000:.0f} ms | {shown / bare:.2f} (goal <= 1.5) |")
    print(f"| Tomb, interpreted, silent | oracle: {GAMES / slow:,.0f} games/s | {GAMES / silent:,.0f} games/s | {slow / silent:.1f} |")
    print(f"| Tomb, as a game of the house, with events | the same, silent | {GAMES / told:,.0f} games/s | {silent / told:.2f} |")


if __name__ == "__main__":
    main()
