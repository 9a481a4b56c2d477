"""The types of a program's memory: lists where it is interpreted, arrays where it is compiled."""

from typing import Any

Ints = Any
"""A row of integers."""
Floats = Any
"""A row of numbers."""
IntTable = Any
"""Rows of integers, only in compiled programs: an item is `table[row, column]`."""
FloatTable = Any
"""Rows of numbers, only in compiled programs."""
States = Any
"""A row of states: `stack[place]` is one."""
