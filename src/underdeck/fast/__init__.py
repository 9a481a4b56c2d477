"""Bulk play: the same rule functions, compiled by Numba for millions of games."""

from typing import TYPE_CHECKING

from underdeck.lazy import lazy_names

__all__ = ["Harness", "Policy", "Runner", "Workspace", "can_compile", "find_harness"]

if TYPE_CHECKING:
    from underdeck.fast.harness import Harness, Workspace
    from underdeck.fast.libraries import can_compile
    from underdeck.fast.runner import Policy, Runner, find_harness
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Harness": "underdeck.fast.harness",
            "Workspace": "underdeck.fast.harness",
            "Policy": "underdeck.fast.runner",
            "Runner": "underdeck.fast.runner",
            "can_compile": "underdeck.fast.libraries",
            "find_harness": "underdeck.fast.runner",
        },
    )
