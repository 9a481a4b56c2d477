"""Copy functions with everything they call, replacing some of the callees."""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, TypeVar

ReturnT = TypeVar("ReturnT")

Swaps = Mapping[Callable[..., object], Callable[..., object]]
"""Replacements by function: a policy for its placeholder, or machine code for a hot function."""

PACKAGE = __name__.partition(".")[0]


class Twin:
    """Copies functions and everything they call; `decorate(copy, original)` wraps each copy.

    Callees are decorated before their callers.
    """

    def __init__(self, swaps: Swaps, decorate: Callable[[FunctionType, FunctionType], Any]) -> None:
        self.swaps = swaps
        self.made: dict[FunctionType, Any] = {}
        """The decorated copy of each function, callees before callers."""
        self._decorate = decorate

    def of(self, function: Callable[..., object]) -> Any:
        """Return the decorated copy of a function, or of its replacement."""
        function = self.swaps.get(function, function)
        if not isinstance(function, FunctionType):
            return function
        if function not in self.made:
            scope = dict(function.__globals__)
            twin = FunctionType(
                function.__code__,
                scope,
                function.__name__,
                function.__defaults__,
                function.__closure__,
            )
            twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
            for name in function.__code__.co_names:
                if self._needs_twin(scope.get(name), function):
                    scope[name] = self.of(scope[name])
            self.made[function] = self._decorate(twin, function)
        return self.made[function]

    def _needs_twin(self, value: object, caller: FunctionType) -> bool:
        """Return whether a global is a function of this package or of the caller's own module."""
        if not isinstance(value, FunctionType):
            return False
        return (
            value in self.swaps
            or value.__module__.startswith(f"{PACKAGE}.")
            or value.__module__ == caller.__module__
        )


def interpret(function: Callable[..., ReturnT], swaps: Swaps) -> Callable[..., ReturnT]:
    """Return the function for Python to run, with some of the functions it calls replaced."""
    copy: Callable[..., ReturnT] = Twin(swaps, lambda twin, _: twin).of(function)
    return copy
