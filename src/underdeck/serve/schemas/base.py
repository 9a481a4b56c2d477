"""Schemas that all games share, and the schemas of every registered game."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from underdeck.json_types import JsonObject
from underdeck.registry import find_manifest, find_part, game_names

DEFS_TEMPLATE = "#/$defs/{name}"
"""How the schema of the WebSocket refers to its parts."""
Card = Annotated[
    str,
    Meta(description="A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk."),
]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object with exactly these fields."""


class CostShown(Shape, frozen=True):
    """What a move costs for certain; fields that don't apply are missing."""

    hit_points: int | UnsetType = UNSET
    cards: int | UnsetType = UNSET
    points: int | UnsetType = UNSET


class MoveShown(msgspec.Struct, frozen=True):
    """A legal move of any game; fields that don't apply are missing."""

    text: str
    """What a client sends to make the move."""
    verb: str
    """The first word of the text."""
    label: str
    """The name of the move in the catalogues: its verb, or a special case of it."""


@dataclass(frozen=True, slots=True)
class GameSchemas:
    """The types of a game's views (protocol 3), results and odds; tests hold the game to them."""

    view: type[Shape]
    result: type[Shape]
    odds: type[Shape] | None = None
    """The odds of the next card, in games that give advice."""


class EventShown(msgspec.Struct, frozen=True):
    """An event: its name and its own fields, of which these are the common ones."""

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


def game_schemas(ref_template: str = DEFS_TEMPLATE) -> JsonObject:
    """Return the JSON Schemas of views, events, moves and results by name.

    A game without schemas of its own gets objects of any fields, such as `PatienceShown`.
    """
    found: list[GameSchemas] = [
        schemas for game in game_names() if (schemas := find_part(game, "schemas"))
    ]
    shapes = [
        *(schemas.view for schemas in found),
        EventShown,
        MoveShown,
        *(schemas.result for schemas in found),
        *(schemas.odds for schemas in found if schemas.odds),
    ]
    _, parts = msgspec.json.schema_components(shapes, ref_template=ref_template)
    generic = {
        name: {"title": name, "type": "object"}
        for name in (*view_names(), *result_names(), *odds_names())
        if name not in parts
    }
    return parts | generic


def view_names() -> list[str]:
    """Return the name of the schema of every game's views."""
    return [shape_name(game, "view", "Shown") for game in game_names()]


def result_names() -> list[str]:
    """Return the name of the schema of every game's results."""
    return [shape_name(game, "result", "Result") for game in game_names()]


def odds_names() -> list[str]:
    """Return the name of the schema of the odds of every game that gives advice."""
    return [shape_name(game, "odds", "Odds") for game in game_names() if find_manifest(game).advice]


def shape_name(game: str, part: str, suffix: str) -> str:
    """Return the name of a schema: that of the game's own type, or one made from the game's."""
    schemas = find_part(game, "schemas")
    shape = getattr(schemas, part, None)
    if shape is not None:
        return str(shape.__name__)
    return "".join(word.capitalize() for word in game.replace("-", "_").split("_")) + suffix
