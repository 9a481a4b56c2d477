"""Cards: codes and symbols, and reading them."""

import pytest

from underdeck.cards import (
    CLUBS,
    JOKER,
    KING,
    card_of,
    code_of,
    codes_of,
    rank_of,
    read_card,
    read_cards,
    suit_of,
    symbol_of,
)
from underdeck.refusal import Refusal

EVERY_CARD = [*(card_of(rank, suit) for rank in range(1, 14) for suit in range(4)), JOKER]


@pytest.mark.parametrize("card", EVERY_CARD, ids=code_of)
def test_code_and_symbol_read_back(card: int) -> None:
    assert read_card(code_of(card)) == card
    assert read_card(code_of(card).lower()) == card
    assert read_card(symbol_of(card)) == card
    assert read_card(f" {symbol_of(card)}\ufe0f ") == card


def test_cards_are_distinct_ints_from_1_to_63() -> None:
    assert len(set(EVERY_CARD)) == 53
    assert all(0 < card < 64 for card in EVERY_CARD)


def test_rank_and_suit() -> None:
    assert (rank_of(read_card("KC")), suit_of(read_card("KC"))) == (KING, CLUBS)
    assert [rank_of(card) for card in read_cards(["AS", "2H", "10D", "JC", "QS", "KH", "Jk"])] == [
        1,
        2,
        10,
        11,
        12,
        13,
        14,
    ]


def test_codes_and_symbols_have_one_normal_form() -> None:
    assert codes_of(read_cards(["10s", "kh", "5♦", "JK"])) == ["10S", "KH", "5D", "Jk"]
    assert [symbol_of(read_card(code)) for code in ("10S", "KH", "5D", "AC", "Jk")] == [
        "10♠",
        "K♥",
        "5♦",
        "A♣",
        "Jk",
    ]


@pytest.mark.parametrize(
    "text", ["", "11S", "1S", "5", "S", "5X", "joker", "10", "5SS", "♠5", "0D", "5ſ", "５S"]
)
def test_an_unknown_card_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_card(text)
    assert (refusal.value.code, refusal.value.params) == ("unknown_card", {"text": text})
