"""Hashes of positions."""

from random import Random

import pytest

from underdeck.minds.hashing import mix


def test_no_step_of_a_hash_exceeds_63_bits() -> None:
    largest = 2**63 - 1
    assert 0 <= mix(largest, 0) <= largest
    assert 0 <= mix(0, largest) <= largest


def test_a_compiled_hash_is_the_same() -> None:
    numba = pytest.importorskip("numba")
    compiled = numba.njit(mix)
    random = Random(1)
    for _ in range(1000):
        key, value = random.getrandbits(63), random.getrandbits(53)
        assert compiled(key, value) == mix(key, value)


def test_hashes_of_neighbors_differ() -> None:
    hashes = {mix(mix(1, one), other) for one in range(300) for other in range(300)}
    assert len(hashes) == 300 * 300
