"""§4 Attacks and defences."""

from __future__ import annotations

from oracle.dungeon.cards import CREATURES, JOKER, PASSAGES, WIGHT, rank_of, ranks_in, read_card
from oracle.dungeon.pending import Attack
from oracle.dungeon.table import Table


class Creatures(Table):
    """Attacks and defences."""

    def _attacks(self, player: int) -> set[str]:
        """Attacks on those who have left the cell (§4.2, D-6)."""
        moves = set()
        for other in self._opponents(player):
            if other not in self.left:
                continue
            for name in CREATURES:
                if self._holds(player, name):
                    moves.add(f"attack {name} p{other}")
                if self._holds(player, JOKER):
                    moves.add(f"attack Jk={name} p{other}")
        return moves

    def _defences(self, attack: Attack) -> set[str]:
        """Fight, retreat or fall (§4.4 to §4.7); after the first card fight on or strike (D-20)."""
        hand = self.hands[attack.target]
        moves = set()
        for rank in ranks_in(hand):
            rest = list(hand)
            rest.remove(next(card for card in hand if rank_of(card) == rank))
            for name, value in PASSAGES.items():
                if rank not in (name, JOKER):
                    continue
                after = Attack(
                    attack.target, attack.card, attack.value, [*attack.laid, (rank, value)]
                )
                if self._can_win(after, rest):
                    moves.add(f"fight {name}" if rank == name else f"fight Jk={name}")
            for name, value in CREATURES.items():
                if rank in (name, JOKER) and not attack.laid and value >= attack.value:  # D-7
                    moves.add(f"fight {name}" if rank == name else f"fight Jk={name}")
        if attack.laid:
            if self._is_enough(attack):
                moves.add("strike")
        else:
            moves.add("retreat" if self.dungeons[attack.target] else "fall")
        return moves

    def _is_enough(self, attack: Attack) -> bool:
        """By their sum (§4.4), or by a 2 against the Wight (D-24), alone in version 1."""
        values = [value for _, value in attack.laid]
        beats_wight = 2 in values if self.rules >= 2 else values == [2]
        return attack.total() >= attack.value or (attack.value == WIGHT and beats_wight)

    def _can_win(self, attack: Attack, hand: list[str]) -> bool:
        """Return whether the cards laid, with passages of this hand, can still win (§4.5, D-20)."""
        if self._is_enough(attack):
            return True
        if (
            self.rules >= 2
            and attack.value == WIGHT
            and any(rank_of(card) in ("2", JOKER) for card in hand)
        ):  # D-24
            return True
        return (
            attack.total()
            + sum(10 if card == JOKER else PASSAGES.get(rank_of(card), 0) for card in hand)
            >= attack.value
        )

    def _defend(self, attack: Attack, verb: str, words: list[str]) -> None:
        """Make a move of the defender (§4.4 to §4.7)."""
        if verb == "fight":
            self.stirred = True
            rank, declared = read_card(words[0])
            card = self._from_hand(attack.target, rank)
            if declared in PASSAGES:
                attack.laid.append((card, PASSAGES[declared]))
                return
            self.discards.append(card)
        self._end_attack(attack)
        if verb == "retreat":
            self.discards.append(self.dungeons[attack.target].pop().card)
        elif verb == "fall":
            self._leave(attack.target)

    def _end_attack(self, attack: Attack) -> None:
        """Discard the creature and all fighting cards."""
        self.stack.pop()
        self.discards += [attack.card, *(card for card, _ in attack.laid)]
