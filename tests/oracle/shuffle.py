"""A second implementation of the shuffle, written from docs/reference/notation.md alone."""

from hashlib import sha256

SPADES_FIRST = [f"{number}{suit}" for suit in "SDC" for number in range(2, 11)]
TOMB = [*SPADES_FIRST, *(rank + suit for rank in "JQKA" for suit in "SHDC"), "Jk"]


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256 for keys of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def shuffled(key: bytes) -> list[str]:
    """Return the deck of Tomb shuffled by a key."""
    cards = list(TOMB)
    numbers: list[int] = []
    counter = 0
    for last in reversed(range(1, len(cards))):
        while True:
            if not numbers:
                block = hmac_sha256(key, bytes([0] * 7 + [counter]))
                numbers = [int(block[4 * part : 4 * part + 4].hex(), 16) for part in range(8)]
                counter += 1
            number = numbers.pop(0)
            if number < 2**32 // (last + 1) * (last + 1):
                break
        chosen = number % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def key_of(kind: str, source: str) -> bytes:
    """Return the key of a line in tests/corpus/deals.tsv."""
    if kind == "fair":
        seed, *words = source.split("|")
        mixed = b"".join(len(word.encode()).to_bytes(4, "big") + word.encode() for word in words)
        return hmac_sha256(bytes.fromhex(seed), b"underdeck/fair/1\n" + mixed)
    return sha256(
        f"underdeck/{kind}/1\n{source.replace('-', '') if kind == 'code' else source}".encode()
    ).digest()
