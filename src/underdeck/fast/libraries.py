"""Whether the library that compiles is installed and may be used; this module needs none."""

from importlib.util import find_spec

_deferred: list[bool] = [False]
"""Whether this process must not compile now."""


def can_compile() -> bool:
    """Return whether Numba is installed, unless compilation is deferred."""
    return not _deferred[0] and find_spec("numba") is not None


def defer_compilation(*, is_deferred: bool) -> None:
    """Make this process do without compiled programs for now, as if Numba weren't installed."""
    _deferred[0] = is_deferred
