"""Requests to the server's application within this process, on this machine's database."""

import asyncio
import logging
import time
from collections.abc import Mapping
from importlib.metadata import version

from underdeck.cli.client import LOCAL, QUERY, Client, Response, local_place
from underdeck.cli.database_turn import PAUSE_S, database_turn
from underdeck.cli.running_server import DEFAULT_ADDRESS
from underdeck.refusal import Refusal
from underdeck.serve.app import App
from underdeck.serve.asgi import Message, Scope
from underdeck.serve.logs import configure_logging
from underdeck.serve.run import Settings, open_service
from underdeck.serve.service import Service

IN_USE_TIMEOUT_S = 2.0
"""How long a process that doesn't take turns, such as `underdeck admin`, is waited for."""
UNLIMITED = 1e9
"""A rate that nobody at this machine reaches."""
SETTINGS = Settings(
    max_per_second=UNLIMITED, max_tables_per_hour=UNLIMITED, max_listed=10**9, is_brief=True
)


class LocalClient(Client):
    """A client of the application without a server.

    The database is open during a request only, so that a server can start at any time.
    """

    address = DEFAULT_ADDRESS
    has_server = False

    def __init__(self, settings: Settings = SETTINGS) -> None:
        self.id = LOCAL
        self.place = local_place()
        self._settings = settings
        self._app: App | None = None
        if not logging.getLogger().handlers:
            configure_logging("error", as_json=False)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """Open the database, answer a request and close the database."""
        with database_turn():
            give_up_at = time.monotonic() + IN_USE_TIMEOUT_S
            while True:
                try:
                    return asyncio.run(self._send(scope_of(method, path, headers), body))
                except Refusal as refusal:
                    if refusal.code != "store_in_use" or time.monotonic() > give_up_at:
                        raise
                time.sleep(PAUSE_S)

    async def _send(self, scope: Scope, body: bytes) -> Response:
        async with open_service(self._settings) as service:
            app = self._app_of(service)
            return await call(app, scope, body)

    def _app_of(self, service: Service) -> App:
        """Return the application with this service; a new one would compress the page again."""
        if self._app is None:
            self._app = App(service, version("underdeck"), max_per_second=UNLIMITED)
        self._app.service = service
        return self._app


def scope_of(method: str, path: str, headers: Mapping[str, str]) -> Scope:
    """Return the ASGI scope of a request from this machine."""
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": QUERY.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
        "client": ("127.0.0.1", 0),
    }


async def call(app: App, scope: Scope, body: bytes) -> Response:
    """Call an ASGI application and return its whole response."""
    status, parts = 0, list[bytes]()

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return Response(status, b"".join(parts))
