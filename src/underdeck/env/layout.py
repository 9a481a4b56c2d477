"""The layout of an observation: named parts of one row of numbers."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache

from underdeck.options import GameOptions, option_values


class Layout:
    """Named parts of a row, one after the other."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = dict(sizes)
        self.starts: dict[str, int] = {}
        """The index at which each part begins."""
        self.size = 0
        for name, size in self.sizes.items():
            self.starts[name] = self.size
            self.size += size

    def part(self, name: str) -> slice:
        """Return the slice of a part."""
        return slice(self.starts[name], self.starts[name] + self.sizes[name])


@cache
def option_row(options: GameOptions) -> tuple[float, ...]:
    """Return the house rules as numbers, each from 0 for its minimum to 1 for its maximum."""
    row = []
    for option in fields(options):
        values = option_values(option)
        row.append((getattr(options, option.name) - values[0]) / (values[-1] - values[0]))
    return tuple(row)
