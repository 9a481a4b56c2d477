"""Direct connections: when they ping, what they queue, and limits on bytes sent or left unread."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from serve.server import Server, Visitor, live, running
from underdeck.serve.asgi import Message
from underdeck.serve.direct_send import QueuedWire, WireProtocol, mask_start, unmasked

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


MASK = bytes.fromhex("37fa213d")


def text_frame(text: bytes, head: int = 0x81) -> bytes:
    """Return a frame of a client."""
    size = len(text)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([head]) + length + MASK + apply_mask(text, MASK)


@pytest.mark.parametrize("size", [0, 1, 4, 125, 126, 127, 300, 65_535])
def test_a_frame_that_comes_alone_is_read_like_websockets_reads_it(size: int) -> None:
    text = bytes(number % 251 for number in range(size))
    frame = text_frame(text)
    assert unmasked(frame, mask_start(frame)) == text


FRAME = text_frame(b"hello")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(FRAME[:-1], id="a part of a frame"),
        pytest.param(FRAME[1:], id="the end of a frame"),
        pytest.param(FRAME + FRAME, id="two frames"),
        pytest.param(text_frame(b"hello", head=0x01), id="a fragment"),
        pytest.param(b"\x81\x05hello", id="a frame without a mask"),
        pytest.param(b"\x81\xff" + bytes(4 + 127), id="a length of eight bytes"),
    ],
)
def test_everything_else_is_left_to_the_parser(data: bytes) -> None:
    assert mask_start(data) == 0


def test_a_wire_that_once_received_a_part_of_a_frame_leaves_all_bytes_to_the_parser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parsed: list[bytes] = []
    offered: list[bytes] = []
    monkeypatch.setattr(
        WebSocketsSansIOProtocol, "data_received", lambda _, data: parsed.append(data)
    )
    wire: Any = WireProtocol.__new__(WireProtocol)
    wire.loop = StandingLoop()
    wire.transport = SimpleNamespace(get_write_buffer_size=lambda: 0)
    wire.conn, wire.close_sent, wire.is_aligned = SimpleNamespace(state=State.OPEN), False, True

    def take(message: bytes) -> bool:
        offered.append(message)
        return message != b"other"

    wire.on_message = take
    other = text_frame(b"other")
    for data in (FRAME, PING, other, FRAME, FRAME[:2], FRAME[2:], FRAME):
        wire.data_received(data)
    assert offered == [b"hello", b"other", b"hello"]
    assert parsed == [PING, other, FRAME[:2], FRAME[2:], FRAME]


def test_moves_are_made_however_their_frames_are_cut(server: Server) -> None:
    @live
    async def body(visitor: Visitor) -> None:
        key = (await visitor.open())["key"]
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        hello = text_frame(json.dumps({"type": "hello", "key": key}).encode())
        for part in (hello[:1], hello[1:40], hello[40:]):
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.02)
        await read_text(reader)
        move = {"type": "move", "id": "1", "version": 10_000, "move": "pass"}
        for _ in range(2):
            writer.write(text_frame(json.dumps(move).encode()))
            await writer.drain()
            assert (await read_text(reader))["code"] == "stale"
            await read_text(reader)
        writer.close()

    body(server)


async def read_text(reader: asyncio.StreamReader) -> Any:
    """Return the next message of the server."""
    _, length = await reader.readexactly(2)
    size = length if length < 126 else int.from_bytes(await reader.readexactly(2), "big")
    return json.loads(await reader.readexactly(size))
