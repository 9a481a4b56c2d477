"""Random numbers for simulations: the reference algorithm, no bias, and a frozen deal."""

from collections import Counter

from underdeck.deal import Drawn
from underdeck.games.tomb.state import DECK
from underdeck.sfc32 import below, next_word, open_stream, shuffle, words_of


def reference(words: list[int], count: int) -> list[int]:
    """Return the output of the generator as its author wrote it, over 32-bit numbers."""
    a, b, c, counter = words
    output = []
    for _ in range(count):
        word = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = ((c << 21) % 2**32 | (c >> 11)) + word
        c %= 2**32
        output.append(word)
    return output


def test_the_stream_is_sfc32() -> None:
    stream = [1, 2, 3, 1]
    expected = reference([1, 2, 3, 1], 50)
    assert [next_word(stream) for _ in range(50)] == expected


def test_every_game_and_part_has_its_own_stream() -> None:
    firsts = set()
    for number in (0, 1, 2**32, 2**40 + 3):
        for part in range(4):
            stream = [0] * 4
            open_stream(stream, list(words_of("seed")), number, part)
            firsts.add(next_word(stream))
    assert len(firsts) == 16


def test_below_is_unbiased_where_words_are_rejected() -> None:
    stream = [5, 6, 7, 1]
    counts = Counter(below(stream, 3) for _ in range(30_000))
    assert all(9_600 < count < 10_400 for count in counts.values())
    limit = 3 * 2**30  # a quarter of all words is rejected
    halves = Counter(below(stream, limit) // 2**30 for _ in range(9_000))
    assert halves.keys() == {0, 1, 2}
    assert all(2_750 < count < 3_250 for count in halves.values())


def test_a_shuffle_draws_each_index_like_below() -> None:
    one, two = [9, 8, 7, 1], [9, 8, 7, 1]
    cards, expected = list(range(52)), list(range(52))
    shuffle(one, cards, 52)
    for last in range(51, 0, -1):
        chosen = below(two, last + 1)
        expected[last], expected[chosen] = expected[chosen], expected[last]
    assert cards == expected
    assert one == two


def test_a_simulated_deal_is_frozen() -> None:
    deal = Drawn("1", 0).deal(DECK)
    assert sorted(deal.cards) == sorted(DECK)
    assert deal.cards[:8] == (22, 26, 10, 47, 53, 14, 19, 51)
    assert deal.source.order((1, 2, 3, 4, 5), 0) != deal.source.order((1, 2, 3, 4, 5), 1)
