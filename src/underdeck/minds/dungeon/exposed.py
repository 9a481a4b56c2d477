"""The cards of hands that players surely know, as numbers for a search."""

from collections.abc import Iterable

from underdeck.cards import rank_of
from underdeck.games.dungeon.knowledge import hand
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.state import SEATS
from underdeck.minds.dungeon.worlds import exposed_unit


def find_exposed(seat: int, memory: DungeonMemory) -> list[int]:
    """Return what each seat surely knows of each other hand, as far as a seat can tell."""
    exposed = [0] * SEATS * SEATS
    for (observer, holder), ranks in memory.exposure.known.items():
        if observer == seat:
            tokens = memory.knowledge.tokens
            sure = (rank_of(each.card) for each in tokens if each.places == {hand(holder)})
            exposed[observer * SEATS + holder] = count_exposed(sure)
        else:
            exposed[observer * SEATS + holder] = count_exposed(ranks.elements())
    return exposed


def count_exposed(ranks: Iterable[int]) -> int:
    """Return one number that counts the cards of each rank."""
    return sum(exposed_unit(rank) for rank in ranks)
