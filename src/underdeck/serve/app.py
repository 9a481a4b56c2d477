"""The ASGI application: limits, HTTP dispatch and the WebSocket handshake.

Every request is counted and limited first; errors become responses, never tracebacks.
"""

import asyncio
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from underdeck.refusal import Refusal
from underdeck.say.words import Words, catalogue
from underdeck.serve import messages
from underdeck.serve.addresses import client_key
from underdeck.serve.allowed_hosts import AllowedHosts
from underdeck.serve.asgi import INTERNAL_ERROR, POLICY_VIOLATION, Receive, Scope, Send
from underdeck.serve.headers import SecurityHeaders, is_origin_allowed
from underdeck.serve.http_limits import REQUEST_TIMEOUT_S
from underdeck.serve.limits import (
    BURST_S,
    FILES_PER_REQUEST,
    MAX_CONNECTIONS,
    MAX_LARGE_BODIES,
    MAX_LARGE_BODIES_PER_CLIENT,
    MAX_PER_SECOND,
    MAX_WEBSOCKETS,
    Limits,
    Quota,
)
from underdeck.serve.logs import log_exception
from underdeck.serve.metrics import Metrics
from underdeck.serve.openapi import openapi
from underdeck.serve.protocol_v1 import downgrade
from underdeck.serve.requests import (
    accepted_language,
    bearer_secret,
    decode_headers,
    decode_json,
    read_body,
    requested_protocol,
)
from underdeck.serve.responses import (
    HTML,
    JSON,
    Response,
    compress,
    error_response,
    front_page,
    json_response,
    plain_response,
)
from underdeck.serve.routes import ROUTE_TABLE, ROUTES
from underdeck.serve.routes.base import Request, Route
from underdeck.serve.service import Service
from underdeck.serve.static import StaticFiles
from underdeck.serve.websocket import DISCONNECTED, HELLO_TIMEOUT_S, Connection

FIXED_PATHS = (
    "/",
    "/api/health",
    "/api/ready",
    "/api/openapi.json",
    "/api/socket.json",
    "/metrics",
    "/ws",
)
"""Paths of GET requests without a key or a body, which are limited like files."""
OBSERVER_PATHS = frozenset({"/metrics", "/api/ready"})
"""Paths for the operator's monitoring: on a quiet server the numbers would reveal single moves."""
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1"))
DELAYED_ERRORS = frozenset({"too_fast", "wrong_host"})
ERROR_DELAY_S = 0.5
"""These errors are delayed, so that a flood is limited by its number of connections."""


def new_metrics() -> Metrics:
    """Return metrics whose labels are the routes and error codes of this server."""
    codes = catalogue("en", "common")["refusal"]
    return Metrics({route.path for route in ROUTES} | set(FIXED_PATHS), set(codes))


