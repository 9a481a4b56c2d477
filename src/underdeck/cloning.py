"""States that copy themselves, from their own fields."""

import typing
from collections.abc import Callable
from dataclasses import field, fields
from typing import Any, ClassVar, TypeVar

S = TypeVar("S", bound=type[Any])


def places(size: int) -> Any:
    """A field of so many ints of up to 64 bits, all 0: a list here, an array where the rules are compiled."""
    return field(default_factory=lambda: [0] * size, metadata={"size": size})


class Cloneable:
    """A state's `clone`, made from its dataclass fields, so that no list of them is kept twice."""

    __slots__ = ()
    _clone: ClassVar[Callable[[Any], Any]]

    def clone(self) -> typing.Self:
        """A copy that shares nothing that changes: ints are values, lists are copied, a house never changes."""
        return type(self)._clone(self)  # type: ignore[no-any-return]


def cloneable(cls: S) -> S:
    """Write the class's copying function out as straight code, which is five times as fast as a loop over its fields."""
    copies = "".join(f" new.{part.name} = old.{part.name}{'[:]' if 'size' in part.metadata else ''}\n" for part in fields(cls))
    scope: dict[str, Any] = {"cls": cls}
    exec(f"def clone(old):\n new = cls.__new__(cls)\n{copies} return new\n", scope)  # noqa: S102  fixed text and field names
    cls._clone = staticmethod(scope["clone"])
    return cls
