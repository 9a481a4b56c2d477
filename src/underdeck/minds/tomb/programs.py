"""Compiled programs of the mind of Tomb."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from underdeck.fast.compiler import Program, compile_program
from underdeck.fast.layout import layout_of, pack
from underdeck.fast.tomb import HARNESS
from underdeck.games.tomb.legal import MAX_MOVES
from underdeck.games.tomb.options import Options
from underdeck.games.tomb.state import DECK, State, new_state
from underdeck.minds.evaluate import Layers, evaluate, keep_base, words_for
from underdeck.minds.records import copy_record
from underdeck.minds.tomb.features import MAX_ACTIVE, SCALARS, SET_FEATURES
from underdeck.minds.tomb.relaxation import Solution
from underdeck.minds.tomb.search import (
    MAX_LEVELS,
    STACK,
    Evaluator,
    ExactValues,
    Levels,
    Mind,
    copy_state,
    network_value,
    set_base,
)

DEFAULT = (Options(),)
EXACT_VALUES = 1 << 18
"""The size of a cache of exact values, a power of two."""


@cache
def find_program(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled form of a function over a stack of states."""
    return compile_program(
        Program(
            function,
            State,
            {network_value: evaluate, set_base: keep_base, copy_state: copy_record},
            HARNESS.silent,
            vectorize=True,
        )
    )


def new_stack(options: Sequence[Options] = DEFAULT) -> tuple[Any, Any]:
    """Return room for states, and the states that games start from."""
    kind = layout_of(State)
    stack, fresh = np.zeros(STACK, kind), np.zeros(len(options), kind)
    for place, each in enumerate(options):
        pack(new_state(each, DECK), fresh[place])
    return stack, fresh


def new_mind(early: Layers, late: Layers, exact: int = 1) -> Mind:
    """Return a mind with the weights of both networks; `exact` is the size of its cache."""
    active, scalars = np.zeros(MAX_ACTIVE, np.int64), np.zeros(SCALARS, np.float32)
    return Mind(
        early=new_evaluator(early, active, scalars),
        late=new_evaluator(late, active, scalars),
        active=active,
        scalars=scalars,
        moves=np.zeros(MAX_MOVES, np.int64),
        levels=new_levels(),
        exact=new_exact_values(exact),
    )


def new_evaluator(layers: Layers, active: Any, scalars: Any) -> Evaluator:
    """Return a network with its working memory."""
    return Evaluator(
        weights=layers,
        hidden=np.zeros(len(layers.bias), np.float32),
        hidden2=np.zeros(len(layers.bias2), np.float32),
        active=active,
        scalars=scalars,
        words=np.zeros((2, words_for(SET_FEATURES)), np.int64),
        base=layers.bias.copy(),
    )


def new_exact_values(size: int) -> ExactValues:
    """Return room for a cache of exact values."""
    packed, hand, laid, cards = np.zeros((4, size), np.int64)
    return ExactValues(packed, hand, laid, cards, np.zeros(size, np.float64))


def new_levels() -> Levels:
    """Return room for the levels of a search."""
    return Levels(
        *(np.zeros(MAX_LEVELS, np.int64) for _ in range(5)),
        *(np.zeros(MAX_LEVELS, np.float64) for _ in range(2)),
    )


def new_solution(places: int = 1 << 18) -> Solution:
    """Return the memory of a solver with this number of places in its table, a power of two."""
    at, high, slot = np.zeros((3, MAX_LEVELS), np.int64)
    best, penalty = np.zeros((2, MAX_LEVELS), np.float64)
    stamps, packed, hand, laid = np.zeros((4, places), np.int64)
    return Solution(
        at=at,
        high=high,
        slot=slot,
        best=best,
        penalty=penalty,
        good=np.zeros(STACK, np.int64),
        looks=np.zeros(STACK, np.float64),
        stamps=stamps,
        packed=packed,
        hand=hand,
        laid=laid,
        values=np.zeros(places, np.float64),
        counters=np.zeros(4, np.int64),
    )
