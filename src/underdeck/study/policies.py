"""Policies by name or from a user's file, with their parameters."""

import errno
import hashlib
import linecache
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType, ModuleType

from underdeck.fast.runner import Policy
from underdeck.refusal import Refusal
from underdeck.study.measures import BuiltInPolicy, find_measures
from underdeck.study.measures.base import Knobs, Player

SUFFIX = ".py"
FUNCTION = "choose"
"""The name of the function in a user's file.

A dict `KNOBS` beside it, in the form of `agents/tomb_policies.py`, names its parameters.
"""
KNOB_LIMIT = 2**31
"""Values of parameters are smaller than this."""
MISPLACED = "the policy chose a move that isn't there"
"""The assertion in `fast/` about an index beyond the legal moves."""


@dataclass(frozen=True)
class PolicySpec:
    """A policy that can be sent to another process."""

    name: str
    knobs: tuple[tuple[str, int], ...] = ()
    source: str = ""
    """The text of a user's file."""
    function: Policy | None = None
    """A function of this process, which is never compiled: what it refers to may change."""

    @property
    def own(self) -> bool:
        """Whether it comes from a user's file."""
        return self.name.endswith(SUFFIX) and self.function is None

    @property
    def sha256(self) -> str:
        """The hash of a user's file."""
        return hashlib.sha256(self.source.encode()).hexdigest()

    @property
    def label(self) -> str:
        """`heuristic`, `heuristic,risk=300`, `mine.py`."""
        return ",".join([self.name, *(f"{name}={value}" for name, value in self.knobs)])


def read_policy(game: str, text: str) -> PolicySpec:
    """Read `heuristic`, `heuristic,risk=300`, or `path/to/mine.py,...`."""
    name, *pairs = (part.strip() for part in text.split(","))
    own = name.endswith(SUFFIX)
    knobs = [read_knob(pair) for pair in pairs]
    for index, (knob, _) in enumerate(knobs):
        if knob in dict(knobs[:index]):
            raise Refusal("knob_twice", name=knob)
    spec = PolicySpec(name if own else name.lower(), tuple(knobs), read_source(name) if own else "")
    knob_values(game, spec)
    return spec


def normalize(game: str, spec: PolicySpec) -> PolicySpec:
    """Return the policy with its non-default parameters only, in the order of its definition."""
    given = dict(spec.knobs)
    return replace(
        spec,
        knobs=tuple(
            (name, given[name])
            for name, (default, _) in find_knobs(game, spec).items()
            if given.get(name, default) != default
        ),
    )


def read_source(path: str) -> str:
    """Read a user's file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refusal("file_missing", path=path) from None
    except UnicodeDecodeError:
        raise Refusal("file_not_text", path=path) from None
    except (OSError, ValueError) as error:
        reason = errno.errorcode.get(getattr(error, "errno", 0), str(error))
        raise Refusal("file_unreadable", path=path, reason=reason) from None


def read_knob(text: str) -> tuple[str, int]:
    """Read a parameter, `name=value`."""
    name, _, value = text.partition("=")
    try:
        number = int(value)
    except ValueError:
        raise Refusal("knob_form", text=text) from None
    if abs(number) >= KNOB_LIMIT:
        raise Refusal("knob_form", text=text)
    return name.strip(), number


def policy_names(game: str) -> list[str]:
    """Return the names of a game's built-in policies."""
    return list(find_measures(game).policies)


def find_policy(game: str, spec: PolicySpec) -> Policy:
    """Return the function of a policy."""
    if spec.function is not None:
        return spec.function
    if spec.own:
        policy: Policy = load_module(spec).choose
        return policy
    choose = find_built_in(game, spec.name).choose
    assert choose is not None, f"{spec.name} plays whole games"
    return choose


def find_player(game: str, spec: PolicySpec) -> Player | None:
    """Return the player of whole games behind a policy, or None if the policy is a function."""
    if spec.function is not None or spec.own:
        return None
    return find_built_in(game, spec.name).player


