"""A review of a finished game: luck and skill apart, and the costliest decisions of each player."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

from underdeck.game import Move
from underdeck.json_types import JsonObject
from underdeck.minds.base import Fact, Reason, rounded
from underdeck.playthrough import Playthrough
from underdeck.record import Record

MAX_MISTAKES = 3
"""The number of a player's costliest decisions that a review explains."""


class Appraisal(NamedTuple):
    """The values of a decision for one goal, by strong play from there on."""

    values: Mapping[Any, float]
    """The expected result after each legal move, the best first."""
    before: float
    """The expected result before the decision: that of the best move, unless the player resigns."""
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
    """One move of a game, with its values for each goal of the player who made it."""

    number: int
    """The index of the move in the record."""
    turn: int
    move: Move
    cards: tuple[str, ...]
    """The codes of the cards that were turned after the move."""
    appraisals: Mapping[str, Appraisal]
    seat: int = 0

    def as_json(self) -> JsonObject:
        """Return the decision as data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "seat": self.seat,
            "move": str(self.move),
            "cards": list(self.cards),
            "values": {
                goal: {str(move): rounded(value) for move, value in each.values.items()}
                for goal, each in self.appraisals.items()
            },
        }


@dataclass(frozen=True, slots=True)
class Track:
    """The expected result of a player for one goal: start + luck - loss + gain = result.

    Each list has an item for every decision of the game, those of other players included.
    """

    goal: str
    befores: Sequence[float]
    """The expected result before each decision."""
    losses: Sequence[float]
    """What each own decision cost; 0 for those of others."""
    gains: Sequence[float]
    """What each mistake of another player gave to this one; 0 for own decisions."""
    stakes: Sequence[float]
    """What the worst legal move would have cost at each own decision."""
    afters: Sequence[float]
    """The expected result after each decision, before the cards that follow."""
    result: float

    @classmethod
    def of_solitaire(cls, goal: str, appraisals: Sequence[Appraisal], result: float) -> Self:
        """Return the track of the only player of a game."""
        return cls(
            goal,
            befores=[each.before for each in appraisals],
            losses=[each.loss for each in appraisals],
            gains=[0.0] * len(appraisals),
            stakes=[each.stake for each in appraisals],
            afters=[each.after for each in appraisals],
            result=result,
        )

    @property
    def start(self) -> float:
        """The expected result of strong play before the first decision."""
        return self.befores[0]

    @property
    def lucks(self) -> list[float]:
        """What happened after each decision, compared with what was to be expected."""
        following = [*self.befores[1:], self.result]
        return [then - after for after, then in zip(self.afters, following, strict=True)]

    @property
    def luck(self) -> float:
        """The sum of all luck."""
        return fsum(self.lucks)

    @property
    def loss(self) -> float:
        """The sum of what all own decisions cost."""
        return fsum(self.losses)

    @property
    def gain(self) -> float:
        """The sum of what the mistakes of others gave."""
        return fsum(self.gains)

    @property
    def accuracy(self) -> float:
        """The share of what decisions could have lost that they didn't lose, in per cent."""
        return self.accuracy_from(0)

    def accuracy_from(self, first: int) -> float:
        """Return the accuracy of the decisions from this one on.

        At each decision the best move loses nothing and the worst legal one loses its stake.
        Accuracy is 100 x (1 - sum of losses / sum of stakes), and 100 if nothing was at stake.
        """
        losses, stakes = fsum(self.losses[first:]), fsum(self.stakes[first:])
        return 100 * (1 - losses / stakes) if stakes > 0 else 100.0

    @property
    def line(self) -> list[float]:
        """The expected result before each decision, and at last the result."""
        return [*self.befores, self.result]

    @property
    def curve(self) -> list[float]:
        """The expected result before and after each decision, and at last the result."""
        pairs = zip(self.befores, self.afters, strict=True)
        return [*(value for pair in pairs for value in pair), self.result]

    def as_json(self) -> JsonObject:
        """Return the track as data; numbers are exact, so that they add up."""
        return {
            "start": self.start,
            "luck": self.luck,
            "loss": self.loss,
            "gain": self.gain,
            "result": self.result,
            "accuracy": rounded(self.accuracy),
            "curve": self.curve,
            "lucks": self.lucks,
            "losses": list(self.losses),
            "gains": list(self.gains),
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
    goal: str
    """The goal that the loss is measured by: points once winning is out of reach."""

    def as_json(self) -> JsonObject:
        """Return the mistake as data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "goal": self.goal,
            "move": str(self.move),
            "best": str(self.best),
            "loss": rounded(self.loss),
            "reason": self.reason.as_json(),
        }


class Mark(NamedTuple):
    """Something about a decision that only open hands show, such as a lie."""

    number: int
    """The index of the decision."""
    turn: int
    seat: int
    fact: Fact

    def as_json(self) -> JsonObject:
        """Return the mark as data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "seat": self.seat,
            **self.fact.as_json(),
        }


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The game of one player."""

    seat: int
    tracks: Mapping[str, Track]
    """The expected result over the game for each goal: a chance to win, or points."""
    mistakes: tuple[Mistake, ...]
    """The costliest decisions, the worst first."""

    def as_json(self) -> JsonObject:
        """Return the player's game as data."""
        return {
            "seat": self.seat,
            "tracks": {goal: track.as_json() for goal, track in self.tracks.items()},
            "mistakes": [mistake.as_json() for mistake in self.mistakes],
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game as strong play sees it."""

    game: str
    goal: str
    """The goal that mistakes are measured by."""
    decisions: tuple[Decision, ...]
    players: tuple[PlayerReview, ...]
    """The game of each player, in the order of their seats."""
    looks_ahead: bool
    """Whether values look ahead, which needs Numba."""
    par: float | None = None
    """What strong play averages on this very deal, if that was computed."""
    marks: tuple[Mark, ...] = ()
    """What open hands show about decisions, in the order of the game."""
    is_judged: bool = True
    """Whether decisions are compared with strong play; else none has a loss."""
    points_from: int | None = None
    """The first decision at which winning was out of reach, in a review for the win: from there on
    mistakes are measured in points."""

    @property
    def tracks(self) -> Mapping[str, Track]:
        """The tracks of the first player: the only one of a solitaire."""
        return self.players[0].tracks

    @property
    def track(self) -> Track:
        """The first player's track of the goal."""
        return self.tracks[self.goal]

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The costliest decisions of the first player."""
        return self.players[0].mistakes

    def as_json(self) -> JsonObject:
        """Return the review as data; `tracks` and `mistakes` are those of the first player."""
        return {
            "game": self.game,
            "goal": self.goal,
            "looks_ahead": self.looks_ahead,
            "is_judged": self.is_judged,
            "points_from": self.points_from,
            "par": self.par,
            "tracks": {goal: track.as_json() for goal, track in self.tracks.items()},
            "mistakes": [mistake.as_json() for mistake in self.mistakes],
            "players": [player.as_json() for player in self.players],
            "marks": [mark.as_json() for mark in self.marks],
            "decisions": [decision.as_json() for decision in self.decisions],
        }


Progress: TypeAlias = Callable[[int, int], object]
"""A function that is called with the number of decisions reviewed so far, and of all."""


class Reviewer(Protocol):
    """The review part of a game."""

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals that a player can pursue, the default first."""

    def review(  # noqa: PLR0913  options of a review, given by name
        self,
        game: Record | Playthrough[Any],
        goal: str = ...,
        *,
        par: float | None = ...,
        compiled: bool | None = ...,
        progress: Progress | None = ...,
        is_quick: bool = ...,
    ) -> Review:
        """Return the review of a finished game; a quick one may leave decisions unjudged."""
