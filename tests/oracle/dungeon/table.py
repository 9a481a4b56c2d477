"""§1 The state of a game, its deal, and the steps that all chapters share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from oracle.dungeon.cards import (
    CELL_VALUE,
    HAND_LIMIT,
    JOKER,
    LATEST_RULES,
    SHORT_CELL_VALUE,
    Passage,
    rank_of,
    ranks_in,
)
from oracle.dungeon.pending import Attack, Bid, CavedIn, CounterWindow, Pending, Window


class Table:
    """The state of a game after the deal, and the steps that all chapters share."""

    def __init__(
        self,
        cards: Sequence[str],
        options: Mapping[str, int | bool] | None = None,
        rules: int = LATEST_RULES,
    ) -> None:
        """Set up and deal (§1), by version 1 or 2 of the rules."""
        options = options or {}
        self.rules = rules
        self.players = list(range(1, int(options.get("players", 2)) + 1))
        self.decks = int(options.get("decks", 0)) or (1 if len(self.players) == 2 else 2)  # §1.1
        self.pitch_black = bool(options.get("pitch_black", False))
        self.wild = (
            self.pitch_black
            or bool(options.get("almost_black", False))
            or bool(options.get("jokers_wild", False))
        )
        self.suicide_queen = bool(options.get("suicide_queen", False))
        self.counter_attack = int(options.get("counter_attack", 0))
        self.ace_high = bool(options.get("ace_high", False))
        self.aces_in_fights = bool(options.get("aces_in_fights", False))
        self.accuse_freely = bool(options.get("accuse_freely", False))
        self.must_play = bool(options.get("must_play", False))
        self.reveal_on_escape = bool(options.get("reveal_on_escape", False))
        self.surrender_keeps_rest = bool(options.get("surrender_keeps_rest", False))
        self.turn_limit = int(options.get("turn_limit", 0))
        self.cell_value = SHORT_CELL_VALUE if options.get("short_tunnel", False) else CELL_VALUE
        if len(cards) != self.decks * (54 if self.wild else 52):
            raise ValueError(f"{len(cards)} cards can't be dealt")

        self.deck = list(cards)
        self.hands: dict[int, list[str]] = {player: [] for player in self.players}
        self.dungeons: dict[int, list[Passage]] = {player: [] for player in self.players}
        self.discards: list[str] = []
        self.cells: dict[int, str] = {}
        self.graverobber: list[str] = []  # one that worked, until the end of the turn
        self.alive = list(self.players)
        self.left: set[int] = set()
        self.turn = 0
        self.current = 0
        self.stirred = (
            False  # in this turn a card was drawn or played (§2.5), or a player left (D-28)
        )
        self.kept = False  # the discards are kept: no new deck is made of them (§2.8, D-23)
        self.accused_without_passages = (
            False  # by the player of the turn, on that turn (§14.4, `accuse_freely`)
        )
        # After a renewal within the turn: the number of older cards in each hand (§7.6, D-22).
        self.held_before: dict[int, int] | None = None
        self.idle_turns = 0
        self.outcome: dict[str, object] | None = None
        self.stack: list[Pending] = []

        joker_cells = 0 if self.wild else 2 * self.decks  # §1.2
        for player in self.players:
            self.cells[player] = JOKER if player <= joker_cells else self.deck.pop(0)
        for _ in range(HAND_LIMIT):  # §1.3, D-18
            for player in self.players:
                self.hands[player].append(self.deck.pop(0))

    def result(self) -> dict[str, object] | None:
        """Return the result (§8), or None."""
        return None if self.outcome is None else dict(self.outcome)

    def state(self) -> dict[str, object]:
        """Return the whole state."""
        return {
            "deck": list(self.deck),
            "hands": {player: list(hand) for player, hand in self.hands.items()},
            "dungeons": {
                player: [[p.claim, p.parent, p.card] for p in dungeon]
                for player, dungeon in self.dungeons.items()
            },
            "discards": sorted(self.discards),
            "cells": dict(self.cells),
            "alive": sorted(self.alive),
            "left": sorted(self.left),
            "turn": self.turn,
            "current": self.current,
            "set_aside": self._set_aside(),
        }

    def _set_aside(self) -> list[str]:
        """Return the cards in play that are in no other place."""
        cards = list(self.graverobber)
        for pending in self.stack:
            match pending:
                case Bid():
                    cards += pending.laid.values()
                case Attack():
                    cards += [pending.card, *(card for card, _ in pending.laid)]
                case CavedIn():
                    cards += [pending.card]
                case CounterWindow():
                    cards += [pending.card, *pending.counters]
                case _:
                    pass
        return sorted(cards)

    def _opponents(self, player: int) -> list[int]:
        """Return the other living players."""
        return [other for other in self.alive if other != player]

    def _holds(self, player: int, rank: str) -> bool:
        return rank in ranks_in(self.hands[player])

    def _from_hand(self, player: int, rank: str) -> str:
        """Take the card of a rank that has been in the hand longest (§2.3, D-19)."""
        hand = self.hands[player]
        for place, card in enumerate(hand):
            if rank_of(card) == rank:
                if self.held_before is not None and place < self.held_before[player]:
                    self.held_before[player] -= 1
                return hand.pop(place)
        raise AssertionError(rank)

    def _discard_hand(self, player: int) -> None:
        self.discards += self.hands[player]
        self.hands[player] = []
        if self.held_before is not None:
            self.held_before[player] = 0

    def _discard_dungeon(self, player: int) -> None:
        self.discards += [passage.card for passage in self.dungeons[player]]
        self.dungeons[player] = []

    def _leave(self, player: int) -> None:
        """A player falls or resigns and discards everything (§4.7, D-8); the last one wins (§8.1).

        Pending work of this player is settled by `_settle` when it comes to the top of the stack.
        """
        self.alive.remove(player)
        if self.rules >= 2:
            self.stirred = True  # D-28
        self._discard_hand(player)
        self._discard_dungeon(player)
        for pending in self.stack:
            match pending:
                case Bid():
                    if player in pending.laid:
                        self.discards.append(pending.laid.pop(player))
                    if (
                        player in pending.bidders and len(pending.bidders) > 1
                    ):  # the last one is kept, because the turn would have been theirs
                        pending.bidders.remove(player)
                case Window():
                    pending.asked.discard(player)
                case _:
                    pass
        if len(self.alive) == 1:
            self._finish("alone", self.alive[0])

    def _finish(self, ending: str, winner: int | None) -> None:
        self.outcome = {"ending": ending, "winner": winner, "alive": sorted(self.alive)}
