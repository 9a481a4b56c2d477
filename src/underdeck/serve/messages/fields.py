"""Field types that several messages share, with the limits that clients are held to."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from underdeck.agents import opponent_names
from underdeck.deal_code import CODE_ALPHABET, CODE_LENGTH, DASHES
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest, find_part, game_names
from underdeck.serve.schemas.base import (
    DEFS_TEMPLATE,
    EventShown,
    odds_names,
    result_names,
    view_names,
)
from underdeck.table.commitments import SHARE_HASH_PATTERN
from underdeck.table.names import MAX_NAME_LENGTH, NAME_PATTERN

ENCODER = msgspec.json.Encoder()

MAX_MESSAGE_BYTES = 4096
"""Maximum size of a request body and of a WebSocket message from a client."""
MAX_FRAME_BYTES = 4 * MAX_MESSAGE_BYTES
"""A longer WebSocket message isn't refused but ends the connection."""
MAX_DEAL_CODE_LENGTH = 20
MAX_SHARE_LENGTH = 200
MAX_TABLE_NAME_LENGTH = 32
MAX_BOTS = 3
MAX_MATCH_WINS = 9
WALKTHROUGH: Literal["walkthrough"] = "walkthrough"
"""The name of the deal of a game's scripted lesson, in place of a deal code."""

SEPARATORS = f" {DASHES[1:]}{DASHES[0]}"
"""Characters allowed between those of a code; the hyphen is last because of regular expressions."""
CODE_CHARACTERS = CODE_ALPHABET + CODE_ALPHABET.lower()
CODE_PATTERN = f"(?:[{SEPARATORS}]*[{CODE_CHARACTERS}]){{{CODE_LENGTH}}}[{SEPARATORS}]*"
SECRET_PATTERN = "^[A-Za-z0-9_-]+$"  # noqa: S105  a pattern is no secret

Language = Literal["en", "es"]
Protocol = Literal[1, 2, 3]
OLDEST_PROTOCOL: Protocol = 1
"""The protocol of clients that name none."""
FACTS_PROTOCOL: Protocol = 3
"""The first protocol with legal moves as objects and with facts in views."""
Phrase = Literal["hello", "well_played", "thanks", "oops", "hurry", "good_luck", "good_game", "wow"]

Secret = Annotated[
    str,
    Meta(
        min_length=20,
        max_length=64,
        pattern=SECRET_PATTERN,
        description="A capability: the key alone grants access, without a name or a password.",
    ),
]
ChosenSecret = Annotated[
    str,
    Meta(
        min_length=32,
        max_length=64,
        pattern=SECRET_PATTERN,
        description="A random secret that the client chooses as the key of its seat, "
        "so that a repeated request does not take a second seat.",
    ),
]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_NAME_LENGTH,
        pattern=NAME_PATTERN,
        description="A player's name: at least one visible character and no invisible ones.",
        examples=["Ada"],
    ),
]
TableName = Annotated[str, Meta(max_length=MAX_TABLE_NAME_LENGTH)]
DealCode = Annotated[
    str,
    Meta(
        max_length=MAX_DEAL_CODE_LENGTH,
        pattern=f"^(?:|{WALKTHROUGH}|{CODE_PATTERN})$",
        description="A deal code, whose last character is a checksum, or `walkthrough`; "
        "for solitaires only.",
        examples=["7KQ2P-9MXAG"],
    ),
]
DeviceCode = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=16,
        pattern=f"^[0-9A-Za-z{SEPARATORS}]+$",
        examples=["7KQ2P-9MXA3"],
    ),
]
Words = Annotated[
    str,
    Meta(
        max_length=MAX_SHARE_LENGTH,
        description="A player's share of the shuffle in plain text; the server draws one if empty.",
    ),
]
Share = Annotated[
    str,
    Meta(
        pattern=f"^{SHARE_HASH_PATTERN}$",
        description="A commitment to a share of the shuffle that the player reveals later: "
        "its SHA-256 in hexadecimal.",
    ),
]
MoveId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=36,
        description="The client's own id of a move, which makes sending it again harmless.",
    ),
]
MoveText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        description="A move in the notation of docs/reference/notation.md.",
    ),
]
Version = Annotated[int, Meta(ge=0)]
SeatNumber = Annotated[int, Meta(ge=0, le=MAX_BOTS, description="A seat, counted from 0.")]
Pace = Annotated[
    float,
    Meta(ge=0, le=5, description="Seconds between a bot's move and the move before it."),
]

