"""§1 Sets of cards and the treasure in them; §10 its points."""

from underdeck.cards import DIAMONDS, KING, TEN, TWO, card_of, count_of, rank_of
from underdeck.games.tomb.state import KINGS, SCROLL

ALL_HOARDS = 4
"""§10.2 The number of tomb hoards; a player who brings all of them out wins."""
GOLD_PER_POINT = 100


def has(cards: int, card: int) -> bool:
    """Return whether a card is in a set of cards."""
    return (cards >> card) & 1 == 1


def worth(card: int) -> int:
    """§1 Return a treasure's points: a diamond its number, a king 10, the scroll 6."""
    if card == SCROLL:
        return 6
    return min(rank_of(card), 10)


def points_in(cards: int) -> int:
    """§10.1 Return the points of all treasure in a set of cards."""
    points = worth(KING << 2) * kings_in(cards) + worth(SCROLL) * (cards >> SCROLL & 1)
    for number in range(TWO, TEN + 1):
        points += number * (cards >> card_of(number, DIAMONDS) & 1)
    return points


def kings_in(cards: int) -> int:
    """§10.1 Return the number of tomb hoards in a set of cards."""
    return count_of(cards & KINGS)
