"""The rules compared with an oracle: every legal move, state and result."""

import os

from random_games.dungeon.oracle_games import compare

GAMES = int(os.environ.get("ORACLE_GAMES", "3000")) // 20


def test_random_games_agree() -> None:
    seen: set[str] = set()
    for seed in range(GAMES):
        seen |= compare(seed)
    always = (
        "bid dig cave attack rob fish pass discard fight strike retreat take give deny believe "
        "demand ace"
    )
    assert set(always.split()) <= seen
