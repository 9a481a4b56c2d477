"""uvicorn's WebSocket, with a way to send at once and with limits on what a client may send, or leave unread."""

import time
from collections.abc import Callable
from typing import Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from underdeck.serve.limits import Limits

WIRE = "underdeck.wire"
"""What it is called among the extensions of a connection's scope."""
TEXT = b"\x81"
SHORT, MEDIUM = 126, 65536
MAX_UNREAD_BYTES = 1 << 20
"""How much a client may leave unread, replies to its pings included, before it is disconnected."""


class Wire(Protocol):
    """A connection that can be sent to without waiting, when it is ready."""

    def is_ready(self) -> bool:
        """Is the client there, and has it taken most of what was sent?"""

    def write(self, text: bytes) -> None:
        """Send one message."""


class WireProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection that can be sent to without waiting."""

    release: Callable[[], None] | None = None
    """Frees the connection's place in its peer's quota."""
    inbound: Limits | None = None
    """Bytes that each peer may send; every frame costs time, also pings, fragments and messages over the rate limit."""
    peer: str = ""
    """The key of the peer among the limits."""

    def data_received(self, data: bytes) -> None:
        """Parse what was sent, unless the client sends too much or doesn't read what it is sent."""
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
        """A client asks to be let in."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def is_ready(self) -> bool:
        """Is the client there, and has it taken most of what was sent?"""
        return (
            self.handshake_complete
            and self.writable.is_set()
            and not (self.disconnected or self.close_sent or self.transport.is_closing())
            and self.conn.state is State.OPEN
        )

    def write(self, text: bytes) -> None:
        """Send one message, in one frame."""
        length = len(text)
        if length < SHORT:
            head = bytes((length,))
        elif length < MEDIUM:
            head = b"\x7e" + length.to_bytes(2, "big")
        else:
            head = b"\x7f" + length.to_bytes(8, "big")
        self.transport.write(TEXT + head + text)
