"""A server from its options: the store, the bots' workers, the tables, and uvicorn in front."""

import asyncio
import contextlib
import gc
import importlib
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network

import uvicorn
from uvicorn.middleware.proxy_headers import (
    _TrustedHosts,  # the very rule by which a proxy is believed
)

from underdeck.refusal import Refusal
from underdeck.serve.allowed_hosts import ServedNames
from underdeck.serve.app import HERE, App, new_metrics, with_headers
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.direct_send import WireProtocol
from underdeck.serve.http_limits import (
    MAX_CONNECTIONS,
    REQUEST_TIMEOUT_S,
    PeerLimits,
    http_protocol,
)
from underdeck.serve.limits import Limits, Quota
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.logs import log, set_up
from underdeck.serve.messages import MOST_BYTES
from underdeck.serve.service import Service
from underdeck.store.store import Store

RARELY = 5_000, 1_000, 1_000
"""How seldom garbage is looked for among all that lives long: next to nothing of it is ever garbage, and everybody waits meanwhile."""
SWITCH = 0.001
"""Seconds after which the store's thread gets its turn when the loop has much to do: whole batches wait for it."""
BYTES_PER_MESSAGE = 640
"""How many bytes a client may send over WebSockets for each message that it is allowed; most moves take 150."""
GRACE = 5
"""Seconds that connections have to end when the server stops."""


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str | None = None
    thinkers: int = 1
    log_level: str = "info"
    log_json: bool = False
    per_second: float = 50.0
    """Messages and requests of one client in a second."""
    most_sockets: int = 40
    """WebSockets of one client."""
    most_connections: int = MAX_CONNECTIONS
    """Connections of one client, HTTP and WebSocket together; a trusted proxy's own are not counted, its clients' requests are."""
    request_timeout: float = REQUEST_TIMEOUT_S
    """Seconds in which the head of a request must arrive, and then its body."""
    tables_an_hour: float = 120.0
    max_listed: int = 3
    """Tables of one client that the lobby lists at once; twice as many more in an hour."""
    origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    """Names besides this machine's own that a request's Host header may have; `*` for any."""
    observers: tuple[str, ...] = ()
    """Networks, besides this machine, from which the house may be watched: /metrics and /api/ready."""
    trusted: str | None = None
    """Proxies whose word on a client's address is taken; None for those in the environment's FORWARDED_ALLOW_IPS, else this machine."""
    started: Callable[[int], None] | None = None
    """Told the port once the server listens."""
    door: socket.socket | None = None
    """Where to listen, if that is open already."""


@contextlib.asynccontextmanager
async def service_of(settings: Settings) -> AsyncIterator[Service]:
    """The house, opened and closed in order."""
    store = await Store.open(settings.database)
    bots = BotPool(settings.thinkers)
    metrics = new_metrics()
    bots.on_fallback = metrics.bot_fallbacks.inc
    live = LiveTables(store, bots, metrics)
    try:
        await bots.start()
        await live.start()
        tables = Limits(settings.tables_an_hour / 3600, int(settings.tables_an_hour))
        listings = Limits(2 * settings.max_listed / 3600, settings.max_listed)
        yield Service(store, live, tables, listings)
    finally:
        await live.stop()
        await bots.stop()
        await store.close()


def run(settings: Settings) -> None:
    """Serve until told to stop, on the fastest event loop that there is."""
    gc.set_threshold(*RARELY)
    sys.setswitchinterval(SWITCH)
    factory = importlib.import_module("uvloop").new_event_loop if find_spec("uvloop") else None
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve(settings))


async def serve(settings: Settings) -> None:
    """Serve until told to stop; what was acknowledged is on disk, and connections are told to come back."""
    set_up(settings.log_level, settings.log_json)
    async with service_of(settings) as service:
        app = App(
            service,
            version("underdeck"),
            origins=settings.origins,
            per_second=settings.per_second,
            most_sockets=settings.most_sockets,
        )
        most_connections = max(settings.most_connections, settings.most_sockets)
        app.connections = Quota(most_connections)
        app.body_timeout = settings.request_timeout
        app.names = ServedNames(settings.host, settings.allowed_hosts, settings.origins)
        app.observers = [*HERE, *map(read_network, settings.observers)]
        config = uvicorn.Config(
            with_headers(app),
            log_config=None,
            access_log=False,
            ws=WireProtocol,
            ws_max_size=MOST_BYTES * 4,
            ws_max_queue=16,
            ws_per_message_deflate=False,  # the length of what is compressed tells what is in it
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=GRACE,
            forwarded_allow_ips=settings.trusted,
        )
        inbound = Limits(
            settings.per_second * BYTES_PER_MESSAGE,
            int(settings.per_second * BYTES_PER_MESSAGE * 4),
        )
        peers = PeerLimits(most_connections, _TrustedHosts(config.forwarded_allow_ips), inbound)
        config.http = http_protocol(peers, settings.request_timeout)
        with settings.door or open_door(settings.host, settings.port) as door:
            await _run(uvicorn.Server(config), door, settings, service)


def read_network(text: str) -> IPv4Network | IPv6Network:
    """An address or a network."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise Refusal("bad_network", text=text) from None


def open_door(host: str, port: int) -> socket.socket:
    """Where clients come in."""
    try:
        door = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=2048
        )
        door.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
        )  # inherited; asyncio sets it only where the protocol is named
        return door
    except (OSError, OverflowError) as error:
        raise Refusal(
            "port_in_use",
            port=port,
            reason=str(getattr(error, "strerror", error)).partition(" (")[0],
        ) from None


async def _run(
    server: uvicorn.Server, door: socket.socket, settings: Settings, service: Service
) -> None:
    """Run uvicorn; the first signal drains, then stops."""
    serving = asyncio.ensure_future(
        server._serve([door])
    )  # the public form installs signal handlers of its own
    loop = asyncio.get_running_loop()

    def stop() -> None:
        service.live.drain()
        server.should_exit = True

    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        log("listening")
        if settings.started:
            settings.started(door.getsockname()[1])
    await serving
