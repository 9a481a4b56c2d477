"""Moves of Tomb of Four Kings, as values, as text and as actions (ints)."""

from collections.abc import Callable
from typing import NamedTuple

from underdeck.cards import NO_CARD, code_of, read_card
from underdeck.refusal import InvalidMove, Refusal

_words = [""]


def _define(word: str) -> int:
    """Add a kind of move by its verb and return its code."""
    _words.append(word)
    return len(_words) - 1


DELVE = _define("delve")
RETREAT = _define("retreat")
ONWARD = _define("onward")
DRAW = _define("draw")
PLAY = _define("play")
DROP = _define("drop")
DODGE = _define("dodge")
SUFFER = _define("suffer")
YIELD = _define("yield")
READ = _define("read")
LEAVE = _define("leave")

WORDS = tuple(_words)
"""The verb of each kind of move."""
WITH_CARD = frozenset({PLAY, DROP, LEAVE})
"""The kinds of moves that name a card."""

CARD_BITS = 6
CARD_MASK = (1 << CARD_BITS) - 1


class TombMove(NamedTuple):
    """A move of the player: a kind, and for some kinds a card."""

    kind: int
    card: int = NO_CARD

    @property
    def game(self) -> str:
        """The name of the game."""
        return "tomb"

    @property
    def word(self) -> str:
        """The verb that the text begins with."""
        return WORDS[self.kind]

    def texts(self, face: Callable[[int], str]) -> tuple[str, ...]:
        """Return the text of the card, if the move has one."""
        return (face(self.card),) if self.card else ()

    @property
    def action(self) -> int:
        """The move as an int: the kind above the bits of the card."""
        return self.kind << CARD_BITS | self.card

    def __str__(self) -> str:
        return f"{self.word} {code_of(self.card)}" if self.card else self.word

    def __repr__(self) -> str:
        return f"TombMove({str(self)!r})"


def move_of(action: int) -> TombMove:
    """Return the move of an action."""
    return TombMove(action >> CARD_BITS, action & CARD_MASK)


def read_move(text: str) -> TombMove:
    """Read a move such as `draw`, `play JS` or `drop 8D`."""
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
