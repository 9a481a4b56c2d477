"""The rules compared with an oracle: every legal move, state and result."""

import os

from random_games.tomb.oracle_games import compare

GAMES = int(os.environ.get("ORACLE_GAMES", "3000"))


def test_thousands_of_random_games_agree() -> None:
    seen: set[str] = set()
    for seed in range(GAMES):
        seen |= compare(seed)
    assert seen == {
        "delve",
        "retreat",
        "onward",
        "draw",
        "play",
        "drop",
        "dodge",
        "suffer",
        "yield",
        "read",
        "leave",
    }
