"""Compile rule functions with Numba: the same code, over records instead of dataclasses.

Every function is compiled once, for the types of its annotations, before its callers: left to
itself, Numba would compile a version for each mixture of small and large ints, in more than twice
the time. The outermost function is cached on disk, in a folder named after the sources of the whole
program, because Numba's own cache notices only edits in the file of the function itself.
"""

import gc
import hashlib
import inspect
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
import numpy as np
import numpy.typing as npt
from numba import types
from platformdirs import user_cache_path

from underdeck import cards, sfc32
from underdeck.fast import intrinsics
from underdeck.fast.harness import load_state, records, reset
from underdeck.fast.layout import layout_of
from underdeck.fast.linking import CalleeCompiler, ProgramCompiler
from underdeck.fast.registers import LocalState, RecordState, make_loader, make_viewer
from underdeck.fast.twin import PACKAGE, Swaps, Twin
from underdeck.options import GameOptions

NUMBA_OPTIONS = {"error_model": "numpy", "_nrt": False, "nogil": True}
"""No checks for division by zero, and no reference counts: nothing is allocated."""
MAX_CACHED_PROGRAMS = 128
"""Compiled programs that are kept on disk, about 1 MB each; those used longest ago are deleted.

Each built-in policy of Tomb needs a program for each of the 32 combinations of house rules. There
are three such policies; strong play, environments and training need about 20 programs more.
"""
BOUNDSCHECK_VARIABLE = "UNDERDECK_BOUNDSCHECK"
"""If this environment variable is set, compiled code checks every index."""

Kinds = dict[object, types.Type]
"""The Numba type of each annotation."""


@dataclass(frozen=True)
class Program:
    """The outermost function to compile, its state, and the functions that are replaced in it."""

    function: Callable[..., object]
    state: type
    policies: Swaps
    silent: tuple[Callable[..., None], ...]
    """Functions that report events and are left out."""
    policy_view: tuple[Callable[..., object], type] | None = None
    """The function that makes a policy's view, and its class; keeps the state in registers."""
    frozen_options: GameOptions | None = None
    """With `policy_view`: the only rules options that the program can be used with."""
    trusts_indices: bool = False
    """Without `policy_view`: whether arrays are read and written without index checks."""
    vectorize: bool = False
    """Whether loops are vectorized: only worth the compile time if they are long."""


def compile_program(program: Program) -> Callable[..., Any]:
    """Return the outermost function; it is compiled now, or loaded from disk at its first call."""
    checked = bool(os.environ.get(BOUNDSCHECK_VARIABLE))
    folder = cache_folder(program, checked=checked)
    is_cached = folder.exists()
    with numba_settings(str(folder), vectorize=program.vectorize):
        kinds, swaps = types_and_swaps(program, checked=checked)
        inline = program.policy_view is not None
        program_compiler, callee_compiler = (
            (None, None) if inline else (ProgramCompiler, CalleeCompiler)
        )
        options = NUMBA_OPTIONS | {"boundscheck": checked}
        outer = numba.njit(cache=True, pipeline_class=program_compiler, **options)
        inner = numba.njit(
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            forceinline=inline,
            pipeline_class=callee_compiler,
            **options,
        )
        twin = Twin(
            swaps, lambda twin, original: (outer if original is program.function else inner)(twin)
        )
        compiled = twin.of(program.function)
        if not is_cached:
            compile_by_annotations(twin, kinds)

    def call(*args: object) -> object:
        if compiled.overloads:
            return compiled(*args)
        with numba_settings(str(folder), vectorize=program.vectorize):
            return compiled(*args)

    return call


@contextmanager
def numba_settings(folder: str, *, vectorize: bool) -> Iterator[None]:
    """Set Numba's cache folder, and whether loops are vectorized.

    Garbage collection is off, too: it would take a tenth of the compile time.
    """
    saved = numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE, gc.isenabled()
    numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE = folder, int(vectorize)
    gc.disable()
    try:
        yield
    finally:
        numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE, collecting = saved
        if collecting:
            gc.enable()


