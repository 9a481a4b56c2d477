"""Cards as strings, and the passages of a dungeon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

JOKER = "Jk"
PASSAGES = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
CREATURES = {"J": 11, "Q": 12, "K": 13}
RANKS = ["A", *PASSAGES, *CREATURES]
SUIT_ORDER = "SHDC"
CELL_VALUE = 11  # §3.1
SHORT_CELL_VALUE = 8  # D-29
HAND_LIMIT = 5  # §2.1
WIGHT = 13
TIED_ROUNDS = 3  # §1.4
LATEST_RULES = 2


def rank_of(card: str) -> str:
    """Return the rank of a card; the joker is its own rank."""
    return card if card == JOKER else card[:-1]


def ranks_in(cards: Sequence[str]) -> list[str]:
    """Return the distinct ranks of some cards."""
    return sorted({rank_of(card) for card in cards})


def read_card(text: str) -> tuple[str, str]:
    """Split `Jk=10` into the rank of the card and the rank it is played as."""
    rank, _, declared = text.partition("=")
    return rank, declared or rank


@dataclass
class Passage:
    """A passage: its claimed value (§14.2), the place it lies next to (0: cell), and its card."""

    claim: int
    parent: int
    card: str

    def true_value(self) -> int | None:
        """The true value: a joker has the claimed one (§14.2), an ace or a creature has none."""
        return self.claim if self.card == JOKER else PASSAGES.get(rank_of(self.card))

    def is_false(self) -> bool:
        """§14.2: Return whether the card differs from its claim."""
        return self.true_value() != self.claim
