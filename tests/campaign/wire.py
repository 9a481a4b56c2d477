"""A cheap client: it sends messages in batches, and parses only what is needed."""

import asyncio
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

from campaign.random_input import Request
from processes import TIMEOUT_S

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MAX_READ_BYTES = 2**22
"""Limits the bytes that are read at once."""


def framed(body: bytes, kind: int = TEXT) -> bytes:
    """Return a WebSocket frame, masked with zeros since a mask is required."""
    head = bytes((0x80 | kind,))
    if len(body) < 126:
        head += bytes((0x80 | len(body),))
    elif len(body) < 2**16:
        head += b"\xfe" + struct.pack("!H", len(body))
    else:
        head += b"\xff" + struct.pack("!Q", len(body))
    return head + bytes(4) + body


@dataclass
class Socket:
    """A WebSocket."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    code: int | None = None
    """The close code; 1006 without a close frame."""
    _left: bytes = b""

    @classmethod
    async def connect(cls, port: int) -> Self:
        """Connect."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MAX_READ_BYTES)
        headers = (
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        )
        writer.write(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        return cls(reader, writer)

    async def send(self, messages: Iterable[bytes], kind: int = TEXT) -> None:
        """Send messages in one batch."""
        self.writer.write(b"".join(framed(message, kind) for message in messages))
        await self.writer.drain()

    async def receive(self) -> list[bytes]:
        """Return received messages, at least one unless the socket is closed."""
        received: list[bytes] = []
        while not received and self.code is None:
            async with asyncio.timeout(TIMEOUT_S):
                data = await self.reader.read(MAX_READ_BYTES)
            if not data:
                self.code = 1006
            self._left += data
            received = [body for kind, body in self._frames() if kind == TEXT]
        return received

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        """Return the complete frames in the buffer."""
        data, at = self._left, 0
        while len(data) - at >= 2:
            kind, length, start = data[at] & 15, data[at + 1], at + 2
            if length >= 126:
                size = 2 if length == 126 else 8
                if len(data) < start + size:
                    break
                length, start = int.from_bytes(data[start : start + size]), start + size
            if len(data) < start + length:
                break
            body, at = data[start : start + length], start + length
            if kind == CLOSE:
                self.code = int.from_bytes(body[:2]) or 1005
            elif kind == PING:
                self.writer.write(framed(body, PONG))
            yield kind, body
        self._left = data[at:]

    def hang_up(self) -> None:
        """Close the connection without a close frame."""
        self.writer.transport.abort()


@dataclass
class Answer:
    """An HTTP response."""

    status: int
    body: bytes


@dataclass
class Http:
    """Pipelined HTTP requests over one connection, reopened when needed."""

    port: int
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(
        default=None, init=False
    )

    async def ask(self, requests: Sequence[Request]) -> list[Answer]:
        """Send requests, and return responses; fewer if the server closes the connection."""
        again = self._streams is not None
        answers = await self._ask_once(requests)
        return await self._ask_once(requests) if again and not answers else answers

    async def _ask_once(self, requests: Sequence[Request]) -> list[Answer]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.port, limit=MAX_READ_BYTES
            )
        reader, writer = self._streams
        answers: list[Answer] = []
        try:
            async with asyncio.timeout(TIMEOUT_S):
                writer.write(b"".join(self._written(request) for request in requests))
                for request in requests:
                    answers.append(await self._answer(reader, request.method))  # noqa: PERF401  those that came are kept
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
        return answers

    async def _answer(self, reader: asyncio.StreamReader, method: str) -> Answer:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head[9:12])
        length = (
            0
            if method == "HEAD"
            else int(head.partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        )
        body = await reader.readexactly(length) if length else b""
        if b"connection: close" in head:
            self.close()
        return Answer(status, body)

    def _written(self, request: Request) -> bytes:
        headers = [
            (b"host", f"127.0.0.1:{self.port}".encode()),
            *request.headers,
            (b"content-length", str(len(request.body)).encode()),
        ]
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        return (
            f"{request.method} {request.path} HTTP/1.1\r\n".encode()
            + lines
            + b"\r\n"
            + request.body
        )

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None
