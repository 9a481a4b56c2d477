"""Windows: questions that several seats answer at once, face down until the window closes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from underdeck.table.entries import Answered

PASS = "pass"  # noqa: S105  a move, not a password
"""The answer of a seat that lets a window go by."""


@dataclass(slots=True)
class Window:
    """The open window of a table, if there is one."""

    since: float | None = None
    answers: dict[int, Answered] = field(default_factory=dict)
    """The answers so far, by seat, in the order in which they came."""

    @property
    def is_open(self) -> bool:
        """Return whether several seats are asked at once."""
        return self.since is not None

    def take_moves(self, asked: Sequence[int]) -> list[tuple[int, str]]:
        """Return the moves that close the window, and forget the answers.

        Answers other than a pass come first; then every other seat passes, in the order of seats,
        so that nobody learns who was quick to pass because they had nothing to answer with.
        """
        moves = {seat: each.move for seat, each in self.answers.items() if each.move != PASS}
        self.answers = {}
        return [*moves.items(), *((seat, PASS) for seat in asked if seat not in moves)]
