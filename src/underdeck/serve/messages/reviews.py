"""Messages about reviews of finished games."""

from typing import Any

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
    """The expected result for one goal over a game: start + luck - loss + gain = result.

    Lists have an item for every decision of the game, those of other players included.
    """

    start: float
    luck: float
    loss: float
    result: float
    accuracy: float
    """The share of what the decisions could have lost that they didn't lose, in per cent."""
    curve: list[float]
    """The expected result before and after each decision, and at last the result."""
    lucks: list[float]
    """What happened after each decision was worth, compared with what was to be expected."""
    losses: list[float]
    """What each own decision cost."""
    gain: float = 0.0
    """What the mistakes of others gave."""
    gains: list[float] = []
    """What each mistake of another player gave."""


class MistakeShown(msgspec.Struct, frozen=True):
    """A costly decision, the move of strong play, and the reason for that move."""

    number: int
    """The index of the move in the record."""
    turn: int
    move: MoveText
    best: MoveText
    loss: float
    reason: ReasonShown
    goal: str
    """The goal that the loss is measured by: points once winning is out of reach."""


class DecisionShown(msgspec.Struct, frozen=True):
    """One move of a game, and the expected results of all moves that were legal."""

    number: int
    turn: int
    move: MoveText
    cards: list[str]
    """The cards that were turned after the move."""
    values: dict[str, dict[str, float]]
    """By goal, the expected result after each legal move, the best first."""
    seat: int = 0
    """The seat that decided."""


class MarkShown(msgspec.Struct, frozen=True):
    """Something about a decision that only open hands show, such as a lie."""

    number: int
    """The index of the move in the record."""
    turn: int
    seat: int
    code: str
    params: dict[str, Any]
    text: str


class PlayerReviewed(msgspec.Struct, frozen=True):
    """The game of one player."""

    seat: int
    tracks: dict[str, TrackShown]
    """By goal: a chance to win, or points."""
    mistakes: list[MistakeShown]
    """The costliest decisions, the worst first; at most three."""


class ReviewShown(msgspec.Struct, frozen=True):
    """A finished game compared with strong play, from what its players knew."""

    table: str
    game: str
    goal: str
    """The goal that mistakes are measured by."""
    goals: list[str]
    looks_ahead: bool
    """Whether strong play looked ahead, for which the server needs compiled programs."""
    par: float | None
    """What strong play averages on this very deal for the goal; null if that wasn't computed, or
    while others still play the deal."""
    tracks: dict[str, TrackShown]
    """Those of the first player, by goal: a chance to win, or points."""
    mistakes: list[MistakeShown]
    """Those of the first player, the worst first; at most three."""
    decisions: list[DecisionShown]
    refining: bool = False
    """Whether the server prepares to look ahead: ask again in some seconds."""
    points_from: int | None = None
    """In a review for the win, the first decision at which winning was out of reach; mistakes from
    there on are measured in points."""
    judged: bool = True
    """Whether decisions are compared with strong play; a quick review may have curves alone."""
    players: list[PlayerReviewed] = []
    """The game of each player, in the order of their seats."""
    moves: dict[str, dict[str, Any]] = {}
    """In a game of several players, every move named here as an object, by its text; what depends
    on the view is missing."""
    marks: list[MarkShown] = []
    """What open hands show about decisions, such as lies, in the order of the game."""
