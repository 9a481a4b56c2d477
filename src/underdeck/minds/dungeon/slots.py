"""The hidden places of a position as numbers, for compiled programs that sample worlds."""

from random import Random
from typing import Any

import numpy as np

from underdeck.games.dungeon.belief import (
    believed_fresh,
    hidden_slots,
    hidden_tokens,
    match_tokens,
)
from underdeck.games.dungeon.knowledge import DISCARDS
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.state import State
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.dungeon.sampling import ROWS, Slots

NO_SLOTS = Slots(*np.zeros((5, 0), np.int64))
"""The hidden places of a state that is known completely."""


def find_slots(view: DungeonView, memory: DungeonMemory, random: Random) -> tuple[State, Slots]:
    """Return the position of a seat, and its hidden places with one way to fill them."""
    assert memory.position is not None
    position, knowledge = memory.position.clone(), memory.knowledge
    knowledge.observe_discards(view)
    position.fresh = believed_fresh(position, knowledge)
    hidden = [
        slot
        for slot in hidden_slots(position, knowledge.seat)
        if slot[0] != DISCARDS or view.seen_discards is None
    ]
    places = [slot[0] for slot in hidden]
    bits = {place: 1 << number for number, place in enumerate(dict.fromkeys(places))}
    tokens = match_tokens(hidden_tokens(knowledge, view), places, random)
    rows: list[Any] = [
        [ROWS.index(row) for _, row, _ in hidden],
        [place for _, _, place in hidden],
        [token.card for token in tokens],
        [bits[place] for place in places],
        [sum(bits.get(place, 0) for place in token.places) for token in tokens],
    ]
    return position, Slots(*(np.array(row, np.int64) for row in rows))
