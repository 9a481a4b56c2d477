"""Moves of Tomb of Four Kings, as values, as text and as actions (ints)."""

from collections.abc import Callable
from typing import NamedTuple

from underdeck.cards import NO_CARD, code_of, read_card
from underdeck.codes import Codes
from underdeck.refusal import InvalidMove, Refusal

_kinds = Codes({"": ""})
"""The verb of each kind of move; no move has code 0."""
DELVE = _kinds.define("delve")
RETREAT = _kinds.define("retreat")
ONWARD = _kinds.define("onward")
DRAW = _kinds.define("draw")
PLAY = _kinds.define("play")
DROP = _kinds.define("drop")
DODGE = _kinds.define("dodge")
SUFFER = _kinds.define("suffer")
YIELD = _kinds.define("yield")
READ = _kinds.define("read")
LEAVE = _kinds.define("leave")

WORDS = tuple(_kinds)
"""The verb of each kind of move."""
WITH_CARD = frozenset({PLAY, DROP, LEAVE})
"""The kinds of moves that name a card."""

CARD_BITS = 6
CARD_MASK = (1 << CARD_BITS) - 1


class TombMove(NamedTuple):
    """A move of the player: a kind, and for some kinds a card."""

    kind: int
    """The code of the verb, such as `DRAW`."""
    card: int = NO_CARD
    """The card that the move names; 0 if none."""

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
        return f"<TombMove {self}>"


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
