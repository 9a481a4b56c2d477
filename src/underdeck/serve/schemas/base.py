"""Schemas that all games share, and the schemas of every registered game."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from underdeck.json_types import JsonObject
from underdeck.registry import find_part, game_names

Card = Annotated[
    str,
    Meta(description="A card's code: 2S to 10S, JS, QS, KS, AS; likewise for H, D and C; Jk."),
]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object with exactly these fields."""


@dataclass(frozen=True, slots=True)
class GameSchemas:
    """The types of a game's views and results; tests hold the game to them."""

    view: type[Shape]
    result: type[Shape]


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


def game_schemas() -> JsonObject:
    """Return the JSON Schemas of views, events and results by name.

    A game without schemas of its own gets objects of any fields, such as `PatienceShown`.
    """
    views: list[type[Shape]] = []
    results: list[type[Shape]] = []
    generic: JsonObject = {}
    for game in game_names():
        schemas: GameSchemas | None = find_part(game, "schemas")
        if schemas is not None:
            views.append(schemas.view)
            results.append(schemas.result)
        else:
            generic |= generic_schemas(game)
    shapes = [*views, EventShown, *results]
    _, parts = msgspec.json.schema_components(shapes, ref_template="#/$defs/{name}")
    return parts | generic


def generic_schemas(game: str) -> JsonObject:
    """Return schemas that allow any view and any result, under names made from the game's."""
    prefix = "".join(word.capitalize() for word in game.replace("-", "_").split("_"))
    return {
        f"{prefix}{kind}": {"title": f"{prefix}{kind}", "type": "object"}
        for kind in ("Shown", "Result")
    }
