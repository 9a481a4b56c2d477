"""States as records in an array, for the compiled programs of minds."""

from typing import Any

import numba

from underdeck.fast.compiler import NUMBA_OPTIONS


@numba.njit(  # type: ignore[untyped-decorator]
    forceinline=True, **NUMBA_OPTIONS
)
def copy_record(stack: Any, source: int, target: int) -> None:
    """Copy a state by copying memory."""
    stack[target] = stack[source]
