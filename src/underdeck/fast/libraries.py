"""Whether the library that compiles is installed and may be used; this module needs none."""

import mmap
import sys
from functools import cache
from importlib.util import find_spec

_deferred: list[bool] = [False]
"""Whether this process must not compile now."""


def can_compile() -> bool:
    """Return whether Numba is installed and can run here, unless compilation is deferred."""
    return not _deferred[0] and find_spec("numba") is not None and is_code_allowed()


@cache
def is_code_allowed() -> bool:
    """Return whether the system lets this process run code that it compiles.

    Hardened services of Linux forbid memory that is writable and executable; even to import Numba
    fails there.
    """
    if sys.platform != "linux":
        return True
    try:
        mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()
    except OSError:  # forbidden, or no memory left
        return False
    return True


def defer_compilation(*, is_deferred: bool) -> None:
    """Make this process do without compiled programs for now, as if Numba weren't installed."""
    _deferred[0] = is_deferred
