"""A game's state as a NumPy record, whose dtype is derived from the dataclass."""

from dataclasses import Field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, get_type_hints

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def layout_of(cls: type) -> np.dtype[np.void]:
    """Return the dtype of a dataclass of ints, bools, fixed-size lists and such dataclasses."""
    hints = get_type_hints(cls)
    return np.dtype(
        [(field.name, *_field_type(field, hints[field.name])) for field in fields(cls)], align=True
    )


def _field_type(field: Field[Any], hint: type) -> tuple[object, ...]:
    """Return the type of a field, and its shape if it is a list."""
    if "size" in field.metadata:
        return f"i{field.metadata['bits'] // 8}", (field.metadata["size"],)
    if is_dataclass(hint):
        return (layout_of(hint),)
    return (np.bool_,) if hint is bool else (np.int64,)


def pack(state: object, record: np.void) -> None:
    """Write a state into a record."""
    assert is_dataclass(state)
    for field in fields(state):
        value = getattr(state, field.name)
        if is_dataclass(value):
            pack(value, record[field.name])
        elif "size" in field.metadata:
            record[field.name][:] = value
        else:
            record[field.name] = value


def unpack(record: np.void, state: "DataclassInstance") -> None:
    """Read a state back from a record, except its options, which never change."""
    for field in fields(state):
        if "size" in field.metadata:
            setattr(state, field.name, record[field.name].tolist())
        elif not is_dataclass(getattr(state, field.name)):
            setattr(state, field.name, int(record[field.name]))
