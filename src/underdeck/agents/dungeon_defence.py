"""How a bot of Dungeon answers an attack: fight, retreat or fall."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from underdeck.agents.dungeon_reading import (
    aces,
    hand_ranks,
    is_front_vital,
    me,
    moves_of,
    natural,
    reach,
)
from underdeck.agents.dungeon_worth import keep_value
from underdeck.cards import rank_of
from underdeck.games.dungeon.moves import FALL, FIGHT, RETREAT, STRIKE, DungeonMove
from underdeck.games.dungeon.options import cell_value
from underdeck.games.dungeon.state import JOKER_RANK, WIGHT
from underdeck.games.dungeon.view import DungeonView

FRONT_VALUE = 10.0
"""The value of the cards that the first passage is worth fighting for."""
DEPTH_VALUE = 2.0
"""How much more a front is worth for each value that it lies deeper."""
SHIELD_VALUE = 4.0
"""The value of the cards that a front is worth whose loss throws nobody back."""
MAX_FIGHTING_CARDS = 6
"""The largest number of passages that are tried together in a fight."""


def defend(view: DungeonView, random: Random) -> DungeonMove:
    """Draw with an ace first; then fight if that costs less than the front, or in the cell."""
    strike = moves_of(view, STRIKE)
    if strike:
        return strike[0]
    spare_aces = natural(aces(view))
    if spare_aces and not view.laid:
        return spare_aces[0]
    fights, retreats = moves_of(view, FIGHT), moves_of(view, RETREAT)
    best = best_fight(view, fights)
    if best is not None and (not retreats or view.laid or best[1] < front_value(view)):
        return best[0]
    if retreats:
        return retreats[0]
    return (aces(view) or [random.choice(fights or moves_of(view, FALL))])[0]


def front_value(view: DungeonView) -> float:
    """Return the value of the cards that the bot's front is worth."""
    if not is_front_vital(me(view)):
        return SHIELD_VALUE
    return FRONT_VALUE + DEPTH_VALUE * (cell_value(view.options) - reach(view, me(view)))


def best_fight(view: DungeonView, fights: list[DungeonMove]) -> tuple[DungeonMove, float] | None:
    """Return the first card of the cheapest fight, and the total cost."""
    attacker = view.about[1]
    plans = [(move, keep_value(view, move.rank)) for move in natural(fights) if move.value > 10]
    plans += [
        (move, keep_value(view, 2))
        for move in fights
        if attacker == WIGHT and move.rank == 2 and not view.laid
    ]
    plans += passage_fights(view, fights)
    jokers = [move for move in fights if move.rank == JOKER_RANK]
    if jokers:
        plans.append((max(jokers, key=lambda move: move.value), keep_value(view, JOKER_RANK)))
    return min(plans, key=lambda plan: plan[1], default=None)


def passage_fights(
    view: DungeonView, fights: list[DungeonMove]
) -> Iterator[tuple[DungeonMove, float]]:
    """Yield the first card and the cost of each set of passages that beats the attacker."""
    laid = sum(rank_of(card) for card in view.laid if rank_of(card) != JOKER_RANK)
    passages = {move.rank: move for move in fights if 2 <= move.rank <= 10}
    ranks = sorted(rank for rank in hand_ranks(view) if rank in passages)
    values = {rank: keep_value(view, rank) for rank in passages}
    for size in range(1, min(len(ranks), MAX_FIGHTING_CARDS) + 1):
        for chosen in combinations(ranks, size):
            if laid + sum(chosen) >= view.about[1]:
                yield passages[chosen[-1]], sum(values[rank] for rank in chosen)