def types_and_swaps(program: Program, *, checked: bool) -> tuple[Kinds, Swaps]:
    """Return the Numba type of each annotation, and the replacements of functions."""
    record = numba.from_dtype(layout_of(program.state))
    kinds: Kinds = {
        program.state: record,
        int: types.int64,
        bool: types.boolean,
        list[int]: types.int64[::1],
    }
    swaps = dict(program.policies) | dict.fromkeys(program.silent, intrinsics.nothing)
    swaps |= {
        reset: reset_record,
        records: intrinsics.make_records(record),
        sfc32.step: intrinsics.step,
        cards.count_of: intrinsics.count_of,
    }
    if program.policy_view:
        make_view, view_class = program.policy_view
        whole, view = (
            LocalState(
                record,
                tuple(field.name for field in fields(cls)),
                writable=writable,
                options=program.frozen_options,
                checked=checked,
            )
            for cls, writable in ((program.state, True), (view_class, False))
        )
        kinds |= {program.state: whole, view_class: view}
        swaps |= {make_view: make_viewer(whole, view), load_state: make_loader(whole)}
    elif program.trusts_indices:
        names = tuple(field.name for field in fields(program.state))
        state = RecordState(record, names, checked=checked)
        kinds[program.state] = state
        swaps[load_state] = make_loader(state)
    return kinds, swaps


def compile_by_annotations(twin: Twin, kinds: Kinds) -> None:
    """Compile every fully annotated function for exactly the types of its annotations."""
    for function, compiled in twin.made.items():
        hints = get_type_hints(function)
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        signature = [numba_type(hints.get(name), kinds) for name in names]
        if None in signature:
            continue
        defaults = function.__defaults__ or ()
        for missing in range(len(defaults) + 1):
            omitted = [types.Omitted(value) for value in defaults[len(defaults) - missing :]]
            compiled.compile((*signature[: len(signature) - missing], *omitted))
        compiled.disable_compile()


def numba_type(hint: object, kinds: Kinds) -> types.Type | None:
    """Return the Numba type of an annotation, or None if it has none."""
    # The only union is an optional list of events, which is None in bulk.
    return types.none if get_origin(hint) is UnionType else kinds.get(hint)


@numba.njit(forceinline=True, **NUMBA_OPTIONS)
def reset_record(states: npt.NDArray[np.void], fresh: npt.NDArray[np.void]) -> None:
    """Set a state back to the start by copying memory."""
    states[0] = fresh[0]


def cache_folder(program: Program, *, checked: bool) -> Path:
    """Return the cache folder for a program, and delete folders unused for long if there are many.

    Its name is a hash of the sources, the policy, the frozen options, the version of Numba and
    whether indices are checked.
    """
    root = Path(os.environ.get("UNDERDECK_CACHE") or user_cache_path(PACKAGE)) / "compiled"
    function = program.function
    digest = hashlib.sha256(
        f"{numba.__version__} {function.__module__} {function.__name__}"
        f" {program.frozen_options} {checked}".encode()
    )
    for source in source_files(program):
        digest.update(source.read_bytes())
    for policy in program.policies.values():
        lines = linecache.getlines(policy.__code__.co_filename)
        digest.update((policy.__qualname__ + "".join(lines)).encode())
    folder = root / digest.hexdigest()[:24]
    if folder.exists():
        os.utime(folder)
    if root.exists():
        for old in sorted(root.iterdir(), key=last_use, reverse=True)[MAX_CACHED_PROGRAMS:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def last_use(folder: Path) -> float:
    """Return when a cached program was used last; 0 if another process has deleted it."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def source_files(program: Program) -> list[Path]:
    """Return every file that can be part of a program, whichever package its game comes from."""
    package = Path(__file__).parents[1]
    folders = {
        package / "fast",
        package / "games",
        package / "agents",
        Path(program.function.__code__.co_filename).parent,
        Path(inspect.getfile(program.state)).parent,
    }
    sources = {path for folder in folders for path in folder.rglob("*.py")}
    return sorted(sources | set(package.glob("*.py")))
