"""The key-based shuffle; tests/test_deal.py checks its frozen vectors."""

from collections import Counter

from underdeck.games.tomb.state import DECK
from underdeck.shuffle import below, key_of, shuffle


def test_every_card_can_be_on_top() -> None:
    tops = Counter(shuffle(DECK, key_of("seed", f"top {number}"))[0] for number in range(2000))
    assert len(tops) == 44
    assert max(tops.values()) < 90


def test_words_beyond_the_last_full_range_are_rejected() -> None:
    assert below(3, iter([2**32 - 1, 5])) == 2
    assert below(3, iter([2**32 - 2, 5])) == 2
    assert below(4, iter([2**32 - 1, 5])) == 3


def test_each_kind_of_text_has_its_own_keys() -> None:
    assert key_of("seed", "1") != key_of("code", "1")
