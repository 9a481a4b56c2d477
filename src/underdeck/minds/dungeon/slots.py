"""The hidden places of a position as numbers, for programs that sample worlds."""

from random import Random

from underdeck.games.dungeon.belief import arrange_tokens, believed_fresh, place_bits
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.state import State
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.sampling import ROWS, Slots


def find_slots(view: DungeonView, memory: DungeonMemory, random: Random) -> tuple[State, Slots]:
    """Return the position of a seat, and its hidden places with one way to fill them, as lists."""
    assert memory.position is not None
    position, knowledge = memory.position.clone(), memory.knowledge.copy()
    hidden, tokens = arrange_tokens(position, knowledge, view, random)
    position.fresh = believed_fresh(position, knowledge)
    here, reach = place_bits([place for place, _, _ in hidden], tokens)
    return position, Slots(
        row=[ROWS.index(row) for _, row, _ in hidden],
        place=[place for _, _, place in hidden],
        card=[token.card for token in tokens],
        here=here,
        reach=reach,
    )
