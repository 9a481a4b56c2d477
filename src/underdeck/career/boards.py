"""Boards: the leaderboards of a daily, of a competition's games, and of a deal."""

from typing import NamedTuple

DAILY, COMPETITION, DEAL = "daily", "competition", "deal"


class Board(NamedTuple):
    """A leaderboard, written as `kind:name`, such as `daily:2026-11-17`."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"

    @classmethod
    def read(cls, text: str) -> "Board":
        """Parse the written form."""
        kind, _, name = text.partition(":")
        return cls(kind, name)


class Score(NamedTuple):
    """The score of a game or the total of several."""

    points: int
    kings: int
    turns: int

    @property
    def order(self) -> tuple[int, int, int]:
        """Return a key that sorts the best score first: points, then kings, then fewer turns."""
        return -self.points, -self.kings, self.turns
