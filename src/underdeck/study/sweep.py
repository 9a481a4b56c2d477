"""Try every combination of values of a policy's parameters on the same deals."""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from underdeck.fast.runner import Rows
from underdeck.intervals import mean_of_sums, share_interval
from underdeck.refusal import Refusal
from underdeck.study.executors import map_ordered
from underdeck.study.match import Match
from underdeck.study.policies import KNOB_LIMIT, PolicySpec, knob_values
from underdeck.study.simulation import Simulation

MAX_SETS = 10_000

KnobSet = tuple[tuple[str, int], ...]
"""A value for each parameter of the sweep."""


@dataclass(frozen=True)
class Sums:
    """The sum of a measure over games, and that of its square."""

    total: int
    squares: int

    @classmethod
    def of(cls, match: Match, rows: Rows, name: str) -> "Sums":
        """Return the sums of a measure over some games."""
        values = match.measures.values(rows, name).astype(int)
        return cls(int(values.sum()), int((values * values).sum()))

    def plus(self, other: "Sums") -> "Sums":
        """Add more games."""
        return Sums(self.total + other.total, self.squares + other.squares)


@dataclass(frozen=True)
class Point:
    """A set of parameters, and exact sums over its games."""

    match: Match
    knobs: KnobSet
    games: int
    sums: Mapping[str, Sums]

    def plus(self, other: "Point") -> "Point":
        """Add more games."""
        sums = {name: one.plus(other.sums[name]) for name, one in self.sums.items()}
        return replace(self, games=self.games + other.games, sums=sums)

    def as_json(self) -> dict[str, Any]:
        """Return the set and its figures with their intervals."""
        figures = {
            name: share_interval(sums.total, self.games)
            if name in self.match.measures.shares
            else mean_of_sums(self.games, sums.total, sums.squares)
            for name, sums in self.sums.items()
        }
        return {"knobs": dict(self.knobs), **figures}


def play_point(match: Match, knobs: KnobSet, first: int, games: int) -> Point:
    """Play some games with a set of parameters."""
    rows = match.rows(first, games)
    sums = {name: Sums.of(match, rows, name) for name in match.measures.compared}
    return Point(match, knobs, games, sums)


def read_range(text: str) -> tuple[str, range]:
    """Read a parameter and its values: `risk=100:400:50`, `weak=2:5`, `weak=3`."""
    found = re.fullmatch(r"\s*([^=]+?)\s*=\s*(-?\d+)(?::(-?\d+)(?::(\d+))?)?\s*", text, re.ASCII)
    if not found:
        raise Refusal("knob_range", text=text)
    first, last, step = int(found[2]), int(found[3] or found[2]), int(found[4] or 1)
    if last < first or step < 1 or max(abs(first), abs(last)) >= KNOB_LIMIT:
        raise Refusal("knob_range", text=text)
    return found[1], range(first, last + 1, step)


@dataclass
class Sweep:
    """Every combination of values of a policy's parameters, with the same number of games each."""

    match: Match
    values: Mapping[str, Sequence[int]]
    games: int
    aim: str = "wins"
    jobs: int = 1
    done: list[Point] = field(default_factory=list)
    """The finished sets, in the order in which they were tried."""

    def __post_init__(self) -> None:
        """Refuse too many sets, an unknown aim, and parameters that the policy doesn't have."""
        if self.set_count > MAX_SETS:
            raise Refusal("too_many_sets", n=self.set_count, most=MAX_SETS)
        if self.aim not in self.match.measures.aims:
            raise Refusal("unknown_aim", name=self.aim, names=list(self.match.measures.aims))
        knobs = tuple((name, 0) for name in self.values)
        knob_values(self.match.game, replace(self.policy, knobs=knobs))

    @property
    def policy(self) -> PolicySpec:
        """The policy whose parameters are tried."""
        assert self.match.policy is not None
        return self.match.policy

    @property
    def set_count(self) -> int:
        """The number of combinations."""
        return prod(len(values) for values in self.values.values())

    def sets(self) -> Iterator[KnobSet]:
        """Yield the combinations."""
        for values in product(*self.values.values()):
            yield tuple(zip(self.values, values, strict=True))

    @property
    def total_games(self) -> int:
        """The number of games of all sets."""
        return self.games * self.set_count

    def run(self) -> Generator[int]:
        """Play; yield the number of games done after each task."""
        self.match.prepare()
        games, point = 0, None
        for part in map_ordered(play_point, self._tasks(), self.jobs):
            point = point.plus(part) if point and part.knobs == point.knobs else part
            if point.games == self.games:
                self.done = [*self.done, point]
            games += part.games
            yield games

    def _tasks(self) -> Iterator[tuple[Match, KnobSet, int, int]]:
        """Yield the games of each set in chunks."""
        for knobs in self.sets():
            policy = replace(self.policy, knobs=self.policy.knobs + knobs)
            match = replace(self.match, policy=policy)
            for first, games in Simulation((match,), self.games).chunks():
                yield match, knobs, first, games

    def best_first(self) -> list[dict[str, Any]]:
        """Return the finished sets as JSON, the best first."""
        measures = self.match.measures
        name = measures.aims[self.aim]
        figure = "share" if name in measures.shares else "mean"
        sets = [point.as_json() for point in self.done]
        return sorted(sets, key=lambda each: (-each[name][figure], list(each["knobs"].values())))
