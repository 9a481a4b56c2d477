"""A listener that rebuilds the face-up cards from events."""

from typing import Any

from underdeck.cards import code_of, rank_of, read_card
from underdeck.game import Event
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.view import TombView


class Listener:
    """The face-up cards of a game, rebuilt from its events."""

    def __init__(self, hit_points: int) -> None:
        self.hand: set[int] = set()
        self.torches: set[int] = set()
        self.column: list[int] = []
        self.discards = 0
        self.hit_points = hit_points
        self.turn = 0
        self.deepest = 0
        self.encounter = 0
        self.blow = 0
        self.stacks: list[int] = []
        self.ending = ""
        self.deck = 44

    def observe(self, event: Event) -> None:
        """Check an event against those before, and apply it."""
        getattr(self, f"on_{event.name}")(**event.parts)

    def laid(self, card: int) -> None:
        self.deck -= 1
        self.column.append(card)

    def on_delved(self, turn: int) -> None:
        assert turn == self.turn + 1
        assert not self.deepest
        self.turn = turn

    def on_turned_around(self, n: int) -> None:
        assert n == self.turn - 1 > 0
        self.deepest = self.turn

    def on_walked_out(self) -> None:
        assert self.turn == 1
        self.deepest = 1

    def on_retreated(self, turn: int, left: int) -> None:
        assert turn == self.turn + 1
        assert left == 2 * self.deepest - turn > 0
        self.turn = turn

    def on_torch_burnt(self, card: int, n: int) -> None:
        self.deck -= 1
        self.torches.add(card)
        assert rank_of(card) == 1
        assert n == sum(rank_of(torch) == 1 for torch in self.torches)

    def on_skill_gained(self, card: int) -> None:
        self.deck -= 1
        assert rank_of(card) == 11
        self.hand.add(card)

    def on_favor_shown(self, card: int, foe: int = 0) -> None:
        assert foe == self.encounter
        assert rank_of(card) == 12
        self.laid(card)

    def on_hoard_found(self, card: int) -> None:
        assert rank_of(card) == 13
        self.laid(card)

    def on_scroll_found(self, card: int) -> None:
        assert code_of(card) == "Jk"
        self.laid(card)

    def on_encounter_met(self, card: int) -> None:
        assert not self.encounter
        self.encounter = card
        self.laid(card)

    def on_won_by_action(self, card: int, foe: int) -> None:
        assert foe == self.encounter
        assert rank_of(card) >= rank_of(foe)
        self.laid(card)

    def on_won_by_favor(self, card: int, foe: int) -> None:
        assert foe == self.encounter
        queens = [held for held in self.column if rank_of(held) == 12]
        assert card == queens[-1]

    def on_won_by_skill(self, card: int, foe: int) -> None:
        assert foe == self.encounter
        assert card % 4 == foe % 4
        self.hand.remove(card)
        self.column.append(card)
        self.blow = 0

    def on_blow_struck(self, card: int, foe: int, damage: int) -> None:
        assert foe == self.encounter
        assert damage == rank_of(foe) - rank_of(card) > 0
        self.laid(card)
        self.blow = damage

    def on_wounded(self, damage: int, hp: int) -> None:
        assert damage == self.blow
        self.hit_points = max(self.hit_points - damage, 0)
        assert hp == self.hit_points
        self.blow = 0

    def on_dodged(self, card: int, damage: int) -> None:
        assert damage == self.blow
        assert code_of(card) == "JH"
        self.hand.remove(card)
        self.blow = 0

    def on_door_held(self, card: int, foe: int, n: int) -> None:
        assert foe == self.encounter
        assert n == rank_of(foe) - rank_of(card) > 0
        self.laid(card)

    def on_discarded(self, card: int) -> None:
        assert card in DECK
        self.deck -= 1
        self.discards += 1

    def on_treasure_dropped(self, card: int, foe: int) -> None:
        assert foe == self.encounter
        self.hand.remove(card)
        self.column.append(card)

    def on_fled(self, foe: int) -> None:
        assert foe == self.encounter

    def on_scroll_read(self, card: int) -> None:
        self.torches.remove(card)
        scroll = read_card("Jk")
        self.torches.add(scroll)
        if scroll in self.hand:
            self.hand.remove(scroll)
        else:
            self.column.remove(scroll)
        self.deck += 1

    def on_treasure_taken(self, card: int) -> None:
        self.column.remove(card)
        self.hand.add(card)

    def on_marker_left(self, card: int) -> None:
        assert card in self.column

    def on_turn_won(self, turn: int) -> None:
        assert turn == self.turn
        self.stacks.append(len(self.column))
        self.column = []
        self.encounter = 0

    on_turn_lost = on_turn_fled = on_turn_won

    def on_escaped(self, kings: int, points: int) -> None:
        worth = {
            card: 6 if rank_of(card) == 14 else min(rank_of(card), 10)
            for card in self.hand
            if rank_of(card) != 11
        }
        assert kings == sum(rank_of(card) == 13 for card in self.hand)
        assert points == sum(worth.values())
        self.ending = "escaped"

    def on_slain(self, foe: int) -> None:
        assert foe == self.encounter
        self.ending = "slain"

    def on_lost(self) -> None:
        self.ending = "lost"

    def picture(self) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "torches": self.torches,
            "column": self.column,
            "discards": self.discards,
            "hit_points": self.hit_points,
            "turn": self.turn,
            "deepest": self.deepest,
            "encounter": self.encounter,
            "blow": self.blow,
            "stacks": self.stacks,
            "ending": self.ending,
            "deck": self.deck,
        }


def open_cards(view: TombView) -> dict[str, Any]:
    return {
        "hand": set(view.hand),
        "torches": set(view.torches),
        "column": list(view.column),
        "discards": view.discards,
        "hit_points": view.hit_points,
        "turn": view.turn,
        "deepest": view.deepest,
        "encounter": view.encounter,
        "blow": view.blow,
        "stacks": list(view.stacks),
        "ending": view.ending,
        "deck": view.deck,
    }
