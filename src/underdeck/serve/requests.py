"""Reading HTTP requests: language, key and body."""

import re
from collections.abc import Mapping
from typing import Any, get_args
from urllib.parse import parse_qs

import msgspec

from underdeck.refusal import Refusal
from underdeck.say.words import LANGUAGES
from underdeck.serve.asgi import Receive, Scope
from underdeck.serve.messages import MAX_MESSAGE_BYTES, OLDEST_PROTOCOL, Protocol
from underdeck.serve.responses import JSON
from underdeck.table.names import MAX_NAME_LENGTH

FIELD_NAME = re.compile(r"Object (?:missing required|contains unknown) field `([^`]*)`")
FIELD_PATH = re.compile(r"`\$\.?([^`]*)`$")
NAME_PATTERN_ERROR = "matching regex"
NULL = b"\\u0000"
"""The null character in JSON, which no text has and PostgreSQL can't store."""


def decode_headers(scope: Scope) -> dict[str, str]:
    """Return the headers of a request by name; of repeated ones the last."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def accepted_language(headers: Mapping[str, str]) -> str:
    """Return the first supported language of the Accept-Language header, or English."""
    accepted = headers.get("accept-language", "").split(",")
    languages = (part.strip()[:2].lower() for part in accepted)
    return next((language for language in languages if language in LANGUAGES), "en")


def bearer_secret(headers: Mapping[str, str]) -> str | None:
    """Return the key in the Authorization header."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and secret else None


def requested_protocol(scope: Scope) -> Protocol:
    """Return the protocol that the query asks for; the oldest if it names none."""
    query = parse_qs(scope.get("query_string", b""), keep_blank_values=True)
    names = query.get(b"protocol", [b"%d" % OLDEST_PROTOCOL])
    protocols: dict[bytes, Protocol] = {b"%d" % one: one for one in get_args(Protocol)}
    if len(names) != 1 or names[0] not in protocols:
        raise Refusal("bad_request", field="protocol")
    return protocols[names[0]]


async def read_body(receive: Receive, max_bytes: int = MAX_MESSAGE_BYTES) -> bytes:
    """Receive a body of limited size."""
    body = bytearray()
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            return bytes(body)
        body += event.get("body", b"")
        if len(body) > max_bytes:
            raise Refusal("too_long", most=max_bytes)
        if not event.get("more_body"):
            return bytes(body)


def decode_json(kind: Any, headers: Mapping[str, str], body: bytes) -> Any:
    """Decode a JSON body strictly as a message of this type."""
    if headers.get("content-type", JSON).partition(";")[0].strip().lower() != JSON:
        raise Refusal("not_json")
    if NULL in body:
        raise Refusal("message_unclear")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise _validation_refusal(str(error)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Refusal("message_unclear") from None


def _validation_refusal(message: str) -> Refusal:
    """Return the error for an invalid body, which names the field if there is one."""
    field = invalid_field(message)
    if field == "name" and NAME_PATTERN_ERROR in message:
        return Refusal("bad_name", most=MAX_NAME_LENGTH)
    return Refusal("bad_request", field=field) if field else Refusal("message_unclear")


def invalid_field(message: str) -> str:
    """Return the field that an error of msgspec is about, such as `clock.move`; "" for the body."""
    found = FIELD_PATH.search(message), FIELD_NAME.match(message)
    return ".".join(match[1] for match in found if match and match[1])
