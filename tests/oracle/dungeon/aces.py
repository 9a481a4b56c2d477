"""§7 Aces."""

from __future__ import annotations

from oracle.dungeon.cards import JOKER, ranks_in
from oracle.dungeon.creatures import Creatures
from oracle.dungeon.pending import AceWindow, Attack, Denied, Draw


class Aces(Creatures):
    """Aces, which depend on the fight that they interrupt."""

    def _aces(self, player: int) -> set[str]:
        """Whenever the game waits, but not before a demand or strike (§7.3, D-12).

        In a window only as an answer (§7.4, D-25).
        """
        match self.stack[-1]:
            case Denied():
                return set()
            case Attack(laid=laid) if laid and not self.aces_in_fights:
                return set()
            case AceWindow(asked) if player not in asked:
                return set()
            case _:
                moves = set()
                playable = ranks_in(self._playable_as_aces(player))
                if "A" in playable:
                    moves.add("ace A")
                if JOKER in playable and not self._needs_joker_to_win(player):
                    moves.add("ace Jk=A")
                return moves

    def _playable_as_aces(self, player: int) -> list[str]:
        """Return the cards not drawn after a renewal within this turn (§7.6, D-22)."""
        hand = self.hands[player]
        return hand if self.held_before is None else hand[: self.held_before[player]]

    def _needs_joker_to_win(self, player: int) -> bool:
        """Return whether the defender needs every joker to win (§7.3, `aces_in_fights`)."""
        for pending in self.stack:
            if isinstance(pending, Attack) and pending.target == player and pending.laid:
                rest = list(self.hands[player])
                rest.remove(JOKER)
                return not self._can_win(pending, rest)
        return False

    def _play_ace(self, player: int, rank: str) -> None:
        """Play an ace (§7.1, §7.4); its cards are drawn when the windows above have closed."""
        self.stirred = True
        if isinstance(self.stack[-1], AceWindow):
            self.stack.pop()
        self.discards.append(self._from_hand(player, rank))
        self.stack.append(Draw(player, 2))
        self.stack.append(AceWindow(set(self._opponents(player))))
