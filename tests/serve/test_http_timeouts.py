"""Time limits of requests; idle connections have none."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from serve.raw_tcp import RawConnection, RawConnections, over_raw_connections
from serve.server import Player, Server, Visitor, live, running

LIMIT_S = 0.5
INTERVAL_S = LIMIT_S / 10
HEAD = b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
    b"connection: upgrade\r\nsec-websocket-version: 13\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short time limits."""
    with running(tmp_path_factory.mktemp("hasty"), request_timeout_s=LIMIT_S) as server:
        yield server
        assert server.failures() == []


async def response_to(connections: RawConnections, start: bytes, repeated: bytes = b"") -> bytes:
    """Send the start of a request, then the same bytes repeatedly, and return the response.

    A connection that is closed before the start arrives, on a slow machine, has no response.
    """
    response = b""
    while not response:
        connection = await connections.open()
        connection.send(start)
        async with connection.dribble(repeated, INTERVAL_S):
            response = await connection.rest()
    return response


async def after_request(connections: RawConnections, request: bytes) -> RawConnection:
    """Return a connection over which a request has been answered."""
    while True:
        connection = await connections.open()
        connection.send(request)
        try:
            assert await connection.status() == 200
        except (asyncio.IncompleteReadError, ConnectionError):
            continue  # the server was faster
        return connection


@over_raw_connections
async def test_a_silent_connection_is_closed(connections: RawConnections) -> None:
    assert await (await connections.open()).rest() == b""


@over_raw_connections
async def test_an_incomplete_head_gets_408_even_if_more_keeps_coming(
    connections: RawConnections,
) -> None:
    response = await response_to(connections, HEAD, b"x: y\r\n")
    assert response.startswith(b"HTTP/1.1 408 ")


@over_raw_connections
async def test_empty_lines_do_not_keep_a_connection_open(connections: RawConnections) -> None:
    connection = await after_request(connections, HEAD + b"\r\n")
    async with connection.dribble(b"\r\n", INTERVAL_S):
        assert (await connection.rest()).startswith(b"HTTP/1.1 408 ")


@over_raw_connections
async def test_an_incomplete_handshake_gets_408(connections: RawConnections) -> None:
    assert (await response_to(connections, HANDSHAKE)).startswith(b"HTTP/1.1 408 ")


@over_raw_connections
async def test_a_connection_may_be_idle_between_requests(connections: RawConnections) -> None:
    connection = await after_request(connections, HEAD + b"\r\n")
    await asyncio.sleep(LIMIT_S * 1.5)
    connection.send(HEAD + b"\r\n")
    assert await connection.status() == 200


@over_raw_connections
async def test_an_incomplete_body_gets_408_in_the_accepted_language(
    connections: RawConnections,
) -> None:
    response = await response_to(
        connections,
        b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        b"accept-language: es\r\ncontent-length: 100\r\n\r\n{",
    )
    assert response.startswith(b"HTTP/1.1 408 ")
    assert b'"too_slow"' in response
    assert "La petición ha tardado".encode() in response


@over_raw_connections
async def test_a_body_after_the_response_is_not_awaited_forever(
    connections: RawConnections,
) -> None:
    connection = await after_request(connections, HEAD + b"content-length: 1000000\r\n\r\n")
    async with connection.dribble(b"x", INTERVAL_S):
        assert await connection.rest() == b""


async def sit_down(visitor: Visitor) -> Player:
    """Sit at a new table; try again if a connection was closed before its request was sent."""
    while True:
        try:
            return await visitor.sit((await visitor.open())["key"])
        except (httpx.TransportError, InvalidMessage, ConnectionError, ConnectionClosed):
            continue


@live
async def test_a_websocket_may_be_idle_longer_than_the_request_timeout(visitor: Visitor) -> None:
    player = await sit_down(visitor)
    await asyncio.sleep(LIMIT_S * 2)
    assert (await player.play(player.legal[0]))["type"] == "done"
