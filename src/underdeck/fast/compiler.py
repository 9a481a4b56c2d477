"""The functions compiled by Numba: the very same code, over records instead of dataclasses.

Every function is compiled once, for the types that its annotations say, before those that call it: left to itself, Numba would make one
for each mixture of small and large ints, in more than twice the time. The outermost is kept on disk, in a folder named after the
sources of everything that goes into it, for Numba's own cache sees only the file of the function itself.
"""

import hashlib
import linecache
import os
import shutil
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, get_origin, get_type_hints

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from platformdirs import user_cache_path

from underdeck.fast.layout import layout_of
from underdeck.fast.swaps import reset
from underdeck.fast.twin import PACKAGE, Swaps, Twin

OPTIONS = {"error_model": "numpy", "_nrt": False}
MOST_FOLDERS = 24
"""How many compiled programs are kept on disk; the oldest go first."""
BOUNDS_CHECKED = "UNDERDECK_BOUNDSCHECK"
"""Set, it has the compiled rules check every index."""


def compile_function(function: Callable[..., Any], policies: Swaps, looks: dict[Any, tuple[type[Any], type[Any]]], silent: Any) -> Any:
    """A function compiled with all that it calls; `looks` are functions that show a part of a record, `silent` those that say nothing."""
    folder = cache_folder(function, list(policies.values()))
    known = folder.exists()
    keep = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        swaps = dict(policies) | {reset: reset_record}
        swaps |= {look: looking_at(whole, part) for look, (whole, part) in looks.items()}
        swaps |= dict.fromkeys(silent, say_nothing)
        checked = bool(os.environ.get(BOUNDS_CHECKED))
        entry = numba.njit(cache=not checked, boundscheck=checked, **OPTIONS)
        inner = numba.njit(boundscheck=checked, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=bool(os.environ.get("FI")), **OPTIONS)
        twin = Twin(swaps, lambda twin, first: (entry if first is function else inner)(twin))
        compiled = twin.of(function)
        if checked or not known:
            settle_types(twin)
        return compiled
    finally:
        numba.config.CACHE_DIR = keep


def settle_types(twin: Twin) -> None:
    """Compile every function whose annotations tell all its types for these and no others."""
    for function, compiled in twin.made.items():
        hints = get_type_hints(function)
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        kinds = [machine_type(hints.get(name)) for name in names]
        if None in kinds:
            continue
        given = function.__defaults__ or ()
        for missing in range(len(given) + 1):
            omitted = [types.Omitted(value) for value in given[len(given) - missing :]]
            compiled.compile((*kinds[: len(kinds) - missing], *omitted))
        compiled.disable_compile()


def machine_type(hint: Any) -> Any:
    """The compiled type of an annotation; None where it doesn't tell."""
    if get_origin(hint) is UnionType:
        return types.none  # a sink where nobody listens
    if isinstance(hint, type) and is_dataclass(hint):
        return None if hint.__name__ == "Sight" else numba.from_dtype(layout_of(hint))
    return {int: types.int64, bool: types.boolean, list[int]: types.int64[::1]}.get(hint)


@numba.njit(**OPTIONS)
def reset_record(states: Any, fresh: Any) -> None:
    """Begin anew: a copy of memory."""
    states[0] = fresh[0]


@intrinsic
def say_nothing(_context: Any, *parts: Any) -> Any:
    """Nobody listens, so that not even the words are put together."""
    return types.none(types.StarArgTuple.from_types(parts)), lambda context, _builder, _signature, _args: context.get_dummy_value()


def looking_at(whole: type[Any], part: type[Any]) -> Any:
    """A look at part of a record, which costs nothing: the same memory under a type that lacks the other fields."""
    layout = layout_of(whole)
    names = [field.name for field in fields(part)]
    forms, places = zip(*(layout.fields[name][:2] for name in names), strict=True)  # type: ignore[index]
    shown = numba.from_dtype(np.dtype({"names": names, "formats": forms, "offsets": places, "itemsize": layout.itemsize}))

    @intrinsic
    def look(_context: Any, state: Any) -> Any:
        return shown(state), lambda _context, _builder, _signature, args: args[0]

    return look


def cache_folder(function: Callable[..., Any], policies: list[Any]) -> Path:
    """Where the compiled function is kept: a name for these sources, this policy and this Numba; too many old ones are thrown away."""
    root = Path(os.environ.get("UNDERDECK_CACHE") or user_cache_path(PACKAGE)) / "compiled"
    told = hashlib.sha256(f"{numba.__version__} {function.__module__}".encode())
    package = Path(__file__).parents[1]
    for source in (
        *sorted(package.glob("*.py")),
        *(path for name in ("tomb", "dungeon", "fast") for path in sorted((package / name).glob("*.py"))),
    ):
        told.update(source.read_bytes())
    for policy in policies:
        told.update(policy.__qualname__.encode() + "".join(linecache.getlines(policy.__code__.co_filename)).encode())
    if root.exists():
        for old in sorted(root.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[MOST_FOLDERS:]:
            shutil.rmtree(old, ignore_errors=True)
    return root / told.hexdigest()[:24]
