"""Hashes of positions, the same interpreted and compiled.

No product exceeds 63 bits: the compiler may assume that integers don't overflow.
"""

LOW_BITS = (1 << 31) - 1


def mix(key: int, value: int) -> int:
    """Return a hash of a key and a value, which aren't negative."""
    mixed = key ^ value
    mixed = (mixed & LOW_BITS) * 0x5BD1E995 + (mixed >> 31 & LOW_BITS) * 0x27D4EB2F
    return mixed ^ mixed >> 29
