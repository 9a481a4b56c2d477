"""Advice and reviews of any game: the values they consist of, and what each game provides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from underdeck.game import Move
from underdeck.json_types import JsonObject

DIGITS = 6
"""Decimal places of numbers in JSON."""
MAX_INTERVAL = 0.3
"""The width up to which the interval of a chance allows comparing it with others."""


class Estimate(NamedTuple):
    """A mean with its 95 % interval; without play-outs there is no interval."""

    mean: float
    low: float | None = None
    high: float | None = None

    @property
    def is_clear(self) -> bool:
        """Whether a chance is known well enough to compare it with others."""
        if self.low is None or self.high is None:
            return False
        return self.high - self.low <= MAX_INTERVAL

    def as_json(self) -> JsonObject:
        """Return the estimate as data."""
        return {name: rounded(value) for name, value in self._asdict().items()}


CARD_PARAMS = frozenset({"card", "foe", "other_card"})
"""Names of parameters that hold the code of a card."""
MOVE_PARAMS = frozenset({"other"})
"""Names of parameters that hold the text of a move."""
FIGHT_PARAMS = frozenset({"fight", "begin", "other_fight"})
"""Names of parameters that hold the texts of the moves of one fight."""
RANK_PARAMS = frozenset({"rank", "needed", "front"})
"""Names of parameters that hold the rank of a card."""
SEAT_PARAMS = frozenset({"player", "target"})
"""Names of parameters that hold a seat."""
CHANCES = (
    *("win", "death", "escape", "slain", "lost", "torch", "king", "struck", "fail", "meet"),
    *("holds", "lie", "false", "beaten", "drawn", "answer"),
)
CHANCE_PARAMS = frozenset((*CHANCES, *(f"{name}_otherwise" for name in CHANCES)))
"""Names of parameters that hold a probability."""


class Fact(NamedTuple):
    """A fact about a position: a stable code, and parameters computed for this position."""

    code: str
    params: Mapping[str, object]

    def as_json(self) -> JsonObject:
        """Return the fact as data."""
        params = {name: rounded(value) for name, value in self.params.items()}
        return {"code": self.code, "params": params}


class Reason(Fact):
    """Why a move is better than another one."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MoveAdvice:
    """The prospects after one legal move, in the order of their worth."""

    move: Move
    value: float
    """The expected result for the goal: a chance to win, or points."""
    loss: float
    """The difference to the value of the best move."""
    win: Estimate
    escape: Estimate | None = None
    points: Estimate | None = None
    """The points, in a game that counts them."""
    fight: tuple[Move, ...] = ()
    """All cards of the fight that the move begins; empty for any other move, or if unknown."""

    def as_json(self) -> JsonObject:
        """Return the prospects as data."""
        return {
            "move": str(self.move),
            "value": rounded(self.value),
            "loss": rounded(self.loss),
            "win": self.win.as_json(),
            "escape": None if self.escape is None else self.escape.as_json(),
            "points": None if self.points is None else self.points.as_json(),
            "fight": [str(move) for move in self.fight],
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """The prospects of all legal moves, the best first, and the reason for the best one."""

    goal: str
    """The goal that the values are for: points if winning is out of reach."""
    games: int
    """The number of games played out after each move; 0 without Numba."""
    moves: tuple[MoveAdvice, ...]
    reason: Reason
    searched: int = 0
    """The number of lines of play searched, in a game whose moves are searched; 0 without Numba."""
    is_rough: bool = False
    """Whether the values are too rough to compare moves by: a search cut short."""

    @property
    def best(self) -> MoveAdvice:
        """The best move with its prospects."""
        return self.moves[0]

    def is_unclear(self, move: MoveAdvice) -> bool:
        """Return whether the search hardly examined a move, compared with the best one."""
        return self.best.win.is_clear and not move.win.is_clear

    def as_json(self) -> JsonObject:
        """Return the advice as data."""
        return {
            "goal": self.goal,
            "games": self.games,
            "searched": self.searched,
            "is_rough": self.is_rough,
            "best": str(self.best.move),
            "moves": [
                move.as_json() | {"is_unclear": self.is_unclear(move)} for move in self.moves
            ],
            "reason": self.reason.as_json(),
        }


class AnyOdds(Protocol):
    """The odds of the next card in some game."""

    def facts(self) -> Sequence[Fact]:
        """Return the odds as facts, in the order in which they are shown."""

    def as_json(self) -> JsonObject:
        """Return the odds as data."""


class Adviser(Protocol):
    """The advice part of a game.

    Advice is computed from what a seat knows: its view, and its memory of the game so far.
    """

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals that a player can pursue, the default first."""

    def odds(self, view: Any, memory: Any) -> AnyOdds:
        """Return the odds of the next card from what a player knows."""

    def advise(
        self,
        view: Any,
        memory: Any,
        *,
        goal: str = ...,
        games: int | None = ...,
        compiled: bool | None = ...,
    ) -> Advice:
        """Return the prospects of each legal move from what a player knows.

        `games` limits the games played out after each move, or the lines of play searched.
        """


def rounded(value: object) -> object:
    """Return a number as JSON data has it."""
    return round(float(value), DIGITS) if isinstance(value, float) else value
