"""The ASGI application: every request is counted, limited, read, answered or refused; nothing ends in a traceback."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from html import escape
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import parse_qs

import msgspec

from underdeck.refusal import Refusal
from underdeck.say.words import LANGUAGES, Words, catalogue
from underdeck.serve import messages
from underdeck.serve.addresses import client_of
from underdeck.serve.allowed_hosts import ServedNames
from underdeck.serve.errors import told_outside
from underdeck.serve.headers import SecurityHeaders, origin_allowed
from underdeck.serve.http_limits import MAX_CONNECTIONS, REQUEST_TIMEOUT_S
from underdeck.serve.limits import Limits, Quota
from underdeck.serve.logs import log_exception
from underdeck.serve.metrics import Metrics
from underdeck.serve.protocol_v1 import downgrade
from underdeck.serve.routes import ROUTES, STATUS, Asked, Route, openapi
from underdeck.serve.service import Service
from underdeck.serve.static import Page
from underdeck.serve.websocket import DISCONNECTED, Connection
from underdeck.table.names import MAX_NAME_LENGTH

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

PLAIN_PATHS = (
    "/",
    "/api/health",
    "/api/ready",
    "/api/openapi.json",
    "/api/socket.json",
    "/metrics",
    "/ws",
)
WATCHED_PATHS = frozenset({"/metrics", "/api/ready"})
"""What only those may see who look after the house."""
HERE = (ip_network("127.0.0.0/8"), ip_network("::1"))
NAMED = re.compile(r"Object (?:missing required|contains unknown) field `([^`]*)`")
PLACED = re.compile(r"`\$\.?([^`]*)`$")
JSON, HTML = "application/json", "text/html; charset=utf-8"
PAUSED = frozenset({"too_fast", "wrong_host"})
REFUSAL_PAUSE_S = 0.5
"""Refusals of these kinds wait, so that a flood is as slow as its connections are few."""
FILES_PER_REQUEST = 5
"""How much more often than requests that do something, files may be asked for."""


def new_metrics() -> Metrics:
    """Metrics whose labels are our routes and our refusals."""
    codes = catalogue("en", "common")["refusal"]
    return Metrics({route.path for route in ROUTES} | set(PLAIN_PATHS), set(codes))


class App:
    """The edge: HTTP under /api, play under /ws."""

    def __init__(
        self,
        service: Service,
        version: str,
        *,
        origins: Collection[str] = (),
        per_second: float = 50,
        most_sockets: int = 40,
    ) -> None:
        self.service = service
        self.metrics = service.live.metrics
        self.version = version
        self.origins = origins
        self.observers: Collection[IPv4Network | IPv6Network] = HERE
        self.steady = time.monotonic
        """Seconds that always go forward, whatever is done to the machine's clock; all limits are counted by them."""
        self.names = ServedNames()
        self.body_timeout = REQUEST_TIMEOUT_S
        self.refusal_pause = REFUSAL_PAUSE_S
        self.requests = Limits(per_second, int(per_second * 4))
        self.files = Limits(per_second * FILES_PER_REQUEST, int(per_second * 4) * FILES_PER_REQUEST)
        """Files of the page and what else needs no key: one visit asks for about eighty."""
        self.handshakes = Limits(per_second, int(per_second * 4))
        self.messages = Limits(per_second, int(per_second * 4))
        self.sockets = Quota(most_sockets)
        self.connections = Quota(max(MAX_CONNECTIONS, most_sockets))
        """Requests and sockets at work, by the client's address as a trusted proxy forwards it."""
        self.page = Page()
        self._described = {
            "/api/openapi.json": msgspec.json.encode(openapi(version)),
            "/api/socket.json": msgspec.json.encode(messages.socket_schema()),
        }
        self._routes = {(route.method, route.path): route for route in ROUTES}
        self._paths = {
            route.path: [each.method for each in ROUTES if each.path == route.path]
            for route in ROUTES
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one socket."""
        if scope["type"] not in ("http", "websocket"):
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        client, taken = client_of(scope), False
        try:
            taken = self.connections.take(client)
            if not taken:
                raise Refusal("too_fast")
            if any(
                value.decode("latin-1") not in self.names
                for name, value in scope["headers"]
                if name == b"host"
            ):
                raise Refusal("wrong_host")
            await (self._http if scope["type"] == "http" else self._socket)(
                scope, headers, client, receive, send
            )
        except Refusal as refusal:
            if taken and refusal.code in PAUSED:
                await asyncio.sleep(self.refusal_pause)
            await self._refuse(scope, headers, send, refusal)
        finally:
            if taken:
                self.connections.give(client)

    # HTTP

    async def _http(
        self, scope: Scope, headers: dict[str, str], client: str, receive: Receive, send: Send
    ) -> None:
        method, path = scope["method"].replace("HEAD", "GET"), scope["path"]
        found = self.page.find(path, headers) if method == "GET" else None
        is_plain = method == "GET" and path in PLAIN_PATHS
        limits = self.files if found or is_plain else self.requests
        if not limits.allow(client, self.steady()):
            raise Refusal("too_fast")
        if found:
            await self._send_file(scope, send, *found)
            return
        words = Words(language_of(headers.get("accept-language", "")))
        try:
            if is_plain:
                status, body, kind = await self._plain(scope, words)
            else:
                status, body, kind = await self._answer(scope, headers, client, receive, words)
        except Refusal:
            raise
        except Exception as error:
            log_exception("request_failed", error)
            status, body, kind = 500, refused(words, Refusal("broken")), JSON
        await self._send(scope, send, status, body, [(b"content-type", kind.encode())])

    async def _send(
        self, scope: Scope, send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]
    ) -> None:
        """Send a whole response."""
        self.metrics.count_request(scope["path"], status)
        start = [*headers, (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": start})
        await send(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body}
        )

    async def _refuse(
        self, scope: Scope, headers: dict[str, str], send: Send, refusal: Refusal
    ) -> None:
        """Send a refusal with its status; a handshake is answered with 403, for uvicorn logs any other refusal of one as an error."""
        status = STATUS.get(refusal.code, 400)
        self.metrics.count_refusal(refusal.code)
        more = [(b"content-type", JSON.encode())]
        if status == 405:
            more.append((b"allow", ", ".join(self._paths[scope["path"]]).encode()))
        if status in (429, 503):
            more.append((b"retry-after", b"2"))
        if status == 408:
            more.append((b"connection", b"close"))
        if scope["type"] == "http":
            words = Words(language_of(headers.get("accept-language", "")))
            await self._send(scope, send, status, refused(words, refusal), more)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _send_file(
        self, scope: Scope, send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]
    ) -> None:
        """A file of the page."""
        self.metrics.count_request("/", status)
        length = [(b"content-length", str(len(body)).encode())] if status == 200 else []
        await send(
            {"type": "http.response.start", "status": status, "headers": [*headers, *length]}
        )
        await send(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body}
        )

    async def _answer(
        self, scope: Scope, headers: dict[str, str], client: str, receive: Receive, words: Words
    ) -> tuple[int, bytes, str]:
        """Return the status, the body and its type."""
        method = scope["method"].replace("HEAD", "GET")
        route = self._route(method, scope["path"])
        is_protocol_1 = route.versioned and protocol_of(scope) == 1
        if route.costs > 1 and not self.requests.allow(client, self.steady(), route.costs - 1):
            raise Refusal("too_fast")
        if method != "GET" and not origin_allowed(headers, headers.get("host", ""), self.origins):
            raise Refusal("bad_origin")
        try:
            async with asyncio.timeout(self.body_timeout):
                body = await read_body(receive)
        except TimeoutError:
            raise Refusal("too_slow") from None

        def charge(tokens: int) -> None:
            if tokens > 0 and not self.requests.charge(client, self.steady(), tokens):
                raise Refusal("too_fast")

        asked = Asked(
            self.service,
            client,
            words.language,
            secret_of(headers),
            read_json(route, headers, body),
            charge,
        )
        answer = await route.answer(asked)
        if is_protocol_1:
            answer = downgrade(answer)
        return route.status, messages.ENCODER.encode(answer), JSON

    def _may_observe(self, scope: Scope) -> bool:
        """May this address see how the house is doing? On a quiet day the numbers tell who has answered what."""
        try:
            address = ip_address((scope.get("client") or ("", 0))[0])
        except ValueError:
            return False
        return any(address in network for network in self.observers)

    def _route(self, method: str, path: str) -> Route:
        if path not in self._paths:
            raise Refusal("no_such_page")
        if (method, path) not in self._routes:
            raise Refusal("method_not_allowed", methods=self._paths[path])
        return self._routes[method, path]

    async def _plain(self, scope: Scope, words: Words) -> tuple[int, bytes, str]:
        """Answer what needs no key: the server's health and its descriptions."""
        path = scope["path"]
        if path in WATCHED_PATHS and not self._may_observe(scope):
            raise Refusal("no_such_page")
        if path == "/":
            return 200, front_page(words), HTML
        if path in self._described:
            return 200, self._described[path], JSON
        if path == "/metrics":
            body, kind = self.metrics.render()
            return 200, body, kind
        if path == "/ws":
            raise Refusal("socket_only")
        if path == "/api/health":
            return 200, messages.ENCODER.encode(messages.Health("ok")), JSON
        draining = self.service.live.draining
        ready = not draining and await self.service.store.check()
        told = messages.Health("ok" if ready else "draining" if draining else "unavailable")
        return 200 if ready else 503, messages.ENCODER.encode(told), JSON

    # Sockets

    async def _socket(
        self, scope: Scope, headers: dict[str, str], client: str, receive: Receive, send: Send
    ) -> None:
        await receive()
        if not self.handshakes.allow(client, self.steady()):
            raise Refusal("too_fast")
        allowed = scope["path"] == "/ws" and origin_allowed(
            headers, headers.get("host", ""), self.origins
        )
        if not allowed or self.service.live.draining or not self.sockets.take(client):
            await send({"type": "websocket.close", "code": 1008})
            return
        self.metrics.connections.inc()
        try:
            await send({"type": "websocket.accept"})
            await Connection(self.service, client, self.messages, receive, send).run()
        except Exception as error:
            log_exception("socket_failed", error)
            with suppress(*DISCONNECTED):
                await send({"type": "websocket.close", "code": 1011})
        finally:
            self.sockets.give(client)
            self.metrics.connections.dec()


def refused(words: Words, refusal: Refusal) -> bytes:
    """A refusal as a body."""
    return messages.ENCODER.encode(
        messages.NotTaken(messages.RefusedParts(refusal.code, told_outside(words, refusal)))
    )


def front_page(words: Words) -> bytes:
    """What somebody sees who comes with a browser."""
    title, text, description = (
        escape(words.say(f"cli.serve.{key}"))
        for key in ("page_title", "page_text", "page_description")
    )
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width"></head>'
        f'<body><main><h1>{title}</h1><p>{text}</p><p><a href="/api/openapi.json">{description}</a></p></main></body></html>'
    ).encode()


