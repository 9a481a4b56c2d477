"""The functions compiled by Numba: the very same code, over records instead of dataclasses.

Every function is compiled once, for the types that its annotations say, before those that call it: left to itself, Numba would make one
for each mixture of small and large ints, in more than twice the time. The outermost is kept on disk, in a folder named after the
sources of everything that goes into it, for Numba's own cache sees only the file of the function itself.
"""

import gc
import hashlib
import linecache
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from types import UnionType
from typing import Any, get_origin, get_type_hints

import numba
from numba import types
from platformdirs import user_cache_path

from underdeck import cards, sfc32
from underdeck.fast import intrinsics as machine
from underdeck.fast.harness import reset, take_up
from underdeck.fast.layout import layout_of
from underdeck.fast.linking import PartCompiler, WholeCompiler
from underdeck.fast.registers import Local, opening, showing
from underdeck.fast.twin import PACKAGE, Swaps, Twin

OPTIONS = {"error_model": "numpy", "_nrt": False}
"""No check for division by zero, and no counting of references to arrays: nothing is allocated here."""
MOST_FOLDERS = 24
"""How many compiled programs are kept on disk; the oldest go first."""
BOUNDS_CHECKED = "UNDERDECK_BOUNDSCHECK"
"""Set, it has the compiled rules check every index."""


@dataclass(frozen=True)
class Program:
    """What is to be compiled: the outermost function, the state it is about, and what is swapped."""

    function: Callable[..., Any]
    state: type[Any]
    policies: Swaps
    silent: tuple[Callable[..., Any], ...]
    """Functions that are left out, such as those that tell what happens to nobody."""
    look: tuple[Any, type[Any]] | None = None
    """The function that shows a policy what it may see, and what that is; with it the state is kept in registers."""
    house: Any = None
    """With `look`: the house rules, if only games under these are to be played."""


def compile_program(program: Program) -> Any:
    """The outermost function, compiled with all that it calls, at the latest when it is first called."""
    folder = cache_folder(program)
    known = folder.exists()
    with settings(str(folder)):
        checked = bool(os.environ.get(BOUNDS_CHECKED))
        kinds, swaps = types_and_swaps(program, checked=checked)
        inline = program.look is not None
        whole, part = (None, None) if inline else (WholeCompiler, PartCompiler)
        options = OPTIONS | {"boundscheck": checked}
        outer = numba.njit(cache=not checked, pipeline_class=whole, **options)
        inner = numba.njit(
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            forceinline=inline,
            pipeline_class=part,
            **options,
        )
        twin = Twin(
            swaps, lambda twin, first: (outer if first is program.function else inner)(twin)
        )
        compiled = twin.of(program.function)
        if checked or not known:
            settle_types(twin, kinds)

    def call(*args: Any) -> Any:
        if compiled.signatures:
            return compiled(*args)
        with settings(str(folder)):
            return compiled(*args)

    return call


@contextmanager
def settings(folder: str) -> Iterator[None]:
    """Numba's settings while something of ours is compiled: where it is kept, and no vectors, for no loop here is long enough for them.

    Garbage waits until it is done: looking for it takes a tenth of the time.
    """
    keep = numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE, gc.isenabled()
    numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE = folder, 0
    gc.disable()
    try:
        yield
    finally:
        numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE, collecting = keep
        if collecting:
            gc.enable()


def types_and_swaps(program: Program, *, checked: bool) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """The compiled type of every annotation, and what stands in for what."""
    record = numba.from_dtype(layout_of(program.state))
    kinds = {
        program.state: record,
        int: types.int64,
        bool: types.boolean,
        list[int]: types.int64[::1],
    }
    swaps = dict(program.policies) | dict.fromkeys(program.silent, machine.nothing)
    swaps |= {reset: reset_record, sfc32.step: machine.step, cards.count_of: machine.count_of}
    if program.look:
        function, sight = program.look
        names = [tuple(field.name for field in fields(cls)) for cls in (program.state, sight)]
        options = {"options": program.house, "checked": checked}
        whole, part = (
            Local(record, names[0], writable=True, **options),
            Local(record, names[1], writable=False, **options),
        )
        kinds |= {program.state: whole, sight: part}
        swaps |= {function: showing(whole, part), take_up: opening(whole)}
    return kinds, swaps


def settle_types(twin: Twin, kinds: dict[Any, Any]) -> None:
    """Compile every function whose annotations tell all its types for these and no others."""
    for function, compiled in twin.made.items():
        hints = get_type_hints(function)
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        signature = [machine_type(hints.get(name), kinds) for name in names]
        if None in signature:
            continue
        given = function.__defaults__ or ()
        for missing in range(len(given) + 1):
            omitted = [types.Omitted(value) for value in given[len(given) - missing :]]
            compiled.compile((*signature[: len(signature) - missing], *omitted))
        compiled.disable_compile()


def machine_type(hint: Any, kinds: dict[Any, Any]) -> Any:
    """The compiled type of an annotation; None where it doesn't tell."""
    return (
        types.none if get_origin(hint) is UnionType else kinds.get(hint)
    )  # a sink is none where nobody listens


@numba.njit(forceinline=True, **OPTIONS)
def reset_record(states: Any, fresh: Any) -> None:
    """Begin anew: a copy of memory."""
    states[0] = fresh[0]


def cache_folder(program: Program) -> Path:
    """Where the compiled function is kept: a name for these sources, this policy and this Numba; too many old ones are thrown away."""
    root = Path(os.environ.get("UNDERDECK_CACHE") or user_cache_path(PACKAGE)) / "compiled"
    told = hashlib.sha256(
        f"{numba.__version__} {program.function.__module__} {program.function.__name__} {program.house}".encode()
    )
    package = Path(__file__).parents[1]
    folders = {
        package,
        package / "fast",
        *(package / "games").iterdir(),
        Path(program.function.__code__.co_filename).parent,
    }
    sources = [path for folder in folders for path in folder.glob("*.py")]
    for source in sorted(sources):
        told.update(source.read_bytes())
    for policy in program.policies.values():
        told.update(
            policy.__qualname__.encode()
            + "".join(linecache.getlines(policy.__code__.co_filename)).encode()
        )
    if root.exists():
        for old in sorted(root.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[
            MOST_FOLDERS:
        ]:
            shutil.rmtree(old, ignore_errors=True)
    return root / told.hexdigest()[:24]
