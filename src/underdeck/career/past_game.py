"""A finished game of one person as the history keeps it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, NamedTuple, cast

from underdeck.career.base import Origin, Standing
from underdeck.store.model import Result

PLAYED_ELSEWHERE = frozenset({"terminal", "import"})
"""Origins of games that the server didn't deal."""
LESSON: Literal["walkthrough"] = "walkthrough"
"""The origin of a game's scripted lesson, which is listed but counts for nothing."""


class Opponent(NamedTuple):
    """Another player of a game."""

    seat: int
    player: str
    """A profile, `bot:` and the name of a bot, or "" for a person without a profile."""
    name: str
    place: int = 0
    """1 for a winner, 2 for a survivor, 3 for everybody else."""
    mean: float | None = None
    deviation: float | None = None
    """The rating before the game; None in a game that isn't rated."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game from the seat of one person."""

    table: str
    seat: int
    profile: str
    game: str
    at: float
    house: str
    origin: Origin
    standing: Standing
    outcome: str
    won: bool
    survived: bool
    points: int
    kings: int
    turns: int
    counts: Mapping[str, int | str]
    opponents: tuple[Opponent, ...]
    board: str
    number: int

    @property
    def is_counted(self) -> bool:
        """Return whether the game counts for bests, challenges and achievements.

        Assisted games, deals that were played before and known cards don't. Games of the
        terminal do, though never for a leaderboard.
        """
        return self.standing == "ranked" or (
            self.standing == "free" and self.origin in PLAYED_ELSEWHERE
        )

    @property
    def month(self) -> str:
        """Return the month in which the game ended (UTC)."""
        return month_of(self.at)

    @property
    def place(self) -> int:
        """Return 1 for a winner, 2 for a survivor, 3 for everybody else."""
        return place_of(self.won, self.survived)

    def count(self, kind: str) -> int:
        """Return a numeric fact, 0 if the game has none of this kind."""
        value = self.counts.get(kind, 0)
        return value if isinstance(value, int) else 0


def place_of(won: bool, survived: bool) -> int:
    """Return 1 for a winner, 2 for a survivor, 3 for everybody else."""
    return 1 if won else 2 if survived else 3


def month_of(at: float) -> str:
    """Return the month of a moment (UTC), such as `2026-11`."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m")


def past_game(row: Result) -> PastGame:
    """Return the game of a stored row, which must have an outcome."""
    return PastGame(
        table=row.table,
        seat=row.seat,
        profile=row.profile,
        game=row.game,
        at=row.at,
        house=row.house,
        origin=cast(Origin, row.origin),
        standing=cast(Standing, row.standing),
        outcome=row.outcome,
        won=row.won,
        survived=row.survived,
        points=row.points,
        kings=row.kings,
        turns=row.turns,
        counts=json.loads(row.facts),
        opponents=read_opponents(row.opponents),
        board=row.board,
        number=row.number,
    )


def write_opponents(opponents: tuple[Opponent, ...]) -> str:
    """Return opponents as they are stored."""
    rows = [{k: v for k, v in each._asdict().items() if v is not None} for each in opponents]
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def read_opponents(text: str) -> tuple[Opponent, ...]:
    """Return stored opponents."""
    return tuple(Opponent(**each) for each in json.loads(text)) if text != "[]" else ()
