"""The legal moves, computed only from what the player can see."""

from underdeck.cards import JACK, count_of, suit_of
from underdeck.games.tomb.encounters import droppable, may_disarm_late
from underdeck.games.tomb.moves import (
    CARD_BITS,
    DELVE,
    DODGE,
    DRAW,
    DROP,
    LEAVE,
    ONWARD,
    PLAY,
    READ,
    RETREAT,
    SUFFER,
    YIELD,
)
from underdeck.games.tomb.rules import may_turn_around
from underdeck.games.tomb.state import (
    BETWEEN,
    DARK,
    DISARM_MECHANISM,
    DODGE_BLOW,
    DROPPING,
    GO_BERSERK,
    HELD,
    MARKING,
    PICK_LOCK,
    STANDING,
    STRUCK,
    TREASURES,
    State,
)
from underdeck.games.tomb.treasure import has

MAX_MOVES = 1 + 1 + len(TREASURES)
"""The maximum number of legal moves: draw, play a jack, and drop any treasure."""


def legal(s: State, moves: list[int]) -> int:
    """Write the legal actions into `moves` and return their number."""
    if s.phase == BETWEEN:
        return legal_between(s, moves)
    if s.phase == STANDING:
        return legal_standing(s, moves)
    if s.phase == STRUCK:
        return legal_struck(s, moves)
    if s.phase == HELD:
        moves[0] = PLAY << CARD_BITS | PICK_LOCK
        moves[1] = YIELD << CARD_BITS
        return 2
    if s.phase == DARK:
        moves[0] = READ << CARD_BITS
        return 1
    if s.phase == MARKING:
        for place in range(count_of(s.laid)):
            moves[place] = LEAVE << CARD_BITS | s.column[place]
        return count_of(s.laid)
    if s.phase == DROPPING:
        return add_drops(s, moves, 0)
    return 0


def legal_between(s: State, moves: list[int]) -> int:
    """§9.1 - §9.3 Delve or turn around; after that, go onward."""
    if s.deepest > 0:
        moves[0] = ONWARD << CARD_BITS
        return 1
    moves[0] = DELVE << CARD_BITS
    if not may_turn_around(s):
        return 1
    moves[1] = RETREAT << CARD_BITS
    return 2


def legal_standing(s: State, moves: list[int]) -> int:
    """§3.6 Turn a card, play the jack of the suit, or drop treasure before a monster."""
    count = 1
    jack = JACK << 2 | suit_of(s.encounter)
    if has(s.hand, jack):
        moves[1] = PLAY << CARD_BITS | jack
        count = 2
    if jack == GO_BERSERK:
        count = add_drops(s, moves, count)
    moves[0] = DRAW << CARD_BITS
    return count


def add_drops(s: State, moves: list[int], count: int) -> int:
    """§4.3 Add a move for every treasure in the hand that may be dropped."""
    treasure = droppable(s)
    if treasure == 0:
        return count
    for card in TREASURES:  # without a branch: a move counts only if the card may be dropped
        moves[count] = DROP << CARD_BITS | card
        count += treasure >> card & 1
    return count


def legal_struck(s: State, moves: list[int]) -> int:
    """§8.2 Dodge or suffer; §5.3 R-19 or disarm late."""
    count = 0
    if has(s.hand, DODGE_BLOW):
        moves[count] = DODGE << CARD_BITS
        count += 1
    if may_disarm_late(s):
        moves[count] = PLAY << CARD_BITS | DISARM_MECHANISM
        count += 1
    moves[count] = SUFFER << CARD_BITS
    return count + 1
