"""The state of a game of Tomb: ints and fixed-size rows of ints.

A set of cards is an int with a bit for each card.
"""

from collections.abc import Sequence
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
from underdeck.codes import Codes
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
"""All treasure, as a set of cards."""
KINGS = sum(1 << card_of(KING, suit) for suit in range(4))
"""The tomb hoards, as a set of cards."""
DECK = (
    *(card_of(number, suit) for suit in (SPADES, DIAMONDS, CLUBS) for number in NUMBERS),
    *(
        card_of(rank, suit)
        for rank in (JACK, QUEEN, KING, ACE)
        for suit in (SPADES, HEARTS, DIAMONDS, CLUBS)
    ),
    JOKER,
)
"""§1.1 The 44 cards in the order that shuffles start from; it must never change."""

HIT_POINTS = 9
TORCHES = 4
MAX_TURNS = 27
"""The maximum number of turns: each has an encounter, and there are 27 numbers."""

_phases = Codes()
BETWEEN = _phases.define("between")
"""§9 Waiting for the next turn to begin."""
TURNING = _phases.define("turning")
"""§3.1 Turning cards, without a decision; §6.3 discarding them, if some are owed."""
STANDING = _phases.define("standing")
"""§3.6 Waiting for a move against a standing encounter."""
STRUCK = _phases.define("struck")
"""§8.2 Waiting for the answer to a blow."""
HELD = _phases.define("held")
"""§6.2 Waiting for Pick Lock or the discards before a door."""
DARK = _phases.define("dark")
"""§7.2 Waiting for the scroll after the fourth torch."""
MARKING = _phases.define("marking")
"""R-9 Waiting for the choice of a marker."""
DROPPING = _phases.define("dropping")
"""R-18 Waiting for more treasure to be dropped."""
OVER = _phases.define("over")
"""§10 The game has ended."""

PHASES = tuple(_phases)
"""The public name of each phase."""

ALIVE, ESCAPED, SLAIN, LOST = range(4)
ENDINGS = ("", "escaped", "slain", "lost")


@cloneable
@dataclass(slots=True)
class State(Cloneable):
    """A game of Tomb at one moment, hidden cards included."""

    options: Options
    deck: list[int] = places(len(DECK) + 1)
    """The deal, and room for the ace that the scroll sends to the bottom."""
    top: int = 0
    """The index of the next card in `deck`."""
    bottom: int = len(DECK)
    """The index after the last card in `deck`."""
    column: list[int] = places(len(DECK))
    """The cards of the current turn, in the order they were laid."""
    laid: int = 0
    """The cards of the column, as a set."""
    hand: int = 0
    torch_row: int = 0
    discards: int = 0
    spent: int = 0
    """R-16 The cards on the lost hit points: Dodge Blow, once played."""
    stacks: list[int] = places(MAX_TURNS, bits=64)
    """The cards of each finished turn, face down, as a set."""
    torches: int = 0
    """The number of torches burnt out."""
    hit_points: int = HIT_POINTS
    turn: int = 0
    """The number of turns begun, in the delve and the retreat together."""
    deepest: int = 0
    """The turn after which the player turned around; 0 before that."""
    phase: int = BETWEEN
    encounter: int = 0
    favored: int = 0
    """The last queen laid in this turn."""
    blow: int = 0
    """The damage of a blow that isn't answered yet."""
    owed: int = 0
    """The number of cards still to be discarded before a door."""
    dropped: int = 0
    """The worth of the treasure dropped so far under `drop_sum`."""
    ending: int = field(default=ALIVE)


def new_state(options: Options, cards: Sequence[int]) -> State:
    """§1.2 Return the state before the first move."""
    return State(options, [*cards, 0])
