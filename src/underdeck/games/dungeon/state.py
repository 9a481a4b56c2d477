"""The state of a game of Dungeon: ints and fixed-size rows of ints; seats count from 0."""

from collections.abc import Sequence
from dataclasses import dataclass

from underdeck.cards import ACE, JOKER, KING, card_of
from underdeck.games.dungeon.options import Options, is_wild
from underdeck.state import Cloneable, cloneable, places

RULES = 2
"""The version of the rules for new games; version 1 lacks D-22 to D-24 and D-26 to D-28."""

SEATS = 4
"""The maximum number of players."""
PACK = 52
"""The cards of a deck without its two jokers."""
MAX_CARDS = 108
"""The cards of two decks with their jokers."""

HAND_LIMIT = 5
ACE_CARDS = 2
"""§7.1 The cards that an ace draws."""
CELL = 11
"""§3.1 The value of the cell in the printed rules; see `cell_value`."""
JOKER_RANK = 14
GRAVEROBBER, MYRMIDDON, WIGHT = 11, 12, 13

FRAME_SIZE = 5
"""The number of ints in a frame; see frames.py."""
MAX_FRAMES = 48

RUNNING, ESCAPED, ALONE, STALEMATE = range(4)
ENDINGS = ("", "escaped", "alone", "stalemate")


def deck_of(options: Options) -> tuple[int, ...]:
    """§1.1 Return the cards in the order that shuffles start from; it must never change."""
    deck = tuple(card_of(rank, suit) for suit in range(4) for rank in range(ACE, KING + 1))
    jokers = (JOKER, JOKER) if is_wild(options) else ()
    return (*deck, *jokers) * options.deck_count


@cloneable
@dataclass(slots=True)
class State(Cloneable):
    """A game of Dungeon at one moment, hidden cards included."""

    options: Options
    players: int = 2
    rules: int = RULES
    deck: list[int] = places(MAX_CARDS)
    top: int = 0
    bottom: int = 0
    hands: list[int] = places(SEATS * MAX_CARDS)
    """Each seat's cards, oldest first, in rows of MAX_CARDS."""
    hand_size: list[int] = places(SEATS)
    fresh: list[int] = places(SEATS)
    """D-22 The number of each hand's newest cards that were drawn after a renewal in this turn."""
    passages: list[int] = places(SEATS * MAX_CARDS)
    """Each dungeon's cards, oldest first, in rows of MAX_CARDS; the newest is the front."""
    claims: list[int] = places(SEATS * MAX_CARDS)
    """The value that each passage was laid as."""
    parents: list[int] = places(SEATS * MAX_CARDS)
    """The number of the passage that each passage lies next to, from 1; 0 is the cell."""
    followers: list[int] = places(SEATS * (MAX_CARDS + 1))
    """The number of passages that lie next to the cell and next to each passage."""
    depth: list[int] = places(SEATS)
    """The number of passages in each dungeon."""
    cells: list[int] = places(SEATS)
    discards: list[int] = places(MAX_CARDS)
    discard_size: int = 0
    renewed: int = 0
    """D-22 1 if the deck was renewed in the middle of this turn."""
    keep_discards: int = 0
    """D-23 1 while the discards may not become a new deck."""
    alive: int = 0
    """A bit for each seat that is still in the game."""
    last_gone: int = 0
    """The seat that left the game last."""
    left_cell: int = 0
    """D-6 A bit for each seat that has left its cell."""
    turn: int = 0
    current: int = -1
    stack: list[int] = places(FRAME_SIZE * MAX_FRAMES)
    """The pending frames, in rows of FRAME_SIZE; see frames.py."""
    height: int = 0
    """The number of pending frames."""
    bids: list[int] = places(SEATS)
    """Cards laid face down in the bid."""
    stakes: list[int] = places(SEATS)
    """The value of each seat's bid, once it was shown."""
    creature: int = 0
    """The card that attacks, whose ability is called, or that caves a joker in."""
    pile: list[int] = places(MAX_CARDS)
    """The fighting cards or the counters laid so far."""
    pile_size: int = 0
    pile_values: list[int] = places(MAX_CARDS)
    """The value that each fighting card was laid as."""
    pile_sum: int = 0
    two_laid: int = 0
    """D-24 1 if a 2 is among the fighting cards."""
    accused: int = 0
    """D-16 1 if the player of this turn has accused without a passage."""
    robber: int = 0
    """A Graverobber that was used, until the end of the turn."""
    busy: int = 0
    """1 if a card was drawn or played in this turn."""
    idle: int = 0
    """The number of turns in a row without a card drawn or played."""
    ending: int = RUNNING
    winner: int = -1


def new_state(options: Options, cards: Sequence[int], rules: int = RULES) -> State:
    """§1 Return the state before cells and hands are dealt from these cards."""
    state = State(options, players=options.players, rules=rules, bottom=len(cards))
    state.deck[: len(cards)] = cards
    return state


def is_alive(s: State, seat: int) -> bool:
    """Return whether a seat is still in the game."""
    return (s.alive >> seat) & 1 == 1


def count_alive(s: State) -> int:
    """Return the number of seats still in the game."""
    count = 0
    for seat in range(s.players):
        count += (s.alive >> seat) & 1
    return count


def next_seat(s: State, seat: int) -> int:
    """§1.5 Return the next living player, clockwise."""
    seat = (seat + 1) % s.players
    while not is_alive(s, seat):
        seat = (seat + 1) % s.players
    return seat
