"""Abuses of a server by one address, and counts of the answers."""

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from serve.raw_tcp import RawConnection

ABUSER = "127.0.0.2"
"""Not the address of a trusted proxy, and not the one that others play from."""
MANY = 200
GRACE_S = 2.0
"""How long the server may take to end refused connections."""
HEAD = b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HALF_BODY = b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 4000\r\n\r\n{"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PIECE = b"a" * 2**16


@dataclass
class Attack:
    """One attacker, limited in time."""

    port: int
    seconds: float
    key: str = ""
    """The key of a seat at a long table."""
    enough: frozenset[str] = frozenset()
    """The answers that end the attack early, if any."""
    grace: float = GRACE_S
    source: str = ABUSER
    counted: Counter[str] = field(default_factory=Counter)
    sent: int = 0

    def __post_init__(self) -> None:
        self.ends = time.monotonic() + self.seconds

    @property
    def goes_on(self) -> bool:
        """Return whether there is time left."""
        is_enough = bool(self.enough) and self.enough <= self.counted.keys()
        return time.monotonic() < self.ends and not is_enough

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[RawConnection]:
        """Open a connection, and count refusals and failures."""
        raw = RawConnection(
            *await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        )
        try:
            yield raw
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            self.counted["cut off"] += 1
        finally:
            await raw.close()

    async def end(self, raw: RawConnection) -> None:
        """Wait until the server ends the connection, or until the attack is over."""
        try:
            async with asyncio.timeout(max(self.grace, self.ends - time.monotonic())):
                answer = await raw.rest()
        except TimeoutError:
            self.counted["left open"] += 1
        else:
            self.counted[answer[9:12].decode() or "closed"] += 1

    async def flood(self, data: bytes, times: int) -> None:
        """Send the same bytes repeatedly on one connection."""
        async with self.connected() as raw:
            ending = asyncio.ensure_future(self.end(raw))
            raw.send(HEAD + b"x: ")
            with contextlib.suppress(ConnectionError):
                for _ in range(times):
                    raw.send(data)
                    self.sent += len(data)
                    await raw.writer.drain()
                    if not self.goes_on or ending.done():
                        break
            await ending

    async def repeat(self, what: Callable[[], Awaitable[None]], at_once: int) -> None:
        """Do something repeatedly, several times in parallel."""

        async def again() -> None:
            while self.goes_on:
                await what()

        await asyncio.gather(*(again() for _ in range(at_once)))

    # The abuses

    async def endless_headers(self) -> None:
        """Send an endless number of headers."""
        await self.repeat(lambda: self.flood(PIECE[:-5] + b"\r\nx: ", 4000), 4)

    async def huge_header(self) -> None:
        """Send one header of 60 MB."""
        await self.repeat(lambda: self.flood(PIECE, 60 * 16), 1)

    async def half_requests(self) -> None:
        """Keep idle connections and incomplete requests open."""

        async def hold(start: bytes, drop: bytes) -> None:
            async with self.connected() as raw:
                raw.send(start)
                async with raw.dribble(drop, 0.2):
                    await self.end(raw)

        kinds = ((b"", b""), (HEAD, b"x: y\r\n"), (HALF_BODY, b" "), (b"", b"\r\n"))
        await asyncio.gather(*(hold(*kinds[number % len(kinds)]) for number in range(MANY)))

    async def requests(self, request: bytes, at_once: int = 4) -> None:
        """Repeat a request on persistent connections."""

        async def ask() -> None:
            async with self.connected() as raw:
                while self.goes_on:
                    raw.send(request)
                    self.counted[str(await raw.status())] += 1

        await self.repeat(ask, at_once)

    async def files(self) -> None:
        """Request the page, which needs no key."""
        await self.requests(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\n\r\n")

    async def handshakes(self) -> None:
        """Open sockets and send nothing."""

        async def shake_hands() -> None:
            async with self.connected() as raw:
                raw.send(HANDSHAKE)
                self.counted[str(await raw.status())] += 1

        await self.repeat(shake_hands, 4)

    async def pipelines(self) -> None:
        """Send thousands of requests without waiting for a response."""

        async def pour() -> None:
            async with self.connected() as raw:
                raw.send((HEAD + b"\r\n") * 5000)
                await self.end(raw)

        await self.repeat(pour, 2)

    async def whole_tables(self) -> None:
        """Request a long table repeatedly."""
        await self.requests(
            b"GET /api/table HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer "
            + self.key.encode()
            + b"\r\n\r\n"
        )

    async def names(self) -> None:
        """Send requests with a foreign Host, as after DNS rebinding."""
        await self.requests(b"GET /api/lobby HTTP/1.1\r\nhost: evil.example\r\n\r\n")


ATTACKS: dict[str, Callable[[Attack], Coroutine[Any, Any, None]]] = {
    "endless_headers": Attack.endless_headers,
    "huge_header": Attack.huge_header,
    "half_requests": Attack.half_requests,
    "files": Attack.files,
    "handshakes": Attack.handshakes,
    "pipelines": Attack.pipelines,
    "whole_tables": Attack.whole_tables,
    "names": Attack.names,
}


def carry_out(name: str, attack: Attack) -> Counter[str]:
    """Run one attack, and return the counts of its answers."""
    asyncio.run(ATTACKS[name](attack))
    return attack.counted


def run(name: str, port: int, seconds: float, key: str) -> str:
    """Run one attack, and return the bytes sent and the counts of its answers as JSON."""
    attack = Attack(port, seconds, key)
    counted = carry_out(name, attack)
    return json.dumps({"sent": attack.sent, **counted})
