"""The characters of Dungeon as bots: common sense, insight and a temper.

Common sense are the plans of the careful bot, with their worth in points; insight are the values of
a short search; a temper are tastes in points for sorts of moves. A character chooses the more often
the better a move looks to it. So it errs as a person of that temper would: by a little and for a
reason, not by accident.
"""

import math
from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from underdeck.agents import careful
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
    PASS,
    STRIKE,
    WORDS,
    DungeonMove,
)
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.analyst import prepare_in_background, value_moves

URGENT = 100.0
"""The points of a move that the careful bot makes whatever else it could do."""
UNPLANNED = -8.0
"""The points of a play that belongs to no plan; a pass has 0."""
SENSIBLE = 6.0
"""The points of the careful bot's answer outside of its turn; any other has 0."""


class Temper(NamedTuple):
    """How a character plays."""

    temperature: float
    """How many points worse a move may look and still be chosen now and then."""
    patience: float
    """A move that looks worse than the best one by more points is never chosen."""
    tastes: Mapping[str, float]
    """The points that the traits of a move add."""
    never: frozenset[str] = frozenset()
    """The traits of moves that it makes only if there is no other."""
    iterations: int = 0
    """The iterations of its search, 0 for none."""
    insight: float = 0.0
    """The points of a whole game: what a chance to win of 1 is worth."""


TEMPERS = {
    "gambler": Temper(
        temperature=3.0,
        patience=10.0,
        tastes={
            "attack": 8.0,
            "blind fish": 10.0,
            "demand": 8.0,
            "accuse": 2.0,
            "lie": 5.0,
            "false": 10.0,
            "retreat": -8.0,
            "pass": -4.0,
        },
    ),
    "brute": Temper(
        temperature=1.5,
        patience=8.0,
        tastes={
            "attack": 14.0,
            "cave": 12.0,
            "branch": -4.0,
            "fight": 9.0,
            "retreat": -6.0,
            "rob": -4.0,
            "fish": -7.0,
        },
    ),
    "digger": Temper(
        temperature=1.0,
        patience=6.0,
        tastes={
            "dig": 6.0,
            "branch": 3.0,
            "rob": 4.0,
            "attack": -7.0,
            "cave": -5.5,
            "retreat": 3.0,
            "demand": -8.0,
            "lie": -8.0,
            "false": -10.0,
        },
    ),
    "liar": Temper(
        temperature=1.0,
        patience=6.0,
        tastes={"fish": 4.0, "lie": 9.0, "false": 22.0, "accuse": 4.0, "demand": 3.0},
        iterations=64,
        insight=10.0,
    ),
    "accountant": Temper(
        temperature=0.3,
        patience=3.0,
        tastes={"rob": 2.0, "sure fish": 6.0},
        never=frozenset({"lie", "false", "unsure demand"}),
        iterations=160,
        insight=40.0,
    ),
}
"""The temper of each character, by the name of its bot."""


def choose_move(name: str, view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
    """Return the move that a character chooses from what its seat knows."""
    if len(view.legal) == 1:
        return view.legal[0]
    strike = next((move for move in view.legal if move.kind == STRIKE), None)
    if strike is not None:  # the fight is won: more cards would be wasted
        return strike
    temper = TEMPERS[name]
    traits = {move: traits_of(move, view, memory) for move in view.legal}
    allowed = [move for move in view.legal if temper.never.isdisjoint(traits[move])]
    sense, insight = common_sense(view, random), insights(temper, view, random, memory)
    points = {
        move: sense[move]
        + insight.get(move, 0.0)
        + sum(temper.tastes.get(trait, 0.0) for trait in traits[move])
        for move in allowed or view.legal
    }
    return pick(points, temper, random)


def common_sense(view: DungeonView, random: Random) -> dict[DungeonMove, float]:
    """Return the points of each move by the plans of the careful bot.

    Characters don't keep Graverobbers as it does: to swap one for another turn after turn looks
    dull.
    """
    if view.pending != "turn":
        points = dict.fromkeys(view.legal, 0.0)
        is_robbing = view.pending == "robbing"
        points[careful.take_best(view) if is_robbing else careful.choose(view, random)] = SENSIBLE
        return points
    points = {move: 0.0 if move.kind == PASS else UNPLANNED for move in view.legal}
    for plan in careful.PLANS:
        for worth, move in plan(view, random):
            points[move] = max(worth, points[move])
    urgent = careful.win(view) or careful.expose(view) or careful.draw_more(view)
    return points | ({urgent: URGENT} if urgent else {})


def insights(
    temper: Temper, view: DungeonView, random: Random, memory: DungeonMemory
) -> dict[DungeonMove, float]:
    """Return the points of the moves by a search, those that it has tried."""
    if not temper.iterations:
        return {}
    seed = str(random.getrandbits(32))
    values = value_moves(view, memory, iterations=temper.iterations, seed=seed)
    return {each.move: temper.insight * (each.value - values[0].value) for each in values}


def pick(points: Mapping[DungeonMove, float], temper: Temper, random: Random) -> DungeonMove:
    """Return one of the moves, the more likely the more points, but none far below the best."""
    top = max(points.values())
    near = {move: each for move, each in points.items() if each >= top - temper.patience}
    weights = [math.exp((each - top) / temper.temperature) for each in near.values()]
    return random.choices(list(near), weights)[0]


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


class Player:
    """A character as a bot."""

    wants_memory = True

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, view: DungeonView, random: Random, memory: DungeonMemory) -> DungeonMove:
        """Choose a move."""
        return choose_move(self.name, view, random, memory)

    def prepare(self) -> None:
        """Compile the search in the background, if the character searches."""
        if TEMPERS[self.name].iterations:
            prepare_in_background()


gambler, brute, digger = Player("gambler"), Player("brute"), Player("digger")
liar, accountant = Player("liar"), Player("accountant")
