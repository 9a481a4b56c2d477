"""Print the published schemas and routes, from which `make types` generates the page's types.

With the argument `games`, print every game's options, cards and constants instead.
"""

import json
import re
import sys

import msgspec

from underdeck.registry import BUILT_IN
from underdeck.serve.listings import list_games
from underdeck.serve.messages import socket_schema
from underdeck.serve.openapi import openapi
from underdeck.serve.routes import ROUTES

INNERMOST = re.compile(r"\{[^{}\[\]]*\}|\[[^{}\[\]]*\]")
"""An object or array without another one in it."""


def schemas_json() -> str:
    """Return the schemas of the HTTP API and of the WebSocket together, and the routes."""
    document = json.dumps(openapi("types", ROUTES, is_newest_only=True))
    published = json.loads(document.replace("#/components/schemas/", "#/$defs/"))
    schemas = {**published["components"]["schemas"], **socket_schema()["$defs"]}
    return json.dumps({"$defs": schemas, "paths": published["paths"]})


def games_json() -> str:
    """Return the built-in games by name as `GET /api/games` lists them, a card on each line."""
    names = [manifest.name for manifest in BUILT_IN]
    games = {game.game: game for game in list_games().games if game.game in names}
    text = json.dumps(msgspec.to_builtins(games), indent=2)
    return INNERMOST.sub(lambda found: " ".join(found[0].split()), text)


if __name__ == "__main__":
    print(games_json() if sys.argv[1:] == ["games"] else schemas_json())
