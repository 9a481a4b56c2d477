"""Events of Tomb of Four Kings: their codes, names and parts, and the sink that collects them."""

from typing import TypeAlias

from underdeck.game import Event

RawEvent: TypeAlias = tuple[int, int, int, int]
"""An event as the rules emit it: its code and up to three parts."""
Sink: TypeAlias = list[RawEvent] | None
"""A list that collects events, or None to drop them."""

PARTS: dict[str, tuple[str, ...]] = {}
"""The names of each event's parts, in the order in which the rules emit them."""


def _define(name: str, parts: str = "") -> int:
    """Add an event and return its code."""
    PARTS[name] = tuple(parts.split())
    return len(PARTS) - 1


DELVED = _define("delved", "turn")
TURNED_AROUND = _define("turned_around", "n")
WALKED_OUT = _define("walked_out")
RETREATED = _define("retreated", "turn left")
TORCH_BURNT = _define("torch_burnt", "card n")
SKILL_GAINED = _define("skill_gained", "card")
FAVOR_SHOWN = _define("favor_shown", "card foe")
HOARD_FOUND = _define("hoard_found", "card")
SCROLL_FOUND = _define("scroll_found", "card")
ENCOUNTER_MET = _define("encounter_met", "card")
WON_BY_ACTION = _define("won_by_action", "card foe")
WON_BY_FAVOR = _define("won_by_favor", "card foe")
WON_BY_SKILL = _define("won_by_skill", "card foe")
BLOW_STRUCK = _define("blow_struck", "card foe damage")
WOUNDED = _define("wounded", "damage hp")
DODGED = _define("dodged", "card damage")
DOOR_HELD = _define("door_held", "card foe n")
DISCARDED = _define("discarded", "card")
TREASURE_DROPPED = _define("treasure_dropped", "card foe")
FLED = _define("fled", "foe")
SCROLL_READ = _define("scroll_read", "card")
TREASURE_TAKEN = _define("treasure_taken", "card")
MARKER_LEFT = _define("marker_left", "card")
TURN_WON = _define("turn_won", "turn")
TURN_LOST = _define("turn_lost", "turn")
TURN_FLED = _define("turn_fled", "turn")
ESCAPED = _define("escaped", "kings points")
SLAIN = _define("slain", "foe")
LOST = _define("lost")

NAMES = tuple(PARTS)


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
