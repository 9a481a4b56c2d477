"""Views and results of Tomb of Four Kings on the wire."""

from typing import Literal

from underdeck.games.tomb.state import ENDINGS, PHASES
from underdeck.serve.schemas.base import Card, GameSchemas, Shape


class TombShown(Shape, frozen=True):
    """The view of the player of a Tomb."""

    phase: Literal[PHASES]  # type: ignore[valid-type]
    turn: int
    deepest: int
    deck: int
    under: list[Card]
    torches: list[Card]
    burnt: int
    column: list[Card]
    encounter: Card | None
    stacks: list[int]
    discards: int
    hit_points: int
    blow: int
    owed: int
    dropped: int
    spent: list[Card]
    hand: list[Card]
    points: int
    kings: int
    ending: Literal[tuple(filter(None, ENDINGS))] | None  # type: ignore[valid-type]
    legal: list[str]


class TombResult(Shape, frozen=True):
    """The result of a Tomb."""

    ending: str
    kings: int
    points: int
    gold: int
    won: bool
    assisted: bool = False


SCHEMAS = GameSchemas(view=TombShown, result=TombResult)
