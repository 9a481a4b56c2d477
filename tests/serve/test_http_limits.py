"""Limits on request heads, bodies, connections and unread responses."""

import asyncio
from collections.abc import Iterator
from typing import cast

import pytest
from uvicorn.protocols.http.flow_control import FlowControl

from serve.raw_tcp import RawConnection, RawConnections, over_raw_connections
from serve.server import Server, running
from underdeck.serve import http_limits
from underdeck.serve.addresses import client_network
from underdeck.serve.http_limits import (
    MAX_HEAD_BYTES,
    MAX_PIPELINED,
    LimitedHttpProtocol,
    PeerLimits,
)

HEAD = b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
    b"connection: upgrade\r\nsec-websocket-version: 13\r\n"
)
DIRECT_CLIENT = "127.0.0.2"
"""An address of this machine that is not a trusted proxy."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with few connections per address; it trusts a proxy at 127.0.0.1."""
    folder = tmp_path_factory.mktemp("limited")
    with running(folder, max_connections=4, max_websockets=4) as server:
        yield server
        assert server.failures() == []


# The head


@over_raw_connections
async def test_a_head_of_the_maximum_size_is_read_and_a_longer_one_refused(
    connections: RawConnections,
) -> None:
    fixed = len(HEAD + b"x: \r\n\r\n")
    fits, over = await connections.open(), await connections.open()
    fits.send(HEAD + b"x: " + b"a" * (MAX_HEAD_BYTES - fixed) + b"\r\n\r\n")
    assert await fits.status() == 200
    over.send(HEAD + b"x: " + b"a" * (MAX_HEAD_BYTES - fixed + 1) + b"\r\n\r\n")
    assert (await over.rest()).startswith(b"HTTP/1.1 431 ")


@over_raw_connections
async def test_many_short_headers_and_a_long_path_count_towards_the_limit(
    connections: RawConnections,
) -> None:
    for head in (
        HEAD + b"".join(b"x%d: yyyy\r\n" % number for number in range(2000)),
        b"GET /" + b"a" * (MAX_HEAD_BYTES + 1),
    ):
        connection = await connections.open()
        connection.send(head)
        assert (await connection.rest()).startswith(b"HTTP/1.1 431 ")


@over_raw_connections
async def test_the_second_head_of_a_connection_has_the_same_limit(
    connections: RawConnections,
) -> None:
    connection = await connections.open()
    connection.send(HEAD + b"\r\n")
    assert await connection.status() == 200
    connection.send(HEAD + b"x: " + b"a" * MAX_HEAD_BYTES)
    assert (await connection.rest()).startswith(b"HTTP/1.1 431 ")


