"""The public decisions of the opponents, from which a bot can infer what they probably hold.

A decision says how large the hand was and how many cards had come into it; so it is known how many
cards of the present hand its player did not have yet.
"""

import copy
from collections import deque
from typing import NamedTuple, Self

from underdeck.cards import rank_of
from underdeck.game import Event
from underdeck.games.dungeon.events import PLAYED_FACE_DOWN, PLAYED_FACE_UP
from underdeck.games.dungeon.pending import PENDING, TURN
from underdeck.games.dungeon.view import DungeonView

MAX_DECISIONS = 32
"""Decisions kept of each opponent: earlier ones say little about the present hand."""

KINDS = {
    "bid_laid": "bid",
    "dug": "dig",
    "dug_hidden": "dig",
    "caved_in": "cave",
    "cave_tried": "cave",
    "attacked": "attack",
    "rob_called": "rob",
    "fished": "fish",
    "ace_played": "ace",
    "countered": "counter",
    "fight_laid": "fight",
    "retreated": "retreat",
    "fell": "fall",
    "gave": "give",
    "denied": "deny",
    "believed": "believe",
    "demanded": "demand",
    "burnt": "burn",
    "accused": "accuse",
    "discarded": "discard",
    "discarded_hidden": "discard",
    "took": "take",
    "took_secretly": "take",
    "joker_saved": "save",
    "joker_lost": "yield",
}
"""The kind of the decision that each public event shows; the kind of a pass depends on the game."""
PASS, DECLINE = "pass", "decline"
"""§2.1 No card is played in the own turn; or a window is left unanswered."""
TURN_KINDS = frozenset({"dig", "cave", "attack", "rob", "fish"})
"""Decisions that are the choice of the turn."""
LEAVING = PLAYED_FACE_UP | PLAYED_FACE_DOWN | {"bid_laid", "gave"}
"""Events in which a card leaves the hand of their seat."""


class Decision(NamedTuple):
    """A public decision of an opponent."""

    kind: str
    """The verb of the move; `decline` for a pass in a window."""
    seat: int
    """The seat that decided."""
    turn: int
    """The number of the turn in which it decided."""
    hand: int
    """The number of cards in the hand before the decision."""
    arrived: int
    """The number of cards that had come into the hand since the deal."""
    rank: int = 0
    """The rank played, discarded, taken, asked for, given or refused; 0 if none is public."""
    value: int = 0
    """The value that a card was laid as, which may be a lie in the dark; 0 without one."""
    target: int | None = None
    """The seat that is attacked, caved in, asked, given to, accused or disbelieved."""
    needed: int = 0
    """The passage that the player needed next; 0 in the cell, where many stay on purpose."""


class Decisions:
    """The last public decisions of each opponent of a seat, and the sizes of all hands."""

    def __init__(self, view: DungeonView) -> None:
        self.seat = view.seat
        self.turn = view.turn
        self.by_seat: dict[int, deque[Decision]] = {
            player.seat: deque(maxlen=MAX_DECISIONS)
            for player in view.players
            if player.seat != view.seat
        }
        """The decisions of each opponent, the oldest first."""
        self.hands = [player.cards for player in view.players]
        """The number of cards in each hand."""
        self.arrived = [0] * len(view.players)
        """The number of cards that have come into each hand since the deal."""
        self.dungeons = [[each.value for each in player.dungeon] for player in view.players]
        """The values of the passages in each dungeon, the front last."""
        self.asked_rank = 0
        """The rank that was asked for last."""
        self.choosing = view.current if view.pending == PENDING[TURN] else None
        """The seat that has yet to make the choice of its turn."""
        self.undecided: set[int] = set()
        """The seats that have yet to answer an ace."""
        self.is_choice_of_liars = view.options.suicide_queen
        """§10.1 Whether a caught liar chooses what to lose."""
        self.liar: int | None = None
        """The seat that was caught lying last."""

    def drawn_since(self, decision: Decision) -> int:
        """Return how many cards have come into the hand since a decision."""
        return self.arrived[decision.seat] - decision.arrived

    def observe(self, event: Event) -> None:
        """Note a decision, and the cards that come into hands or leave them."""
        name, parts = event.name, event.parts
        if name == "turn_begun":
            self.turn, self.choosing = parts["turn"], parts["seat"]
        elif name == "lied":
            self.liar = parts["seat"]
        kind = self._kind_of(event)
        if kind:
            self._note(kind, parts)
        self._follow_choice(kind, parts)
        self._follow_dungeons(event)
        self._count_cards(event)

    def copy(self) -> Self:
        """Return a copy that shares nothing mutable."""
        twin = copy.copy(self)
        twin.by_seat = {seat: made.copy() for seat, made in self.by_seat.items()}
        twin.hands, twin.arrived = self.hands.copy(), self.arrived.copy()
        twin.dungeons = [dungeon.copy() for dungeon in self.dungeons]
        twin.undecided = self.undecided.copy()
        return twin

    def _kind_of(self, event: Event) -> str:
        """Return the kind of decision that an event shows; empty if it shows none."""
        seat = event.parts.get("seat")
        if event.name == "gave" and seat == self.liar and not self.is_choice_of_liars:
            return ""
        if event.name != "passed":
            return KINDS.get(event.name, "")
        return PASS if seat == self.choosing and seat not in self.undecided else DECLINE

    def _note(self, kind: str, parts: dict[str, int]) -> None:
        """Add a decision of an opponent."""
        seat = parts["seat"]
        if seat not in self.by_seat:
            return
        rank = parts.get("rank") or rank_of(parts.get("card", 0))
        if kind == "deny":
            rank = self.asked_rank
        state = (self.turn, self.hands[seat], self.arrived[seat])
        named = (rank, parts.get("value", 0), parts.get("target"))
        needed = min(self.dungeons[seat], default=1) - 1
        self.by_seat[seat].append(Decision(kind, seat, *state, *named, needed))

    def _follow_choice(self, kind: str, parts: dict[str, int]) -> None:
        """Follow who has yet to choose the card of the turn, and to answer an ace (§7.4)."""
        if kind == "ace":
            self.undecided = {seat for seat, _ in enumerate(self.hands) if seat != parts["seat"]}
        elif kind == DECLINE:
            self.undecided.discard(parts["seat"])
        elif kind in TURN_KINDS or kind == PASS:
            self.choosing = None
        if kind == "fish":
            self.asked_rank, self.liar = parts["rank"], None

    def _follow_dungeons(self, event: Event) -> None:
        """Follow the passages that are laid and lost."""
        if event.name in ("dug", "dug_hidden"):
            self.dungeons[event.parts["seat"]].append(event.parts["value"])
        elif event.name == "front_lost":
            self.dungeons[event.parts["seat"]].pop()
        elif event.name == "dungeon_lost":
            self.dungeons[event.parts["seat"]].clear()

    def _count_cards(self, event: Event) -> None:
        """Update the sizes of hands."""
        seat = event.parts.get("seat", 0)
        if event.name in LEAVING:
            self.hands[seat] -= 1
        if event.name == "hand_lost":
            self.hands[seat] = 0
        elif event.name in ("drew", "took") or (
            event.name == "took_secretly" and seat != self.seat
        ):
            self._add_card(seat)
        elif event.name == "gave":
            self._add_card(event.parts["target"])

    def _add_card(self, seat: int) -> None:
        """Count a card that came into a hand."""
        self.hands[seat] += 1
        self.arrived[seat] += 1
