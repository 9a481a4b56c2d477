"""Names of a package that are imported when they are first used."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package, given the module of each of its names.

    Type checkers must not see this `__getattr__`, which would accept any name:

        if TYPE_CHECKING:
            from underdeck.api.start import new
        else:
            __getattr__, __dir__ = lazy_names(__name__, {"new": "underdeck.api.start"})
    """

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        own = vars(sys.modules[package])
        special = (name for name in own if name.startswith("__") and name.endswith("__"))
        return sorted({*special, *own.get("__all__", ()), *homes})

    return find, names
