"""Request heads, bodies and connections that never end or are too many: refused early, whatever else the server does."""

import asyncio
from collections.abc import Iterator
from typing import cast

import pytest
from uvicorn.protocols.http.flow_control import FlowControl

from serve.raw import WAIT_S, Raw, Wires, wired
from serve.server import Server, Visitor, live, running
from underdeck.serve import http_limits
from underdeck.serve.addresses import client_network
from underdeck.serve.http_limits import (
    MAX_HEAD_BYTES,
    MAX_PIPELINED,
    LimitedHttpProtocol,
    PeerLimits,
)

TIMEOUT_S = 0.5
OFTEN_S = TIMEOUT_S / 10
HEAD = b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HANDSHAKE = b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
STRANGER = "127.0.0.2"
"""An address of this machine that no proxy has."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short deadlines, few connections per address, and the default trust in a proxy at 127.0.0.1."""
    with running(
        tmp_path_factory.mktemp("limited"),
        request_timeout_s=TIMEOUT_S,
        max_connections=4,
        max_websockets=4,
    ) as server:
        yield server
        assert server.failures() == []


# The head


@wired
async def test_a_head_of_the_greatest_length_is_read_and_a_longer_one_refused(wires: Wires) -> None:
    fixed = len(HEAD + b"x: \r\n\r\n")
    fits, over = await wires.open(), await wires.open()
    fits.send(HEAD + b"x: " + b"a" * (MAX_HEAD_BYTES - fixed) + b"\r\n\r\n")
    assert await fits.status() == 200
    over.send(HEAD + b"x: " + b"a" * (MAX_HEAD_BYTES - fixed + 1) + b"\r\n\r\n")
    assert (await over.rest()).startswith(b"HTTP/1.1 431 ")


@wired
async def test_many_short_headers_and_a_long_address_count_as_one_long_header(wires: Wires) -> None:
    for head in (
        HEAD + b"".join(b"x%d: yyyy\r\n" % number for number in range(2000)),
        b"GET /" + b"a" * (MAX_HEAD_BYTES + 1),
    ):
        wire = await wires.open()
        wire.send(head)
        assert (await wire.rest()).startswith(b"HTTP/1.1 431 ")


@wired
async def test_the_second_head_of_a_connection_has_the_same_limit(wires: Wires) -> None:
    wire = await wires.open()
    wire.send(HEAD + b"\r\n")
    assert await wire.status() == 200
    wire.send(HEAD + b"x: " + b"a" * MAX_HEAD_BYTES)
    assert (await wire.rest()).startswith(b"HTTP/1.1 431 ")


