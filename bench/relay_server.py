"""A relay that stores messages and knows no rules: python -m bench.relay_server FILE PORT.

It is what our stack costs without a game: uvicorn, websockets, SQLite. A message is stored durably,
in one transaction with all that are queued, and then sent to both clients of its table.
"""

import asyncio
import gc
import sqlite3
import sys
import threading
from collections import defaultdict
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import uvicorn
import uvloop
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

FRAME_BYTES = 900
"""The size of a message to a client, about that of ours after a move."""
HEAD = b"\x81\x7e" + FRAME_BYTES.to_bytes(2, "big")
GC_THRESHOLDS = 5_000, 1_000, 1_000
SWITCH_INTERVAL_S = 0.001


class DirectProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that can be written to without waiting, as in our server."""

    def handle_connect(self, event: Request) -> None:
        """Handle a handshake, and offer the direct connection to the application."""
        super().handle_connect(event)
        self.scope["extensions"]["direct"] = self  # type: ignore[assignment]

    def write(self, frame: bytes) -> None:
        """Send one frame."""
        self.transport.write(frame)


class Stored(NamedTuple):
    """A message of a client at a table."""

    table: str
    body: bytes


class Relay:
    """Stores the messages of all tables in one thread, and sends them to the table's clients."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.clients: defaultdict[str, set[DirectProtocol]] = defaultdict(set)
        self.queue: SimpleQueue[Stored] = SimpleQueue()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one WebSocket, whose path names the table."""
        if scope["type"] != "websocket":
            return
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
            threading.Thread(target=self.write, daemon=True).start()
        table, client = scope["path"], scope["extensions"]["direct"]
        await receive()
        await send({"type": "websocket.accept"})
        self.clients[table].add(client)
        while (event := await receive())["type"] != "websocket.disconnect":
            self.queue.put(Stored(table, event["text"].encode()))
        self.clients[table].discard(client)

    def write(self) -> None:
        """Commit all queued messages in one transaction, then have them sent; forever."""
        file = sqlite3.connect(self.path, isolation_level=None)
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            file.execute(f"PRAGMA {pragma}")
        file.execute('CREATE TABLE entries ("table" TEXT, body BLOB)')
        while True:
            batch = self.take()
            file.execute("BEGIN IMMEDIATE")
            file.executemany("INSERT INTO entries VALUES (?, ?)", batch)
            file.execute("COMMIT")
            assert self.loop is not None
            self.loop.call_soon_threadsafe(self.publish, batch)

    def take(self) -> list[Stored]:
        """Wait for a message, and return it with all others that are queued."""
        batch = [self.queue.get()]
        try:
            while True:
                batch.append(self.queue.get_nowait())
        except Empty:
            return batch

    def publish(self, batch: Sequence[Stored]) -> None:
        """Send stored messages to the clients of their tables."""
        for table, body in batch:
            frame = HEAD + body.ljust(FRAME_BYTES)
            for client in self.clients[table]:
                client.write(frame)


def main(path: str, port: str) -> None:
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    config = uvicorn.Config(
        Relay(path),
        port=int(port),
        ws=DirectProtocol,
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
        backlog=2048,
    )
    uvloop.run(uvicorn.Server(config).serve())


if __name__ == "__main__":
    main(*sys.argv[1:])
