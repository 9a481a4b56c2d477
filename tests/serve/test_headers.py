"""Headers: every answer carries them, and only pages that may talk to us do."""

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
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


async def page(request: Request) -> Response:
    return PlainTextResponse(
        "page", headers={"Cache-Control": "max-age=60", "Referrer-Policy": "unsafe-url"}
    )


async def broken(request: Request) -> Response:
    raise ValueError


async def closed(websocket: WebSocket) -> None:
    await websocket.send_denial_response(PlainTextResponse("no", status_code=403))


def answer(path: str, scheme: str = "http", kind: str = "http") -> tuple[int, Headers]:
    """The status and the headers of an answer."""
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
def test_every_answer_carries_them_once(path: str, status: int) -> None:
    told, headers = answer(path)
    assert told == status
    expected = {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    for name, value in expected.items():
        assert headers.getlist(name) == [value]


def test_a_page_may_sound_and_copy_and_use_nothing_else_of_the_device() -> None:
    powers = answer("/")[1]["permissions-policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= set(powers)
    own = {power for power in powers if not power.endswith("=()")}
    assert own == {"autoplay=(self)", "clipboard-write=(self)"}
    assert len(set(powers)) == len(powers)


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
def test_only_the_api_is_never_stored(path: str, expected: str) -> None:
    assert answer(path)[1].getlist("cache-control") == [expected]


def test_https_is_demanded_only_over_https() -> None:
    assert "strict-transport-security" not in answer("/")[1]
    assert answer("/", "https")[1]["strict-transport-security"] == "max-age=31536000"


def test_a_refused_websocket_carries_them_too() -> None:
    status, headers = answer("/ws", "ws", "websocket")
    assert status == 403
    assert headers["content-security-policy"] == POLICY


def test_an_accepted_websocket_is_left_alone() -> None:
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


def test_who_has_no_origin_is_no_browser() -> None:
    assert is_origin_allowed(Headers({}), "house.example", ())


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://house.example", "house.example"),
        ("https://House.Example", "house.EXAMPLE"),
        ("http://house.example:8000", "house.example:8000"),
        ("https://house.example", "house.example:443"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://localhost:5173", "house.example"),
    ],
)
def test_our_own_pages_may_talk_to_us(origin: str, host: str) -> None:
    assert is_origin_allowed(Headers({"Origin": origin}), host, {"localhost:5173"})


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "house.example",
        "https://",
        "https://evil.example",
        "https://house.example.evil.example",
        "https://evilhouse.example",
        "https://house.example:444",
        "https://house.example/",
        "https://house.example@evil.example",
        "https://evil.example#house.example",
        "https://evil.example\\house.example",
        "https://house.example https://evil.example",
        "ftp://house.example",
        "file://house.example",
        "https://localhost",
        "https://localhost:51731",
    ],
)
def test_other_pages_may_not(origin: str) -> None:
    assert not is_origin_allowed(Headers({"Origin": origin}), "house.example", {"localhost:5173"})


@pytest.mark.parametrize(
    "extra",
    [
        "https://cards.example",
        "https://Cards.example/",
        "https://cards.example:443",
        "cards.example",
    ],
)
def test_another_origin_is_named_whole_or_by_its_host(extra: str) -> None:
    assert is_origin_allowed(Headers({"Origin": "https://cards.example"}), "house.example", [extra])


def test_another_origin_counts_with_its_scheme() -> None:
    assert not is_origin_allowed(
        Headers({"Origin": "http://cards.example"}), "house.example", ["https://cards.example"]
    )
