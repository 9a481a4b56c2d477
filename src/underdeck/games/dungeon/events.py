"""Events of Dungeon: their codes, names and parts, and the sink that the rules emit them to."""

from typing import TypeAlias

from underdeck.game import EVERYONE, Event

RawEvent: TypeAlias = tuple[int, int, int, int, int, int]
"""An event as the rules emit it: its code, its audience, and up to four parts."""
Sink: TypeAlias = list[RawEvent] | None
"""A list that collects events, or None to drop them."""

PARTS: dict[str, tuple[str, ...]] = {}
"""The names of each event's parts, in the order in which the rules emit them."""


def _define(name: str, parts: str = "") -> int:
    """Add an event and return its code."""
    PARTS[name] = tuple(parts.split())
    return len(PARTS) - 1


BID_LAID = _define("bid_laid", "player")
BID_WITH = _define("bid_with", "player card")
BID_SHOWN = _define("bid_shown", "player card")
BIDS_TIED = _define("bids_tied")
LOT_DRAWN = _define("lot_drawn", "player")
BEGAN = _define("began", "player")
TURN_BEGUN = _define("turn_begun", "player turn")
DREW = _define("drew", "player n")
DREW_CARD = _define("drew_card", "player card")
DECK_RENEWED = _define("deck_renewed", "n")
DUG = _define("dug", "player card value place")
DUG_HIDDEN = _define("dug_hidden", "player value place")
LAID_AS = _define("laid_as", "player card value")
CAVED_IN = _define("caved_in", "player target card value")
CAVE_TRIED = _define("cave_tried", "player target")
TRIED_WITH = _define("tried_with", "player card value")
CAVE_HIT = _define("cave_hit", "player target")
CAVE_MISSED = _define("cave_missed", "player target")
FRONT_LOST = _define("front_lost", "player")
JOKER_SAVED = _define("joker_saved", "player card")
JOKER_LOST = _define("joker_lost", "player")
ATTACKED = _define("attacked", "player target card value")
FIGHT_LAID = _define("fight_laid", "player card value")
CREATURE_BEATEN = _define("creature_beaten", "player")
RETREATED = _define("retreated", "player")
FELL = _define("fell", "player")
ROB_CALLED = _define("rob_called", "player card")
TOOK = _define("took", "player card")
TOOK_SECRETLY = _define("took_secretly", "player")
TOOK_NOTHING = _define("took_nothing", "player")
FISHED = _define("fished", "player target card rank")
GAVE = _define("gave", "player target rank")
GAVE_CARD = _define("gave_card", "player target card")
DENIED = _define("denied", "player")
BELIEVED = _define("believed", "player")
DEMANDED = _define("demanded", "player target")
HAND_SHOWN = _define("hand_shown", "player card")
TOLD_TRUTH = _define("told_truth", "player")
LIED = _define("lied", "player")
BURNT = _define("burnt", "player")
HAND_LOST = _define("hand_lost", "player n")
LOST_CARD = _define("lost_card", "player card")
DISCARDED = _define("discarded", "player card")
DISCARDED_HIDDEN = _define("discarded_hidden", "player")
OWN_DISCARD = _define("own_discard", "player card")
PASSED = _define("passed", "player")
ACE_PLAYED = _define("ace_played", "player card")
COUNTERED = _define("countered", "player card")
ABILITY_CANCELLED = _define("ability_cancelled", "player")
ACCUSED = _define("accused", "player target")
PASSAGE_SHOWN = _define("passage_shown", "player place card value")
WAS_FALSE = _define("was_false", "player")
WAS_HONEST = _define("was_honest", "player")
DUNGEON_LOST = _define("dungeon_lost", "player n")
RESIGNED = _define("resigned", "player")
ESCAPED = _define("escaped", "player")
ALONE = _define("alone", "player")
STALEMATE = _define("stalemate")

NAMES = tuple(PARTS)

SEAT_PARTS = frozenset({"player", "target"})
"""Parts that are seats: from 0 in the rules, from 1 outside."""

_LAYOUT = [
    (name, [(part, place, part in SEAT_PARTS) for place, part in enumerate(parts, 2)])
    for name, parts in PARTS.items()
]
"""For each code the event's name, and for each part its place in a `RawEvent` and its offset."""


def event_of(raw: RawEvent) -> Event:
    """Return an event with its name and named parts."""
    name, parts = _LAYOUT[raw[0]]
    return Event(name, {part: raw[place] + offset for part, place, offset in parts}, raw[1])


def emit(sink: Sink, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Emit an event for everyone, with its parts in the order of `PARTS`."""
    if sink is not None:
        sink.append((event, EVERYONE, a, b, c, d))


def emit_to(
    sink: Sink, seats: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0
) -> None:
    """Emit an event for some seats only, a bit for each."""
    if sink is not None:
        sink.append((event, seats, a, b, c, d))
