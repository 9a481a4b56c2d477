"""§5, §6, §10 and §11 The abilities of Graverobber and Myrmiddon, and counters."""

from __future__ import annotations

from oracle.dungeon.cards import JOKER, RANKS, SUIT_ORDER, rank_of
from oracle.dungeon.pending import Asked, Caught, CounterWindow, Denied, Take
from oracle.dungeon.table import Table


class Abilities(Table):
    """The abilities of Graverobber and Myrmiddon, and counters."""

    def _robs(self, player: int) -> set[str]:
        """The Graverobber's ability needs a discard to take (§5.1)."""
        moves = set()
        if self.discards:
            if self._holds(player, "J"):
                moves.add("rob J")
            if self._holds(player, JOKER):
                moves.add("rob Jk=J")
        return moves

    def _rob(self, player: int, card: str) -> None:
        """Use the Graverobber, which stays until the end of the turn (§5.2)."""
        self.graverobber.append(card)
        self.stack.append(Take(player))

    def _take(self, player: int, rank: str) -> None:
        """§5.1; of several the first by suit (§2.3, D-19)."""
        found = [card for card in self.discards if rank_of(card) == rank]
        card = min(found, key=lambda c: 0 if c == JOKER else SUIT_ORDER.index(c[-1]))
        self.discards.remove(card)
        self.hands[player].append(card)

    def _fishings(self, player: int) -> set[str]:
        """The Myrmiddon's ability: a living opponent who has cards, and any rank (§6.1, D-10)."""
        moves = set()
        for other in self._opponents(player):
            if not self.hands[other]:
                continue
            for wish in RANKS + ([JOKER] if self.wild else []):
                if self._holds(player, "Q"):
                    moves.add(f"fish Q p{other} {wish}")
                if self._holds(player, JOKER):
                    moves.add(f"fish Jk=Q p{other} {wish}")
        return moves

    def _talk(self, talk: Asked | Denied | Caught, verb: str) -> None:
        """Answers and demands while fishing (§6.2 to §6.4, §10.1)."""
        if verb == "give":
            self.hands[talk.asker].append(self._from_hand(talk.target, talk.rank))
            if isinstance(talk, Caught) and not self.surrender_keeps_rest:
                self._discard_hand(talk.target)
        elif verb == "burn":
            self._discard_hand(talk.target)
        elif verb == "deny":
            self.stack.append(
                Denied(talk.asker, talk.target, talk.rank, lie=self._holds(talk.target, talk.rank))
            )
        elif verb == "demand" and isinstance(talk, Denied):
            if not talk.lie:
                self._discard_hand(talk.asker)
            elif self.suicide_queen:
                self.stack.append(Caught(talk.asker, talk.target, talk.rank))
            else:
                self.hands[talk.asker].append(self._from_hand(talk.target, talk.rank))
                self._discard_hand(talk.target)

    def _close_counters(self, window: CounterWindow) -> None:
        """Discard the counters; an even number lets the ability work (§11.2, §11.3)."""
        self.stack.pop()
        self.discards += window.counters
        works = len(window.counters) % 2 == 0
        if works and window.creature == "J":
            self._rob(window.caller, window.card)
            return
        self.discards.append(window.card)
        if works:
            self.stack.append(Asked(window.caller, window.target, window.wish))
