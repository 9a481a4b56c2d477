"""A review of a finished game: luck and skill apart, and the costliest decisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple, Protocol

from underdeck.game import Move
from underdeck.json_types import JsonObject
from underdeck.minds.base import Reason, rounded
from underdeck.playthrough import Playthrough
from underdeck.record import Record

MAX_MISTAKES = 3
"""The number of costliest decisions that a review explains."""


class Appraisal(NamedTuple):
    """The values of a decision for one goal, by strong play from there on."""

    values: Mapping[Any, float]
    """The expected result after each legal move, the best first."""
    before: float
    """The expected result before the decision: that of the best move."""
    after: float
    """The expected result after the move that was made."""

    @property
    def loss(self) -> float:
        """What the decision cost, 0 or more."""
        return self.before - self.after

    @property
    def stake(self) -> float:
        """What the worst legal move would have cost."""
        return self.before - min(self.values.values())


@dataclass(frozen=True, slots=True)
class Decision:
    """One move of a game, with its values for each goal."""

    number: int
    """The index of the move in the record."""
    turn: int
    move: Move
    cards: tuple[str, ...]
    """The codes of the cards that were turned after the move."""
    appraisals: Mapping[str, Appraisal]

    def as_json(self) -> JsonObject:
        """Return the decision as data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "move": str(self.move),
            "cards": list(self.cards),
            "values": {
                goal: {str(move): rounded(value) for move, value in each.values.items()}
                for goal, each in self.appraisals.items()
            },
        }


@dataclass(frozen=True, slots=True)
class Track:
    """The expected result for one goal over a game: start + luck - loss = result."""

    goal: str
    appraisals: Sequence[Appraisal]
    result: float

    @property
    def start(self) -> float:
        """The expected result of strong play before the first decision."""
        return self.appraisals[0].before

    @property
    def lucks(self) -> list[float]:
        """What the cards after each move were worth, compared with what was to be expected."""
        following = [*(each.before for each in self.appraisals[1:]), self.result]
        return [then - each.after for each, then in zip(self.appraisals, following, strict=True)]

    @property
    def losses(self) -> list[float]:
        """What each decision cost."""
        return [each.loss for each in self.appraisals]

    @property
    def luck(self) -> float:
        """The sum of the luck of all cards."""
        return fsum(self.lucks)

    @property
    def loss(self) -> float:
        """The sum of what all decisions cost."""
        return fsum(self.losses)

    @property
    def accuracy(self) -> float:
        """The share of what decisions could have lost that they didn't lose, in per cent.

        At each decision the best move loses nothing and the worst legal one loses its stake.
        Accuracy is 100 x (1 - sum of losses / sum of stakes), and 100 if nothing was at stake.
        """
        stakes = fsum(each.stake for each in self.appraisals)
        return 100 * (1 - self.loss / stakes) if stakes > 0 else 100.0

    @property
    def curve(self) -> list[float]:
        """The expected result before and after each decision, and at last the result."""
        values = [value for each in self.appraisals for value in (each.before, each.after)]
        return [*values, self.result]

    def as_json(self) -> JsonObject:
        """Return the track as data; numbers are exact, so that they add up."""
        return {
            "start": self.start,
            "luck": self.luck,
            "loss": self.loss,
            "result": self.result,
            "accuracy": rounded(self.accuracy),
            "curve": self.curve,
            "lucks": self.lucks,
            "losses": self.losses,
        }


class Mistake(NamedTuple):
    """A costly decision, the move of strong play, and the reason for that move."""

    number: int
    """The index of the decision."""
    turn: int
    move: Move
    best: Move
    loss: float
    reason: Reason

    def as_json(self) -> JsonObject:
        """Return the mistake as data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "move": str(self.move),
            "best": str(self.best),
            "loss": rounded(self.loss),
            "reason": self.reason.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game as strong play sees it."""

    game: str
    goal: str
    """The goal that mistakes are measured by."""
    decisions: tuple[Decision, ...]
    tracks: Mapping[str, Track]
    """The expected result over the game for each goal: a chance to win, or points."""
    mistakes: tuple[Mistake, ...]
    """The costliest decisions, the worst first."""
    looks_ahead: bool
    """Whether values look a card ahead, which needs Numba."""
    par: float | None = None
    """What strong play averages on this very deal, if that was computed."""

    @property
    def track(self) -> Track:
        """The track of the goal."""
        return self.tracks[self.goal]

    def as_json(self) -> JsonObject:
        """Return the review as data."""
        return {
            "game": self.game,
            "goal": self.goal,
            "looks_ahead": self.looks_ahead,
            "par": self.par,
            "tracks": {goal: track.as_json() for goal, track in self.tracks.items()},
            "mistakes": [mistake.as_json() for mistake in self.mistakes],
            "decisions": [decision.as_json() for decision in self.decisions],
        }


class Reviewer(Protocol):
    """The review part of a game."""

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals that a player can pursue, the default first."""

    def review(
        self,
        game: Record | Playthrough[Any],
        goal: str = ...,
        *,
        par: float | None = ...,
        compiled: bool | None = ...,
    ) -> Review:
        """Return the review of a finished game."""
