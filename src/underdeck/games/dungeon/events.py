"""Events of Dungeon: their codes, names and parts, and the sink that collects them."""

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


BID_LAID = _define("bid_laid", "seat")
BID_WITH = _define("bid_with", "seat card")
BID_SHOWN = _define("bid_shown", "seat card")
BIDS_TIED = _define("bids_tied")
LOT_DRAWN = _define("lot_drawn", "seat")
BEGAN = _define("began", "seat")
TURN_BEGUN = _define("turn_begun", "seat turn")
DREW = _define("drew", "seat n")
DREW_CARD = _define("drew_card", "seat card")
DECK_RENEWED = _define("deck_renewed", "n")
DUG = _define("dug", "seat card value place")
DUG_HIDDEN = _define("dug_hidden", "seat value place")
LAID_AS = _define("laid_as", "seat card value")
CAVED_IN = _define("caved_in", "seat target card value")
CAVE_TRIED = _define("cave_tried", "seat target")
TRIED_WITH = _define("tried_with", "seat card value")
CAVE_HIT = _define("cave_hit", "seat target")
CAVE_MISSED = _define("cave_missed", "seat target")
FRONT_LOST = _define("front_lost", "seat")
JOKER_SAVED = _define("joker_saved", "seat card")
JOKER_LOST = _define("joker_lost", "seat")
ATTACKED = _define("attacked", "seat target card value")
FIGHT_LAID = _define("fight_laid", "seat card value")
CREATURE_BEATEN = _define("creature_beaten", "seat")
RETREATED = _define("retreated", "seat")
FELL = _define("fell", "seat")
ROB_CALLED = _define("rob_called", "seat card")
TOOK = _define("took", "seat card")
TOOK_SECRETLY = _define("took_secretly", "seat")
TOOK_NOTHING = _define("took_nothing", "seat")
FISHED = _define("fished", "seat target card rank")
GAVE = _define("gave", "seat target rank")
GAVE_CARD = _define("gave_card", "seat target card")
DENIED = _define("denied", "seat")
BELIEVED = _define("believed", "seat")
DEMANDED = _define("demanded", "seat target")
HAND_SHOWN = _define("hand_shown", "seat card")
TOLD_TRUTH = _define("told_truth", "seat")
LIED = _define("lied", "seat")
BURNT = _define("burnt", "seat")
HAND_LOST = _define("hand_lost", "seat n")
LOST_CARD = _define("lost_card", "seat card")
DISCARDED = _define("discarded", "seat card")
DISCARDED_HIDDEN = _define("discarded_hidden", "seat")
OWN_DISCARD = _define("own_discard", "seat card")
PASSED = _define("passed", "seat")
ACE_PLAYED = _define("ace_played", "seat card")
COUNTERED = _define("countered", "seat card")
ABILITY_CANCELLED = _define("ability_cancelled", "seat")
ACCUSED = _define("accused", "seat target")
PASSAGE_SHOWN = _define("passage_shown", "seat place card value")
WAS_FALSE = _define("was_false", "seat")
WAS_HONEST = _define("was_honest", "seat")
DUNGEON_LOST = _define("dungeon_lost", "seat n")
RESIGNED = _define("resigned", "seat")
ESCAPED = _define("escaped", "seat")
ALONE = _define("alone", "seat")
STALEMATE = _define("stalemate")
FRONT_WAS = _define("front_was", "seat card")

NAMES = tuple(PARTS)

SEAT_PARTS = frozenset({"seat", "target"})
"""The names of parts that are seats."""

_LAYOUT = [(name, list(enumerate(parts, 2))) for name, parts in PARTS.items()]
"""For each code the event's name, and its parts with their places in a `RawEvent`."""


def event_of(raw: RawEvent) -> Event:
    """Return an event with its name and named parts."""
    name, parts = _LAYOUT[raw[0]]
    return Event(name, {part: raw[place] for place, part in parts}, raw[1])


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
