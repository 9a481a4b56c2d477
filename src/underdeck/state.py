"""States that copy themselves, from their own fields."""

import typing
from collections.abc import Callable
from dataclasses import field, fields
from typing import Any, ClassVar, TypeVar

S = TypeVar("S", bound=type[Any])
T = TypeVar("T")


def places(size: int, bits: int = 8) -> Any:
    """A field of so many ints, all 0: a list here, an array of ints of so many bits where the rules are compiled."""
    return field(default_factory=lambda: [0] * size, metadata={"size": size, "bits": bits})


class Cloneable:
    """A state's `clone`, made from its dataclass fields, so that no list of them is kept twice."""

    __slots__ = ()
    _clone: ClassVar[Callable[[Any], Any]]

    def clone(self) -> typing.Self:
        """A copy that shares nothing that changes: ints are values, lists are copied, a house never changes."""
        return type(self)._clone(self)  # type: ignore[no-any-return]


def cloneable(cls: S) -> S:
    """Give the class a copying function from its fields."""
    cls._clone = staticmethod(copier(cls))
    return cls


def copier(cls: type[T]) -> Callable[[Any], T]:
    """A function that makes one of the class from anything with its fields; as straight code, five times as fast as a loop over them."""
    copies = "".join(
        f" new.{part.name} = old.{part.name}{'[:]' if 'size' in part.metadata else ''}\n"
        for part in fields(cls)  # type: ignore[arg-type]
    )
    scope: dict[str, Any] = {"cls": cls, "__name__": cls.__module__}
    exec(f"def copy(old):\n new = cls.__new__(cls)\n{copies} return new\n", scope)  # noqa: S102  fixed text and field names
    copy: Callable[[Any], T] = scope["copy"]
    return copy
