"""Cards as small ints: four times the rank plus the suit; 0 means no card."""

from collections.abc import Iterable

from underdeck.refusal import Refusal

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
ACE, TWO, TEN, JACK, QUEEN, KING = 1, 2, 10, 11, 12, 13
NUMBERS = range(TWO, TEN + 1)
NO_CARD = 0
JOKER = 56
"""The joker: rank 14, without a suit."""

_RANKS = {ACE: "A", JACK: "J", QUEEN: "Q", KING: "K"} | {number: str(number) for number in NUMBERS}
_SUITS = "SHDC"
_SYMBOLS = "♠♥♦♣"
_CODES = {
    rank * 4 + suit: name + _SUITS[suit] for rank, name in _RANKS.items() for suit in range(4)
} | {JOKER: "Jk"}
_CARDS = {code.upper(): card for card, code in _CODES.items()}


def card_of(rank: int, suit: int) -> int:
    """Return the card of a rank (1 to 13, ace low) and a suit."""
    return rank * 4 + suit


def rank_of(card: int) -> int:
    """Return 1 for an ace, the number for 2-10, jack 11, queen 12, king 13, joker 14."""
    return card >> 2


def suit_of(card: int) -> int:
    """Return spades 0, hearts 1, diamonds 2 or clubs 3; meaningless for the joker."""
    return card & 3


def count_of(cards: int) -> int:
    """Return the number of cards in a set of cards, which is an int with a bit for each."""
    return cards.bit_count()


def code_of(card: int) -> str:
    """Return the form that is stored and typed: `10S`, `KH`, `Jk`."""
    return _CODES[card]


def symbol_of(card: int) -> str:
    """Return the form that is displayed: `10♠`, `K♥`, `Jk`."""
    return _CODES[card] if card == JOKER else _CODES[card][:-1] + _SYMBOLS[suit_of(card)]


def read_card(text: str) -> int:
    """Return the card that a code or symbol names, in upper or lower case."""
    plain = text.strip().replace("\ufe0f", "")
    plain = plain.upper() if plain.isascii() or plain[-1:] in _SYMBOLS else plain
    for symbol, letter in zip(_SYMBOLS, _SUITS, strict=True):
        plain = plain.replace(symbol, letter)
    try:
        return _CARDS[plain]
    except KeyError:
        raise Refusal("unknown_card", text=text) from None


def read_cards(texts: Iterable[str]) -> list[int]:
    """Return the cards that codes or symbols name, in order."""
    return [read_card(text) for text in texts]


def codes_of(cards: Iterable[int]) -> list[str]:
    """Return the codes of cards, in order."""
    return [_CODES[card] for card in cards]
