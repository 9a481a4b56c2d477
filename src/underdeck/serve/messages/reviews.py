"""Messages about reviews of finished games."""

import msgspec

from underdeck.serve.messages.advice import ReasonShown
from underdeck.serve.messages.fields import Goal, MoveText, TableName


class ReviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for a review, in which the costliest decisions are found for a goal."""

    goal: Goal = ""


class OwnReview(ReviewRequest, frozen=True, kw_only=True):
    """A request for a review of a game of the profile's history."""

    table: TableName


class TrackShown(msgspec.Struct, frozen=True):
    """The expected result for one goal over a game: start + luck - loss = result."""

    start: float
    luck: float
    loss: float
    result: float
    accuracy: float
    """The share of what the decisions could have lost that they didn't lose, in per cent."""
    curve: list[float]
    """The expected result before and after each decision, and at last the result."""
    lucks: list[float]
    """What the cards after each decision were worth, compared with what was to be expected."""
    losses: list[float]
    """What each decision cost."""


class MistakeShown(msgspec.Struct, frozen=True):
    """A costly decision, the move of strong play, and the reason for that move."""

    number: int
    """The index of the move in the record."""
    turn: int
    move: MoveText
    best: MoveText
    loss: float
    reason: ReasonShown


class DecisionShown(msgspec.Struct, frozen=True):
    """One move of a game, and the expected results of all moves that were legal."""

    number: int
    turn: int
    move: MoveText
    cards: list[str]
    """The cards that were turned after the move."""
    values: dict[str, dict[str, float]]
    """By goal, the expected result after each legal move, the best first."""


class ReviewShown(msgspec.Struct, frozen=True):
    """A finished game compared with strong play, from what its player knew."""

    table: str
    game: str
    goal: str
    """The goal that mistakes are measured by."""
    goals: list[str]
    looks_ahead: bool
    """Whether strong play looked a card ahead, for which the server needs compiled programs."""
    par: float | None
    """What strong play averages on this very deal for the goal; null if that wasn't computed, or
    while others still play the deal."""
    tracks: dict[str, TrackShown]
    """By goal: a chance to win, or points."""
    mistakes: list[MistakeShown]
    """The costliest decisions, the worst first; at most three."""
    decisions: list[DecisionShown]
    refining: bool = False
    """Whether the server prepares to look ahead: ask again in some seconds."""
