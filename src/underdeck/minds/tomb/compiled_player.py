"""Compiled play by search: many games, or one decision."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from underdeck.fast.layout import pack
from underdeck.fast.runner import Rows
from underdeck.fast.tomb import COLUMNS
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import State
from underdeck.minds.evaluate import Layers, layers_of
from underdeck.minds.tomb.bulk import Minds, choose_move, play_rows
from underdeck.minds.tomb.network import load_networks
from underdeck.minds.tomb.programs import EXACT_VALUES, find_program, new_mind, new_stack
from underdeck.minds.tomb.search import POINTS, Depth
from underdeck.sfc32 import words_of


@cache
def load_layers(goal: int) -> tuple[Layers, Layers]:
    """Return the weights of a goal's networks as arrays."""
    early, late = load_networks(goal)
    return layers_of(early), layers_of(late)


def seed_key(seed: str) -> Any:
    """Return the words of a seed as an array."""
    return np.array(words_of(seed), np.int64)


def new_minds(depth: Depth, exact: int = EXACT_VALUES) -> Minds:
    """Return the minds of a player; `exact` is the size of their caches of exact values."""
    size = exact if depth.endgame else 1
    later = depth._replace(goal=POINTS)
    return Minds(
        new_mind(*load_layers(depth.goal), size), depth, new_mind(*load_layers(POINTS), size), later
    )


def play_numbered_deals(depth: Depth, options: Options, seed: str, first: int, count: int) -> Rows:
    """Play the numbered deals of a seed and return their rows."""
    stack, fresh = new_stack((options,))
    rows = np.zeros((count, len(COLUMNS)), np.int32)
    stream = np.zeros(4, np.int64)
    find_program(play_rows)(stack, fresh, new_minds(depth), stream, seed_key(seed), first, rows)
    return rows


def new_chooser(depth: Depth) -> Callable[[State], int]:
    """Return a function that chooses the action of a position."""
    stack, _ = new_stack()
    choose = find_program(choose_move)
    minds = new_minds(depth, 1)

    def choose_action(position: State) -> int:
        pack(position, stack[0])
        return int(choose(stack, minds))

    return choose_action