class App:
    """HTTP under /api and for the page's files, and WebSockets at /ws."""

    def __init__(
        self,
        service: Service,
        version: str,
        *,
        origins: Collection[str] = (),
        max_per_second: float = MAX_PER_SECOND,
        max_websockets: int = MAX_WEBSOCKETS,
    ) -> None:
        self.service = service
        self.metrics = service.live.metrics
        self.origins = origins
        self.observers: Collection[IPv4Network | IPv6Network] = LOOPBACK
        self.monotonic = time.monotonic
        """The clock of all limits."""
        self.allowed_hosts = AllowedHosts()
        self.body_timeout_s = REQUEST_TIMEOUT_S
        self.hello_timeout_s = HELLO_TIMEOUT_S
        self.error_delay_s = ERROR_DELAY_S
        burst = int(max_per_second * BURST_S)
        self.requests = Limits(max_per_second, burst)
        self.files = Limits(max_per_second * FILES_PER_REQUEST, burst * FILES_PER_REQUEST)
        self.handshakes = Limits(max_per_second, burst)
        self.messages = Limits(max_per_second, burst)
        self.websockets = Quota(max_websockets)
        self.connections = Quota(max(MAX_CONNECTIONS, max_websockets))
        """Requests and WebSockets in progress, by the client's address behind a trusted proxy."""
        self.large_bodies = asyncio.Semaphore(MAX_LARGE_BODIES)
        """Limits the large bodies in memory, of all clients together."""
        self.large_senders = Quota(MAX_LARGE_BODIES_PER_CLIENT)
        """Limits each client to one large body at a time, so that slow ones don't block others."""
        self.page = StaticFiles()
        self._descriptions = {
            "/api/openapi.json": messages.ENCODER.encode(openapi(version, ROUTES)),
            "/api/socket.json": messages.ENCODER.encode(messages.socket_schema()),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request, or serve one WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            return
        headers, client = decode_headers(scope), client_key(scope)
        serve = self._serve_http if scope["type"] == "http" else self._serve_websocket
        is_admitted = self.connections.acquire(client)
        try:
            if not is_admitted:
                raise Refusal("too_fast")
            self._check_host(scope)
            await serve(scope, headers, client, receive, send)
        except Refusal as refusal:
            if is_admitted and refusal.code in DELAYED_ERRORS:
                await asyncio.sleep(self.error_delay_s)
            await self._refuse(scope, headers, send, refusal)
        finally:
            if is_admitted:
                self.connections.release(client)

    def _check_host(self, scope: Scope) -> None:
        """Refuse a request for a host name that is not ours."""
        hosts = (value.decode("latin-1") for name, value in scope["headers"] if name == b"host")
        if any(host not in self.allowed_hosts for host in hosts):
            raise Refusal("wrong_host")

    # HTTP

    async def _serve_http(
        self, scope: Scope, headers: Mapping[str, str], client: str, receive: Receive, send: Send
    ) -> None:
        method, path = scope["method"].replace("HEAD", "GET"), scope["path"]
        file = self.page.find(path, headers) if method == "GET" else None
        is_fixed = method == "GET" and path in FIXED_PATHS
        limits = self.files if file or is_fixed else self.requests
        if not limits.allow(client, self.monotonic()):
            raise Refusal("too_fast")
        if file:
            await self._send(scope, send, file, "/")
            return
        words = Words(accepted_language(headers))
        try:
            if is_fixed:
                response = await self._respond_fixed(scope, words)
            else:
                response = await self._respond(scope, headers, client, receive, words)
        except Refusal:
            raise
        except Exception as error:
            log_exception("request_failed", error)
            response = error_response(words, Refusal("broken"))
        await self._send(scope, send, response, ROUTE_TABLE.match(path)[0])

    async def _respond(
        self,
        scope: Scope,
        headers: Mapping[str, str],
        client: str,
        receive: Receive,
        words: Words,
    ) -> Response:
        """Find the route, check its limits and its body, and call its handler."""
        method = scope["method"].replace("HEAD", "GET")
        route, arguments = ROUTE_TABLE.find(method, scope["path"])
        protocol = requested_protocol(scope) if route.is_versioned else None
        extra = route.tokens - 1
        if extra and not self.requests.allow(client, self.monotonic(), extra):
            raise Refusal("too_fast")
        if method != "GET" and not self._is_origin_allowed(headers):
            raise Refusal("bad_origin")
        secret = bearer_secret(headers)
        body = await self._read_body(receive, route, secret, client)

        def charge(tokens: int) -> None:
            if tokens > 0 and not self.requests.charge(client, self.monotonic(), tokens):
                raise Refusal("too_fast")

        request = Request(
            self.service,
            client,
            words.language,
            secret,
            protocol or messages.OLDEST_PROTOCOL,
            charge,
        )
        if route.body is not None:
            arguments["body"] = decode_json(route.decoded, headers, body)
        data = await route.handler(request, **arguments)
        response = json_response(downgrade(data) if protocol == 1 else data, route.status)
        return compress(response, headers) if route.is_compressed else response

    async def _read_body(
        self, receive: Receive, route: Route, secret: str | None, client: str
    ) -> bytes:
        """Receive a body in time; a large one only with a valid key, and few at the same time."""
        try:
            async with asyncio.timeout(self.body_timeout_s):
                if route.max_body <= messages.MAX_MESSAGE_BYTES:
                    return await read_body(receive)
                await self.service.keys.find(secret, *(route.key.kinds if route.key else ()))
                if not self.large_senders.acquire(client):
                    raise Refusal("too_fast")
                try:
                    async with self.large_bodies:
                        return await read_body(receive, route.max_body)
                finally:
                    self.large_senders.release(client)
        except TimeoutError:
            raise Refusal("too_slow") from None

    async def _respond_fixed(self, scope: Scope, words: Words) -> Response:
        """Answer a request for one of the fixed paths."""
        path = scope["path"]
        if path in OBSERVER_PATHS and not self._may_observe(scope):
            raise Refusal("no_such_page")
        if path == "/":
            return plain_response(front_page(words), HTML)
        if path in self._descriptions:
            return plain_response(self._descriptions[path], JSON)
        if path == "/metrics":
            return plain_response(*self.metrics.render())
        if path == "/ws":
            raise Refusal("socket_only")
        if path == "/api/health":
            return json_response(messages.Health("ok"))
        return await self._readiness()

    async def _readiness(self) -> Response:
        """Report whether new requests should be sent here."""
        if self.service.live.draining:
            return json_response(messages.Health("draining"), 503)
        if not await self.service.store.check():
            return json_response(messages.Health("unavailable"), 503)
        return json_response(messages.Health("ok"))

    def _may_observe(self, scope: Scope) -> bool:
        """Return whether this client may see metrics and readiness."""
        try:
            address = ip_address((scope.get("client") or ("", 0))[0])
        except ValueError:
            return False
        return any(address in network for network in self.observers)

    def _is_origin_allowed(self, headers: Mapping[str, str]) -> bool:
        """Return whether the page that sent a request may use this server."""
        return is_origin_allowed(headers, headers.get("host", ""), self.origins)

    async def _send(self, scope: Scope, send: Send, response: Response, label: str) -> None:
        """Send a whole response and count it under a path template."""
        self.metrics.count_request(label, response.status)
        length = (b"content-length", str(len(response.body)).encode())
        headers = response.headers if response.status == 304 else [*response.headers, length]
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        body = b"" if scope["method"] == "HEAD" else response.body
        await send({"type": "http.response.body", "body": body})

    async def _refuse(
        self, scope: Scope, headers: Mapping[str, str], send: Send, refusal: Refusal
    ) -> None:
        """Send an error; a handshake is closed, since uvicorn logs any other answer to it."""
        self.metrics.count_refusal(refusal.code)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        response = error_response(Words(accepted_language(headers)), refusal)
        await self._send(scope, send, response, ROUTE_TABLE.match(scope["path"])[0])

    # WebSockets

    async def _serve_websocket(
        self, scope: Scope, headers: Mapping[str, str], client: str, receive: Receive, send: Send
    ) -> None:
        await receive()
        if not self.handshakes.allow(client, self.monotonic()):
            raise Refusal("too_fast")
        is_allowed = (
            scope["path"] == "/ws"
            and self._is_origin_allowed(headers)
            and not self.service.live.draining
            and self.websockets.acquire(client)
        )
        if not is_allowed:
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        self.metrics.connections.inc()
        try:
            await send({"type": "websocket.accept"})
            connection = Connection(self.service, client, self.messages, receive, send)
            connection.hello_timeout_s = self.hello_timeout_s
            await connection.run()
        except Exception as error:
            log_exception("socket_failed", error)
            with suppress(*DISCONNECTED):
                await send({"type": "websocket.close", "code": INTERNAL_ERROR})
        finally:
            self.websockets.release(client)
            self.metrics.connections.dec()


def with_security_headers(app: App) -> SecurityHeaders:
    """Return the application as it is served."""
    return SecurityHeaders(app)
