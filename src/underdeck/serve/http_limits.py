"""uvicorn's HTTP protocol with limits on request heads, on time, and on connections per address.

uvicorn buffers request heads of any size and waits for them forever. These limits apply before
parsing, so that a connection that never completes a request costs little and ends soon.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import ClassVar, Protocol

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from underdeck.serve.addresses import client_network
from underdeck.serve.direct_send import WireProtocol
from underdeck.serve.limits import MAX_CONNECTIONS, Limits, Quota

MAX_HEAD_BYTES = 16 * 1024
"""Request line and headers together; a pipelined head may be up to twice as long."""
REQUEST_TIMEOUT_S = 10.0
"""Time limit for the head of a request, and again for its body."""
BODY_GRACE_S = 1.0
"""Extra time in which the application answers a late body before the connection is closed."""
WRITE_STALL_S = 30.0
"""A client that reads nothing of a waiting response for this long is disconnected."""
LINGER_S = 0.5
"""Delay before a refused connection is closed: the client can read why, and can't retry at once."""
MAX_PIPELINED = 16
"""Maximum number of requests waiting on one connection for an earlier response."""


class TooManyPipelinedError(Exception):
    """Too many pipelined requests; the parser turns this into a 400 response."""


class Addresses(Protocol):
    """A set of addresses."""

    def __contains__(self, address: str, /) -> bool: ...


class PeerLimits:
    """Open connections per peer address, HTTP and WebSocket together.

    Trusted proxies carry many clients and are exempt.
    """

    def __init__(
        self, max_connections: int, trusted: Addresses = (), inbound: Limits | None = None
    ) -> None:
        self.quota = Quota(max_connections)
        self.trusted = trusted
        self.inbound = inbound
        """Limits on the bytes that a peer sends over its WebSockets."""

    def inbound_key(self, peer: str, connection: object) -> str:
        """Return the key of a WebSocket's byte limit: its peer, or itself behind a proxy."""
        return f"connection {id(connection)}" if peer in self.trusted else client_network(peer)

    def admit(self, peer: str) -> Callable[[], None] | None:
        """Count a connection and return a function to release it; None if the peer has too many."""
        if peer in self.trusted:
            return lambda: None
        key = client_network(peer)
        return (lambda: self.quota.release(key)) if self.quota.acquire(key) else None


class LimitedHttpProtocol(HttpToolsProtocol):
    """An HTTP connection with limits on its head, on time, and on connections per peer."""

    peers: ClassVar[PeerLimits] = PeerLimits(MAX_CONNECTIONS)
    request_timeout: ClassVar[float] = REQUEST_TIMEOUT_S

    _timer: asyncio.TimerHandle | None = None
    """Runs while a head or a body is incomplete."""
    _stall_timer: asyncio.TimerHandle | None = None
    """Runs while a response waits for the client."""
    _in_head = True
    _head_bytes = 0
    """Bytes of the current head fed to the parser so far."""
    _is_upgraded = False
    _is_refused = False
    _release: Callable[[], None] | None = None

    # Connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection, or refuse it if its peer has too many."""
        super().connection_made(transport)
        self._release = self.peers.admit(self.client[0] if self.client else "")
        if self._release is None:
            self._answer(HTTPStatus.TOO_MANY_REQUESTS, b"retry-after: 2\r\n")
            transport.close()
        else:
            self._start_timer(self.request_timeout, self._close_late_head)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers and release the connection's place in the quota."""
        self._stop_timer()
        self._stop_stall_timer()
        if self._release is not None:
            self._release()
            self._release = None
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection and its place in the quota to the WebSocket protocol."""
        self._stop_timer()
        self._stop_stall_timer()
        self._is_upgraded = True
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WireProtocol):
            protocol.release, self._release = self._release, None
            protocol.inbound = self.peers.inbound
            protocol.peer = self.peers.inbound_key(self.client[0] if self.client else "", protocol)

    # Head and body

    def data_received(self, data: bytes) -> None:
        """Feed the parser in pieces, so that no head grows beyond the limit."""
        while data and not self._is_refused:
            room = MAX_HEAD_BYTES - self._head_bytes
            if not room:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
                self.transport.pause_reading()
                return
            piece, data = data[:room], data[room:]
            if self._in_head:
                self._head_bytes += len(piece)
            super().data_received(piece)
            if self._is_upgraded or self.transport.is_closing():
                return
        if self._timer is None and not self._in_head:
            self._start_timer(self.request_timeout + BODY_GRACE_S, self.transport.close)
        elif self._timer is None and self._head_bytes:
            self._start_timer(self.request_timeout, self._close_late_head)

    def on_message_begin(self) -> None:
        """Limit the number of pipelined requests."""
        if len(self.pipeline) >= MAX_PIPELINED:
            raise TooManyPipelinedError
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start to wait for a body after the head."""
        self._stop_timer()
        self._in_head, self._head_bytes = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Start to wait for the next head after the body."""
        self._stop_timer()
        self._in_head, self._head_bytes = True, 0
        super().on_message_complete()

    def _close_late_head(self) -> None:
        """Close the connection, with a 408 if part of a head came and no response is being sent."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        is_answering = cycle is not None and not cycle.response_complete
        if self._head_bytes and not is_answering:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP and too many pipelined requests."""
        self._refuse(HTTPStatus.BAD_REQUEST)

    def _refuse(self, status: HTTPStatus) -> None:
        """Send an error, ignore further input, and close after a delay."""
        if not self.transport.is_closing():
            self._is_refused = True
            self._answer(status)
            self._start_timer(LINGER_S, self.transport.close)

    def _answer(self, status: HTTPStatus, headers: bytes = b"") -> None:
        """Send a response without a body, since the client's language is unknown."""
        line = f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode()
        self.transport.write(line + headers + b"content-length: 0\r\nconnection: close\r\n\r\n")

    def _start_timer(self, seconds: float, on_timeout: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, on_timeout)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Response

    def pause_writing(self) -> None:
        """Start to watch a client that reads too slowly."""
        super().pause_writing()
        self._watch_stall()

    def resume_writing(self) -> None:
        """Stop watching a client that reads fast enough again."""
        super().resume_writing()
        self._stop_stall_timer()

    def _watch_stall(self) -> None:
        """Disconnect the client if it reads nothing within the time limit."""
        waiting = self.transport.get_write_buffer_size()

        def check() -> None:
            if self.transport.get_write_buffer_size() < waiting:
                self._watch_stall()
            else:
                self.transport.abort()

        self._stop_stall_timer()
        self._stall_timer = self.loop.call_later(WRITE_STALL_S, check)

    def _stop_stall_timer(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None


def http_protocol(limits: PeerLimits, timeout: float) -> type[LimitedHttpProtocol]:
    """Return a protocol class with these limits; uvicorn creates its instances."""
    return type(
        "HttpProtocol", (LimitedHttpProtocol,), {"peers": limits, "request_timeout": timeout}
    )
