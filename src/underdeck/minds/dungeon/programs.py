"""Compiled programs of the mind of Dungeon."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from underdeck.fast.compiler import Program, compile_program
from underdeck.fast.dungeon import HARNESS
from underdeck.fast.layout import layout_of, pack
from underdeck.games.dungeon.legal import MAX_MOVES
from underdeck.games.dungeon.options import Options
from underdeck.games.dungeon.state import MAX_CARDS, SEATS, State, deck_of, new_state
from underdeck.minds.dungeon.features import MAX_ACTIVE, RANKS, SCALARS, SET_FEATURES, Counts
from underdeck.minds.dungeon.search import MAX_DEPTH, Tree
from underdeck.minds.dungeon.values import Mind, copy_state, network_value
from underdeck.minds.dungeon.worlds import LARGEST_WORLD
from underdeck.minds.evaluate import Layers, evaluate, words_for
from underdeck.minds.records import copy_record

STACK = 64
"""The room for states in a search."""


@cache
def find_program(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled form of a function over a stack of states."""
    return compile_program(
        Program(
            function,
            State,
            {network_value: evaluate, copy_state: copy_record},
            HARNESS.silent,
            vectorize=True,
        )
    )


def new_stack(options: Sequence[Options]) -> tuple[Any, Any]:
    """Return room for states, and the states that games start from."""
    kind = layout_of(State)
    stack, fresh = np.zeros(STACK, kind), np.zeros(len(options), kind)
    for place, each in enumerate(options):
        pack(new_state(each, deck_of(each)), fresh[place])
    return stack, fresh


def new_mind(layers: Layers) -> Mind:
    """Return a mind with the weights of a network."""
    return Mind(
        weights=layers,
        hidden=np.zeros(len(layers.bias), np.float32),
        hidden2=np.zeros(len(layers.bias2), np.float32),
        active=np.zeros(MAX_ACTIVE, np.int64),
        scalars=np.zeros(SCALARS, np.float32),
        words=np.zeros((2, words_for(SET_FEATURES)), np.int64),
        base=np.zeros(len(layers.bias), np.float32),
        counts=Counts(*np.zeros((4, RANKS), np.int64)),
        moves=np.zeros(MAX_MOVES, np.int64),
        order=np.zeros(MAX_CARDS, np.int64),
        exposed=np.zeros(SEATS * SEATS, np.int64),
        cards=np.zeros(LARGEST_WORLD, np.int64),
        values=np.zeros(MAX_MOVES, np.float64),
    )


def new_tree(nodes: int = 1 << 15, edges: int = 1 << 18) -> Tree:
    """Return room for a tree; the number of places for nodes is a power of two."""
    return Tree(
        keys=np.zeros(nodes, np.int64),
        first=np.zeros(nodes, np.int64),
        action=np.zeros(edges, np.int64),
        following=np.zeros(edges, np.int64),
        visits=np.zeros(edges, np.float64),
        prior=np.zeros(edges, np.float64),
        total=np.zeros(edges, np.float64),
        path=np.zeros(MAX_DEPTH + 1, np.int64),
        movers=np.zeros(MAX_DEPTH + 1, np.int64),
        result=np.zeros(SEATS, np.float64),
        counters=np.zeros(3, np.int64),
    )
