"""Everything there is on the table, in ints and fixed rows of ints; a set of cards is an int with a bit for each."""

from dataclasses import dataclass, field

from underdeck.cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JACK,
    JOKER,
    KING,
    NUMBERS,
    QUEEN,
    SPADES,
    card_of,
)
from underdeck.games.tomb.options import Options
from underdeck.state import Cloneable, cloneable, places

GO_BERSERK, DODGE_BLOW, DISARM_MECHANISM, PICK_LOCK = (card_of(JACK, suit) for suit in range(4))
SCROLL = JOKER
TREASURES = (
    *(card_of(number, DIAMONDS) for number in NUMBERS),
    *(card_of(KING, suit) for suit in range(4)),
    SCROLL,
)
TREASURE = sum(1 << card for card in TREASURES)
"""All of it as a set of cards."""
KINGS = sum(1 << card_of(KING, suit) for suit in range(4))
"""The tomb hoards, as such a set."""
DECK = (
    *(card_of(number, suit) for suit in (SPADES, DIAMONDS, CLUBS) for number in NUMBERS),
    *(
        card_of(rank, suit)
        for rank in (JACK, QUEEN, KING, ACE)
        for suit in (SPADES, HEARTS, DIAMONDS, CLUBS)
    ),
    JOKER,
)
"""§1.1 The 44 cards, in the order that shuffles start from; frozen."""

HIT_POINTS = 9
TORCHES = 4
MOST_TURNS = 27
"""Each turn has its own encounter, and there are 27 numbers."""

BETWEEN, TURNING, STANDING, STRUCK, HELD, DARK, MARKING, DROPPING, OVER = range(9)
"""What the game waits for: a turn to begin; nothing, cards are being turned; a word against a standing encounter; the answer to a
blow; Pick Lock or the discards; the scroll; a marker; more treasure to drop; nothing any more."""

PHASES = ("between", "turning", "standing", "struck", "held", "dark", "marking", "dropping", "over")

ALIVE, ESCAPED, SLAIN, LOST = range(4)
ENDINGS = ("", "escaped", "slain", "lost")


@cloneable
@dataclass(slots=True)
class State(Cloneable):
    """A game of Tomb at one moment, hidden cards included."""

    options: Options
    deck: list[int] = places(len(DECK) + 1)
    """The deal, and behind it room for the ace that the scroll sends to the bottom."""
    top: int = 0
    """Where in `deck` the next card lies."""
    bottom: int = len(DECK)
    """Where in `deck` the cards end."""
    column: list[int] = places(len(DECK))
    """The running turn's cards, in the order they were laid."""
    laid: int = 0
    """The same cards as a set."""
    hand: int = 0
    torch_row: int = 0
    discards: int = 0
    spent: int = 0
    """What lies on the lost hit points: Dodge Blow, once played."""
    stacks: list[int] = places(MOST_TURNS, bits=64)
    """The finished turns, each a set of cards face down."""
    torches: int = 0
    """Torches burnt out."""
    hit_points: int = HIT_POINTS
    turn: int = 0
    """Turns begun, delve and retreat together."""
    deepest: int = 0
    """The turn after which the player turned around, 0 before that."""
    phase: int = BETWEEN
    encounter: int = 0
    favored: int = 0
    """The queen that was laid last in this turn."""
    blow: int = 0
    """Damage about to be taken."""
    owed: int = 0
    """Cards still to be discarded before a door."""
    dropped: int = 0
    """Worth of the treasure dropped so far under `drop_sum`."""
    ending: int = field(default=ALIVE)
