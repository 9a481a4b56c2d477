"""Moves of Dungeon: a value with a text that reads back, and an int, the action, that the rules take."""

import re
from collections.abc import Callable
from typing import NamedTuple

from underdeck.refusal import InvalidMove

(
    BID_CARD,
    DIG,
    CAVE,
    ATTACK,
    ROB,
    FISH,
    ACCUSE,
    PASS,
    DISCARD,
    FIGHT,
    STRIKE,
    RETREAT,
    FALL,
    TAKE,
    GIVE,
    DENY,
    BELIEVE,
    DEMAND,
    BURN,
    SAVE,
    YIELD,
    COUNTER,
    PLAY_ACE,
    RESIGN,
) = range(1, 25)
WORDS = (
    "",
    "bid",
    "dig",
    "cave",
    "attack",
    "rob",
    "fish",
    "accuse",
    "pass",
    "discard",
    "fight",
    "strike",
    "retreat",
    "fall",
    "take",
    "give",
    "deny",
    "believe",
    "demand",
    "burn",
    "save",
    "yield",
    "counter",
    "ace",
    "resign",
)
RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Jk")

PLACE_BITS, SEAT_BITS, RANK_BITS = 8, 3, 4
SEAT_SHIFT = PLACE_BITS
VALUE_SHIFT = SEAT_SHIFT + SEAT_BITS
RANK_SHIFT = VALUE_SHIFT + RANK_BITS
KIND_SHIFT = RANK_SHIFT + RANK_BITS

_CARD = r"(?P<card>[A-Za-z0-9]+)(?:=(?P<value>[A-Za-z0-9]+))?"
_SEAT = r"p(?P<seat>[1-4])"
_FORMS = {
    DIG: rf"{_CARD} @(?P<place>\d{{1,3}})",
    CAVE: rf"{_CARD} {_SEAT}",
    ATTACK: rf"{_CARD} {_SEAT}",
    ROB: _CARD,
    FISH: rf"{_CARD} {_SEAT} (?P<asked>[A-Za-z0-9]+)",
    ACCUSE: _SEAT,
    FIGHT: _CARD,
    COUNTER: _CARD,
    PLAY_ACE: _CARD,
    BID_CARD: r"(?P<card>[A-Za-z0-9]+)",
    DISCARD: r"(?P<card>[A-Za-z0-9]+)",
    TAKE: r"(?P<card>[A-Za-z0-9]+)",
    SAVE: r"(?P<card>[A-Za-z0-9]+)",
}
"""What follows the word, where anything does."""


class DungeonMove(NamedTuple):
    """One choice of a player."""

    kind: int
    rank: int = 0
    """The card's own rank; 14 for a joker."""
    value: int = 0
    """What it is played as."""
    target: int | None = None
    """The seat it is aimed at."""
    place: int = 0
    """The passage it lies next to, or the rank asked for."""

    @property
    def game(self) -> str:
        """The game whose words name it."""
        return "dungeon"

    @property
    def word(self) -> str:
        """The verb."""
        return WORDS[self.kind]

    @property
    def action(self) -> int:
        """The move as one int."""
        return (
            self.kind << KIND_SHIFT
            | self.rank << RANK_SHIFT
            | self.value << VALUE_SHIFT
            | (0 if self.target is None else self.target + 1) << SEAT_SHIFT
            | self.place
        )

    def texts(self, _face: Callable[[int], str]) -> tuple[str, ...]:
        """What follows the verb; ranks have no faces."""
        return self.parts

    @property
    def parts(self) -> tuple[str, ...]:
        """What follows the verb."""
        card = (
            RANKS[self.rank]
            if self.rank == self.value or not self.value
            else f"{RANKS[self.rank]}={RANKS[self.value]}"
        )
        told = [card] if self.rank else []
        if self.kind == DIG:
            told.append(f"@{self.place}")
        if self.target is not None:
            told.append(f"p{self.target + 1}")
        if self.kind == FISH:
            told.append(RANKS[self.place])
        return tuple(told)

    def __str__(self) -> str:
        return " ".join([self.word, *self.parts])


def move_of(action: int) -> DungeonMove:
    """The move that an action stands for."""
    number = action >> SEAT_SHIFT & 7
    return DungeonMove(
        action >> KIND_SHIFT,
        action >> RANK_SHIFT & 15,
        action >> VALUE_SHIFT & 15,
        number - 1 if number else None,
        action & 255,
    )


def read_rank(text: str) -> int:
    """The rank that a text names, 0 if none."""
    return next(
        (rank for rank, name in enumerate(RANKS) if rank and name.lower() == text.lower()), 0
    )


def read_move(text: str) -> DungeonMove:
    """The move that a text names."""
    word, _, rest = " ".join(text.split()).partition(" ")
    kind = WORDS.index(word.lower()) if word and word.lower() in WORDS else 0
    match = re.fullmatch(_FORMS.get(kind, ""), rest, re.IGNORECASE | re.ASCII)
    if not kind or match is None:
        raise InvalidMove("unknown_move", text=text)
    told = match.groupdict()
    rank = read_rank(told["card"]) if told.get("card") else 0
    value = read_rank(told["value"]) if told.get("value") else rank
    place = read_rank(told["asked"]) if told.get("asked") else int(told.get("place") or 0)
    if (told.get("card") and not (rank and value)) or (kind == FISH and not place) or place > 255:
        raise InvalidMove("unknown_move", text=text)
    target = int(told["seat"]) - 1 if told.get("seat") else None
    return DungeonMove(kind, rank, value, target, place)
