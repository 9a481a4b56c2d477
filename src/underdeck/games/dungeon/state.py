"""Everything there is on the table of a Dungeon, in ints and fixed rows of ints; seats count from 0 here and from 1 outside."""

from dataclasses import dataclass

from underdeck.cards import ACE, JOKER, KING, card_of
from underdeck.games.dungeon.options import Options
from underdeck.state import Cloneable, cloneable, places

RULES = 2
"""The version of the rules that new games are played by; version 1 is the same without D-22 to D-24 and D-26 to D-28."""

SEATS = 4
PACK = 52
"""A deck without its two jokers."""
MOST_CARDS = 108
"""Two decks with their jokers."""

HAND_LIMIT = 5
CELL = 11
"""§3.1 What the cell counts as."""
JOKER_RANK = 14
GRAVEROBBER, MYRMIDDON, WIGHT = 11, 12, 13

FRAME = 5
"""A frame's ints: its kind, a seat, and three more."""
MOST_FRAMES = 48

(
    NOTHING,
    DRAW,
    RENEW,
    LOT,
    BID,
    JUDGE,
    TURN,
    END,
    ATTACKED,
    ASKED,
    ANSWERED,
    CAUGHT,
    ROBBING,
    SAVING,
    ROB_ABILITY,
    FISH_ABILITY,
    ACES,
    COUNTERS,
    ACCUSATIONS,
) = range(19)
"""What is pending, the uppermost first. Work that needs no one: drawing, judging the bids, the end of a turn, an ability that was let
pass. Waiting for chance: a new deck, the lot. Waiting for players: the rest; the last three are windows, which wait for everyone who
hasn't answered."""

PENDING = (
    "nothing",
    "draw",
    "renew",
    "lot",
    "bid",
    "judge",
    "turn",
    "discard",
    "attacked",
    "asked",
    "answered",
    "caught",
    "robbing",
    "saving",
    "rob",
    "fish",
    "aces",
    "counters",
    "accusations",
)

RUNNING, ESCAPED, ALONE, STALEMATE = range(4)
ENDINGS = ("", "escaped", "alone", "stalemate")


def deck_of(options: Options) -> tuple[int, ...]:
    """§1.1 The cards that a deal orders, in the order that shuffles start from; frozen."""
    deck = tuple(card_of(rank, suit) for suit in range(4) for rank in range(ACE, KING + 1))
    jokers = (JOKER, JOKER) if options.wild else ()
    return (*deck, *jokers) * options.deck_count


@cloneable
@dataclass(slots=True)
class State(Cloneable):
    """A game of Dungeon at one moment, hidden cards included."""

    options: Options
    players: int = 2
    rules: int = RULES
    deck: list[int] = places(MOST_CARDS)
    top: int = 0
    bottom: int = 0
    hands: list[int] = places(SEATS * MOST_CARDS)
    """Each seat's cards in the order they came, in rows of MOST_CARDS."""
    hand_size: list[int] = places(SEATS)
    fresh: list[int] = places(SEATS)
    """D-22 How many of each hand's newest cards came after the deck was renewed in the middle of this turn."""
    passages: list[int] = places(SEATS * MOST_CARDS)
    """Each dungeon's cards in the order they were laid: a stack, for only the front ever leaves."""
    claims: list[int] = places(SEATS * MOST_CARDS)
    """What each of them is laid as."""
    parents: list[int] = places(SEATS * MOST_CARDS)
    """The number of the passage that each one lies next to, from 1; 0 is the cell."""
    followers: list[int] = places(SEATS * (MOST_CARDS + 1))
    """How many lie next to each place, the cell first."""
    depth: list[int] = places(SEATS)
    """How many passages each dungeon has."""
    cells: list[int] = places(SEATS)
    discards: list[int] = places(MOST_CARDS)
    discard_size: int = 0
    renewed: int = 0
    """D-22 1 from a renewal of the deck in the middle of a turn until that turn is over."""
    keep_discards: int = 0
    """D-23 1 while the discards are not made into a new deck."""
    alive: int = 0
    """A bit for each seat that is still in the game."""
    gone: int = 0
    """The seat that left the game last."""
    left: int = 0
    """D-6 A bit for each seat that has left its cell."""
    turn: int = 0
    current: int = -1
    stack: list[int] = places(FRAME * MOST_FRAMES)
    """What is pending, frame upon frame."""
    height: int = 0
    bids: list[int] = places(SEATS)
    """Cards laid face down in the bid."""
    stakes: list[int] = places(SEATS)
    """What they were worth once they were shown."""
    creature: int = 0
    """The card that attacks, or whose ability is called."""
    pile: list[int] = places(MOST_CARDS)
    """Fighting cards laid so far, or counters."""
    pile_size: int = 0
    pile_sum: int = 0
    two_laid: int = 0
    """D-24 1 if a 2 is among the fighting cards."""
    accused: int = 0
    """D-16 1 if the player of this turn has accused without a passage."""
    robber: int = 0
    """A Graverobber that worked, until the end of the turn."""
    busy: int = 0
    """1 if a card was drawn or played in this turn."""
    idle: int = 0
    """Turns in a row in which none was."""
    ending: int = RUNNING
    winner: int = -1
