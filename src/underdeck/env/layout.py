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
def option_row(options: GameOptions, names: tuple[str, ...]) -> tuple[float, ...]:
    """Return these house rules as numbers, each from 0 for its minimum to 1 for its maximum."""
    known = {option.name: option_values(option) for option in fields(options)}
    row = []
    for name in names:
        low, high = known[name][0], known[name][-1]
        row.append((getattr(options, name) - low) / (high - low))
    return tuple(row)