async def flood(connection: RawConnection, size: int) -> None:
    """Send headers of this size in bytes, or until the server closes the connection."""
    connection.send(HEAD)
    for _ in range(size // 2**16):
        connection.send(b"x: " + b"a" * (2**16 - 5) + b"\r\n")
        await connection.writer.drain()


@over_raw_connections
async def test_endless_headers_are_cut_off_without_using_memory(
    connections: RawConnections,
) -> None:
    before = connections.server.memory
    with pytest.raises(ConnectionError):
        await flood(await connections.open(), 64 * 2**20)
    assert connections.server.memory - before < 16 * 2**20


# The body


@over_raw_connections
async def test_the_number_of_pipelined_requests_is_limited(connections: RawConnections) -> None:
    connection = await connections.open()
    connection.send((HEAD + b"\r\n") * MAX_PIPELINED)
    assert [await connection.status() for _ in range(MAX_PIPELINED)] == [200] * MAX_PIPELINED
    connection.send((HEAD + b"\r\n") * (MAX_PIPELINED + 2))
    assert b"HTTP/1.1 400 " in await connection.rest()


# Connections


@over_raw_connections
async def test_connections_of_an_address_are_limited_http_and_websocket_together(
    connections: RawConnections,
) -> None:
    held = [await connections.open(DIRECT_CLIENT) for _ in range(4)]
    for connection in held[:3]:
        connection.send(HANDSHAKE + b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        assert await connection.status() == 101
    assert (await (await connections.open(DIRECT_CLIENT)).rest()).startswith(b"HTTP/1.1 429 ")
    for other in ("127.0.0.3", "127.0.0.1"):
        connection = await connections.open(other)
        connection.send(HEAD + b"\r\n")
        assert await connection.status() == 200
    for connection in held:
        await connection.close()
    while not await is_served(connections, DIRECT_CLIENT):
        await asyncio.sleep(0.01)


async def is_served(connections: RawConnections, source: str) -> bool:
    """Return whether a request from this address succeeds."""
    connection = await connections.open(source)
    connection.send(HEAD + b"\r\n")
    status = await connection.status()
    await connection.close()
    return status == 200


@over_raw_connections
async def test_behind_a_trusted_proxy_each_client_has_its_own_limit(
    connections: RawConnections,
) -> None:
    async def open_incomplete(client: bytes) -> RawConnection:
        connection = await connections.open()
        connection.send(
            b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: "
            + client
            + b"\r\ncontent-length: 9\r\n\r\n"
        )
        return connection

    many = [await open_incomplete(b"192.0.2.1") for _ in range(6)]
    other = await open_incomplete(b"192.0.2.2")
    starts = {asyncio.ensure_future(each.reader.readexactly(12)): each for each in many}
    refused: set[asyncio.Task[bytes]] = set()
    while len(refused) < 2:
        done, _ = await asyncio.wait(starts.keys() - refused, return_when=asyncio.FIRST_COMPLETED)
        refused |= done
    assert [start.result() for start in refused] == [b"HTTP/1.1 429"] * 2
    for connection in (*(starts[start] for start in starts.keys() - refused), other):
        connection.send(b"[1, 2, 3]")
    for start in starts.keys() - refused:
        assert await start == b"HTTP/1.1 400"
    assert await other.status() == 400


def test_peers_are_counted_by_network_and_trusted_ones_are_exempt() -> None:
    limits = PeerLimits(1, {"10.0.0.1"})
    release = limits.admit("2001:db8::1")
    assert release is not None
    assert limits.admit("2001:db8::2") is None
    assert limits.admit("2001:db8:0:1::2") is not None
    release()
    assert limits.admit("2001:db8::2") is not None
    assert all(limits.admit("10.0.0.1") for _ in range(5))
    assert client_network("2001:db8::1") == client_network("2001:db8::2")


# Unread responses


class SlowTransport:
    """A transport whose client reads the waiting bytes slowly, or not at all."""

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting
        self.aborted = asyncio.Event()

    def get_write_buffer_size(self) -> int:
        return self.waiting.pop(0) if len(self.waiting) > 1 else self.waiting[0]

    def abort(self) -> None:
        self.aborted.set()


@pytest.mark.parametrize("waiting", [[100], [100, 90, 90, 80, 80]])
def test_a_client_that_reads_nothing_of_a_response_is_disconnected(
    monkeypatch: pytest.MonkeyPatch, waiting: list[int]
) -> None:
    monkeypatch.setattr(http_limits, "WRITE_STALL_S", 0.001)

    async def scenario() -> None:
        protocol = LimitedHttpProtocol.__new__(LimitedHttpProtocol)
        transport = SlowTransport(waiting)
        protocol.loop = asyncio.get_running_loop()
        protocol.transport = cast(asyncio.Transport, transport)
        protocol.flow = FlowControl(protocol.transport)
        protocol.pause_writing()
        await transport.aborted.wait()
        assert len(waiting) == 1
        transport.aborted.clear()
        protocol.pause_writing()
        protocol.resume_writing()
        assert protocol._stall_timer is None

    asyncio.run(scenario())
