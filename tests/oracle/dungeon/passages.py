"""§3, §12.2 and §14 Passages, cave-ins, accusations and escapes."""

from __future__ import annotations

from oracle.dungeon.cards import JOKER, PASSAGES, Passage, ranks_in
from oracle.dungeon.pending import AccuseWindow, CavedIn
from oracle.dungeon.table import Table


class Passages(Table):
    """Passages, cave-ins, accusations and escapes."""

    def _places(self, player: int, value: int) -> list[int]:
        """Return the places where a passage of that value fits (§3.1, §3.2, D-5)."""
        dungeon = self.dungeons[player]
        values = [self.cell_value] + [passage.claim for passage in dungeon]
        places = []
        for number, above in enumerate(values):
            is_tip = all(passage.parent != number for passage in dungeon)
            is_lowest = bool(dungeon) and value == min(passage.claim for passage in dungeon)
            if above == value + 1 and (is_tip or is_lowest):
                places.append(number)
        return places

    def _digs(self, player: int) -> set[str]:
        """Passages (§3.1); jokers as any (§12.1); in pitch black any card as any (§14.1)."""
        moves = set()
        for rank in ranks_in(self.hands[player]):
            for name, value in PASSAGES.items():
                if rank == name:
                    text = name
                elif rank == JOKER or self.pitch_black:
                    text = f"{rank}={name}"
                else:
                    continue
                for place in self._places(player, value):
                    moves.add(f"dig {text} @{place}")
        return moves

    def _dig(self, player: int, card: str, value: int, place: int) -> None:
        """§3.1; in pitch black a window to accuse follows (§14.4, §14.5)."""
        self.dungeons[player].append(Passage(value, place, card))
        if value == self.cell_value - 1:
            self.left.add(player)  # D-6, D-29
        if not self.pitch_black:
            if value == 2:
                self._finish("escaped", player)  # §3.5
        elif value == 2:
            if self.reveal_on_escape and self.rules >= 2:  # D-26
                self._unaccused_escape(player)
            else:
                self.stack.append(AccuseWindow(set(self._opponents(player)), player, escape=True))
        else:
            asked = {
                other
                for other in self._opponents(player)
                if self.dungeons[other] or self.accuse_freely
            }
            if asked:
                self.stack.append(AccuseWindow(asked, player, escape=False))

    def _caves(self, player: int) -> set[str]:
        """Cave-ins (§3.4); in pitch black with any passage card (§14.3, D-15)."""
        moves = set()
        for other in self._opponents(player):
            if not self.dungeons[other]:
                continue
            front = self.dungeons[other][-1]  # §3.3
            for name, value in PASSAGES.items():
                if not self.pitch_black and value != front.claim:
                    continue
                if self._holds(player, name):
                    moves.add(f"cave {name} p{other}")
                if self._holds(player, JOKER):
                    moves.add(f"cave Jk={name} p{other}")
        return moves

    def _cave(self, target: int, card: str, value: int) -> None:
        """§3.4; a joker's owner is asked (§12.2, D-21); in pitch black it may miss (§14.3)."""
        front = self.dungeons[target][-1]
        if front.true_value() != value:
            self.discards.append(card)
        elif front.card == JOKER:
            self.stack.append(CavedIn(target, card))
        else:
            self.discards += [card, self.dungeons[target].pop().card]

    def _accusations(self, player: int) -> set[str]:
        """On the own turn before playing; both players need a passage (§14.4, D-16).

        Under `accuse_freely` a player without passages may accuse too, once a turn.
        """
        if not self.pitch_black:
            return set()
        if not self.dungeons[player] and (not self.accuse_freely or self.accused_without_passages):
            return set()
        return {f"accuse p{other}" for other in self._opponents(player) if self.dungeons[other]}

    def _accuse(self, accuser: int, accused: int) -> bool:
        """Show the dungeon, discard the loser's, return whether it was honest (§14.4)."""
        honest = not any(passage.is_false() for passage in self.dungeons[accused])
        self._discard_dungeon(accuser if honest else accused)
        return honest

    def _unaccused_escape(self, layer: int) -> None:
        """Let an unaccused escape stand (§14.5), or check it under `reveal_on_escape` (D-26)."""
        if self.reveal_on_escape and any(passage.is_false() for passage in self.dungeons[layer]):
            self._discard_dungeon(layer)
        else:
            self._finish("escaped", layer)
