"""Messages about advice in play."""

from typing import Any

import msgspec

from underdeck.serve.messages.fields import Goal, MoveText, OddsData, Version


class AdviceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for advice about the next move, at this version of the table."""

    version: Version
    goal: Goal = ""
    """What the player plays for, one of the game's `goals`; empty for the first."""
    confirm: bool = False
    """Whether the player agrees that the game is marked as assisted; needed the first time."""


class EstimateShown(msgspec.Struct, frozen=True):
    """A mean, and its 95 % interval if games were played out."""

    mean: float
    low: float | None
    high: float | None


class ReasonShown(msgspec.Struct, frozen=True):
    """Why a move is best: a code with parameters, and the sentence."""

    code: str
    params: dict[str, Any]
    text: str


class MoveAdvised(msgspec.Struct, frozen=True):
    """The prospects after one legal move."""

    move: MoveText
    value: float
    """The expected result for the goal."""
    loss: float
    """The difference to the value of the best move."""
    win: EstimateShown
    """The chance to win."""
    escape: EstimateShown | None
    """The chance to survive; null if no games were played out."""
    points: EstimateShown | None
    """The points; null in a game without points."""
    fight: list[MoveText] = []
    """All cards of the fight that the move begins, as moves; empty for any other move."""
    is_unclear: bool = False
    """Whether the search hardly examined the move, so that its values say little."""


class AdviceShown(msgspec.Struct, frozen=True):
    """Advice about the next move, from what the player knows."""

    version: int
    """The version of the table that the advice is for."""
    goal: str
    """The goal that the values are for."""
    goals: list[str]
    """The goals that can be asked for, the default first."""
    games: int
    """The number of games played out after each move."""
    best: MoveText
    moves: list[MoveAdvised]
    """All legal moves, the best first."""
    reason: ReasonShown
    odds: OddsData
    """The odds of the next card."""
    refining: bool = False
    """Whether the server prepares to play games out: ask again in some seconds."""
    searched: int = 0
    """The number of lines of play searched, in a game whose moves are searched."""
    is_rough: bool = False
    """Whether the values are too rough to compare moves by."""
