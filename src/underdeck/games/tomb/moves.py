"""Moves of Tomb of Four Kings: a value with a text that reads back, and an int, the action, that the rules take."""

from collections.abc import Callable
from typing import NamedTuple

from underdeck.cards import NO_CARD, code_of, read_card
from underdeck.refusal import InvalidMove, Refusal

DELVE, RETREAT, ONWARD, DRAW, PLAY, DROP, DODGE, SUFFER, YIELD, READ, LEAVE = range(1, 12)
WORDS = (
    "",
    "delve",
    "retreat",
    "onward",
    "draw",
    "play",
    "drop",
    "dodge",
    "suffer",
    "yield",
    "read",
    "leave",
)
WITH_CARD = frozenset({PLAY, DROP, LEAVE})

CARD_BITS = 6
CARD_MASK = (1 << CARD_BITS) - 1


class TombMove(NamedTuple):
    """One choice of the player: a kind, and for some kinds a card."""

    kind: int
    card: int = NO_CARD

    @property
    def game(self) -> str:
        """The game whose words name it."""
        return "tomb"

    @property
    def word(self) -> str:
        """The verb."""
        return WORDS[self.kind]

    def texts(self, face: Callable[[int], str]) -> tuple[str, ...]:
        """The card played, dropped or left, if any."""
        return (face(self.card),) if self.card else ()

    @property
    def action(self) -> int:
        """The move as one int: the kind above the card."""
        return self.kind << CARD_BITS | self.card

    def __str__(self) -> str:
        return f"{self.word} {code_of(self.card)}" if self.card else self.word


def move_of(action: int) -> TombMove:
    """The move that an action stands for."""
    return TombMove(action >> CARD_BITS, action & CARD_MASK)


def read_move(text: str) -> TombMove:
    """The move that a text names; `draw`, `play JS`, `drop 8D`."""
    word, *rest = text.split() or [""]
    kind = WORDS.index(word.lower()) if word.lower() in WORDS[1:] else 0
    if kind == 0 or len(rest) != (kind in WITH_CARD):
        raise InvalidMove("unknown_move", text=text)
    if not rest:
        return TombMove(kind)
    try:
        return TombMove(kind, read_card(rest[0]))
    except Refusal as refusal:
        raise InvalidMove(refusal.code, **refusal.params) from None
