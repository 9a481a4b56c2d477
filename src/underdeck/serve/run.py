"""Start and stop a server: the store, the bots' workers, the tables and uvicorn."""

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
from uvicorn.middleware.proxy_headers import _TrustedHosts  # uvicorn's own check of proxies

from underdeck.refusal import Refusal
from underdeck.serve.allowed_hosts import AllowedHosts
from underdeck.serve.app import LOOPBACK, App, new_metrics, with_security_headers
from underdeck.serve.bot_pool import BotPool
from underdeck.serve.direct_send import WireProtocol
from underdeck.serve.http_limits import REQUEST_TIMEOUT_S, PeerLimits, http_protocol
from underdeck.serve.limits import (
    BURST_S,
    MAX_CONNECTIONS,
    MAX_LISTED,
    MAX_PER_SECOND,
    MAX_TABLES_PER_HOUR,
    MAX_WEBSOCKETS,
    RELISTED_PER_HOUR,
    Limits,
    Quota,
)
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.logs import configure_logging, log
from underdeck.serve.messages import MAX_FRAME_BYTES
from underdeck.serve.service import Service
from underdeck.serve.websocket import HELLO_TIMEOUT_S
from underdeck.store.store import Store

GC_THRESHOLDS = 20_000, 1_000, 1_000
"""Garbage collection thresholds, high because a collection stops all clients and finds next to
nothing."""
SWITCH_INTERVAL_S = 0.001
"""Thread switch interval, short because whole batches of moves wait for the store's thread."""
BYTES_PER_MESSAGE = 640
"""Bytes over WebSockets that a client may send for each allowed message; most moves take 150."""
PING_INTERVAL_S = 40.0
"""After this time without a message a client is pinged; most proxies give up after 60 seconds."""
SHUTDOWN_TIMEOUT_S = 5
"""Time for connections to end when the server stops."""
STARTUP_POLL_S = 0.01


@dataclass(frozen=True)
class Settings:
    """The settings of a server; limits are per client."""

    host: str = "127.0.0.1"
    port: int = 8765
    database: str | None = None
    bot_workers: int = 1
    log_level: str = "info"
    log_json: bool = False
    max_per_second: float = MAX_PER_SECOND
    """Maximum rate of messages, and of requests."""
    max_websockets: int = MAX_WEBSOCKETS
    max_connections: int = MAX_CONNECTIONS
    """Maximum number of connections, HTTP and WebSocket together.

    Connections of a trusted proxy are not counted, its clients' requests are.
    """
    request_timeout_s: float = REQUEST_TIMEOUT_S
    """Time limit for the head of a request, and again for its body."""
    hello_timeout_s: float = HELLO_TIMEOUT_S
    max_tables_per_hour: float = MAX_TABLES_PER_HOUR
    max_listed: int = MAX_LISTED
    """Maximum number of tables listed in the lobby at once; twice as many more per hour."""
    origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    """Allowed Host headers besides this machine's own names; `*` for any."""
    observers: tuple[str, ...] = ()
    """Networks, besides this machine, that may read /metrics and /api/ready."""
    trusted_proxies: str | None = None
    """Proxies that may set a client's address; None for FORWARDED_ALLOW_IPS or this machine."""
    on_started: Callable[[int], None] | None = None
    """Called with the port once the server listens."""
    listener: socket.socket | None = None
    """A socket that listens already, used instead of `host` and `port`."""
    is_brief: bool = False
    """Whether the service ends after a request of its own process: without bots, work in the
    background, and a check of the whole database."""


