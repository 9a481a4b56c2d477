"""uvicorn's WebSocket protocol, with synchronous sends and limits on sent and unread bytes."""

import time
from collections.abc import Callable
from typing import Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from underdeck.serve.limits import Limits

WIRE = "underdeck.wire"
"""The name of the direct connection among the extensions of an ASGI scope."""
TEXT_FRAME = b"\x81"
"""The first byte of an unfragmented text frame (RFC 6455)."""
SHORT_LIMIT, MEDIUM_LIMIT = 126, 65536
"""Payload lengths from which a frame's length takes two, or eight, further bytes."""
MAX_UNREAD_BYTES = 1 << 20
"""How much a client may leave unread, pongs included, before it is disconnected."""


class Wire(Protocol):
    """A connection that can be written to without waiting, when it is ready."""

    def is_ready(self) -> bool:
        """Return whether the client is connected and reads fast enough."""

    def write(self, text: bytes) -> None:
        """Send one message."""


class WireProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection that can be written to without waiting."""

    release: Callable[[], None] | None = None
    """Frees the connection's place in its peer's quota."""
    inbound: Limits | None = None
    """Limits the bytes that each peer may send: pings and fragments cost time, too."""
    peer: str = ""
    """The peer's key in `inbound`."""

    def data_received(self, data: bytes) -> None:
        """Parse received bytes; disconnect a client that sends too much or doesn't read."""
        flooding = self.inbound is not None and not self.inbound.allow(
            self.peer, time.monotonic(), len(data)
        )
        if flooding or self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self.transport.abort()
            return
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's place."""
        if self.release is not None:
            self.release()
            self.release = None
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Handle a handshake, and offer the direct connection to the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def is_ready(self) -> bool:
        """Return whether the client is connected and reads fast enough."""
        return (
            self.handshake_complete
            and self.writable.is_set()
            and not (self.disconnected or self.close_sent or self.transport.is_closing())
            and self.conn.state is State.OPEN
        )

    def write(self, text: bytes) -> None:
        """Send one message, in one frame."""
        length = len(text)
        if length < SHORT_LIMIT:
            head = bytes((length,))
        elif length < MEDIUM_LIMIT:
            head = b"\x7e" + length.to_bytes(2, "big")
        else:
            head = b"\x7f" + length.to_bytes(8, "big")
        self.transport.write(TEXT_FRAME + head + text)
