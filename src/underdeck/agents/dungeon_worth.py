"""What the cards of a hand are worth to a bot of Dungeon."""

from underdeck.agents.dungeon_reading import hand_ranks, me, needed, others, reach
from underdeck.games.dungeon.state import GRAVEROBBER, JOKER_RANK
from underdeck.games.dungeon.view import DungeonView

JOKER_VALUE = 20.0
"""The value of keeping a joker."""
ACE_VALUE = 12.0
"""The value of keeping an ace."""
CREATURE_VALUE = 6.0
"""The value of a Graverobber; stronger creatures are worth one more each."""
GRAVEROBBER_VALUE = 18.0
"""The value of keeping one: as long as it finds another, it can be played in any turn."""
NEEDED_VALUE = 15.0
"""The value of keeping the passage that is needed next."""
STEP = 4.0
"""How much less a passage is worth for each one that must be dug before it."""
FIGHT_SHARE = 0.25
"""The value of a passage that only fights, for each point of its strength."""
CAVE_IN_VALUE = 8.0
"""The value of a passage that can cave in a front now."""
NEXT_CAVE_IN_VALUE = 5.0
"""The value of a passage that can cave in what an opponent digs next."""
BRANCH_VALUE = 4.0
"""The value of a passage that can lie beside the bot's lowest one."""
DUPLICATE_DISCOUNT = 8.0
"""How much less a passage is worth if the hand has another one of its rank."""
HELD_DISCOUNT = 8.0
"""How much less a passage is wished for if the hand has one of its rank already."""


def rank_value(view: DungeonView, rank: int) -> float:
    """Return the value of having one card of a rank."""
    if rank == JOKER_RANK:
        return JOKER_VALUE
    if rank == 1:
        return ACE_VALUE
    if rank > 10:
        return CREATURE_VALUE + rank - 11
    return max(digging_value(view, rank), caving_value(view, rank), FIGHT_SHARE * rank)


def digging_value(view: DungeonView, rank: int) -> float:
    """Return the value of a passage for the bot's own dungeon."""
    distance = needed(view) - rank
    if distance == -1 and me(view).dungeon:
        return BRANCH_VALUE
    return NEEDED_VALUE - STEP * distance if distance >= 0 else 0.0


def caving_value(view: DungeonView, rank: int) -> float:
    """Return the value of a passage for a cave-in, now or after an opponent's next passage."""
    value = 0.0
    for player in others(view):
        if player.dungeon and player.dungeon[-1].value == rank:
            return CAVE_IN_VALUE
        if reach(view, player) - 1 == rank:
            value = NEXT_CAVE_IN_VALUE
    return value


def keep_value(view: DungeonView, rank: int) -> float:
    """Return the value of keeping a card of the hand; a duplicate passage is worth less."""
    if rank == GRAVEROBBER:
        return GRAVEROBBER_VALUE
    value = rank_value(view, rank)
    if rank > 10 or hand_ranks(view).count(rank) < 2:
        return value
    return max(value - DUPLICATE_DISCOUNT, 0.0)


def wish_value(view: DungeonView, rank: int) -> float:
    """Return the value of a card that isn't in the hand yet."""
    is_held = rank <= 10 and rank in hand_ranks(view)
    return rank_value(view, rank) - HELD_DISCOUNT * is_held