@contextlib.asynccontextmanager
async def open_service(settings: Settings) -> AsyncIterator[Service]:
    """Start the store, the bots and the tables; stop them in reverse order."""
    store = await Store.open(settings.database, check=not settings.is_brief)
    bots = BotPool(settings.bot_workers)
    metrics = new_metrics()
    bots.on_fallback = metrics.bot_fallbacks.inc
    live = LiveTables(store, bots, metrics)
    try:
        if not settings.is_brief:
            await bots.start()
            await live.start()
        per_hour = settings.max_tables_per_hour
        tables = Limits(per_hour / 3600, int(per_hour))
        listings = Limits(RELISTED_PER_HOUR * settings.max_listed / 3600, settings.max_listed)
        service = Service(store, live, tables, listings)
        if not settings.is_brief:
            live.runtime.spawn(service.career.backfill.run())
        try:
            yield service
        finally:
            await service.minds.stop()
    finally:
        await live.stop()
        await bots.stop()
        await store.close()


def run(settings: Settings) -> None:
    """Serve until a signal arrives, on uvloop if it is installed."""
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    factory = importlib.import_module("uvloop").new_event_loop if find_spec("uvloop") else None
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve(settings))


async def serve(settings: Settings) -> None:
    """Serve until a signal arrives.

    Acknowledged moves are stored by then, and clients are asked to reconnect.
    """
    configure_logging(settings.log_level, settings.log_json)
    async with open_service(settings) as service:
        config = uvicorn_config(settings, new_app(settings, service))
        with settings.listener or open_listener(settings.host, settings.port) as listener:
            await _run_uvicorn(uvicorn.Server(config), listener, settings, service)


def new_app(settings: Settings, service: Service) -> App:
    """Return the application with these settings."""
    app = App(
        service,
        version("underdeck"),
        origins=settings.origins,
        max_per_second=settings.max_per_second,
        max_websockets=settings.max_websockets,
    )
    app.connections = Quota(max(settings.max_connections, settings.max_websockets))
    app.body_timeout_s = settings.request_timeout_s
    app.hello_timeout_s = settings.hello_timeout_s
    app.allowed_hosts = AllowedHosts(settings.host, settings.allowed_hosts, settings.origins)
    app.observers = [*LOOPBACK, *map(read_network, settings.observers)]
    return app


def uvicorn_config(settings: Settings, app: App) -> uvicorn.Config:
    """Return uvicorn's configuration, with our protocols and their limits."""
    config = uvicorn.Config(
        with_security_headers(app),
        log_config=None,
        access_log=False,
        ws=WireProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_max_queue=16,
        ws_ping_interval=PING_INTERVAL_S,
        ws_per_message_deflate=False,  # the length of compressed text would reveal its content
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        forwarded_allow_ips=settings.trusted_proxies,
    )
    bytes_per_second = settings.max_per_second * BYTES_PER_MESSAGE
    inbound = Limits(bytes_per_second, int(bytes_per_second * BURST_S))
    trusted = _TrustedHosts(config.forwarded_allow_ips)
    peers = PeerLimits(app.connections.maximum, trusted, inbound)
    config.http = http_protocol(peers, settings.request_timeout_s)
    return config


def read_network(text: str) -> IPv4Network | IPv6Network:
    """Parse an address or a network."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise Refusal("bad_network", text=text) from None


def open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens for connections."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
        # Connections inherit this; asyncio sets it only for sockets that name their protocol.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, OverflowError) as error:
        reason = str(getattr(error, "strerror", error)).partition(" (")[0]
        raise Refusal("port_in_use", port=port, reason=reason) from None


async def _run_uvicorn(
    server: uvicorn.Server, listener: socket.socket, settings: Settings, service: Service
) -> None:
    """Run uvicorn until the first signal, which drains the tables and stops it."""
    # The public `serve` installs signal handlers of its own.
    serving = asyncio.ensure_future(server._serve([listener]))
    loop = asyncio.get_running_loop()

    def stop() -> None:
        service.live.drain()
        server.should_exit = True

    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    while not server.started and not serving.done():
        await asyncio.sleep(STARTUP_POLL_S)
    if server.started:
        log("listening")
        if settings.on_started:
            settings.on_started(listener.getsockname()[1])
    await serving
