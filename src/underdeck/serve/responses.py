"""HTTP responses as values: status, body and headers."""

import gzip
from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from underdeck.refusal import Refusal
from underdeck.say.words import Words
from underdeck.serve import messages
from underdeck.serve.errors import http_status, public_text

JSON, HTML = "application/json", "text/html; charset=utf-8"
RETRY_AFTER_S = 2
Headers = list[tuple[bytes, bytes]]


class Response(NamedTuple):
    """A whole response; its length is added when it is sent."""

    status: int
    body: bytes
    headers: Headers


def plain_response(body: bytes, content_type: str, status: int = 200) -> Response:
    """Return a response of one type without other headers."""
    return Response(status, body, [(b"content-type", content_type.encode())])


def json_response(data: object, status: int = 200) -> Response:
    """Return a message as JSON."""
    return plain_response(messages.ENCODER.encode(data), JSON, status)


def compress(response: Response, headers: Mapping[str, str]) -> Response:
    """Return a response compressed if the client accepts that."""
    varying = [*response.headers, (b"vary", b"accept-encoding")]
    if "gzip" not in headers.get("accept-encoding", ""):
        return response._replace(headers=varying)
    body = gzip.compress(response.body, mtime=0)
    return response._replace(body=body, headers=[*varying, (b"content-encoding", b"gzip")])


def error_response(words: Words, refusal: Refusal) -> Response:
    """Return an error with its code, a sentence and the headers that its status calls for."""
    parts = messages.RefusedParts(refusal.code, public_text(words, refusal))
    response = json_response(messages.NotTaken(parts), http_status(refusal))
    if response.status == 405:
        methods = ", ".join(refusal.params["methods"])  # type: ignore[arg-type]
        response.headers.append((b"allow", methods.encode()))
    if response.status in (429, 503):
        response.headers.append((b"retry-after", str(RETRY_AFTER_S).encode()))
    if response.status == 408:
        response.headers.append((b"connection", b"close"))
    return response


def front_page(words: Words) -> bytes:
    """Return the page shown at `/` where the browser client is not built."""
    title, text, description = (
        escape(words.say(f"cli.serve.{key}"))
        for key in ("page_title", "page_text", "page_description")
    )
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        f'<title>{title}</title><meta name="viewport" content="width=device-width"></head>'
        f"<body><main><h1>{title}</h1><p>{text}</p>"
        f'<p><a href="/api/openapi.json">{description}</a></p></main></body></html>'
    ).encode()
