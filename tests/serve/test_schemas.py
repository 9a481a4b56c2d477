"""Published schemas: games keep to theirs, and a game without any gets a generic one."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from underdeck.agents import opponent_names
from underdeck.deal import Deal, Listed
from underdeck.games.dungeon.view import DungeonView, Passage, PlayerView
from underdeck.games.tomb.view import TombView
from underdeck.playthrough import Playthrough
from underdeck.registry import Manifest, _manifests, find_game, find_part, register
from underdeck.serve.messages import CardShown, GameShown, socket_schema
from underdeck.serve.messages.fields import OLDER_VIEW
from underdeck.serve.openapi import openapi
from underdeck.serve.pov import view_json
from underdeck.serve.routes import ROUTES
from underdeck.serve.schemas import dungeon, tomb
from underdeck.serve.schemas.base import CostShown, EventShown

PROTOCOL = Path(__file__).parents[2] / "docs" / "reference" / "protocol.md"

EVENT_FIELDS = {field.name for field in msgspec.structs.fields(EventShown)}
PATIENCE = Manifest(
    name="small_patience",
    game="underdeck.games.tomb:GAME",
    teller="underdeck.say.tellers.tomb:TombTeller",
    drawing="underdeck.say.drawings.tomb:DRAWING",
    screen="underdeck.cli.screens.tomb:TombScreen",
    bots=("random", "greedy"),
)
"""A game that has neither schemas nor a lesson."""


@pytest.fixture
def third_game() -> Iterator[None]:
    register(PATIENCE)
    yield
    del _manifests[PATIENCE.name]
    find_part.cache_clear()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("tomb", {}),
        ("dungeon", {"players": 3}),
        ("dungeon", {"players": 4, "pitch_black": True, "counter_attack": 3}),
    ],
)
def test_views_events_and_results_match_the_published_schemas(
    game: str, options: dict[str, int | bool]
) -> None:
    rules, random = find_game(game), Random(5)
    chosen = rules.Options(**options)
    schemas = find_part(game, "schemas")
    deck = list(rules.deck(chosen))
    for _ in range(8):
        random.shuffle(deck)
        played = Playthrough.begin(rules, chosen, Deal(tuple(deck), Listed(tuple(deck))))
        for _ in range(150):
            seats = rules.waiting(played.state)
            if not seats:
                break
            for seat in (None, *range(rules.seats(chosen))):
                msgspec.convert(view_json(played, seat, has_facts=True), schemas.view)
            events = played.play(
                random.choice(rules.legal(played.state, seats[0])), seats[0]
            ).events
            for event in events:
                data = event.as_json()
                assert data.keys() <= EVENT_FIELDS
                msgspec.convert(data, EventShown)
        result = played.result()
        if result is not None:
            msgspec.convert(result, schemas.result)


@pytest.mark.usefixtures("third_game")
def test_a_game_without_schemas_gets_generic_objects() -> None:
    definitions = socket_schema()["$defs"]
    assert definitions["SmallPatienceShown"] == {"title": "SmallPatienceShown", "type": "object"}
    assert definitions["SmallPatienceResult"]["type"] == "object"
    assert definitions["TombShown"]["required"]


@pytest.mark.usefixtures("third_game")
def test_the_api_lists_registered_games_bots_and_lessons() -> None:
    document: Any = openapi("1", ROUTES)
    new_table = document["components"]["schemas"]["NewTable"]["properties"]
    assert new_table["game"] == {"enum": ["dungeon", "small_patience", "tomb"]}
    assert new_table["bots"]["items"] == {"enum": sorted(opponent_names())}  # none of a solitaire
    parameter, *_ = document["paths"]["/api/lessons/{game}"]["get"]["parameters"]
    assert parameter["schema"] == {"enum": ["dungeon", "tomb"]}


def references(schema: Any) -> set[str]:
    """Return every reference in a schema."""
    if isinstance(schema, list):
        return set().union(*map(references, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"]} if "$ref" in schema else set()
    return own.union(*map(references, schema.values()))


@pytest.mark.usefixtures("third_game")
def test_views_events_and_results_refer_to_the_shapes_of_every_game() -> None:
    socket: Any = socket_schema()
    fields = socket["$defs"]["Table"]["properties"]
    assert references(fields["view"]) == {
        f"#/$defs/{name}" for name in ("TombShown", "DungeonShown", "SmallPatienceShown")
    }
    assert references(fields["events"]) == {"#/$defs/EventShown"}
    assert "#/$defs/SmallPatienceResult" in references(fields["result"])
    assert references(socket) <= {f"#/$defs/{name}" for name in socket["$defs"]}
    document: Any = openapi("1", ROUTES)
    names = document["components"]["schemas"]
    assert references(document) <= {f"#/components/schemas/{name}" for name in names}
    assert "#/components/schemas/SmallPatienceShown" in references(names["ReplayStep"])


def test_the_api_describes_views_of_all_protocols_and_for_types_of_the_newest() -> None:
    def view_shapes(document: Any) -> list[Any]:
        shapes: list[Any] = document["components"]["schemas"]["LessonStep"]["properties"]["view"][
            "anyOf"
        ]
        return shapes

    newest = view_shapes(openapi("1", ROUTES, is_newest_only=True))
    assert all(shape.keys() == {"$ref"} for shape in newest)
    assert view_shapes(openapi("1", ROUTES)) == [*newest, OLDER_VIEW]


SHAPES = [
    *(tomb.TombShown, tomb.TombMoveShown, tomb.FoeShown, tomb.RowsShown, tomb.TurnShown),
    *(dungeon.DungeonShown, dungeon.DungeonMoveShown, dungeon.FightShown, dungeon.QuestionShown),
    *(dungeon.PlayerShown, dungeon.PassageShown, CostShown, GameShown, CardShown),
]
VIEW_FIELDS = {*TombView.__slots__, *DungeonView._fields, *PlayerView._fields, *Passage._fields}
"""Fields that the page about views lists."""


@pytest.mark.parametrize("shape", SHAPES)
def test_every_fact_is_in_the_documentation(shape: type[msgspec.Struct]) -> None:
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", PROTOCOL.read_text("utf-8")))))
    names = {field.encode_name for field in msgspec.structs.fields(shape)}
    assert names - VIEW_FIELDS <= words