def with_headers(app: App) -> SecurityHeaders:
    """The application as it is served."""
    return SecurityHeaders(app)  # type: ignore[arg-type]


def language_of(accepted: str) -> str:
    """The first language that we speak of those that a browser names."""
    wished = (part.strip()[:2].lower() for part in accepted.split(","))
    return next((language for language in wished if language in LANGUAGES), "en")


def secret_of(headers: dict[str, str]) -> str | None:
    """The key that came with a request."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and secret else None


async def read_body(receive: Receive) -> bytes:
    """What was sent, if it isn't too long."""
    body = b""
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            return body
        part: bytes = event.get("body", b"")
        body += part
        if len(body) > messages.MOST_BYTES:
            raise Refusal("too_long", most=messages.MOST_BYTES)
        if not event.get("more_body"):
            return body


def protocol_of(scope: Scope) -> int:
    """Return the protocol that a request asks for in its query; the oldest if it names none."""
    query = parse_qs(scope.get("query_string", b""), keep_blank_values=True)
    named = query.get(b"protocol", [b"%d" % messages.OLDEST_PROTOCOL])
    if named not in ([b"1"], [b"2"]):
        raise Refusal("bad_request", field="protocol")
    return int(named[0])


def read_json(route: Route, headers: dict[str, str], body: bytes) -> Any:
    """The body as the route wants it."""
    if route.body is None:
        return None
    if headers.get("content-type", JSON).partition(";")[0].strip().lower() != JSON:
        raise Refusal("not_json")
    try:
        return msgspec.json.decode(body, type=route.body)
    except msgspec.ValidationError as error:
        field = field_of(str(error))
        if field == "name" and "matching regex" in str(error):
            raise Refusal("bad_name", most=MAX_NAME_LENGTH) from None
        if field:
            raise Refusal("bad_request", field=field) from None
        raise Refusal("message_unclear") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Refusal("message_unclear") from None


def field_of(complaint: str) -> str:
    """The field that a complaint of msgspec's is about, as in `clock.move`; "" for the whole body."""
    named, placed = NAMED.match(complaint), PLACED.search(complaint)
    return ".".join(found[1] for found in (placed, named) if found and found[1])
