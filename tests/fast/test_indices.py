"""Rules use no negative index: compiled, they would read and write beside the array."""

from dataclasses import fields
from random import Random
from typing import Any

import pytest

pytest.importorskip("numpy")

from random_games.dungeon.oracle_games import random_options as random_dungeon_options
from random_games.tomb.oracle_games import random_options as random_tomb_options
from underdeck.fast.harness import Workspace, choose, reset
from underdeck.fast.runner import find_harness
from underdeck.fast.twin import interpret
from underdeck.options import read_options
from underdeck.registry import find_game
from underdeck.sfc32 import words_of
from underdeck.study.measures.base import random_policy


class Strict(list[int]):
    """A list without negative indices."""

    def __getitem__(self, index: Any) -> Any:
        assert index >= 0
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        assert index >= 0
        super().__setitem__(index, value)


def strict_reset(states: list[Any], fresh: list[Any]) -> None:
    states[0] = fresh[0].clone()
    for field in fields(states[0]):
        if "size" in field.metadata:
            setattr(states[0], field.name, Strict(getattr(states[0], field.name)))


@pytest.mark.parametrize(
    ("game", "random_options", "games"),
    [("tomb", random_tomb_options, 20), ("dungeon", random_dungeon_options, 2)],
)
def test_no_index_is_negative(game: str, random_options: Any, games: int) -> None:
    harness = find_harness(game)
    assert harness is not None
    play_games = interpret(harness.play_games, {choose: random_policy, reset: strict_reset})
    random = Random(6)
    sizes = 4, 4, harness.max_moves, harness.max_order
    for _ in range(25):
        state = harness.open(read_options(find_game(game).Options, random_options(random)))
        rows = [[0] * len(harness.columns) for _ in range(games)]
        workspace = Workspace(list(words_of("strict")), [], *(Strict([0] * size) for size in sizes))
        play_games([state], [state], workspace, random.getrandbits(32), rows)
        assert all(row[0] for row in rows)
