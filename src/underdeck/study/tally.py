"""What many games came to: counts in fixed rows, so that any number of games takes the same room and sums are exact in any order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from underdeck.cards import DIAMONDS
from underdeck.fast.runner import COLUMNS, Rows
from underdeck.games.dungeon.state import ENDINGS as DUNGEON_ENDINGS
from underdeck.games.dungeon.state import SEATS
from underdeck.games.tomb.state import DECK, ESCAPED, LOST, MAX_TURNS, SLAIN, TORCHES
from underdeck.games.tomb.state import ENDINGS as TOMB_ENDINGS
from underdeck.study.intervals import DIGITS, mean_interval, mean_of_sums, share_interval

Counts = npt.NDArray[np.int64]

MOST_POINTS = 120
LONGEST = 4096
"""Longer games count as this long."""
CAUSES = ("monster", "trap", "dark")
DEPTHS, LIGHTS, CARDS = MAX_TURNS + 1, TORCHES + 1, len(DECK) + 2


def column(game: str, rows: Rows, name: str) -> Any:
    """One thing about every game."""
    return rows[:, COLUMNS[game].index(name)]


def count(values: Any, size: int) -> Counts:
    """How often each value came up; what is too large counts as the largest."""
    return np.bincount(np.minimum(values, size - 1), minlength=size).astype(np.int64)


def count_tomb(rows: Rows) -> dict[str, Counts]:
    """What is counted of games of Tomb."""
    part = {name: column("tomb", rows, name) for name in COLUMNS["tomb"]}
    out = part["ending"] == ESCAPED
    suits = part["slayer"] & 3
    causes = np.where(part["ending"] == LOST, 2, np.where(suits == DIAMONDS, 1, 0))[~out]
    turning = (part["deepest"] * LIGHTS + part["torches_turning"]) * CARDS + part["cards_turning"]
    turned = part["deepest"] > 0
    return {
        "ending": count(part["ending"], len(TOMB_ENDINGS)),
        "won": count((part["kings"] == 4).astype(np.int64), 2),
        "kings": count(part["kings"], 5),
        "kings_out": count(part["kings"][out], 5),
        "points": count(part["points"], MOST_POINTS),
        "points_out": count(part["points"][out], MOST_POINTS),
        "cause": count(causes, len(CAUSES)),
        "deepest": count(np.where(turned, part["deepest"], part["turns"]), DEPTHS),
        "turns": count(part["turns"], 2 * DEPTHS),
        "turns_dead": count(part["turns"][~out], 2 * DEPTHS),
        "hit_points": count(part["hit_points"][out], 10),
        "cards_left": count(part["cards_left"], CARDS),
        "moves": count(part["moves"], LONGEST),
        "turning": count(turning[turned], DEPTHS * LIGHTS * CARDS),
        "turning_out": count(turning[turned & out], DEPTHS * LIGHTS * CARDS),
        "turning_points": np.bincount(
            turning[turned], part["points"][turned], DEPTHS * LIGHTS * CARDS
        ).astype(np.int64),
    }


def count_dungeon(rows: Rows) -> dict[str, Counts]:
    """What is counted of games of Dungeon."""
    part = {name: column("dungeon", rows, name) for name in COLUMNS["dungeon"]}
    won = part["winner"] >= 0
    return {
        "ending": count(part["ending"], len(DUNGEON_ENDINGS)),
        "winner": count(part["winner"][won], SEATS),
        "ways": count(
            (part["winner"] * len(DUNGEON_ENDINGS) + part["ending"])[won],
            SEATS * len(DUNGEON_ENDINGS),
        ),
        "turns": count(part["turns"], LONGEST),
        "moves": count(part["moves"], LONGEST),
    }


_COUNTS: dict[str, Callable[[Rows], dict[str, Counts]]] = {
    "tomb": count_tomb,
    "dungeon": count_dungeon,
}


@dataclass
class Tally:
    """Counts by name, which add up."""

    game: str
    counts: dict[str, Counts]

    @classmethod
    def of(cls, game: str, rows: Rows) -> Self:
        """The tally of some games."""
        return cls(game, _COUNTS[game](rows))

    @classmethod
    def empty(cls, game: str) -> Self:
        """Of none."""
        return cls.of(game, np.zeros((0, len(COLUMNS[game])), np.int32))

    def plus(self, other: Self) -> Self:
        """With some more games."""
        return type(self)(
            self.game, {name: counts + other.counts[name] for name, counts in self.counts.items()}
        )

    @property
    def games(self) -> int:
        """How many there were."""
        return int(self.counts["ending"].sum())

    def wins(self, seat: int = 0) -> int:
        """How many of them were won: in Tomb with four hoards, in Dungeon by that seat."""
        return int(self.counts["won"][1] if self.game == "tomb" else self.counts["winner"][seat])

    def as_json(self, seats: int) -> dict[str, Any]:
        """The tally as data."""
        return tell_tomb(self) if self.game == "tomb" else tell_dungeon(self, seats)


def shares(names: Mapping[str, int], of: int) -> dict[str, Any]:
    """Counts with their shares and intervals."""
    return {name: {"games": number, **share_interval(number, of)} for name, number in names.items()}


def spread(counts: Counts) -> dict[str, Any]:
    """Where numbers lie: the mean with its interval, the middle, the ends."""
    values = np.flatnonzero(counts)
    if not len(values):
        return {}
    half = np.searchsorted(np.cumsum(counts), [(counts.sum() + 1) // 2, counts.sum() // 2 + 1])
    return {
        **mean_interval(counts),
        "median": float(half.mean()),
        "least": int(values[0]),
        "most": int(values[-1]),
    }


def table(counts: Counts) -> dict[str, int]:
    """How often each number came up."""
    return {str(value): int(counts[value]) for value in np.flatnonzero(counts)}


def tell_tomb(tally: Tally) -> dict[str, Any]:
    """A tally of Tomb."""
    counts, games = tally.counts, tally.games
    endings = {
        TOMB_ENDINGS[ending]: int(counts["ending"][ending]) for ending in (ESCAPED, SLAIN, LOST)
    }
    causes = {name: int(counts["cause"][place]) for place, name in enumerate(CAUSES)}
    return {
        "games": games,
        "won": share_interval(tally.wins(), games),
        "survived": share_interval(endings["escaped"], games),
        "endings": shares(endings, games),
        "causes": shares(causes, games),
        "points": {
            **spread(counts["points"]),
            "when_out": spread(counts["points_out"]),
            "counts": table(counts["points_out"]),
        },
        "kings": shares(
            {str(kings): int(number) for kings, number in enumerate(counts["kings_out"])}, games
        ),
        "depth": {**spread(counts["deepest"]), "counts": table(counts["deepest"])},
        "turns": spread(counts["turns"]),
        "cards_left": spread(counts["cards_left"]),
        "moves": spread(counts["moves"]),
    }


def tell_dungeon(tally: Tally, seats: int) -> dict[str, Any]:
    """A tally of Dungeon."""
    counts, games = tally.counts, tally.games
    endings = {
        name: int(counts["ending"][place])
        for place, name in enumerate(DUNGEON_ENDINGS)
        if name and counts["ending"][place]
    }
    ways = counts["ways"].reshape(SEATS, len(DUNGEON_ENDINGS))
    return {
        "games": games,
        "endings": shares(endings, games),
        "turns": spread(counts["turns"]),
        "moves": spread(counts["moves"]),
        "seats": shares({str(seat + 1): tally.wins(seat) for seat in range(seats)}, games),
        "advantage": {str(seat + 1): advantage(tally, seat, seats) for seat in range(seats)},
        "ways": [
            {
                "seat": int(seat) + 1,
                "ending": DUNGEON_ENDINGS[ending],
                **shares({"": int(ways[seat, ending])}, games)[""],
            }
            for seat, ending in np.argwhere(ways)
        ],
    }


def advantage(tally: Tally, seat: int, seats: int) -> dict[str, Any]:
    """How much more of all games a seat wins than its even share of those that somebody wins."""
    wins, won = tally.wins(seat), sum(tally.wins(other) for other in range(seats))
    # Times the number of seats, a game counts seats - 1 for its winner, -1 for the others, and nothing if nobody wins.
    told = (
        mean_of_sums(tally.games, seats * wins - won, wins * (seats - 1) ** 2 + won - wins)
        if tally.games
        else {}
    )
    return {name: round(number / seats, DIGITS) for name, number in told.items()}
