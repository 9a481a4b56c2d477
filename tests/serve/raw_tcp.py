"""Plain TCP connections to a server, for requests that no HTTP client would send."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Self

from processes import TIMEOUT_S
from serve.server import Server


class RawConnection:
    """A TCP connection that can send any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        """Send some bytes."""
        self.writer.write(data)

    @contextlib.asynccontextmanager
    async def dribble(self, data: bytes, seconds: float) -> AsyncIterator[None]:
        """Send the same bytes at intervals inside the block."""

        async def repeat() -> None:
            while True:
                self.send(data)
                await asyncio.sleep(seconds)

        sending = asyncio.ensure_future(repeat())
        try:
            yield
        finally:
            sending.cancel()

    async def rest(self) -> bytes:
        """Return everything received until the server closes the connection."""
        received = b""
        with contextlib.suppress(ConnectionError):
            while part := await self.reader.read(2**16):
                received += part
        return received

    async def status(self) -> int:
        """Return the status of the next response."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next(
            (int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length")),
            0,
        )
        await self.reader.readexactly(length)
        return int(head.split()[1])

    async def close(self) -> None:
        """Close the connection."""
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()


class RawConnections:
    """Connections to one server, all closed at the end."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.opened: list[RawConnection] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for connection in self.opened:
            await connection.close()

    async def open(self, source: str = "127.0.0.1") -> RawConnection:
        """Open a connection, from any address of this machine."""
        self.opened.append(
            RawConnection(
                *await asyncio.open_connection(
                    "127.0.0.1", self.server.port, local_addr=(source, 0)
                )
            )
        )
        return self.opened[-1]


def over_raw_connections(
    scenario: Callable[[RawConnections], Awaitable[None]],
) -> Callable[[Server], None]:
    """Turn a scenario into a test against a running server over plain connections."""

    def test(server: Server) -> None:
        async def run() -> None:
            async with asyncio.timeout(TIMEOUT_S), RawConnections(server) as connections:
                await scenario(connections)

        asyncio.run(run())

    test.__name__, test.__doc__ = scenario.__name__, scenario.__doc__
    return test
