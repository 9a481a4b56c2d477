"""Whether the library that compiles is installed; this module needs none."""

from importlib.util import find_spec


def can_compile() -> bool:
    """Return whether Numba is installed."""
    return find_spec("numba") is not None
