"""What happens in Tomb of Four Kings: event codes, and the parts that each one tells. Nothing in a solitaire is told in secret."""

from underdeck.game import Event

_PARTS = {
    "delved": "turn",
    "turned_around": "n",
    "walked_out": "",
    "retreated": "turn left",
    "torch_burnt": "card n",
    "skill_gained": "card",
    "favor_shown": "card foe",
    "hoard_found": "card",
    "scroll_found": "card",
    "encounter_met": "card",
    "won_by_action": "card foe",
    "won_by_favor": "card foe",
    "won_by_skill": "card foe",
    "blow_struck": "card foe damage",
    "wounded": "damage hp",
    "dodged": "card damage",
    "door_held": "card foe n",
    "discarded": "card",
    "treasure_dropped": "card foe",
    "fled": "foe",
    "scroll_read": "card",
    "treasure_taken": "card",
    "marker_left": "card",
    "turn_won": "turn",
    "turn_lost": "turn",
    "turn_fled": "turn",
    "escaped": "kings points",
    "slain": "foe",
    "lost": "",
}
NAMES = tuple(_PARTS)
PARTS = {name: tuple(parts.split()) for name, parts in _PARTS.items()}
(
    DELVED,
    TURNED_AROUND,
    WALKED_OUT,
    RETREATED,
    TORCH_BURNT,
    SKILL_GAINED,
    FAVOR_SHOWN,
    HOARD_FOUND,
    SCROLL_FOUND,
    ENCOUNTER_MET,
    WON_BY_ACTION,
    WON_BY_FAVOR,
    WON_BY_SKILL,
    BLOW_STRUCK,
    WOUNDED,
    DODGED,
    DOOR_HELD,
    DISCARDED,
    TREASURE_DROPPED,
    FLED,
    SCROLL_READ,
    TREASURE_TAKEN,
    MARKER_LEFT,
    TURN_WON,
    TURN_LOST,
    TURN_FLED,
    ESCAPED,
    SLAIN,
    LOST,
) = range(len(NAMES))

Told = tuple[int, int, int, int]
"""An event as the rules tell it: its code and up to three parts."""


def event_of(told: Told) -> Event:
    """The event with its names; a card that isn't there is left out."""
    name = NAMES[told[0]]
    parts = dict(zip(PARTS[name], told[1:], strict=False))
    if parts.get("foe") == 0:
        del parts["foe"]
    return Event(name, parts)
