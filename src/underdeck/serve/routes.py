"""What can be asked over HTTP: each route with what it reads, what it answers and which key it needs, as data."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from underdeck.refusal import Refusal
from underdeck.serve import messages
from underdeck.serve.lessons import lesson
from underdeck.serve.listings import list_games
from underdeck.serve.pov import Pov, replay
from underdeck.serve.request_costs import (
    JOIN_TOKENS,
    REPLAY_TOKENS,
    RETELLING_TOKENS,
    replay_cost,
    retelling_cost,
)
from underdeck.serve.service import Service


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that was read."""

    service: Service
    client: str
    language: str
    secret: str | None
    body: Any
    charge: Callable[[int], None] = lambda _: None
    """Take more tokens from the client's bucket, once it is known what the answer costs; raises `too_fast` if it is empty."""


@dataclass(frozen=True, slots=True)
class Route:
    """One thing that can be asked."""

    method: str
    path: str
    summary: str
    reply: type[Any]
    answer: Callable[[Asked], Awaitable[Any]]
    body: type[Any] | None = None
    key: str = ""
    """The kind of key that it needs, in words; "" for none."""
    optional_key: bool = False
    status: int = 200
    costs: int = 1
    """Tokens taken before anything is looked up; see `Asked.charge` for those that depend on a table's length."""
    versioned: bool = False
    """Whether the response depends on the protocol that the client reads."""


async def _profile(asked: Asked) -> Any:
    return await asked.service.profiles.create(asked.body)


async def _show_profile(asked: Asked) -> Any:
    return await asked.service.profiles.show(asked.secret)


async def _change_profile(asked: Asked) -> Any:
    return await asked.service.profiles.change(asked.secret, asked.body)


async def _forget_profile(asked: Asked) -> Any:
    return await asked.service.profiles.delete(asked.secret)


async def _sign_out_elsewhere(asked: Asked) -> Any:
    return await asked.service.profiles.sign_out_others(asked.secret)


async def _code(asked: Asked) -> Any:
    return await asked.service.profiles.new_code(asked.secret)


async def _claim(asked: Asked) -> Any:
    return await asked.service.profiles.claim(asked.body)


async def _rotate(asked: Asked) -> Any:
    return await asked.service.keys.rotate(asked.secret or "")


async def _lobby(asked: Asked) -> Any:
    return await asked.service.tables.lobby()


async def _games(asked: Asked) -> Any:
    return list_games()


async def _new_table(asked: Asked) -> Any:
    return await asked.service.tables.open(asked.body, asked.client, asked.secret)


async def _promise(asked: Asked) -> Any:
    return await asked.service.tables.promise()


async def _invitation(asked: Asked) -> Any:
    return await asked.service.tables.invitation(asked.secret)


async def _preview(asked: Asked) -> Any:
    return await asked.service.tables.preview(asked.body.table)


async def _join(asked: Asked) -> Any:
    return await asked.service.tables.join(asked.body, asked.secret)


async def _leave(asked: Asked) -> Any:
    return await asked.service.tables.leave(asked.secret)


async def _follow(asked: Asked) -> Any:
    return await asked.service.tables.follow(asked.secret)


async def _table(asked: Asked) -> Any:
    key = await asked.service.keys.find(asked.secret, "seat", "watch")
    live = asked.service.live
    table = await live.read(key.table or "")
    asked.charge(retelling_cost(table) - RETELLING_TOKENS)
    return Pov(key.seat, asked.language, story=True).snapshot(table, live.time_of(table.name))


async def _replay(asked: Asked) -> Any:
    key = await asked.service.keys.find(asked.secret, "seat", "watch")
    table = await asked.service.live.read(key.table or "")
    if not table.is_over:
        raise Refusal("record_not_over")
    asked.charge(replay_cost(table) - REPLAY_TOKENS)
    return replay(table, key.seat, asked.language)


async def _record(asked: Asked) -> Any:
    key = await asked.service.keys.find(asked.secret, "seat", "watch")
    asked.charge(retelling_cost(await asked.service.live.read(key.table or "")) - RETELLING_TOKENS)
    return await asked.service.tables.record(asked.secret)


