"""What a view, an event and a result look like as data, for those who write clients: published, and held to by tests."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from underdeck.games.dungeon.pending import PENDING
from underdeck.games.dungeon.state import ENDINGS as DUNGEON_ENDINGS
from underdeck.games.tomb.state import ENDINGS as TOMB_ENDINGS
from underdeck.games.tomb.state import PHASES

Card = Annotated[
    str, Meta(description="A card's code: 2S to 10S, JS, QS, KS, AS, so too for H, D and C; Jk.")
]


class _Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data of exactly these parts."""


class TombShown(_Shape, frozen=True):
    """What the player of a Tomb sees."""

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
    ending: Literal[tuple(filter(None, TOMB_ENDINGS))] | None  # type: ignore[valid-type]
    legal: list[str]


class PassageShown(_Shape, frozen=True):
    """A passage: what it claims to be, the place it lies next to (0 is the cell), and its card if that may be known."""

    value: int
    next_to: int
    card: Card | None


class PlayerShown(_Shape, frozen=True):
    """What is known of a player of a Dungeon."""

    seat: int
    alive: bool
    left_cell: bool
    cards: int
    hand: list[Card] | None
    cell: Card | None
    dungeon: list[PassageShown]
    has_bid: bool


class DungeonShown(_Shape, frozen=True):
    """What a seat of a Dungeon, or a spectator, sees."""

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
    ending: Literal[tuple(filter(None, DUNGEON_ENDINGS))] | None  # type: ignore[valid-type]
    winner: int | None
    legal: list[str]


class EventShown(msgspec.Struct, frozen=True):
    """Something that happened: its name and its parts, of which each event has its own."""

    event: str
    seat: int | None = None
    target: int | None = None
    card: Card | None = None
    foe: Card | None = None
    value: int | None = None
    place: int | None = None
    rank: int | None = None
    turn: int | None = None
    n: int | None = None
    damage: int | None = None
    hp: int | None = None
    left: int | None = None
    kings: int | None = None
    points: int | None = None


class TombResult(_Shape, frozen=True):
    """How a Tomb ended."""

    ending: str
    kings: int
    points: int
    gold: int
    won: bool
    assisted: bool = False


class DungeonResult(_Shape, frozen=True):
    """How a Dungeon ended."""

    ending: str
    winner: int | None
    alive: list[int]
    turns: int
    assisted: bool = False


SHAPES = (TombShown, DungeonShown, EventShown, TombResult, DungeonResult)


def shape_schemas() -> dict[str, Any]:
    """The JSON Schemas of all shapes, by name."""
    _, parts = msgspec.json.schema_components(SHAPES, ref_template="#/$defs/{name}")
    return parts
