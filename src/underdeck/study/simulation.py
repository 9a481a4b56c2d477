"""Play many games on all cores or on a cluster.

Exact counts are added up, so the result is the same for any number of workers.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from underdeck.fast.runner import Rows
from underdeck.intervals import Interval, mean_of_sums, share_interval
from underdeck.study.executors import map_ordered
from underdeck.study.match import Match
from underdeck.study.tally import Tally

INTERPRETED_CHUNK, BOT_CHUNK = 100, 10
"""Games in one task where they are interpreted or recorded, and where bots play."""
DEFAULT_BOT_GAMES, DEFAULT_POLICY_GAMES = 100, 100_000
MIN_CHUNKS = 20
"""A run is cut into at least this many tasks if possible, for the progress bar."""


@dataclass
class Difference:
    """A match's measure minus the first match's on the same deals, as exact sums over games."""

    name: str
    games: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, name: str, match: Match, others: Rows, rows: Rows) -> "Difference":
        """Return the difference of a match's games (`others`) from the first match's (`rows`)."""
        values, base = (
            match.measures.values(each, name).astype(np.int64) for each in (others, rows)
        )
        apart = values - base
        return cls(name, len(apart), int(apart.sum()), int((apart * apart).sum()))

    def plus(self, other: "Difference") -> "Difference":
        """Add more games."""
        return Difference(
            self.name,
            self.games + other.games,
            self.total + other.total,
            self.squares + other.squares,
        )

    def as_json(self) -> Interval:
        """Return the mean difference with its interval."""
        return mean_of_sums(self.games, self.total, self.squares) if self.games else {}


@dataclass
class Outcome:
    """The results of all matches on the same deals."""

    tallies: list[Tally]
    differences: list[list[Difference]]
    """For each match after the first, the difference of each measure."""
    records: list[str] = field(default_factory=list)
    """The records of the first match's games in one task, if requested; they aren't added up."""

    @classmethod
    def empty(cls, matches: Sequence[Match]) -> "Outcome":
        """Return the outcome of no games."""
        names = matches[0].measures.compared
        return cls(
            [Tally.empty(match.game) for match in matches],
            [[Difference(name) for name in names] for _ in matches[1:]],
        )

    def plus(self, other: "Outcome") -> "Outcome":
        """Add more games."""
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
        """The number of games of each match."""
        return self.tallies[0].games

    def half_width(self) -> float:
        """Return half the width of the interval around the first match's share of wins."""
        interval = share_interval(self.tallies[0].wins(), self.tallies[0].games)
        return float(interval["high"] - interval["low"]) / 2


def play_chunk(
    matches: tuple[Match, ...], first: int, games: int, recorded: bool = False
) -> Outcome:
    """Play some games of every match on the same deals."""
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
            [Difference.of(name, match, others, rows) for name in match.measures.compared]
        )
    return outcome


@dataclass
class Simulation:
    """Matches on the same deals: a number of games each, or until an interval is narrow enough."""

    matches: tuple[Match, ...]
    games: int | None = None
    until: float | None = None
    """Stop once half the interval around the share of wins is at most this wide."""
    jobs: int = 1
    cluster: str | None = None
    keep: Callable[[list[str]], object] | None = None
    """Called with the records of the first match's games, in order."""
    outcome: Outcome = field(init=False)

    def __post_init__(self) -> None:
        """Start with no games; every deal is played in all seatings."""
        if self.games is not None:
            self.games = round_up(self.games, self.cycle)
        self.outcome = Outcome.empty(self.matches)

    @property
    def cycle(self) -> int:
        """The number of games with the same deal."""
        return self.matches[0].cycle

    def prepare(self) -> None:
        """Compile every policy in this process, so that workers find them in the cache."""
        for match in self.matches:
            match.prepare()

    def run(self) -> Generator[int]:
        """Play; yield the number of games done after each task. `outcome` is always current."""
        self.prepare()
        checkpoints = self.checkpoints()
        checkpoint = next(checkpoints)
        chunks = (
            (self.matches, first, games, self.keep is not None) for first, games in self.chunks()
        )
        for part in map_ordered(play_chunk, chunks, self.jobs, self.cluster):
            if self.keep is not None:
                self.keep(part.records)
            self.outcome = self.outcome.plus(part)
            yield self.outcome.games
            if self.outcome.games == checkpoint:
                if self.until is None or self.outcome.half_width() <= self.until:
                    return
                checkpoint = next(checkpoints)

    def checkpoints(self) -> Iterator[int]:
        """Yield the numbers of games after which to stop if the interval is narrow enough.

        They don't depend on the size of tasks, so that every run stops at the same number.
        """
        if self.until is None:
            assert self.games is not None
            yield self.games
            return
        cycle = self.cycle
        match = self.matches[0]
        step = BOT_CHUNK if match.policy is None else 10 * INTERPRETED_CHUNK
        games = step
        while True:
            yield round_up(games, cycle)
            games += min(max(games // MIN_CHUNKS, step), match.measures.max_chunk)

    def chunks(self) -> Iterator[tuple[int, int]]:
        """Yield first game and number of games of each task; one ends at each checkpoint."""
        first, size = 0, self.chunk_size()
        for checkpoint in self.checkpoints():
            while first < checkpoint:
                yield first, min(size, checkpoint - first)
                first += min(size, checkpoint - first)

    def chunk_size(self) -> int:
        """Return the number of games in one task."""
        if any(match.policy is None for match in self.matches):
            return BOT_CHUNK
        if self.keep is not None or not all(match.is_compiled for match in self.matches):
            return INTERPRETED_CHUNK
        smallest = min(match.chunks[0] for match in self.matches)
        largest = min(match.chunks[1] for match in self.matches)
        if self.games is None:
            return largest
        return min(max(self.games // MIN_CHUNKS, smallest), largest)


def round_up(games: int, cycle: int) -> int:
    """Return the smallest number of games that is at least as large and has whole cycles."""
    return -(-games // cycle) * cycle
