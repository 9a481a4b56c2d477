"""A second world of the same functions: each a new function with the code of the first, calling its like."""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

Swaps = Mapping[Any, Any]
"""What stands in for a function: the policy for its placeholder, or machine code for what a compiler does its own way."""

PACKAGE = __name__.partition(".")[0]


class Twin:
    """Twins of functions and of all that they call; `decorate` gets each one, with the first, once those it calls are made."""

    def __init__(self, swaps: Swaps, decorate: Callable[[FunctionType, FunctionType], Any]) -> None:
        self.swaps = swaps
        self.made: dict[FunctionType, Any] = {}
        """Every function's twin, those that are called before those that call."""
        self._decorate = decorate

    def of(self, function: Any) -> Any:
        """The twin of a function."""
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
                if self._has_twin(scope.get(name), function):
                    scope[name] = self.of(scope[name])
            self.made[function] = self._decorate(twin, function)
        return self.made[function]

    def _has_twin(self, value: Any, caller: FunctionType) -> bool:
        """Is it one of ours, or one that stands beside its caller in a policy of somebody's own?"""
        if not isinstance(value, FunctionType):
            return False
        return (
            value in self.swaps
            or value.__module__.startswith(f"{PACKAGE}.")
            or value.__module__ == caller.__module__
        )


def interpret(function: Callable[..., Any], swaps: Swaps) -> Any:
    """The function as Python runs it, with others in the place of some."""
    return Twin(swaps, lambda twin, _: twin).of(function)
