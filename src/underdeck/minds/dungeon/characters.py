"""The characters of Dungeon as bots: the analyst's values, seen with a temper.

A character adds its tastes to the values of the moves, forgets those that lose too much, and
chooses among the others the more often the better they look to it. So it errs as a person of that
temper would, by a little and for a reason, and never by accident.
"""

import math
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from underdeck.agents.dungeon_reading import is_honest
from underdeck.cards import rank_of
from underdeck.games.dungeon.knowledge import hand
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import (
    DEMAND,
    DENY,
    DIG,
    FISH,
    GIVE,
    WORDS,
    DungeonMove,
)
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.analyst import MoveValue, value_moves


class Temper(NamedTuple):
    """How a character plays; values are chances to win."""

    iterations: int
    """The iterations of its search."""
    temperature: float
    """How much worse a move may look and still be chosen now and then."""
    patience: float
    """The loss of value, compared with the best move, that it never accepts."""
    tastes: Mapping[str, float]
    """What is added to the value of a move, by its traits."""


TEMPERS = {
    "digger": Temper(
        iterations=24,
        temperature=0.012,
        patience=0.10,
        tastes={
            "dig": 0.05,
            "branch": 0.04,
            "attack": -0.10,
            "cave": -0.05,
            "retreat": 0.04,
            "rob": 0.02,
            "demand": -0.05,
            "accuse": -0.05,
            "lie": -0.04,
            "false": -0.04,
        },
    ),
    "brute": Temper(
        iterations=24,
        temperature=0.010,
        patience=0.10,
        tastes={
            "attack": 0.10,
            "cave": 0.06,
            "fight": 0.04,
            "retreat": -0.04,
            "rob": -0.03,
            "fish": -0.06,
            "pass": -0.05,
        },
    ),
    "liar": Temper(
        iterations=96,
        temperature=0.008,
        patience=0.08,
        tastes={
            "lie": 0.10,
            "false": 0.06,
            "accuse": 0.05,
            "demand": 0.03,
            "fish": 0.03,
            "attack": -0.03,
        },
    ),
    "accountant": Temper(
        iterations=400,
        temperature=0.002,
        patience=0.06,
        tastes={
            "rob": 0.04,
            "sure fish": 0.06,
            "blind fish": -0.02,
            "lie": -1.0,
            "false": -1.0,
            "unsure demand": -1.0,
            "accuse": -0.02,
            "attack": -0.02,
        },
    ),
    "gambler": Temper(
        iterations=16,
        temperature=0.020,
        patience=0.16,
        tastes={
            "demand": 0.12,
            "accuse": 0.12,
            "attack": 0.06,
            "blind fish": 0.08,
            "lie": 0.04,
            "false": 0.04,
            "fight": 0.04,
            "retreat": -0.04,
            "pass": -0.04,
        },
    ),
}
"""The temper of each character, by the name of its bot."""


def choose_move(name: str, view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Return the move that a character chooses from what its seat knows."""
    if len(view.legal) == 1:
        return view.legal[0]
    temper = TEMPERS[name]
    seed = str(random.getrandbits(32))
    values = value_moves(view, memory, iterations=temper.iterations, seed=seed)
    return pick(liking(values, temper, view, memory), temper.temperature, random)


def liking(
    values: list[MoveValue], temper: Temper, view: DungeonView, memory: DungeonMemory
) -> list[MoveValue]:
    """Return the moves that a character considers, valued with its tastes."""
    best = max(each.value for each in values)
    liked = [
        each._replace(value=each.value + taste_of(each.move, temper, view, memory))
        for each in values
        if each.value >= best - temper.patience
    ]
    top = max(each.value for each in liked)
    return [each for each in liked if each.value >= top - temper.patience]


def pick(liked: list[MoveValue], temperature: float, random: Random) -> DungeonMove:
    """Return one of the moves, the more likely the higher its value."""
    top = max(each.value for each in liked)
    weights = [math.exp((each.value - top) / temperature) for each in liked]
    return random.choices([each.move for each in liked], weights)[0]


def taste_of(move: DungeonMove, temper: Temper, view: DungeonView, memory: DungeonMemory) -> float:
    """Return what a character adds to the value of a move."""
    return sum(temper.tastes.get(trait, 0.0) for trait in traits_of(move, view, memory))


# Traits


def traits_of(move: DungeonMove, view: DungeonView, memory: DungeonMemory) -> list[str]:
    """Return the verb of a move and what else marks it, as far as the seat knows."""
    traits = [WORDS[move.kind]]
    if move.kind == DIG:
        traits += ["branch"] * is_branch(move, view) + ["false"] * (not is_honest(move))
    elif move.kind == FISH:
        assert move.target is not None
        traits.append(
            "sure fish" if surely_holds(memory, move.target, move.place) else "blind fish"
        )
    elif move.kind == DENY:
        traits += ["lie"] * any(other.kind == GIVE for other in view.legal)
    elif move.kind == DEMAND:
        target, rank = view.about
        traits += ["unsure demand"] * (not surely_holds(memory, target, rank))
    return traits


def is_branch(move: DungeonMove, view: DungeonView) -> bool:
    """§3.1 Return whether a passage lies beside one of the same value."""
    assert view.seat is not None
    return any(passage.value == move.value for passage in view.players[view.seat].dungeon)


def surely_holds(memory: DungeonMemory, seat: int, rank: int) -> bool:
    """Return whether a card of a rank can be nowhere but in a player's hand."""
    only = {hand(seat)}
    tokens = memory.knowledge.tokens
    return any(token.places == only and rank_of(token.card) == rank for token in tokens)


# Bots


def digger(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Dig and branch off, and keep out of fights."""
    return choose_move("digger", view, random, memory)


def brute(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Attack and cave in."""
    return choose_move("brute", view, random, memory)


def liar(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Deny, claim falsely in the dark, and accuse others of it."""
    return choose_move("liar", view, random, memory)


def accountant(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Count cards, and never bluff."""
    return choose_move("accountant", view, random, memory)


def gambler(view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Take chances."""
    return choose_move("gambler", view, random, memory)
