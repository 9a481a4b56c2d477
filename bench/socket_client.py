"""A minimal WebSocket client: it shares the CPU with the server that it measures."""

import asyncio
from typing import Any

import msgspec

TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""The first bytes of unfragmented frames (RFC 6455)."""
HEADER_BYTES = 4
"""The least number of bytes from which the length of a frame can be read."""


class SocketClient(asyncio.Protocol):
    """A WebSocket that sends and receives texts of less than 64 kB."""

    path = "/ws"

    def __init__(self) -> None:
        self.rest = b""
        self.is_open = False

    def opened(self) -> None:
        """Called when the handshake is over."""

    def received(self, text: bytes) -> None:
        """Called with each text."""

    def connection_made(self, transport: Any) -> None:
        """Request a WebSocket."""
        self.transport = transport
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Read complete frames."""
        data = self.rest + data
        if not self.is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.is_open = True
            self.opened()
        start = 0
        while len(data) >= start + HEADER_BYTES:
            length, body = data[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(data[start + 2 : start + 4]), start + 4
            if len(data) < body + length:
                break
            if data[start] == TEXT:
                self.received(data[body : body + length])
            elif data[start] == PING:
                self.send(PONG, data[body : body + length])
            start = body + length
        self.rest = data[start:]

    def send(self, kind: int, body: bytes) -> None:
        """Send a frame with an empty mask."""
        length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2)
        self.transport.write(bytes([kind]) + length + bytes(4) + body)

    def send_json(self, message: dict[str, Any]) -> None:
        """Send a text in JSON."""
        self.send(TEXT, msgspec.json.encode(message))


async def connect(port: int, client: SocketClient) -> None:
    """Connect a client to a server on this machine."""
    await asyncio.get_running_loop().create_connection(lambda: client, "127.0.0.1", port)
