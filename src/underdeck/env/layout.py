"""A row of numbers with names: which stretch of an observation tells what."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from underdeck.options import option_values


class Layout:
    """Named stretches that follow each other."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = dict(sizes)
        self.starts: dict[str, int] = {}
        """Where each stretch begins."""
        self.size = 0
        for name, size in self.sizes.items():
            self.starts[name] = self.size
            self.size += size

    def part(self, name: str) -> slice:
        """Where a stretch lies, to cut it out of a row."""
        return slice(self.starts[name], self.starts[name] + self.sizes[name])


@cache
def option_row(options: Any) -> tuple[float, ...]:
    """The options of a table, each from 0 for its least value to 1 for its greatest."""
    told = []
    for option in fields(options):
        values = option_values(option)
        told.append((getattr(options, option.name) - values[0]) / (values[-1] - values[0]))
    return tuple(told)
