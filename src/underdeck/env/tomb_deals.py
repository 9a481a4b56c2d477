"""The deals of many tables at once: the very ones that deal.py makes of the same seeds, in a sixth of the time."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from underdeck.games.tomb.state import DECK
from underdeck.shuffle import key_of

CARDS = len(DECK)
COUNTERS = tuple(counter.to_bytes(8, "big") for counter in range(6))
"""Six blocks of eight words: a word for each of the 43 places that are drawn, and five to spare for those that are thrown away."""
BLOCK = 64
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""HMAC's two keys, byte by byte."""
WORDS = 2**32


def seeds_from(random: np.random.Generator) -> Iterator[str]:
    """The seeds that an environment of its own draws from the same source, one for each game."""
    while True:
        yield from map(str, random.integers(2**63, size=32).tolist())


def words_of(seeds: Iterable[str]) -> NDArray[np.int64]:
    """For each seed a row of the words that its shuffle draws from."""
    rows = b"".join([stream_of(key_of("seed", seed)) for seed in seeds])
    return np.frombuffer(rows, ">u4").astype(np.int64).reshape(-1, 8 * len(COUNTERS))


def stream_of(key: bytes) -> bytes:
    """HMAC-SHA256 of each counter, without the detours that the library takes for keys of any size."""
    whole = key.ljust(BLOCK, b"\0")
    inner, outer = whole.translate(INNER), whole.translate(OUTER)
    return b"".join(
        [sha256(outer + sha256(inner + counter).digest()).digest() for counter in COUNTERS]
    )


def shuffle(deck: Any, words: Any) -> None:
    """Fisher-Yates from the last place to the second, as in shuffle.py: words at the uneven end are thrown away."""
    used = 0
    for last in range(CARDS - 1, 0, -1):
        even = WORDS - WORDS % (last + 1)
        while words[used] >= even:
            used += 1
            assert used < len(words), "so many words are hardly ever thrown away"
        chosen = words[used] % (last + 1)
        used += 1
        card = deck[last]
        deck[last] = deck[chosen]
        deck[chosen] = card
