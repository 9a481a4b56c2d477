"""Security headers on every response, and the check of the Origin header."""

import asyncio
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket

from underdeck.serve.headers import SecurityHeaders, is_origin_allowed

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


async def page(request: Request) -> Response:
    return PlainTextResponse(
        "page", headers={"Cache-Control": "max-age=60", "Referrer-Policy": "unsafe-url"}
    )


async def broken(request: Request) -> Response:
    raise ValueError


async def closed(websocket: WebSocket) -> None:
    await websocket.send_denial_response(PlainTextResponse("no", status_code=403))


def respond(path: str, scheme: str = "http", kind: str = "http") -> tuple[int, Headers]:
    """Return the status and the headers of a response of another application."""
    paths = ["/", "/api", "/api/tables", "/apiary"]
    routes = [
        *(Route(each, page) for each in paths),
        Route("/api/broken", broken),
        WebSocketRoute("/ws", closed),
    ]
    scope: dict[str, Any] = {
        "type": kind,
        "method": "GET",
        "path": path,
        "scheme": scheme,
        "headers": [],
        "query_string": b"",
        "root_path": "",
        "extensions": {"websocket.http.response": {}},
        "subprotocols": [],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        try:
            await SecurityHeaders(Starlette(routes=routes))(scope, receive, send)
        except ValueError:
            assert path == "/api/broken"

    asyncio.run(run())
    return sent[0]["status"], Headers(raw=sent[0]["headers"])


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/nowhere", 404), ("/api/tables", 200), ("/api/broken", 500)]
)
def test_every_response_has_each_header_once(path: str, status: int) -> None:
    actual, headers = respond(path)
    assert actual == status
    expected = {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    for name, value in expected.items():
        assert headers.getlist(name) == [value]


def test_the_page_may_play_sounds_and_copy_but_use_no_other_feature() -> None:
    features = respond("/")[1]["permissions-policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= set(features)
    used = {feature for feature in features if not feature.endswith("=()")}
    assert used == {"autoplay=(self)", "clipboard-write=(self)"}
    assert len(set(features)) == len(features)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/api", "no-store"),
        ("/api/tables", "no-store"),
        ("/api/nowhere", "no-store"),
        ("/apiary", "max-age=60"),
        ("/", "max-age=60"),
    ],
)
def test_only_api_responses_are_never_cached(path: str, expected: str) -> None:
    assert respond(path)[1].getlist("cache-control") == [expected]


def test_strict_transport_security_is_sent_over_https_only() -> None:
    assert "strict-transport-security" not in respond("/")[1]
    assert respond("/", "https")[1]["strict-transport-security"] == "max-age=31536000"


def test_a_refused_handshake_has_the_headers_too() -> None:
    status, headers = respond("/ws", "ws", "websocket")
    assert status == 403
    assert headers["content-security-policy"] == POLICY


def test_an_accepted_websocket_gets_no_headers() -> None:
    sent: list[Message] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send(
            {
                "type": "websocket.accept"
                if scope["type"] == "websocket"
                else "lifespan.startup.complete"
            }
        )

    async def receive() -> Message:
        return {}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(
        SecurityHeaders(app)({"type": "websocket", "path": "/ws", "scheme": "wss"}, receive, send)
    )
    asyncio.run(SecurityHeaders(app)({"type": "lifespan"}, receive, send))
    assert sent == [{"type": "websocket.accept"}, {"type": "lifespan.startup.complete"}]


def test_a_request_without_an_origin_is_allowed() -> None:
    assert is_origin_allowed(Headers({}), "table.example", ())


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://table.example", "table.example"),
        ("https://Table.Example", "table.EXAMPLE"),
        ("http://table.example:8000", "table.example:8000"),
        ("https://table.example", "table.example:443"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://localhost:5173", "table.example"),
    ],
)
def test_our_own_origin_is_allowed(origin: str, host: str) -> None:
    assert is_origin_allowed(Headers({"Origin": origin}), host, {"localhost:5173"})


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "table.example",
        "https://",
        "https://evil.example",
        "https://table.example.evil.example",
        "https://eviltable.example",
        "https://table.example:444",
        "https://table.example/",
        "https://table.example@evil.example",
        "https://evil.example#table.example",
        "https://evil.example\\table.example",
        "https://table.example https://evil.example",
        "ftp://table.example",
        "file://table.example",
        "https://localhost",
        "https://localhost:51731",
    ],
)
def test_other_origins_are_refused(origin: str) -> None:
    assert not is_origin_allowed(Headers({"Origin": origin}), "table.example", {"localhost:5173"})


@pytest.mark.parametrize(
    "allowed",
    [
        "https://cards.example",
        "https://Cards.example/",
        "https://cards.example:443",
        "cards.example",
    ],
)
def test_an_allowed_origin_may_be_given_whole_or_by_its_host(allowed: str) -> None:
    assert is_origin_allowed(
        Headers({"Origin": "https://cards.example"}), "table.example", [allowed]
    )


def test_an_allowed_origin_includes_its_scheme() -> None:
    assert not is_origin_allowed(
        Headers({"Origin": "http://cards.example"}), "table.example", ["https://cards.example"]
    )