REGISTERED = "x-registered"
"""Marks a string in a schema whose values are names that the registered games define,
or an object whose shapes they define."""
GameName = Annotated[str, Meta(extra_json_schema={REGISTERED: "games"})]
BotName = Annotated[str, Meta(extra_json_schema={REGISTERED: "bots"})]
SeatBots = Annotated[
    list[str], Meta(description="The bot that each seat was opened for, empty for a person's seat.")
]
Goal = Annotated[str, Meta(extra_json_schema={REGISTERED: "goals"})]
LessonName = Annotated[str, Meta(extra_json_schema={REGISTERED: "lessons"})]
ViewData = Annotated[dict[str, Any], Meta(extra_json_schema={REGISTERED: "views"})]
EventData = Annotated[dict[str, Any], Meta(extra_json_schema={REGISTERED: "events"})]
ResultData = Annotated[dict[str, Any], Meta(extra_json_schema={REGISTERED: "results"})]

OddsData = Annotated[dict[str, Any], Meta(extra_json_schema={REGISTERED: "odds"})]


def registered_bots() -> set[str]:
    """Return the names of the bots of all games for several players."""
    return set(opponent_names())


def lesson_names() -> list[str]:
    """Return the names of the games that have a lesson."""
    return [game for game in game_names() if find_manifest(game).lesson]


def registered_goals() -> set[str]:
    """Return the goals of all games that give advice, and "" for the first one of a game."""
    advised = (find_part(game, "advice") for game in game_names())
    return {"", *(goal for adviser in advised if adviser for goal in adviser.goals)}


REGISTERED_NAMES: Mapping[str, Callable[[], Iterable[str]]] = {
    "games": game_names,
    "bots": registered_bots,
    "lessons": lesson_names,
    "goals": registered_goals,
}

REGISTERED_SHAPES: Mapping[str, Callable[[], Iterable[str]]] = {
    "views": view_names,
    "events": lambda: [EventShown.__name__],
    "results": result_names,
    "odds": odds_names,
}

OLDER_VIEW = {"type": "object", "description": "A view of protocol 1 or 2."}


def check_game_name(game: str) -> None:
    """Refuse a request for a game that is not registered."""
    if game not in game_names():
        raise Refusal("bad_request", field="game")


def check_bot_names(bots: list[str]) -> None:
    """Refuse a request for bots that no game has."""
    for index, bot in enumerate(bots):
        check_bot_name(bot, f"bots[{index}]")


def check_bot_name(bot: str, field: str) -> None:
    """Refuse a request whose field names a bot that no game has."""
    if bot not in registered_bots():
        raise Refusal("bad_request", field=field)


def list_registered_names(
    schema: Any, ref_template: str = DEFS_TEMPLATE, *, has_older_views: bool = False
) -> Any:
    """Return a schema in which marked parts list the names and shapes that are registered now.

    With `has_older_views` a view may also be any object, as in protocols without a shape.
    """

    def fill(part: Any) -> Any:
        if isinstance(part, list):
            return [fill(item) for item in part]
        if not isinstance(part, dict):
            return part
        marker = part.get(REGISTERED, "")
        if marker in REGISTERED_SHAPES:
            shapes = [
                {"$ref": ref_template.format(name=name)} for name in REGISTERED_SHAPES[marker]()
            ]
            has_older = has_older_views and marker == "views"
            return {"anyOf": [*shapes, OLDER_VIEW] if has_older else shapes}
        if marker in REGISTERED_NAMES:
            return {"enum": sorted(REGISTERED_NAMES[marker]())}
        return {name: fill(value) for name, value in part.items()}

    return fill(schema)