async def _tomb_lesson(asked: Asked) -> Any:
    return lesson("tomb", asked.language)


async def _dungeon_lesson(asked: Asked) -> Any:
    return lesson("dungeon", asked.language)


async def _own_seat(asked: Asked) -> Any:
    return await asked.service.profiles.open_seat(asked.secret, asked.body.table)


SEAT, WATCH, PROFILE = "a seat's key", "a seat's key, or one to watch with", "a profile's key"

ROUTES = (
    Route(
        "GET", "/api/games", "What can be played, and with which options", messages.Games, _games
    ),
    Route(
        "GET",
        "/api/lessons/tomb",
        "The walkthrough of Tomb of Four Kings",
        messages.Lesson,
        _tomb_lesson,
        costs=10,
        versioned=True,
    ),
    Route(
        "GET",
        "/api/lessons/dungeon",
        "The lesson of Dungeon",
        messages.Lesson,
        _dungeon_lesson,
        costs=10,
        versioned=True,
    ),
    Route("GET", "/api/lobby", "The tables that wait for players", messages.Lobby, _lobby),
    Route(
        "POST",
        "/api/profiles",
        "A profile, and its key",
        messages.ProfileKey,
        _profile,
        messages.NewProfile,
        status=201,
    ),
    Route(
        "GET",
        "/api/profile",
        "The profile, its tables and results",
        messages.ProfileShown,
        _show_profile,
        key=PROFILE,
        versioned=True,
    ),
    Route(
        "PUT",
        "/api/profile",
        "Another name or language",
        messages.ProfileShown,
        _change_profile,
        messages.NewProfile,
        PROFILE,
        versioned=True,
    ),
    Route(
        "DELETE",
        "/api/profile",
        "Forget the profile, its keys and its list of results",
        messages.Health,
        _forget_profile,
        key=PROFILE,
    ),
    Route(
        "DELETE",
        "/api/profile/keys",
        "Sign out on all other devices",
        messages.Health,
        _sign_out_elsewhere,
        key=PROFILE,
    ),
    Route(
        "POST",
        "/api/profile/code",
        "A code that moves the profile to another device",
        messages.Code,
        _code,
        key=PROFILE,
        status=201,
    ),
    Route(
        "POST",
        "/api/profile/claim",
        "Use such a code",
        messages.ProfileKey,
        _claim,
        messages.Claim,
        status=201,
    ),
    Route(
        "POST",
        "/api/profile/key",
        "A new key; the old one is gone",
        messages.Rotated,
        _rotate,
        key=PROFILE,
        status=201,
    ),
    Route(
        "POST",
        "/api/profile/seat",
        "A key to the profile's own seat",
        messages.Seated,
        _own_seat,
        messages.OwnSeat,
        PROFILE,
        status=201,
    ),
    Route(
        "POST",
        "/api/promises",
        "The promise of a shuffle to come",
        messages.Promise,
        _promise,
        status=201,
    ),
    Route(
        "GET",
        "/api/invitation",
        "What an invitation is for",
        messages.Invitation,
        _invitation,
        key="the key of an invitation",
    ),
    Route(
        "POST",
        "/api/invitation",
        "What a listed table is for",
        messages.Invitation,
        _preview,
        messages.Preview,
    ),
    Route(
        "POST",
        "/api/tables",
        "Open a table",
        messages.Seated,
        _new_table,
        messages.NewTable,
        PROFILE,
        optional_key=True,
        status=201,
    ),
    Route(
        "POST",
        "/api/seats",
        "Take a seat at a table",
        messages.Seated,
        _join,
        messages.Join,
        PROFILE,
        optional_key=True,
        status=201,
        costs=JOIN_TOKENS,
    ),
    Route(
        "DELETE",
        "/api/seat",
        "Leave: the seat is free again, or resigns",
        messages.Health,
        _leave,
        key=SEAT,
    ),
    Route(
        "POST",
        "/api/seat/key",
        "A new key; the old one is gone",
        messages.Rotated,
        _rotate,
        key=SEAT,
        status=201,
    ),
    Route(
        "POST",
        "/api/seat/rematch",
        "The same seat at the rematch's table",
        messages.Seated,
        _follow,
        key=SEAT,
        status=201,
    ),
    Route(
        "GET",
        "/api/table",
        "The table as this key may see it",
        messages.Table,
        _table,
        key=WATCH,
        costs=RETELLING_TOKENS,
        versioned=True,
    ),
    Route(
        "GET",
        "/api/replay",
        "A finished game, move by move",
        messages.Replay,
        _replay,
        key=WATCH,
        costs=REPLAY_TOKENS,
        versioned=True,
    ),
    Route(
        "GET",
        "/api/record",
        "The record of a finished game",
        dict[str, Any],
        _record,
        key=WATCH,
        costs=RETELLING_TOKENS,
        versioned=True,
    ),
)

