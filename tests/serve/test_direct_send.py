"""Limits on what a client sends over a WebSocket or leaves unread."""

import asyncio
from pathlib import Path

import pytest

from serve.server import Server, Visitor, live, running

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
