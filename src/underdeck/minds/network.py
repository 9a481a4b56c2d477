"""The weights of value networks, in a file and in use without other libraries.

A file is one line of JSON with the sizes of the layers, then the weights of each network.
"""

import json
import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from operator import mul
from pathlib import Path

SLOPE = 0.05
"""The slope of the leaky rectifier below 0."""
FULL_BITS, FEW_BITS = 16, 8
"""The size of a weight in a file: a float, or an integer times a unit for each row."""
MAX_SMALL = 127
"""The largest integer of 8 bits."""


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


def write_networks(path: Path, networks: Sequence[Network], bits: int = FULL_BITS) -> None:
    """Write networks to a file, with 8 or 16 bits for each weight between two layers."""
    header = {
        "bits": bits,
        "networks": [
            {"features": len(each.rows), "hidden": [len(each.bias), len(each.bias2)]}
            for each in networks
        ],
    }
    write = write_row if bits == FULL_BITS else write_small_row
    data = b"".join(
        b"".join(map(write, [*each.rows, *each.rows2]))
        + b"".join(map(write_row, [each.bias, each.bias2, each.last]))
        for each in networks
    )
    path.write_bytes(json.dumps(header).encode() + b"\n" + data)


def write_row(row: Sequence[float]) -> bytes:
    """Return numbers as 16-bit floats."""
    return struct.pack(f"<{len(row)}e", *row)


def write_small_row(row: Sequence[float]) -> bytes:
    """Return numbers as 8-bit integers, after the number that is the unit of the row."""
    unit = max(map(abs, row)) / MAX_SMALL or 1.0
    return struct.pack(f"<f{len(row)}b", unit, *(round(each / unit) for each in row))


def read_networks(data: bytes) -> list[Network]:
    """Read the networks in the bytes of a file."""
    line, _, rest = data.partition(b"\n")
    header, stream = json.loads(line), BytesIO(rest)
    read = read_row if header["bits"] == FULL_BITS else read_small_row
    return [
        read_network(stream, read, each["features"], *each["hidden"]) for each in header["networks"]
    ]


def read_network(
    stream: BytesIO,
    read: Callable[[BytesIO, int], list[float]],
    features: int,
    hidden: int,
    hidden2: int,
) -> Network:
    """Read the next network of a file."""
    rows = [read(stream, hidden) for _ in range(features)]
    rows2 = [read(stream, hidden2) for _ in range(hidden)]
    bias, bias2, last = (read_row(stream, size) for size in (hidden, hidden2, hidden2 + 1))
    return Network(rows, bias, rows2, bias2, last)


def read_row(stream: BytesIO, size: int) -> list[float]:
    """Read numbers that `write_row` wrote."""
    return list(struct.unpack(f"<{size}e", stream.read(2 * size)))


def read_small_row(stream: BytesIO, size: int) -> list[float]:
    """Read numbers that `write_small_row` wrote."""
    unit, *numbers = struct.unpack(f"<f{size}b", stream.read(4 + size))
    return [unit * each for each in numbers]
