"""The value network as a function over arrays, for compiled programs.

The mind of each game holds the network with its working memory: the features of the position at
hand (`active`, `scalars`), the units of both layers (`hidden`, `hidden2`), and the base position
(`words`, `base`), from whose sums those of similar positions are computed.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from underdeck.cards import count_of
from underdeck.minds.network import SLOPE as NETWORK_SLOPE
from underdeck.minds.network import Network

SLOPE = np.float32(NETWORK_SLOPE)
Floats = NDArray[np.float32]
Mind = Any
"""The mind of a game."""


def words_for(set_features: int) -> int:
    """Return the number of ints that hold a bit for each set feature."""
    return (set_features + 63) // 64


class Layers(NamedTuple):
    """The weights of a network, as in `Network`."""

    rows: Floats
    bias: Floats
    rows2: Floats
    bias2: Floats
    last: Floats


def layers_of(network: Network) -> Layers:
    """Return the weights of a network as arrays."""
    return Layers(*(np.array(getattr(network, name), np.float32) for name in Layers._fields))


def network_of(layers: Layers) -> Network:
    """Return a network with the weights of arrays."""
    return Network(*(layer.tolist() for layer in layers))


def write_words(mind: Mind, count: int) -> None:
    """Write the active features as bits."""
    words = mind.words
    for word in range(mind.words.shape[1]):
        words[0, word] = 0
    for place in range(count):
        feature = mind.active[place]
        words[0, feature >> 6] |= 1 << (feature & 63)


def sum_rows(mind: Mind, count: int) -> None:
    """Write the first layer's sums for the active features."""
    hidden, rows = mind.hidden, mind.weights.rows
    for unit in range(hidden.shape[0]):
        hidden[unit] = mind.weights.bias[unit]
    place = 0
    while place + 4 <= count:
        a, b = mind.active[place], mind.active[place + 1]
        c, d = mind.active[place + 2], mind.active[place + 3]
        for unit in range(hidden.shape[0]):
            hidden[unit] += (rows[a, unit] + rows[b, unit]) + (rows[c, unit] + rows[d, unit])
        place += 4
    while place < count:
        a = mind.active[place]
        for unit in range(hidden.shape[0]):
            hidden[unit] += rows[a, unit]
        place += 1


def keep_base(mind: Mind, count: int) -> None:
    """Keep the first layer's sums for the active features, to start from in similar positions."""
    write_words(mind, count)
    sum_rows(mind, count)
    for word in range(mind.words.shape[1]):
        mind.words[1, word] = mind.words[0, word]
    for unit in range(mind.hidden.shape[0]):
        mind.base[unit] = mind.hidden[unit]


def evaluate(mind: Mind, count: int) -> float:
    """Return the network's output for the features in its memory."""
    hidden, hidden2, rows, rows2 = mind.hidden, mind.hidden2, mind.weights.rows, mind.weights.rows2
    words = mind.words
    write_words(mind, count)
    changed = 0
    for word in range(mind.words.shape[1]):
        changed += count_of(words[0, word] ^ words[1, word])
    if changed >= count:
        sum_rows(mind, count)
    else:
        for unit in range(hidden.shape[0]):
            hidden[unit] = mind.base[unit]
        for word in range(mind.words.shape[1]):
            left = words[0, word] ^ words[1, word]
            while left != 0:
                lowest = left & -left
                row = 64 * word + count_of(lowest - 1)
                if words[0, word] & lowest != 0:
                    for unit in range(hidden.shape[0]):
                        hidden[unit] += rows[row, unit]
                else:
                    for unit in range(hidden.shape[0]):
                        hidden[unit] -= rows[row, unit]
                left ^= lowest
    scalars = mind.scalars.shape[0]
    for scalar in range(0, scalars, 4):
        row = rows.shape[0] - scalars + scalar
        w, x = mind.scalars[scalar], mind.scalars[scalar + 1]
        y, z = mind.scalars[scalar + 2], mind.scalars[scalar + 3]
        for unit in range(hidden.shape[0]):
            hidden[unit] += (w * rows[row, unit] + x * rows[row + 1, unit]) + (
                y * rows[row + 2, unit] + z * rows[row + 3, unit]
            )
    for unit in range(hidden.shape[0]):
        hidden[unit] = max(hidden[unit], SLOPE * hidden[unit])
    for unit in range(hidden2.shape[0]):
        hidden2[unit] = mind.weights.bias2[unit]
    for source in range(0, hidden.shape[0], 4):
        w, x, y, z = hidden[source], hidden[source + 1], hidden[source + 2], hidden[source + 3]
        for unit in range(hidden2.shape[0]):
            hidden2[unit] += (w * rows2[source, unit] + x * rows2[source + 1, unit]) + (
                y * rows2[source + 2, unit] + z * rows2[source + 3, unit]
            )
    output = mind.weights.last[hidden2.shape[0]]
    for unit in range(hidden2.shape[0]):
        output += mind.weights.last[unit] * max(hidden2[unit], SLOPE * hidden2[unit])
    return 1.0 / (1.0 + math.exp(-output))
