"""uvicorn's WebSocket protocol, with synchronous sends and limits on sent and unread bytes."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from underdeck.serve.asgi import Send
from underdeck.serve.limits import Limits

WIRE = "underdeck.wire"
"""The name of the direct connection among the extensions of an ASGI scope."""
TEXT_FRAME = b"\x81"
"""The first byte of an unfragmented text frame (RFC 6455)."""
SHORT_LIMIT, MEDIUM_LIMIT = 126, 65536
"""Payload lengths from which a frame's length takes two, or eight, further bytes."""
FINAL, MASKED, MASK_BYTES = 0x80, 0x80, 4
"""Bits of a frame's first and second byte, and the length of the mask before the payload."""
MAX_UNREAD_BYTES = 1 << 20
"""How much a client may leave unread, pongs included, before it is disconnected."""


class Wire(Protocol):
    """A connection that can be written to without waiting, when it is ready."""

    on_message: Callable[[bytes], bool] | None
    """Called with each message as it arrives; False leaves it to the application's task."""
    on_ready: Callable[[], None] | None
    """Called when the connection is ready again after it was not."""

    def is_ready(self) -> bool:
        """Return whether the client is connected and reads fast enough."""

    def write(self, text: bytes) -> None:
        """Send one message."""

    async def wait_until_ready(self) -> None:
        """Wait until the client has read enough, or has left."""


class QueuedWire:
    """A connection over the `send` of any ASGI server: messages are queued for a task."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._texts: deque[bytes] = deque()
        self._is_open = True
        self._task: asyncio.Task[None] | None = None
        self.on_message: Callable[[bytes], bool] | None = None
        self.on_ready: Callable[[], None] | None = None

    def is_ready(self) -> bool:
        """Return whether the client is connected and has received everything."""
        return self._is_open and not self._texts

    def write(self, text: bytes) -> None:
        """Queue one message."""
        self._texts.append(text)
        self._task = asyncio.ensure_future(self._send_queued())

    async def wait_until_ready(self) -> None:
        """Wait until everything is sent."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def _send_queued(self) -> None:
        """Send what is queued."""
        try:
            while self._texts:
                await self._send({"type": "websocket.send", "text": self._texts[0].decode()})
                self._texts.popleft()
        except (OSError, RuntimeError):  # the client has left
            self._is_open = False
        if self.on_ready is not None:
            self.on_ready()


class WireProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection that can be written to without waiting."""

    on_message: Callable[[bytes], bool] | None = None
    on_ready: Callable[[], None] | None = None
    release: Callable[[], None] | None = None
    """Frees the connection's place in its peer's quota."""
    inbound: Limits | None = None
    """Limits the bytes that each peer may send: pings and fragments cost time, too."""
    peer: str = ""
    """The peer's key in `inbound`."""
    received_at: float = 0.0
    """When the client last sent anything, by the loop's clock."""
    is_aligned: bool = False
    """Whether everything since the handshake came as one whole, unfragmented frame at a time."""

    def data_received(self, data: bytes) -> None:
        """Parse received bytes; disconnect a client that sends too much or doesn't read.

        A text that comes alone, as nearly all do, is offered to the application without uvicorn's
        and websockets' parsers, which take more than twice as long.
        """
        flooding = self.inbound is not None and not self.inbound.allow(
            self.peer, time.monotonic(), len(data)
        )
        if flooding or self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self.transport.abort()
            return
        self.received_at = self.loop.time()
        start = mask_start(data) if self.is_aligned else 0
        self.is_aligned = start > 0
        if start == 0 or data[:1] != TEXT_FRAME or not self._offer(unmasked(data, start)):
            super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Send a ping, unless the client has sent something else in the meantime."""
        assert self.ping_interval is not None
        left = self.received_at + self.ping_interval - self.loop.time()
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

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
            self.is_aligned = True
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application: at once if it takes it, else through its queue."""
        if self._offer(b"".join(self.frames)):
            self.frames = []
        else:
            super().send_receive_event_to_app()

    def _offer(self, message: bytes) -> bool:
        """Return whether the application takes a message at once."""
        return (
            self.on_message is not None
            and not self.close_sent
            and self.conn.state is State.OPEN
            and self.on_message(message)
        )

    def resume_writing(self) -> None:
        """Let the application write again."""
        super().resume_writing()
        if self.on_ready is not None:
            self.on_ready()

    async def wait_until_ready(self) -> None:
        """Wait until the client has read enough, or has left."""
        await self.writable.wait()

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


def mask_start(data: bytes) -> int:
    """Return the place of the mask if the bytes are one unfragmented frame of a client; else 0.

    Frames of 64 kB and more are left to websockets' parser.
    """
    if len(data) < 2 + MASK_BYTES or not (data[0] & FINAL and data[1] & MASKED):
        return 0
    start, length = 2, data[1] & ~MASKED
    if length == SHORT_LIMIT:
        start, length = 4, int.from_bytes(data[2:4], "big")
    elif length > SHORT_LIMIT:
        return 0
    return start if len(data) == start + MASK_BYTES + length else 0


def unmasked(data: bytes, start: int) -> bytes:
    """Return the payload of a frame, whose mask begins at that place."""
    body = start + MASK_BYTES
    return apply_mask(data[body:], data[start:body])
