"""Moves of Dungeon, as values, as text and as actions (ints)."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from underdeck.codes import Codes
from underdeck.refusal import InvalidMove

_CARD = r"(?P<card>[A-Za-z0-9]+)"
_CARD_AS = _CARD + r"(?:=(?P<value>[A-Za-z0-9]+))?"
_PLAYER = r"p(?P<player>[1-4])"

_kinds = Codes({"": ""})
"""The verb of each kind of move and the pattern of the rest of its text; no move has code 0."""
BID_CARD = _kinds.define("bid", _CARD)
DIG = _kinds.define("dig", rf"{_CARD_AS} @(?P<place>\d{{1,3}})")
CAVE = _kinds.define("cave", rf"{_CARD_AS} {_PLAYER}")
ATTACK = _kinds.define("attack", rf"{_CARD_AS} {_PLAYER}")
ROB = _kinds.define("rob", _CARD_AS)
FISH = _kinds.define("fish", rf"{_CARD_AS} {_PLAYER} (?P<asked>[A-Za-z0-9]+)")
ACCUSE = _kinds.define("accuse", _PLAYER)
PASS = _kinds.define("pass")
DISCARD = _kinds.define("discard", _CARD)
FIGHT = _kinds.define("fight", _CARD_AS)
STRIKE = _kinds.define("strike")
RETREAT = _kinds.define("retreat")
FALL = _kinds.define("fall")
TAKE = _kinds.define("take", _CARD)
GIVE = _kinds.define("give")
DENY = _kinds.define("deny")
BELIEVE = _kinds.define("believe")
DEMAND = _kinds.define("demand")
BURN = _kinds.define("burn")
SAVE = _kinds.define("save", _CARD)
YIELD = _kinds.define("yield")
COUNTER = _kinds.define("counter", _CARD_AS)
PLAY_ACE = _kinds.define("ace", _CARD_AS)
RESIGN = _kinds.define("resign")

WORDS = tuple(_kinds)
"""The verb of each kind of move."""
RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Jk")

PLACE_BITS, SEAT_BITS, RANK_BITS = 8, 3, 4
SEAT_SHIFT = PLACE_BITS
VALUE_SHIFT = SEAT_SHIFT + SEAT_BITS
RANK_SHIFT = VALUE_SHIFT + RANK_BITS
KIND_SHIFT = RANK_SHIFT + RANK_BITS
MAX_PLACE = (1 << PLACE_BITS) - 1


def action_kind(action: int) -> int:
    """Return the kind of an action."""
    return action >> KIND_SHIFT


def action_rank(action: int) -> int:
    """Return the rank of the card that an action plays, 0 if none."""
    return (action >> RANK_SHIFT) & 15


def action_value(action: int) -> int:
    """Return the value that the card is played as."""
    return (action >> VALUE_SHIFT) & 15


def action_target(action: int) -> int:
    """Return the seat that an action is aimed at, -1 if none."""
    return ((action >> SEAT_SHIFT) & 7) - 1


def action_place(action: int) -> int:
    """Return the place of the passage to lie next to, or the rank asked for."""
    return action & 255


class DungeonMove(NamedTuple):
    """A move of a player."""

    kind: int
    """The code of the verb, such as `DIG`."""
    rank: int = 0
    """The rank of the card, 14 for a joker; 0 if none."""
    value: int = 0
    """The value that the card is played as; 0 without a card."""
    target: int | None = None
    """The seat that the move is aimed at; None if none."""
    place: int = 0
    """The number of the passage to lie next to, or the rank that is asked for."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return "dungeon"

    @property
    def word(self) -> str:
        """The verb that the text begins with."""
        return WORDS[self.kind]

    @property
    def action(self) -> int:
        """The move as an int."""
        return (
            self.kind << KIND_SHIFT
            | self.rank << RANK_SHIFT
            | self.value << VALUE_SHIFT
            | (0 if self.target is None else self.target + 1) << SEAT_SHIFT
            | self.place
        )

    def texts(self, _face: Callable[[int], str]) -> tuple[str, ...]:
        """Return the words after the verb; ranks are the same for every face."""
        return self.parts

    @property
    def parts(self) -> tuple[str, ...]:
        """The words after the verb."""
        card = (
            RANKS[self.rank]
            if self.rank == self.value or not self.value
            else f"{RANKS[self.rank]}={RANKS[self.value]}"
        )
        parts = [card] if self.rank else []
        if self.kind == DIG:
            parts.append(f"@{self.place}")
        if self.target is not None:
            parts.append(f"p{self.target + 1}")
        if self.kind == FISH:
            parts.append(RANKS[self.place])
        return tuple(parts)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"<DungeonMove {self}>"


@lru_cache(4096)
def text_of(move: DungeonMove) -> str:
    """Return a move as text; cached because most moves recur."""
    return " ".join([move.word, *move.parts])


def move_of(action: int) -> DungeonMove:
    """Return the move of an action."""
    target = action_target(action)
    return DungeonMove(
        action_kind(action),
        action_rank(action),
        action_value(action),
        None if target < 0 else target,
        action_place(action),
    )


def read_rank(text: str) -> int:
    """Return the rank with that name, 0 if there is none."""
    return next(
        (rank for rank, name in enumerate(RANKS) if rank and name.lower() == text.lower()), 0
    )


def read_move(text: str) -> DungeonMove:
    """Read a move such as `pass`, `dig 10 @0` or `fish Q p2 7`."""
    word, _, rest = " ".join(text.split()).partition(" ")
    kind = WORDS.index(word.lower()) if word and word.lower() in WORDS else 0
    match = re.fullmatch(_kinds[WORDS[kind]], rest, re.IGNORECASE | re.ASCII)
    if not kind or match is None:
        raise InvalidMove("unknown_move", text=text)
    found = match.groupdict()
    rank = read_rank(found["card"]) if found.get("card") else 0
    value = read_rank(found["value"]) if found.get("value") else rank
    place = read_rank(found["asked"]) if found.get("asked") else int(found.get("place") or 0)
    if (
        (found.get("card") and not (rank and value))
        or (kind == FISH and not place)
        or place > MAX_PLACE
    ):
        raise InvalidMove("unknown_move", text=text)
    target = int(found["player"]) - 1 if found.get("player") else None
    return DungeonMove(kind, rank, value, target, place)
