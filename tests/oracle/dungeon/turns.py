"""§1.4 - §2 The bid, draws, and the beginning and end of turns."""

from __future__ import annotations

from oracle.dungeon.cards import CREATURES, JOKER, PASSAGES, rank_of
from oracle.dungeon.pending import (
    Bid,
    BidVerdict,
    Discarding,
    Draw,
    PutAwayGraverobber,
    Renewal,
    Turn,
    TurnOver,
)
from oracle.dungeon.table import Table


class Turns(Table):
    """The bid, draws, and the beginning and end of turns."""

    def _step_bid(self, bid: Bid) -> bool:
        """Show, discard and replace the bids once all are laid (§1.4, D-1)."""
        if len(bid.bidders) == 1 and not bid.laid:  # the others of a tie have resigned
            self.stack.pop()
            only = bid.bidders[0]
            self._begin_turn(only if only in self.alive else self._next_alive(only))
            return True
        if any(player not in bid.laid for player in bid.bidders):
            return False
        self.stack.pop()
        worth = {player: self._bid_worth(card) for player, card in bid.laid.items()}
        highest = [player for player in bid.bidders if worth[player] == max(worth.values())]
        self.discards += [bid.laid[player] for player in bid.bidders]
        self.stack.append(BidVerdict(highest, bid.tied_before))
        for player in reversed(bid.bidders):
            self.stack.append(Draw(player, 1))
        return True

    def _bid_worth(self, card: str) -> int:
        """§1.4: kings high, aces low or (ace_high) 14, a joker 13."""
        rank = rank_of(card)
        if rank == "A":
            return 14 if self.ace_high else 1
        return 13 if rank == JOKER else {**PASSAGES, **CREATURES}[rank]

    def _next_alive(self, player: int) -> int:
        """§1.5: up in the order of seats and round again, passing over those who are out."""
        later = [other for other in self.alive if other > player]
        return min(later) if later else min(self.alive)

    def _begin_turn(self, player: int) -> None:
        """Put a turn onto the stack, its end first, and reset the turn's state (§2.1, §2.7)."""
        self.turn += 1
        self.current = player
        self.stirred = False
        self.kept = False
        self.accused_without_passages = False
        self.held_before = None
        self.stack = [
            TurnOver(player),
            Renewal(),
            PutAwayGraverobber(),
            Discarding(player),
            Turn(player),
            Draw(player, 1, begins_turn=True),
        ]

    def _end_turn(self, player: int) -> None:
        """End in a stalemate (§2.5, D-4), or begin the next turn."""
        self.idle_turns = 0 if self.stirred else self.idle_turns + 1
        if self.turn == self.turn_limit or self.idle_turns >= len(self.alive):
            self._finish("stalemate", None)
        else:
            self._begin_turn(self._next_alive(player))

    def _step_draw(self, draw: Draw) -> bool:
        """Draw one card; wait for chance if the deck must be renewed first (§2.4, D-3).

        Kept discards forbid a renewal (§2.8, D-23).
        """
        if (
            draw.player not in self.alive
            or draw.count == 0
            or not (self.deck or (self.discards and not self.kept))
        ):
            self.stack.pop()
            return True
        if not self.deck:
            return False
        self.hands[draw.player].append(self.deck.pop(0))
        self.stirred = True
        if draw.begins_turn and not self.deck and self.rules >= 2:  # §2.8, D-23
            self.kept = True
        draw.count -= 1
        return True
