"""The weights of a value network, in a file and in use without other libraries.

A file is one line of JSON with the sizes of the layers, then all weights as 16-bit floats.
"""

import json
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul
from pathlib import Path

SLOPE = 0.05
"""The slope of the leaky rectifier below 0."""


@dataclass(frozen=True)
class Network:
    """The weights of a network: two layers of rectifiers and a sigmoid."""

    rows: list[list[float]]
    """The weights of each feature, then of each scalar, in the first layer."""
    bias: list[float]
    rows2: list[list[float]]
    """The weights of each unit of the first layer in the second."""
    bias2: list[float]
    last: list[float]
    """The weights of each unit of the second layer, then the bias of the output."""

    def value(self, active: Sequence[int], scalars: Sequence[float]) -> float:
        """Return the output for a position's features."""
        rows = [self.bias, *(self.rows[feature] for feature in active)]
        sums = [sum(column) for column in zip(*rows, strict=True)]
        for scalar, row in zip(scalars, self.rows[len(self.rows) - len(scalars) :], strict=True):
            if scalar:
                sums = [total + scalar * weight for total, weight in zip(sums, row, strict=True)]
        hidden = [max(total, SLOPE * total) for total in sums]
        output = self.last[-1]
        for weights, bias, last in zip(self.columns2, self.bias2, self.last, strict=False):
            total = bias + sum(map(mul, hidden, weights))
            output += last * max(total, SLOPE * total)
        return 1 / (1 + math.exp(-output))

    @cached_property
    def columns2(self) -> list[tuple[float, ...]]:
        """The weights of the second layer, by its units."""
        return list(zip(*self.rows2, strict=True))


def write_network(path: Path, network: Network) -> None:
    """Write a network to a file."""
    layers = [*network.rows, network.bias, *network.rows2, network.bias2, network.last]
    numbers = [weight for layer in layers for weight in layer]
    header = {"features": len(network.rows), "hidden": [len(network.bias), len(network.bias2)]}
    data = struct.pack(f"<{len(numbers)}e", *numbers)
    path.write_bytes(json.dumps(header).encode() + b"\n" + data)


def read_network(data: bytes) -> Network:
    """Read a network from the bytes of a file."""
    line, _, rest = data.partition(b"\n")
    header = json.loads(line)
    hidden, hidden2 = header["hidden"]
    numbers = iter(struct.unpack(f"<{len(rest) // 2}e", rest))

    def take(count: int) -> list[float]:
        return [next(numbers) for _ in range(count)]

    return Network(
        rows=[take(hidden) for _ in range(header["features"])],
        bias=take(hidden),
        rows2=[take(hidden2) for _ in range(hidden)],
        bias2=take(hidden2),
        last=take(hidden2 + 1),
    )
