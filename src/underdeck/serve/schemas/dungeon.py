"""Views and results of Dungeon on the wire."""

from typing import Literal

from underdeck.games.dungeon.pending import PENDING
from underdeck.games.dungeon.state import ENDINGS
from underdeck.serve.schemas.base import Card, GameSchemas, Shape


class PassageShown(Shape, frozen=True):
    """A passage: its claimed value, the place it adjoins (0 is the cell), and its card if known."""

    value: int
    next_to: int
    card: Card | None


class PlayerShown(Shape, frozen=True):
    """What a view shows of one player."""

    seat: int
    alive: bool
    left_cell: bool
    cards: int
    hand: list[Card] | None
    cell: Card | None
    dungeon: list[PassageShown]
    has_bid: bool


class DungeonShown(Shape, frozen=True):
    """The view of a seat, or of a spectator, of a Dungeon."""

    seat: int | None
    turn: int
    current: int | None
    pending: Literal[(*PENDING, "over")]  # type: ignore[valid-type]
    waiting: list[int]
    about: list[int]
    players: list[PlayerShown]
    deck: int
    discards: int
    seen_discards: list[Card] | None
    laid: list[Card]
    creature: Card | None
    robber: Card | None
    ending: Literal[tuple(filter(None, ENDINGS))] | None  # type: ignore[valid-type]
    winner: int | None
    legal: list[str]


class DungeonResult(Shape, frozen=True):
    """The result of a Dungeon."""

    ending: str
    winner: int | None
    alive: list[int]
    turns: int
    assisted: bool = False


SCHEMAS = GameSchemas(view=DungeonShown, result=DungeonResult)
