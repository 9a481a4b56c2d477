"""Direct connections: when they ping, what they queue, and limits on bytes sent or left unread."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from serve.server import Server, Visitor, live, running
from underdeck.serve.asgi import Message
from underdeck.serve.direct_send import QueuedWire, WireProtocol

FLOODER = "127.0.0.2"
"""An address of this machine from which nobody plays."""
PING = b"\x89\x80\x00\x00\x00\x00"
BIG_PING = b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125
CONTINUATION = b"\x00\x80\x00\x00\x00\x00"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)


async def flood(server: Server, frames: bytes, *, max_bytes: int) -> int:
    """Send frames without reading until the server hangs up; return the number of bytes sent."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", server.port, local_addr=(FLOODER, 0)
    )
    writer.write(HANDSHAKE)
    await reader.readuntil(b"\r\n\r\n")
    sent = 0
    try:
        while sent < max_bytes:
            writer.write(frames)
            await writer.drain()
            sent += len(frames)
            await asyncio.sleep(0)
    except OSError:
        return sent
    finally:
        writer.transport.abort()
    return sent


@pytest.mark.parametrize("frame", [PING, CONTINUATION], ids=["pings", "continuations"])
def test_a_flood_of_small_frames_is_cut_off_and_others_play_on(
    frame: bytes, tmp_path: Path
) -> None:
    @live
    async def body(visitor: Visitor) -> None:
        sent = await flood(visitor.server, frame * 500, max_bytes=20_000_000)
        assert sent < 20_000_000
        player = await visitor.sit((await visitor.open())["key"])
        assert (await player.play(player.legal[0]))["type"] == "done"

    with running(tmp_path, max_per_second=50.0) as server:
        body(server)


def test_a_client_that_reads_nothing_is_cut_off_before_memory_grows(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        before = server.memory
        sent = asyncio.run(flood(server, BIG_PING * 100, max_bytes=200_000_000))
        assert sent < 200_000_000
        assert server.memory - before < 64 << 20


class StandingLoop:
    """A loop whose time the test sets."""

    def __init__(self) -> None:
        self.now = 100.0
        self.planned: list[float] = []

    def time(self) -> float:
        """Return the time."""
        return self.now

    def call_later(self, delay: float, _: Callable[[], None]) -> None:
        """Note a timer."""
        self.planned.append(delay)


def test_only_a_client_that_has_sent_nothing_for_a_while_is_pinged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pings: list[float] = []
    loop = StandingLoop()
    monkeypatch.setattr(
        WebSocketsSansIOProtocol, "send_keepalive_ping", lambda _: pings.append(loop.now)
    )
    wire: Any = WireProtocol.__new__(WireProtocol)
    wire.loop, wire.ping_interval, wire.received_at = loop, 40.0, 90.0
    wire.send_keepalive_ping()
    assert (pings, loop.planned) == ([], [30.0])
    loop.now = 130.0
    wire.send_keepalive_ping()
    assert pings == [130.0]


def test_texts_for_any_asgi_server_are_sent_one_by_one_and_then_the_wire_is_ready_again() -> None:
    sent: list[str] = []
    ready: list[int] = []

    async def send(message: Message) -> None:
        await asyncio.sleep(0)
        sent.append(message["text"])

    async def body() -> None:
        wire = QueuedWire(send)
        wire.on_ready = lambda: ready.append(len(sent))
        wire.write(b"one")
        assert not wire.is_ready()
        await wire.wait_until_ready()
        assert wire.is_ready()
        wire.write(b"two")
        await wire.wait_until_ready()

    asyncio.run(body())
    assert (sent, ready) == (["one", "two"], [1, 2])


def test_a_wire_whose_client_has_left_is_never_ready_again() -> None:
    async def refuse(_: Message) -> None:
        raise OSError

    async def body() -> None:
        wire = QueuedWire(refuse)
        wire.write(b"one")
        await wire.wait_until_ready()
        assert not wire.is_ready()

    asyncio.run(body())
