"""A policy's parameters tried out: every combination of their values on the same deals."""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from underdeck.refusal import Refusal
from underdeck.study.executors import work_through
from underdeck.study.intervals import mean_of_sums, share_interval
from underdeck.study.match import Match
from underdeck.study.policies import LARGEST_KNOB, knob_row
from underdeck.study.simulation import Simulation, measure

MOST_SETS = 10_000
AIMS = {"wins": ("won", "share"), "points": ("points", "mean")}
"""What may count: where a set's data tells it."""

Knobs = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Point:
    """A set of parameters, and what its games came to in exact sums."""

    knobs: Knobs
    games: int = 0
    won: int = 0
    survived: int = 0
    points: int = 0
    squares: int = 0

    def plus(self, other: "Point") -> "Point":
        """With some more games."""
        sums = {
            name: getattr(self, name) + getattr(other, name)
            for name in ("games", "won", "survived", "points", "squares")
        }
        return replace(self, **sums)

    def as_json(self) -> dict[str, Any]:
        """The set and its figures with their intervals."""
        return {
            "knobs": dict(self.knobs),
            "won": share_interval(self.won, self.games),
            "survived": share_interval(self.survived, self.games),
            "points": mean_of_sums(self.games, self.points, self.squares),
        }


def play_point(match: Match, knobs: Knobs, first: int, games: int) -> Point:
    """Some games with a set of parameters."""
    rows = match.rows(first, games)
    points = measure(match, rows, "points").astype(int)
    won, survived = (int(measure(match, rows, name).sum()) for name in ("won", "survived"))
    return Point(knobs, games, won, survived, int(points.sum()), int((points * points).sum()))


def read_range(text: str) -> tuple[str, range]:
    """A parameter and its values: `risk=100:400:50`, `weak=2:5`, `weak=3`."""
    found = re.fullmatch(r"\s*([^=]+?)\s*=\s*(-?\d+)(?::(-?\d+)(?::(\d+))?)?\s*", text, re.ASCII)
    if not found:
        raise Refusal("knob_range", text=text)
    first, last, step = int(found[2]), int(found[3] or found[2]), int(found[4] or 1)
    if last < first or step < 1 or max(abs(first), abs(last)) >= LARGEST_KNOB:
        raise Refusal("knob_range", text=text)
    return found[1], range(first, last + 1, step)


@dataclass
class Sweep:
    """Every combination of the values, so many games of each; of Tomb, which alone has policies with parameters."""

    match: Match
    values: Mapping[str, Sequence[int]]
    games: int
    aim: str = "wins"
    jobs: int = 1
    done: list[Point] = field(default_factory=list)
    """The sets that are finished, in the order in which they were tried."""

    def __post_init__(self) -> None:
        """Refuse what would never end, and parameters that the policy doesn't have."""
        number = prod(len(values) for values in self.values.values())
        if number > MOST_SETS:
            raise Refusal("too_many_sets", n=number, most=MOST_SETS)
        knob_row(
            self.match.game, replace(self.policy, knobs=tuple((name, 0) for name in self.values))
        )

    @property
    def policy(self) -> Any:
        """Whose parameters they are."""
        assert self.match.policy is not None
        return self.match.policy

    def sets(self) -> Iterator[Knobs]:
        """The combinations."""
        for values in product(*self.values.values()):
            yield tuple(zip(self.values, values, strict=True))

    @property
    def all_games(self) -> int:
        """How many games there are to play."""
        return self.games * prod(len(values) for values in self.values.values())

    def run(self) -> Generator[int]:
        """Play; after each part the number of games done is told."""
        self.match.prepare()
        games, point = 0, Point(())
        for part in work_through(play_point, self._parts(), self.jobs):
            point = part if part.knobs != point.knobs else point.plus(part)
            if point.games == self.games:
                self.done = [*self.done, point]
            games += part.games
            yield games

    def _parts(self) -> Iterator[tuple[Match, Knobs, int, int]]:
        """The games of each set, cut so that nobody waits long."""
        for knobs in self.sets():
            match = replace(
                self.match, policy=replace(self.policy, knobs=self.policy.knobs + knobs)
            )
            for first, games in Simulation((match,), self.games).parts():
                yield match, knobs, first, games

    def best_first(self) -> list[dict[str, Any]]:
        """The finished sets as data, by the aim."""
        name, part = AIMS[self.aim]
        told = [point.as_json() for point in self.done]
        return sorted(told, key=lambda each: (-each[name][part], list(each["knobs"].values())))
