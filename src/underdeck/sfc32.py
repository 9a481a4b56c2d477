"""The random numbers of simulations: Chris Doty-Humphrey's sfc32, the same stream interpreted, compiled, and in any other language.

Plain functions over ints, so that they also compile. A stream is a row of four ints of 32 bits. Deals that people play for their own
sake are shuffled in deal.py.
"""

import hashlib
from collections.abc import MutableSequence

MASK = 0xFFFFFFFF
DEAL, CHANCE = 0, 1
"""The parts of a game that have a stream each: the deal, which goes on as the player's; and every time that chance is asked, from 1 up."""
WARM_UP = 12
"""Words thrown away after seeding, as the generator's author advises."""


def words_of(seed: str) -> tuple[int, int, int]:
    """The three words that a text stands for."""
    digest = hashlib.sha256(f"underdeck/simulation/1\n{seed}".encode()).digest()
    first, second, third = (int.from_bytes(digest[start : start + 4], "big") for start in (0, 4, 8))
    return first, second, third


def open_stream(stream: list[int], key: list[int], number: int, part: int) -> None:
    """Set a stream to its beginning: that of one part (the deal, a choice of chance, a player) of one game of a simulation."""
    stream[0] = key[0] ^ (number & MASK)
    stream[1] = key[1] ^ (number >> 32)
    stream[2] = key[2] ^ part
    stream[3] = 1
    for _ in range(WARM_UP):
        next_word(stream)


def step(a: int, b: int, c: int, counter: int) -> tuple[int, int, int, int, int]:
    """The generator itself: its next four words, and the 32 bits that it gives."""
    word = (a + b + counter) & MASK
    return (
        b ^ (b >> 9),
        (c + (c << 3)) & MASK,
        (((c << 21) | (c >> 11)) + word) & MASK,
        (counter + 1) & MASK,
        word,
    )


def next_word(stream: list[int]) -> int:
    """The next 32 bits."""
    stream[0], stream[1], stream[2], stream[3], word = step(
        stream[0], stream[1], stream[2], stream[3]
    )
    return word


def below(stream: list[int], limit: int) -> int:
    """A number from 0 to limit - 1 without bias: Lemire's multiplication, and another word for the few that would not be even."""
    product = next_word(stream) * limit
    if product & MASK < limit:
        uneven = (MASK + 1) % limit
        while product & MASK < uneven:
            product = next_word(stream) * limit
    return product >> 32


def shuffle(stream: list[int], cards: MutableSequence[int], size: int) -> None:
    """Fisher-Yates, from the last place to the second; each place drawn like `below`, but with the stream at hand."""
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    for last in range(size - 1, 0, -1):
        a, b, c, counter, word = step(a, b, c, counter)
        product = word * (last + 1)
        if product & MASK <= last:
            uneven = (MASK + 1) % (last + 1)
            while product & MASK < uneven:
                a, b, c, counter, word = step(a, b, c, counter)
                product = word * (last + 1)
        chosen = product >> 32 & MASK
        card = cards[last]
        cards[last] = cards[chosen]
        cards[chosen] = card
    stream[0], stream[1], stream[2], stream[3] = a, b, c, counter