STATUS = {
    "unknown_key": 401,
    "unknown_table": 404,
    "unknown_code": 404,
    "code_check": 404,
    "unknown_promise": 404,
    "no_such_page": 404,
    "method_not_allowed": 405,
    "too_slow": 408,
    "seat_taken": 409,
    "same_name": 409,
    "no_rematch": 409,
    "record_not_over": 409,
    "cannot_resign": 409,
    "share_taken": 409,
    "secret_taken": 409,
    "too_many_listed": 429,
    "table_closed": 409,
    **dict.fromkeys(
        ("bad_clock", "deal_for_solitaires", "house_value", "too_many_bots", "unknown_house_rule"),
        409,
    ),
    "too_long": 413,
    "not_json": 415,
    "wrong_host": 421,
    "too_many_tables": 429,
    "too_fast": 429,
    "bad_origin": 403,
    "table_damaged": 500,
    "table_busy": 503,
    "draining": 503,
    "unavailable": 503,
    **dict.fromkeys(
        (
            "store_unavailable",
            "store_full",
            "store_in_use",
            "store_closed",
            "store_rejected",
            "store_damaged",
        ),
        503,
    ),
}
"""The status of a refusal; 400 for all others."""


PROTOCOL_PARAMETER = {
    "name": "protocol",
    "in": "query",
    "description": "The protocol that the client reads.",
    "schema": {"type": "integer", "enum": [1, 2], "default": messages.OLDEST_PROTOCOL},
}


def openapi(version: str) -> dict[str, Any]:
    """The description of all routes, from the same data."""
    kinds = (
        {route.reply for route in ROUTES}
        | {route.body for route in ROUTES if route.body}
        | {messages.NotTaken}
    )
    named = sorted(
        (kind for kind in kinds if is_message(kind)), key=lambda kind: str(kind.__name__)
    )
    _, parts = msgspec.json.schema_components(named, ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Underdeck",
            "version": version,
            "description": "Profiles, tables, records and results; play goes over /ws.",
        },
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    """One route as OpenAPI describes it."""
    refused = {
        "description": "Refused",
        "content": {"application/json": {"schema": _ref(messages.NotTaken)}},
    }
    statuses = {400, 403, 408, 413, 415, 421, 429, 503} | (
        {401, 404, 409} if route.key or route.body else set()
    )
    told: dict[str, Any] = {
        "operationId": f"{route.method.lower()}{route.path.replace('/api', '').replace('/', '_')}",
        "summary": route.summary,
        "responses": {
            str(route.status): {
                "description": route.summary,
                "content": {"application/json": {"schema": _ref(route.reply)}},
            },
            **{str(status): refused for status in sorted(statuses)},
        },
    }
    if route.body is not None:
        told["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _ref(route.body)}},
        }
    if route.versioned:
        told["parameters"] = [PROTOCOL_PARAMETER]
    if route.key:
        told["security"] = [{"key": []}, {}] if route.optional_key else [{"key": []}]
        told["description"] = (
            f"Needs {route.key}." if not route.optional_key else f"May be sent with {route.key}."
        )
    return told


def _ref(kind: Any) -> dict[str, Any]:
    """Where a type is described."""
    return (
        {"$ref": f"#/components/schemas/{kind.__name__}"}
        if is_message(kind)
        else {"type": "object"}
    )


def is_message(kind: Any) -> bool:
    """Is it one of ours, described by name?"""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
