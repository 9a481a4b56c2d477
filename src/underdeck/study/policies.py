"""Policies by name, or from a file of somebody's own, with their parameters."""

import errno
import hashlib
import linecache
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from underdeck.agents import tomb_policies as tomb
from underdeck.fast.runner import Policy
from underdeck.refusal import Refusal

Knobs = Mapping[str, tuple[int, str]]

POLICIES: dict[str, dict[str, tuple[Policy, Knobs]]] = {
    "tomb": {
        "heuristic": (tomb.heuristic, tomb.KNOBS),
        "heuristic-wins": (tomb.heuristic, tomb.KNOBS_FOR_WINS),
        "random": (tomb.random, {}),
    },
    "dungeon": {"random": (tomb.random, {})},
}
"""The policies of each game, with their parameters: the default of each, and what it means."""

SUFFIX = ".py"
FUNCTION = "choose"
"""What the function of one's own policy must be called; a dict `KNOBS` beside it, like that of bots/tomb.py, names its parameters."""
LARGEST_KNOB = 2**31
MISPLACED = "the policy chose a move that isn't there"
"""What fast/ says of a place beyond the moves."""


@dataclass(frozen=True)
class PolicySpec:
    """A policy that can be sent to another process: its name, for one's own the text of its file, and its parameters."""

    name: str
    knobs: tuple[tuple[str, int], ...] = ()
    source: str = ""

    @property
    def own(self) -> bool:
        """Is it somebody's own, from a file?"""
        return self.name.endswith(SUFFIX)

    @property
    def sha256(self) -> str:
        """Which version of its file it is."""
        return hashlib.sha256(self.source.encode()).hexdigest()

    @property
    def label(self) -> str:
        """`heuristic`, `heuristic,risk=300`, `mine.py`."""
        return ",".join([self.name, *(f"{name}={value}" for name, value in self.knobs)])


def read_policy(game: str, text: str) -> PolicySpec:
    """`heuristic`, `heuristic,risk=300`, `path/to/mine.py,...`."""
    name, *pairs = (part.strip() for part in text.split(","))
    own = name.endswith(SUFFIX)
    knobs = [read_knob(pair) for pair in pairs]
    for place, (knob, _) in enumerate(knobs):
        if knob in dict(knobs[:place]):
            raise Refusal("knob_twice", name=knob)
    spec = PolicySpec(name if own else name.lower(), tuple(knobs), read_source(name) if own else "")
    knob_row(game, spec)
    return spec


def read_source(name: str) -> str:
    """The text of one's own policy."""
    try:
        return Path(name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refusal("file_missing", path=name) from None
    except UnicodeDecodeError:
        raise Refusal("file_not_text", path=name) from None
    except (OSError, ValueError) as error:
        raise Refusal(
            "file_unreadable",
            path=name,
            reason=errno.errorcode.get(getattr(error, "errno", 0), str(error)),
        ) from None


def read_knob(text: str) -> tuple[str, int]:
    """A parameter: `name=value`."""
    name, _, value = text.partition("=")
    try:
        number = int(value)
    except ValueError:
        raise Refusal("knob_form", text=text) from None
    if abs(number) >= LARGEST_KNOB:
        raise Refusal("knob_form", text=text)
    return name.strip(), number


def find_policy(game: str, spec: PolicySpec) -> Policy:
    """The function of a policy."""
    if spec.own:
        policy: Policy = load(spec).choose
        return policy
    if spec.name not in POLICIES[game]:
        raise Refusal("unknown_policy", name=spec.name, names=list(POLICIES[game]))
    return POLICIES[game][spec.name][0]


def knobs_of(game: str, spec: PolicySpec) -> Knobs:
    """The parameters that a policy has: the default of each, and what it means."""
    if spec.own:
        own: Knobs = getattr(load(spec), "KNOBS", {})
        return own
    find_policy(game, spec)
    return POLICIES[game][spec.name][1]


def knob_row(game: str, spec: PolicySpec) -> tuple[int, ...]:
    """The parameters in their order, given ones in the place of defaults."""
    known = knobs_of(game, spec)
    for name, _ in spec.knobs:
        if name not in known:
            raise Refusal(
                "unknown_knob" if known else "no_knobs",
                name=name,
                policy=spec.name,
                names=list(known),
            )
    return tuple(dict(spec.knobs).get(name, default) for name, (default, _) in known.items())


_loaded: dict[str, ModuleType] = {}


def load(spec: PolicySpec) -> Any:
    """The module of one's own policy, made from its text once a process."""
    name = f"policy_{spec.sha256[:16]}"
    if name not in _loaded:
        module = sys.modules[name] = ModuleType(
            name
        )  # where compiled functions look for it that come from the disk
        try:
            exec(compile(spec.source, f"<{name}>", "exec"), module.__dict__)  # noqa: S102  the user's own program, at the user's wish
        except (Exception, SystemExit) as error:
            said = (
                f"{error.msg}, line {error.lineno}"
                if isinstance(error, SyntaxError)
                else str(error)
            )
            raise Refusal(
                "policy_broken", name=spec.name, reason=f"{type(error).__name__}: {said}"
            ) from None
        if not isinstance(getattr(module, FUNCTION, None), FunctionType):
            raise Refusal("policy_empty", name=spec.name, function=FUNCTION)
        check_knobs(spec, getattr(module, "KNOBS", {}))
        linecache.cache[f"<{name}>"] = (
            len(spec.source),
            None,
            spec.source.splitlines(keepends=True),
            f"<{name}>",
        )
        _loaded[name] = module
    return _loaded[name]


def check_knobs(spec: PolicySpec, knobs: object) -> None:
    """One's own parameters must look like those of bots/tomb.py."""
    match knobs:
        case dict() if all(is_knob(name, knob) for name, knob in knobs.items()):
            return
    raise Refusal("policy_knobs", name=spec.name)


def is_knob(name: object, knob: object) -> bool:
    """A name, and a default with its meaning?"""
    match knob:
        case (int() as default, str()):
            return isinstance(name, str) and abs(default) < LARGEST_KNOB
    return False


@contextmanager
def answerable(spec: PolicySpec) -> Iterator[None]:
    """What one's own policy does wrong is refused; what ours does is an error."""
    try:
        yield
    except Refusal:
        raise
    except Exception as error:
        if not spec.own:
            raise
        raise blame(spec, error) from None


def blame(spec: PolicySpec, error: Exception) -> Refusal:
    """What is wrong with a policy."""
    reason = first_line(error)
    if MISPLACED in str(error):
        return Refusal("policy_misplaced", name=spec.name)
    if isinstance(error, AttributeError) or type(error).__module__.startswith("numba"):
        return Refusal("policy_uncompilable", name=spec.name, reason=reason)
    return Refusal("policy_failed", name=spec.name, reason=f"{type(error).__name__}: {reason}")


def first_line(error: Exception) -> str:
    """The first line of an error that says something."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [
        line.strip()
        for line in plain.splitlines()
        if line.strip() and not line.startswith("Failed in ")
    ]
    return re.sub(r" of type .*", "", lines[0]).rstrip(".:") if lines else type(error).__name__
