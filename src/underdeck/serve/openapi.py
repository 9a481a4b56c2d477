"""The OpenAPI document, made from the routes."""

from collections.abc import Sequence
from typing import TypeGuard, get_args

import msgspec

from underdeck.json_types import JsonObject
from underdeck.serve import messages
from underdeck.serve.messages.fields import list_registered_names
from underdeck.serve.routes.base import PARAMETER, Route
from underdeck.serve.schemas.base import game_schemas

REF_TEMPLATE = "#/components/schemas/{name}"
COMMON_ERRORS = frozenset({400, 403, 408, 413, 415, 421, 429, 503})
LOOKUP_ERRORS = frozenset({401, 404, 409})
"""Errors of routes that look something up by a key, a body or a path."""
PROTOCOL_PARAMETER: JsonObject = {
    "name": "protocol",
    "in": "query",
    "description": "The protocol that the client reads.",
    "schema": {
        "type": "integer",
        "enum": list(get_args(messages.Protocol)),
        "default": messages.OLDEST_PROTOCOL,
    },
}


def openapi(version: str, routes: Sequence[Route], *, is_newest_only: bool = False) -> JsonObject:
    """Return the OpenAPI document of these routes, in all protocols or in the newest only."""
    types = {
        messages.NotTaken,
        *(kind for route in routes for kind in (route.response, route.body)),
    }
    structs = sorted(filter(is_struct, types), key=lambda kind: kind.__name__)
    _, schemas = msgspec.json.schema_components(structs, ref_template=REF_TEMPLATE)
    paths: dict[str, JsonObject] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = describe_operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Underdeck",
            "version": version,
            "description": "Profiles, tables, records and results; play goes over /ws.",
        },
        "paths": paths,
        "components": {
            "schemas": list_registered_names(
                schemas, REF_TEMPLATE, has_older_views=not is_newest_only
            )
            | game_schemas(REF_TEMPLATE),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def describe_operation(route: Route) -> JsonObject:
    """Return the OpenAPI description of one route."""
    operation: JsonObject = {
        "operationId": operation_id(route),
        "summary": route.summary,
        "responses": describe_responses(route),
    }
    if route.parameters or route.is_versioned:
        operation["parameters"] = describe_parameters(route)
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": json_content(route.body)}
    if route.key is not None:
        is_optional = route.key.is_optional
        operation["security"] = [{"key": []}, {}] if is_optional else [{"key": []}]
        verb = "May be sent with" if is_optional else "Needs"
        operation["description"] = f"{verb} {route.key.description}."
    return operation


def describe_parameters(route: Route) -> list[JsonObject]:
    """Return the parameters in a route's path and query."""
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": list_registered_names(msgspec.json.schema(kind)),
        }
        for name, kind in route.parameters.items()
    ]
    return [*parameters, PROTOCOL_PARAMETER] if route.is_versioned else parameters


def describe_responses(route: Route) -> JsonObject:
    """Return the responses of a route: its own, and its possible errors."""
    looks_up = route.key is not None or route.body is not None or route.parameters
    errors = COMMON_ERRORS | (LOOKUP_ERRORS if looks_up else frozenset())
    error = {"description": "Refused", "content": json_content(messages.NotTaken)}
    return {
        str(route.status): {"description": route.summary, "content": json_content(route.response)},
        **{str(status): error for status in sorted(errors)},
    }


def operation_id(route: Route) -> str:
    """Return the id of an operation, such as `post_profile_key`."""
    path = PARAMETER.sub(r"\1", route.path).removeprefix("/api").replace("/", "_")
    return f"{route.method.lower()}{path}"


def json_content(kind: object) -> JsonObject:
    """Describe a JSON body of a type."""
    ref = {"$ref": REF_TEMPLATE.format(name=kind.__name__)} if is_struct(kind) else None
    return {"application/json": {"schema": ref or {"type": "object"}}}


def is_struct(kind: object) -> TypeGuard[type[msgspec.Struct]]:
    """Return whether a type is a message, which is described by name."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
