"""What happens in a Dungeon: event codes, the parts that each one tells, and who may know it."""

from underdeck.game import Event

_PARTS = {
    "bid_laid": "player",
    "bid_with": "player card",
    "bid_shown": "player card",
    "bids_tied": "",
    "lot_drawn": "player",
    "began": "player",
    "turn_begun": "player turn",
    "drew": "player n",
    "drew_card": "player card",
    "deck_renewed": "n",
    "dug": "player card value place",
    "dug_hidden": "player value place",
    "laid_as": "player card value",
    "caved_in": "player target card value",
    "cave_tried": "player target",
    "tried_with": "player card value",
    "cave_hit": "player target",
    "cave_missed": "player target",
    "front_lost": "player",
    "joker_saved": "player card",
    "joker_lost": "player",
    "attacked": "player target card value",
    "fight_laid": "player card value",
    "creature_beaten": "player",
    "retreated": "player",
    "fell": "player",
    "rob_called": "player card",
    "took": "player card",
    "took_secretly": "player",
    "took_nothing": "player",
    "fished": "player target card rank",
    "gave": "player target rank",
    "gave_card": "player target card",
    "denied": "player",
    "believed": "player",
    "demanded": "player target",
    "hand_shown": "player card",
    "told_truth": "player",
    "lied": "player",
    "burnt": "player",
    "hand_lost": "player n",
    "lost_card": "player card",
    "discarded": "player card",
    "discarded_hidden": "player",
    "own_discard": "player card",
    "passed": "player",
    "ace_played": "player card",
    "countered": "player card",
    "ability_cancelled": "player",
    "accused": "player target",
    "passage_shown": "player place card value",
    "was_false": "player",
    "was_honest": "player",
    "dungeon_lost": "player n",
    "resigned": "player",
    "escaped": "player",
    "alone": "player",
    "stalemate": "",
    "front_was": "player card",
}
NAMES = tuple(_PARTS)
PARTS = {name: tuple(parts.split()) for name, parts in _PARTS.items()}
(
    BID_LAID,
    BID_WITH,
    BID_SHOWN,
    BIDS_TIED,
    LOT_DRAWN,
    BEGAN,
    TURN_BEGUN,
    DREW,
    DREW_CARD,
    DECK_RENEWED,
    DUG,
    DUG_HIDDEN,
    LAID_AS,
    CAVED_IN,
    CAVE_TRIED,
    TRIED_WITH,
    CAVE_HIT,
    CAVE_MISSED,
    FRONT_LOST,
    JOKER_SAVED,
    JOKER_LOST,
    ATTACKED,
    FIGHT_LAID,
    CREATURE_BEATEN,
    RETREATED,
    FELL,
    ROB_CALLED,
    TOOK,
    TOOK_SECRETLY,
    TOOK_NOTHING,
    FISHED,
    GAVE,
    GAVE_CARD,
    DENIED,
    BELIEVED,
    DEMANDED,
    HAND_SHOWN,
    TOLD_TRUTH,
    LIED,
    BURNT,
    HAND_LOST,
    LOST_CARD,
    DISCARDED,
    DISCARDED_HIDDEN,
    OWN_DISCARD,
    PASSED,
    ACE_PLAYED,
    COUNTERED,
    ABILITY_CANCELLED,
    ACCUSED,
    PASSAGE_SHOWN,
    WAS_FALSE,
    WAS_HONEST,
    DUNGEON_LOST,
    RESIGNED,
    ESCAPED,
    ALONE,
    STALEMATE,
    FRONT_WAS,
) = range(len(NAMES))

Told = tuple[int, int, int, int, int, int]
"""An event as the rules tell it: its code, its audience, and up to four parts."""

SEAT_PARTS = frozenset({"player", "target"})
"""Parts that are seats: from 0 in the rules, from 1 outside."""


_TOLD = [
    (name, [(part, place, part in SEAT_PARTS) for place, part in enumerate(PARTS[name], 2)])
    for name in NAMES
]
"""For each code the event's name, and where its parts are, seats a bit further on."""


def event_of(told: Told) -> Event:
    """The event with its names."""
    name, parts = _TOLD[told[0]]
    return Event(name, {part: told[place] + shift for part, place, shift in parts}, told[1])
