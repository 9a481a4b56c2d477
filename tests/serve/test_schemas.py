"""Published schemas: games keep to theirs, and a game without any gets a generic one."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from underdeck.deal import Deal, Listed
from underdeck.playthrough import Playthrough
from underdeck.registry import Manifest, _manifests, find_game, find_part, register
from underdeck.serve.messages import socket_schema
from underdeck.serve.openapi import openapi
from underdeck.serve.pov import view_json
from underdeck.serve.routes import ROUTES
from underdeck.serve.schemas.base import EventShown

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
    assert new_table["bots"]["items"] == {"enum": ["careful", "greedy", "random"]}
    parameter, *_ = document["paths"]["/api/lessons/{game}"]["get"]["parameters"]
    assert parameter["schema"] == {"enum": ["dungeon", "tomb"]}
