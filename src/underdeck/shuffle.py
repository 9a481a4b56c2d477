"""Key-based shuffling: Fisher-Yates over an HMAC-SHA256 stream.

The results are frozen by the vectors in tests/corpus and described in docs/reference/notation.md:
a key must give the same order for ever.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence


def key_of(kind: str, text: str) -> bytes:
    """Return the shuffle key of a text; each kind of text has its own key space."""
    return hashlib.sha256(f"underdeck/{kind}/1\n{text}".encode()).digest()


def shuffle(items: Sequence[int], key: bytes) -> tuple[int, ...]:
    """Return the items in the order given by a key (Fisher-Yates, from the last index down)."""
    order = list(items)
    words = random_words(key)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def random_words(key: bytes) -> Iterator[int]:
    """Yield big-endian 32-bit words from HMAC-SHA256 of a 64-bit counter that starts at 0."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(limit: int, words: Iterator[int]) -> int:
    """Return an unbiased number from 0 to limit - 1 by rejection sampling."""
    accepted = 2**32 - 2**32 % limit
    word = next(words)
    while word >= accepted:
        word = next(words)
    return word % limit
