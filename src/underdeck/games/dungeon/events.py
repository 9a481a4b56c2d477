"""Events of Dungeon: their codes, names and parts, and the sink that collects them."""

from functools import lru_cache
from typing import TypeAlias

from underdeck.codes import Codes
from underdeck.game import EVERYONE, Event

RawEvent: TypeAlias = tuple[int, int, int, int, int, int]
"""An event as the rules emit it: its code, its audience, and up to four parts."""
Sink: TypeAlias = list[RawEvent] | None
"""A list that collects events, or None to drop them."""

_events = Codes()
"""The name of each event and the names of its parts, in the order in which the rules emit them."""
BID_LAID = _events.define("bid_laid", "seat")
BID_WITH = _events.define("bid_with", "seat card")
BID_SHOWN = _events.define("bid_shown", "seat card")
BIDS_TIED = _events.define("bids_tied")
LOT_DRAWN = _events.define("lot_drawn", "seat")
BEGAN = _events.define("began", "seat")
TURN_BEGUN = _events.define("turn_begun", "seat turn")
DREW = _events.define("drew", "seat n")
DREW_CARD = _events.define("drew_card", "seat card")
DECK_RENEWED = _events.define("deck_renewed", "n")
DUG = _events.define("dug", "seat card value place")
DUG_HIDDEN = _events.define("dug_hidden", "seat value place")
LAID_AS = _events.define("laid_as", "seat card value")
CAVED_IN = _events.define("caved_in", "seat target card value")
CAVE_TRIED = _events.define("cave_tried", "seat target")
TRIED_WITH = _events.define("tried_with", "seat card value")
CAVE_HIT = _events.define("cave_hit", "seat target")
CAVE_MISSED = _events.define("cave_missed", "seat target")
FRONT_LOST = _events.define("front_lost", "seat")
JOKER_SAVED = _events.define("joker_saved", "seat card")
JOKER_LOST = _events.define("joker_lost", "seat")
ATTACKED = _events.define("attacked", "seat target card value")
FIGHT_LAID = _events.define("fight_laid", "seat card value")
CREATURE_BEATEN = _events.define("creature_beaten", "seat")
RETREATED = _events.define("retreated", "seat")
FELL = _events.define("fell", "seat")
ROB_CALLED = _events.define("rob_called", "seat card")
TOOK = _events.define("took", "seat card")
TOOK_SECRETLY = _events.define("took_secretly", "seat")
TOOK_NOTHING = _events.define("took_nothing", "seat")
FISHED = _events.define("fished", "seat target card rank")
GAVE = _events.define("gave", "seat target rank")
GAVE_CARD = _events.define("gave_card", "seat target card")
DENIED = _events.define("denied", "seat")
BELIEVED = _events.define("believed", "seat")
DEMANDED = _events.define("demanded", "seat target")
HAND_SHOWN = _events.define("hand_shown", "seat card")
TOLD_TRUTH = _events.define("told_truth", "seat")
LIED = _events.define("lied", "seat")
BURNT = _events.define("burnt", "seat")
HAND_LOST = _events.define("hand_lost", "seat n")
LOST_CARD = _events.define("lost_card", "seat card")
DISCARDED = _events.define("discarded", "seat card")
DISCARDED_HIDDEN = _events.define("discarded_hidden", "seat")
OWN_DISCARD = _events.define("own_discard", "seat card")
PASSED = _events.define("passed", "seat")
ACE_PLAYED = _events.define("ace_played", "seat card")
COUNTERED = _events.define("countered", "seat card")
ABILITY_CANCELLED = _events.define("ability_cancelled", "seat")
ACCUSED = _events.define("accused", "seat target")
PASSAGE_SHOWN = _events.define("passage_shown", "seat place card value")
WAS_FALSE = _events.define("was_false", "seat")
WAS_HONEST = _events.define("was_honest", "seat")
DUNGEON_LOST = _events.define("dungeon_lost", "seat n")
RESIGNED = _events.define("resigned", "seat")
ESCAPED = _events.define("escaped", "seat")
ALONE = _events.define("alone", "seat")
STALEMATE = _events.define("stalemate")
FRONT_WAS = _events.define("front_was", "seat card")

NAMES = tuple(_events)
PARTS = {name: tuple(parts.split()) for name, parts in _events.items()}
"""The names of each event's parts."""

SEAT_PARTS = frozenset({"seat", "target"})
"""The names of parts that are seats."""

PLAYED_FACE_UP = frozenset(
    {
        *("dug", "caved_in", "attacked", "rob_called", "fished", "ace_played", "countered"),
        *("fight_laid", "joker_saved", "discarded"),
    }
)
"""Events in which a card leaves the hand of their seat face up."""
PLAYED_FACE_DOWN = frozenset({"dug_hidden", "cave_tried", "discarded_hidden"})
"""Events in which a card leaves it face down: any card of the hand could be the one."""

_LAYOUT = tuple(PARTS.values())
"""For each code the names of the event's parts."""


def event_of(raw: RawEvent) -> Event:
    """Return an event with its name and named parts."""
    return Event(NAMES[raw[0]], parts_of(raw[0], raw[2:]), raw[1])


@lru_cache(8192)
def parts_of(code: int, values: tuple[int, int, int, int]) -> dict[str, int]:
    """Return the named parts of an event; cached, since all tables keep theirs in memory."""
    return dict(zip(_LAYOUT[code], values, strict=False))


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