def find_built_in(game: str, name: str) -> BuiltInPolicy:
    """Return a built-in policy of a game."""
    policies = find_measures(game).policies
    if name not in policies:
        raise Refusal("unknown_policy", name=name, names=list(policies))
    return policies[name]


def find_knobs(game: str, spec: PolicySpec) -> Knobs:
    """Return the parameters of a policy: the default of each, and its meaning."""
    if spec.function is not None:
        return {}
    if spec.own:
        knobs: Knobs = getattr(load_module(spec), "KNOBS", {})
        return knobs
    return find_built_in(game, spec.name).knobs


def knob_values(game: str, spec: PolicySpec) -> tuple[int, ...]:
    """Return the values of all parameters in order; those not given have their defaults."""
    known = find_knobs(game, spec)
    for name, _ in spec.knobs:
        if not known:
            raise Refusal("no_knobs", policy=spec.name)
        if name not in known:
            raise Refusal("unknown_knob", name=name, policy=spec.name, names=list(known))
    return tuple(dict(spec.knobs).get(name, default) for name, (default, _) in known.items())


_modules: dict[str, ModuleType] = {}


def load_module(spec: PolicySpec) -> ModuleType:
    """Execute a user's file, once per process, and return its module."""
    name = f"policy_{spec.sha256[:16]}"
    if name not in _modules:
        module = ModuleType(name)
        sys.modules[name] = module  # compiled functions loaded from disk import it
        execute(spec, module)
        if not isinstance(getattr(module, FUNCTION, None), FunctionType):
            raise Refusal("policy_empty", name=spec.name, function=FUNCTION)
        check_knobs(spec, getattr(module, "KNOBS", {}))
        lines = spec.source.splitlines(keepends=True)
        linecache.cache[f"<{name}>"] = (len(spec.source), None, lines, f"<{name}>")
        _modules[name] = module
    return _modules[name]


def execute(spec: PolicySpec, module: ModuleType) -> None:
    """Execute a user's file; refuse it if it fails."""
    try:
        exec(compile(spec.source, f"<{module.__name__}>", "exec"), module.__dict__)  # noqa: S102  the user's own program
    except (Exception, SystemExit) as error:
        message = str(error)
        if isinstance(error, SyntaxError):
            message = f"{error.msg}, line {error.lineno}"
        reason = f"{type(error).__name__}: {message}"
        raise Refusal("policy_broken", name=spec.name, reason=reason) from None


def check_knobs(spec: PolicySpec, knobs: object) -> None:
    """Refuse parameters that don't have the form of those in `agents/tomb_policies.py`."""
    match knobs:
        case dict() if all(is_knob(name, knob) for name, knob in knobs.items()):
            return
    raise Refusal("policy_knobs", name=spec.name)


def is_knob(name: object, knob: object) -> bool:
    """Return whether this is a name, and a default with its meaning."""
    match knob:
        case (int() as default, str()):
            return isinstance(name, str) and abs(default) < KNOB_LIMIT
    return False


@contextmanager
def refuse_errors(spec: PolicySpec) -> Iterator[None]:
    """Turn errors of a user's policy into refusals; those of built-in policies are bugs."""
    try:
        yield
    except Refusal:
        raise
    except Exception as error:
        if not spec.own:
            raise
        raise refusal_for(spec, error) from None


def refusal_for(spec: PolicySpec, error: Exception) -> Refusal:
    """Return the refusal of a policy that raised an error."""
    reason = first_line(error)
    if MISPLACED in str(error):
        return Refusal("policy_misplaced", name=spec.name)
    if isinstance(error, AttributeError) or type(error).__module__.startswith("numba"):
        return Refusal("policy_uncompilable", name=spec.name, reason=reason)
    return Refusal("policy_failed", name=spec.name, reason=f"{type(error).__name__}: {reason}")


def first_line(error: Exception) -> str:
    """Return the first informative line of an error message."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [
        line.strip()
        for line in plain.splitlines()
        if line.strip() and not line.startswith("Failed in ")
    ]
    return re.sub(r" of type .*", "", lines[0]).rstrip(".:") if lines else type(error).__name__
