"""Events of Tomb of Four Kings: their codes, names and parts, and the sink that collects them."""

from typing import TypeAlias

from underdeck.codes import Codes
from underdeck.game import Event

RawEvent: TypeAlias = tuple[int, int, int, int]
"""An event as the rules emit it: its code and up to three parts."""
Sink: TypeAlias = list[RawEvent] | None
"""A list that collects events, or None to drop them."""

_events = Codes()
"""The name of each event and the names of its parts, in the order in which the rules emit them."""
DELVED = _events.define("delved", "turn")
TURNED_AROUND = _events.define("turned_around", "n")
WALKED_OUT = _events.define("walked_out")
RETREATED = _events.define("retreated", "turn left")
TORCH_BURNT = _events.define("torch_burnt", "card n")
SKILL_GAINED = _events.define("skill_gained", "card")
FAVOR_SHOWN = _events.define("favor_shown", "card foe")
HOARD_FOUND = _events.define("hoard_found", "card")
SCROLL_FOUND = _events.define("scroll_found", "card")
ENCOUNTER_MET = _events.define("encounter_met", "card")
WON_BY_ACTION = _events.define("won_by_action", "card foe")
WON_BY_FAVOR = _events.define("won_by_favor", "card foe")
WON_BY_SKILL = _events.define("won_by_skill", "card foe")
BLOW_STRUCK = _events.define("blow_struck", "card foe damage")
WOUNDED = _events.define("wounded", "damage hp")
DODGED = _events.define("dodged", "card damage")
DOOR_HELD = _events.define("door_held", "card foe n")
DISCARDED = _events.define("discarded", "card")
TREASURE_DROPPED = _events.define("treasure_dropped", "card foe")
FLED = _events.define("fled", "foe")
SCROLL_READ = _events.define("scroll_read", "card")
TREASURE_TAKEN = _events.define("treasure_taken", "card")
MARKER_LEFT = _events.define("marker_left", "card")
TURN_WON = _events.define("turn_won", "turn")
TURN_LOST = _events.define("turn_lost", "turn")
TURN_FLED = _events.define("turn_fled", "turn")
ESCAPED = _events.define("escaped", "kings points")
SLAIN = _events.define("slain", "foe")
LOST = _events.define("lost")

NAMES = tuple(_events)
PARTS = {name: tuple(parts.split()) for name, parts in _events.items()}
"""The names of each event's parts."""


def event_of(raw: RawEvent) -> Event:
    """Return an event with its name and named parts; a foe that isn't there is left out."""
    name = NAMES[raw[0]]
    parts = dict(zip(PARTS[name], raw[1:], strict=False))
    if parts.get("foe") == 0:
        del parts["foe"]
    return Event(name, parts)


def emit(sink: Sink, event: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Emit an event, with its parts in the order of `PARTS`."""
    if sink is not None:
        sink.append((event, a, b, c))
