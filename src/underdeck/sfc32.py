"""Random numbers for simulations: Chris Doty-Humphrey's sfc32.

Plain functions over ints, so that they give the same stream interpreted, compiled by Numba and in
other languages. A stream is a list of four 32-bit ints. Deals that people play are shuffled by
shuffle.py instead.
"""

import hashlib
from collections.abc import MutableSequence

MASK = 0xFFFFFFFF
DEAL, CHANCE = 0, 1
"""Numbers of the streams of a game: the deal, which the player continues, then chance from 1 up."""
WARM_UP = 12
"""Words discarded after seeding, as the author of the generator advises."""


def words_of(seed: str) -> tuple[int, int, int]:
    """Return the three key words of a seed."""
    digest = hashlib.sha256(f"underdeck/simulation/1\n{seed}".encode()).digest()
    first, second, third = (int.from_bytes(digest[start : start + 4], "big") for start in (0, 4, 8))
    return first, second, third


def open_stream(stream: list[int], key: list[int], number: int, part: int) -> None:
    """Set a stream to its start for one part (deal, chance event, player) of a numbered game."""
    a, b, c, counter = key[0] ^ (number & MASK), key[1] ^ (number >> 32), key[2] ^ part, 1
    for _ in range(WARM_UP):
        a, b, c, counter, _word = step(a, b, c, counter)
    stream[0], stream[1], stream[2], stream[3] = a, b, c, counter


def step(a: int, b: int, c: int, counter: int) -> tuple[int, int, int, int, int]:
    """Return the next four words of the state and the 32 bits of output."""
    word = (a + b + counter) & MASK
    return (
        b ^ (b >> 9),
        (c + (c << 3)) & MASK,
        (((c << 21) | (c >> 11)) + word) & MASK,
        (counter + 1) & MASK,
        word,
    )


def next_word(stream: list[int]) -> int:
    """Return the next 32 bits of a stream."""
    stream[0], stream[1], stream[2], stream[3], word = step(
        stream[0], stream[1], stream[2], stream[3]
    )
    return word


def below(stream: list[int], limit: int) -> int:
    """Return an unbiased number from 0 to limit - 1 by Lemire's multiplication."""
    product = next_word(stream) * limit
    if product & MASK < limit:
        rejected = (MASK + 1) % limit
        while product & MASK < rejected:
            product = next_word(stream) * limit
    return product >> 32


def shuffle(stream: list[int], cards: MutableSequence[int], size: int) -> None:
    """Shuffle the first `size` cards in place (Fisher-Yates, from the last index down).

    Draws each index like `below`, but keeps the stream in local variables for speed.
    """
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    for last in range(size - 1, 0, -1):
        a, b, c, counter, word = step(a, b, c, counter)
        product = word * (last + 1)
        if product & MASK <= last:
            rejected = (MASK + 1) % (last + 1)
            while product & MASK < rejected:
                a, b, c, counter, word = step(a, b, c, counter)
                product = word * (last + 1)
        chosen = product >> 32 & MASK
        card = cards[last]
        cards[last] = cards[chosen]
        cards[chosen] = card
    stream[0], stream[1], stream[2], stream[3] = a, b, c, counter
