"""What the rules reveal: events that may show a hidden card or how hidden cards compare."""

from collections.abc import Callable
from itertools import zip_longest
from typing import NamedTuple

from underdeck.cards import rank_of
from underdeck.game import Event
from underdeck.games.dungeon.moves import BID_CARD, CAVE, DIG, DISCARD, TAKE, DungeonMove
from underdeck.games.dungeon.options import Options, is_dark
from underdeck.games.dungeon.view import DungeonView

SPECTATOR = -1
"""The seat of a spectator."""


def is_pitch_black(options: Options) -> bool:
    """§14 Return whether passages are face down."""
    return options.pitch_black


class Shown(NamedTuple):
    """A card that an event shows: the viewers, whether its rank was known before, and the rule."""

    to: str
    rank_known: bool
    rule: str
    """The rule that shows it."""
    is_hidden: Callable[[Options], bool] = lambda _options: False


SHOWN = {
    "bid_shown": Shown("others", False, "D-1 then the cards are shown and discarded"),
    "drew_card": Shown("owner", False, "§9.1 hands are seen by their owners"),
    "dug": Shown("others", True, "§3.1, face up but in pitch black (§14.1)", is_pitch_black),
    "caved_in": Shown("others", True, "§3.4, face up but in pitch black (§14.3)", is_pitch_black),
    "attacked": Shown("others", True, "§4.2, §13.1 played face up"),
    "fight_laid": Shown("others", True, "D-20 fighting cards are laid face up"),
    "rob_called": Shown("others", True, "§5.1, §13.1 played face up"),
    "fished": Shown("others", True, "§6.1, §13.1 played face up"),
    "ace_played": Shown("others", True, "§7.1, §13.1 played face up"),
    "countered": Shown("others", True, "§11.1, §13.1 played face up"),
    "joker_saved": Shown(
        "others", True, "§12.2, §13.1 a natural card of that value, played face up"
    ),
    "discarded": Shown("others", True, "§2.1 discarded face up, but in the dark (§13.3)", is_dark),
    "lost_card": Shown(
        "others",
        False,
        "§6.4, §10.1, D-8 a hand goes to the discards, face up (§2.6) but in the dark (§13.3)",
        is_dark,
    ),
    "gave_card": Shown("receiver", True, "§9.2 a card that changes hands is seen by the two"),
    "hand_shown": Shown(
        "asker",
        False,
        "D-11 a demand shows the hand to the asker, or to everyone (`demand_shows_all`)",
    ),
    "passage_shown": Shown(
        "others",
        False,
        "§14.4 the dungeon of one accused is shown to all, and §14.5 one that escapes",
    ),
}
"""The events that may show an unknown card."""
OUTCOMES = {
    (
        "cave_hit",
        "cave_missed",
    ): "§14.3 true values are compared in secret; a miss shows that it missed",
    (
        "",
        "front_lost",
    ): "§12.2 after a hit the owner of a joker is asked, and a natural front is lost",
    ("lied", "told_truth"): "§6.4 a demand shows whether the answer was true",
    ("was_false", "was_honest"): "§14.4 an accusation shows whether the dungeon was honest",
    ("escaped", "was_false"): "D-17 `reveal_on_escape`: it is checked always",
    ("began", "began"): "D-1 the highest of the bids that were shown begins",
    ("began", "bids_tied"): "D-1 those who tie lay again",
}
"""Pairs of events, one in each world, that reveal how hidden cards compared."""


def may_show(one: Event, two: Event, you: int, asker: int, options: Options) -> bool:
    """Return whether two events may show different cards to a seat, -1 for a spectator."""
    rule = SHOWN.get(one.name)
    if rule is None or one.name != two.name or one.parts | {"card": 0} != two.parts | {"card": 0}:
        return False
    if rule.is_hidden(options):
        return False
    if rule.rank_known and rank_of(one.parts["card"]) != rank_of(two.parts["card"]):
        return False
    owner = one.parts["seat"]
    return {
        "others": owner != you,
        "owner": owner == you,
        "receiver": one.parts.get("target") == you,
        "asker": owner != you and (options.demand_shows_all or asker == you),
    }[rule.to]


def may_come_of(
    one: Event | None, two: Event | None, you: int, before: list[Event], shown: set[str]
) -> bool:
    """Return whether the two worlds may differ for a player after these events."""
    ways = tuple(sorted(event.name if event else "" for event in (one, two)))
    if ways not in OUTCOMES:
        return False
    if ways == ("", "front_lost"):
        return [event.name for event in before][-1:] == ["cave_hit"] and you not in {
            event.parts["seat"] for event in (one, two) if event
        }
    if "began" in ways:
        return "bid_shown" in shown
    return "cave_hit" in ways or all(
        event is not None and event.parts["seat"] != you for event in (one, two)
    )


def learn(one: list[Event], two: list[Event], you: int, options: Options) -> bool:
    """Return whether the events reveal a difference to a seat; fail unless the rules allow it."""
    shown: set[str] = set()
    asker = SPECTATOR
    for number, (here, there) in enumerate(zip_longest(one, two)):
        if here is not None and there is not None:
            asker = here.parts["seat"] if here.name == "demanded" else asker
            if here[:2] == there[:2]:
                continue
            if may_show(here, there, you, asker, options):
                shown.add(here.name)
                continue
        assert may_come_of(here, there, you, one[:number], shown), (
            f"p{you + 1} gets {here} or {there}"
        )
        return True
    return bool(shown)


def bare(view: DungeonView, heard: list[Event]) -> DungeonView:
    """Return a view without the cards that the rules show now without an event."""
    if (
        is_dark(view.options) and view.pending == "robbing" and view.waiting == (view.seat,)
    ):  # §13.2 the robber searches the discards
        return view._replace(
            seen_discards=None, legal=tuple(move for move in view.legal if move.kind != TAKE)
        )
    if not is_dark(view.options) and any(
        event.name == "resigned" for event in heard
    ):  # D-8 a bid is discarded, §2.6 face up
        return view._replace(seen_discards=None)
    return view


def public_part(move: DungeonMove, options: Options) -> tuple[int | None, ...]:
    """Return the parts of a move that others may know.

    Hidden are D-1 bids, §13.2 - §13.3 cards taken or discarded in the dark, and §14 passages in
    pitch black.
    """
    if move.kind == BID_CARD or (is_dark(options) and move.kind in (TAKE, DISCARD)):
        return (move.kind,)
    if options.pitch_black and move.kind == DIG:
        return (move.kind, move.value, move.place)
    return (move.kind, move.target) if options.pitch_black and move.kind == CAVE else move