async def flood(wire: Raw, most: int) -> None:
    """Send headers until nobody takes them."""
    wire.send(HEAD)
    for _ in range(most // 2**16):
        wire.send(b"x: " + b"a" * (2**16 - 5) + b"\r\n")
        await wire.writer.drain()


@wired
async def test_endless_headers_are_cut_off(wires: Wires) -> None:
    before = wires.server.memory
    with pytest.raises(ConnectionError):
        await flood(await wires.open(), 64 * 2**20)
    assert wires.server.memory - before < 16 * 2**20


@wired
async def test_a_silent_connection_is_closed(wires: Wires) -> None:
    assert await (await wires.open()).rest() == b""


@wired
async def test_half_a_head_is_answered_with_408_though_more_of_it_keeps_coming(
    wires: Wires,
) -> None:
    wire = await wires.open()
    wire.send(HEAD)
    async with wire.dribble(b"x: y\r\n", OFTEN_S):
        assert (await wire.rest()).startswith(b"HTTP/1.1 408 ")


@wired
async def test_empty_lines_do_not_keep_a_connection_open(wires: Wires) -> None:
    wire = await wires.open()
    wire.send(HEAD + b"\r\n")
    assert await wire.status() == 200
    async with wire.dribble(b"\r\n", OFTEN_S):
        assert (await wire.rest()).startswith(b"HTTP/1.1 408 ")


@wired
async def test_half_a_handshake_is_answered_with_408(wires: Wires) -> None:
    wire = await wires.open()
    wire.send(HANDSHAKE)
    assert (await wire.rest()).startswith(b"HTTP/1.1 408 ")


@wired
async def test_a_connection_may_rest_between_requests(wires: Wires) -> None:
    wire = await wires.open()
    for _ in range(3):
        wire.send(HEAD + b"\r\n")
        assert await wire.status() == 200
        await asyncio.sleep(TIMEOUT_S * 1.5)


# The body


@wired
async def test_half_a_body_is_answered_in_the_language_asked_for_and_closed(wires: Wires) -> None:
    wire = await wires.open()
    wire.send(
        b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-language: es\r\ncontent-length: 100\r\n\r\n{"
    )
    answer = await wire.rest()
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"too_slow"' in answer
    assert "La petición ha tardado".encode() in answer


@wired
async def test_a_body_is_not_awaited_for_ever_after_the_answer(wires: Wires) -> None:
    wire = await wires.open()
    wire.send(HEAD + b"content-length: 1000000\r\n\r\n")
    assert await wire.status() == 200
    async with wire.dribble(b"x", OFTEN_S):
        assert await wire.rest() == b""


@wired
async def test_only_so_many_requests_may_wait_for_an_earlier_one(wires: Wires) -> None:
    wire = await wires.open()
    wire.send((HEAD + b"\r\n") * MAX_PIPELINED)
    assert [await wire.status() for _ in range(MAX_PIPELINED)] == [200] * MAX_PIPELINED
    wire.send((HEAD + b"\r\n") * (MAX_PIPELINED + 2))
    assert b"HTTP/1.1 400 " in await wire.rest()


# Connections


@wired
async def test_an_address_has_only_so_many_connections_http_and_sockets_together(
    wires: Wires,
) -> None:
    held = [await wires.open(STRANGER) for _ in range(4)]
    for wire in held[:3]:
        wire.send(HANDSHAKE + b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        assert await wire.status() == 101
    assert (await (await wires.open(STRANGER)).rest()).startswith(b"HTTP/1.1 429 ")
    for other in ("127.0.0.3", "127.0.0.1"):
        wire = await wires.open(other)
        wire.send(HEAD + b"\r\n")
        assert await wire.status() == 200
    for wire in held:
        await wire.close()
    async with asyncio.timeout(WAIT_S):
        while not await serves(wires, STRANGER):
            await asyncio.sleep(0.01)


async def serves(wires: Wires, source: str) -> bool:
    """Is a request from this address answered?"""
    wire = await wires.open(source)
    wire.send(HEAD + b"\r\n")
    status = await wire.status()
    await wire.close()
    return status == 200


@wired
async def test_behind_a_trusted_proxy_each_client_has_a_limit_of_its_own(wires: Wires) -> None:
    async def half(client: bytes) -> Raw:
        wire = await wires.open()
        wire.send(
            b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: "
            + client
            + b"\r\ncontent-length: 9\r\n\r\n"
        )
        return wire

    many = [await half(b"192.0.2.1") for _ in range(6)]
    other = await half(b"192.0.2.2")
    assert (
        sorted([(await wire.reader.readexactly(12)) for wire in many])
        == [b"HTTP/1.1 408"] * 4 + [b"HTTP/1.1 429"] * 2
    )
    assert (await other.rest()).startswith(b"HTTP/1.1 408")


@live
async def test_a_player_may_say_nothing_for_longer_than_a_request_may(visitor: Visitor) -> None:
    player = await visitor.sit((await visitor.open())["key"])
    await asyncio.sleep(TIMEOUT_S * 2)
    assert (await player.play(player.legal[0]))["type"] == "done"


def test_a_peer_counts_by_its_network_and_a_trusted_one_not_at_all() -> None:
    limits = PeerLimits(1, {"10.0.0.1"})
    release = limits.admit("2001:db8::1")
    assert release is not None
    assert limits.admit("2001:db8::2") is None
    assert limits.admit("2001:db8:0:1::2") is not None
    release()
    assert limits.admit("2001:db8::2") is not None
    assert all(limits.admit("10.0.0.1") for _ in range(5))
    assert client_network("2001:db8::1") == client_network("2001:db8::2")


# Responses that nobody reads


class SlowTransport:
    """A transport whose client takes the waiting bytes by and by, or not at all."""

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting
        self.aborted = asyncio.Event()

    def get_write_buffer_size(self) -> int:
        return self.waiting.pop(0) if len(self.waiting) > 1 else self.waiting[0]

    def abort(self) -> None:
        self.aborted.set()


@pytest.mark.parametrize("waiting", [[100], [100, 90, 90, 80, 80]])
def test_a_client_that_takes_nothing_of_a_response_is_disconnected(
    monkeypatch: pytest.MonkeyPatch, waiting: list[int]
) -> None:
    monkeypatch.setattr(http_limits, "WRITE_STALL_S", 0.001)

    async def story() -> None:
        protocol = LimitedHttpProtocol.__new__(LimitedHttpProtocol)
        transport = SlowTransport(waiting)
        protocol.loop = asyncio.get_running_loop()
        protocol.transport = cast(asyncio.Transport, transport)
        protocol.flow = FlowControl(protocol.transport)
        protocol.pause_writing()
        async with asyncio.timeout(WAIT_S):
            await transport.aborted.wait()
        assert len(waiting) == 1
        transport.aborted.clear()
        protocol.pause_writing()
        protocol.resume_writing()
        await asyncio.sleep(0.01)
        assert not transport.aborted.is_set()

    asyncio.run(story())
