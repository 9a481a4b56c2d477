"""The state of a game as a row of memory: a NumPy record whose fields are those of the dataclass, so that nothing is listed twice."""

from dataclasses import Field, fields, is_dataclass
from typing import Any, get_type_hints

import numpy as np


def layout_of(cls: type[Any]) -> np.dtype[Any]:
    """The record of a dataclass: ints, yes or no, fixed rows of ints, and other such dataclasses."""
    hints = get_type_hints(cls)
    return np.dtype(
        [(part.name, *_form(part, hints[part.name])) for part in fields(cls)], align=True
    )


def _form(part: Field[Any], hint: type[Any]) -> tuple[Any, ...]:
    """A field's form, and how many of it."""
    if "size" in part.metadata:
        return f"i{part.metadata['bits'] // 8}", (part.metadata["size"],)
    if is_dataclass(hint):
        return (layout_of(hint),)
    return (np.bool_,) if hint is bool else (np.int64,)


def pack(state: Any, row: Any) -> None:
    """Write a state into a record."""
    for part in fields(state):
        value = getattr(state, part.name)
        if is_dataclass(value):
            pack(value, row[part.name])
        elif "size" in part.metadata:
            row[part.name][:] = value
        else:
            row[part.name] = value


def unpack(row: Any, state: Any) -> None:
    """Read a state back from a record; its house never changes and stays."""
    for part in fields(state):
        if "size" in part.metadata:
            setattr(state, part.name, row[part.name].tolist())
        elif not is_dataclass(getattr(state, part.name)):
            setattr(state, part.name, int(row[part.name]))
