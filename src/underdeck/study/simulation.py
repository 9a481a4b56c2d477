"""Many games over all cores, or over a cluster: the same from the same seed however many work on them, since exact counts are added up."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from underdeck.study.executors import work_through
from underdeck.study.intervals import mean_of_sums, share_interval
from underdeck.study.match import Match
from underdeck.study.tally import Tally, column

LARGEST = {"tomb": 250_000, "dungeon": 20_000}
"""Games that one worker plays at a time, where they are compiled: a second's work."""
SMALLEST = {"tomb": 10_000, "dungeon": 1_000}
"""The same where there are few."""
BY_HAND, BY_BOTS = 100, 10
"""The same where they are interpreted or recorded, and where bots play."""
STEPS = 20
"""In how many parts a run is cut at least, where that is possible, for the sake of the progress bar."""


@dataclass
class Difference:
    """How another match did on the same deals, less the first: sums over games of the difference and of its square."""

    name: str
    games: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, other: "Difference") -> "Difference":
        """With some more games."""
        return Difference(
            self.name,
            self.games + other.games,
            self.total + other.total,
            self.squares + other.squares,
        )

    def as_json(self) -> dict[str, Any]:
        """The mean difference with its interval."""
        return mean_of_sums(self.games, self.total, self.squares) if self.games else {}


MEASURES = {"tomb": ("won", "survived", "points"), "dungeon": ("won", "turns")}
"""What is compared between matches; in Dungeon a win is the first seat's."""


def measure(match: Match, rows: Any, name: str) -> Any:
    """One measure of every game."""
    match match.game, name:
        case "tomb", "won":
            return column("tomb", rows, "kings") == 4
        case "tomb", "survived":
            return column("tomb", rows, "ending") == 1
        case "dungeon", "won":
            return column("dungeon", rows, "winner") == 0
        case game, _:
            return column(game, rows, name)


@dataclass
class Outcome:
    """What some games came to, for every match that was played on them."""

    tallies: list[Tally]
    differences: list[list[Difference]]
    """For each match after the first, each measure's difference from it."""
    records: list[str] = field(default_factory=list)
    """The first match's games, a line each, where they were asked for; they don't add up."""

    @classmethod
    def empty(cls, matches: Sequence[Match]) -> "Outcome":
        """Of no game."""
        names = MEASURES[matches[0].game]
        return cls(
            [Tally.empty(match.game) for match in matches],
            [[Difference(name) for name in names] for _ in matches[1:]],
        )

    def plus(self, other: "Outcome") -> "Outcome":
        """With some more games."""
        tallies = [
            tally.plus(more) for tally, more in zip(self.tallies, other.tallies, strict=True)
        ]
        pairs = zip(self.differences, other.differences, strict=True)
        return Outcome(
            tallies,
            [
                [one.plus(more) for one, more in zip(ones, others, strict=True)]
                for ones, others in pairs
            ],
        )

    @property
    def games(self) -> int:
        """How many there were."""
        return self.tallies[0].games

    def width(self) -> float:
        """Half of the interval around the share of games won."""
        told = share_interval(self.tallies[0].wins(), self.tallies[0].games)
        return float(told["high"] - told["low"]) / 2


def play_chunk(
    matches: tuple[Match, ...], first: int, games: int, recorded: bool = False
) -> Outcome:
    """Every match on the same deals."""
    rows, records = (
        matches[0].rows_and_records(first, games)
        if recorded
        else (matches[0].rows(first, games), [])
    )
    outcome = Outcome([Tally.of(matches[0].game, rows)], [], records)
    for match in matches[1:]:
        others = match.rows(first, games)
        outcome.tallies.append(Tally.of(match.game, others))
        outcome.differences.append(
            [difference(match, name, others, rows) for name in MEASURES[match.game]]
        )
    return outcome


def difference(match: Match, name: str, others: Any, rows: Any) -> Difference:
    """How far apart some games were."""
    apart = measure(match, others, name).astype(np.int64) - measure(match, rows, name).astype(
        np.int64
    )
    return Difference(name, len(apart), int(apart.sum()), int((apart * apart).sum()))


@dataclass
class Simulation:
    """Matches on the same deals, so many games of each, or until the interval of the share won is as narrow as that."""

    matches: tuple[Match, ...]
    games: int | None = None
    until: float | None = None
    jobs: int = 1
    cluster: str | None = None
    keep: Callable[[list[str]], object] | None = None
    """Is handed the records of the first match's games, in their order."""
    outcome: Outcome = field(init=False)

    def __post_init__(self) -> None:
        """Nothing was played yet."""
        self.outcome = Outcome.empty(self.matches)

    def prepare(self) -> None:
        """Compile what is to be compiled, here, once for all who work."""
        for match in self.matches:
            match.prepare()

    def run(self) -> Generator[int]:
        """Play; after each part the number of games done is told, and `outcome` holds what they came to."""
        self.prepare()
        looks = self.looks()
        look = next(looks)
        parts = (
            (self.matches, first, games, self.keep is not None) for first, games in self.parts()
        )
        for part in work_through(play_chunk, parts, self.jobs, self.cluster):
            if self.keep is not None:
                self.keep(part.records)
            self.outcome = self.outcome.plus(part)
            yield self.outcome.games
            if self.outcome.games == look:
                if self.until is None or self.outcome.width() <= self.until:
                    return
                look = next(looks)

    def looks(self) -> Iterator[int]:
        """After how many games to see whether that is enough: always the same numbers, whoever plays how many at a time."""
        if self.until is None:
            assert self.games is not None
            yield self.games
            return
        step = BY_BOTS if self.matches[0].policy is None else 10 * BY_HAND
        games = step
        while True:
            yield games
            games += min(max(games // STEPS, step), LARGEST[self.matches[0].game])

    def parts(self) -> Iterator[tuple[int, int]]:
        """First numbers and sizes, so that a part ends wherever one looks."""
        first, size = 0, self.size()
        for look in self.looks():
            while first < look:
                yield first, min(size, look - first)
                first += min(size, look - first)

    def size(self) -> int:
        """How many games are played at a time."""
        if any(match.policy is None for match in self.matches):
            return BY_BOTS
        if self.keep is not None or not all(match.runner().compiled for match in self.matches):
            return BY_HAND
        game = self.matches[0].game
        return (
            LARGEST[game]
            if self.games is None
            else min(max(self.games // STEPS, SMALLEST[game]), LARGEST[game])
        )
