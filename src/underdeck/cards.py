"""Cards as small ints: four times the rank plus the suit, so both are one shift or mask away, and 0 is no card."""

from collections.abc import Iterable

from underdeck.refusal import Refusal

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
ACE, TWO, TEN, JACK, QUEEN, KING = 1, 2, 10, 11, 12, 13
NUMBERS = range(TWO, TEN + 1)
NO_CARD = 0
JOKER = 56
"""The one card whose rank, 14, has no suits."""

_RANKS = {ACE: "A", JACK: "J", QUEEN: "Q", KING: "K"} | {number: str(number) for number in NUMBERS}
_SUITS = "SHDC"
_SYMBOLS = "♠♥♦♣"
_CODES = {
    rank * 4 + suit: name + _SUITS[suit] for rank, name in _RANKS.items() for suit in range(4)
} | {JOKER: "Jk"}
_CARDS = {code.upper(): card for card, code in _CODES.items()}


def card_of(rank: int, suit: int) -> int:
    """The card of that rank (1 to 13, ace low) and suit."""
    return rank * 4 + suit


def rank_of(card: int) -> int:
    """1 for an ace, the number for 2-10, then jack 11, queen 12, king 13, joker 14."""
    return card >> 2


def suit_of(card: int) -> int:
    """Spades 0, hearts 1, diamonds 2, clubs 3; of no meaning for the joker."""
    return card & 3


def count_of(cards: int) -> int:
    """How many cards are in a set, which has a bit for each."""
    return cards.bit_count()


def code_of(card: int) -> str:
    """`10S`, `KH`, `Jk`: the form that is stored and typed."""
    return _CODES[card]


def symbol_of(card: int) -> str:
    """`10♠`, `K♥`, `Jk`: the form that is shown."""
    return _CODES[card] if card == JOKER else _CODES[card][:-1] + _SYMBOLS[suit_of(card)]


def read_card(text: str) -> int:
    """The card that a code or symbol names, in either case."""
    plain = text.strip().replace("\ufe0f", "")
    plain = plain.upper() if plain.isascii() or plain[-1:] in _SYMBOLS else plain
    for symbol, letter in zip(_SYMBOLS, _SUITS, strict=True):
        plain = plain.replace(symbol, letter)
    try:
        return _CARDS[plain]
    except KeyError:
        raise Refusal("unknown_card", text=text) from None


def read_cards(texts: Iterable[str]) -> list[int]:
    """Several cards, in order."""
    return [read_card(text) for text in texts]


def codes_of(cards: Iterable[int]) -> list[str]:
    """Several codes, in order."""
    return [code_of(card) for card in cards]
