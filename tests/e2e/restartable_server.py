"""A server for browser tests that can be killed and restarted at the same address."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from serve.server import Server
from serve.stored_tables import write_table
from underdeck.table.entries import AnyEntry


@dataclass
class RestartableServer:
    """A server process with a database folder that outlives it."""

    folder: Path
    server: Server | None = None

    @property
    def address(self) -> str:
        """The base URL."""
        assert self.server is not None
        return f"http://{self.server.address}"

    def start(self, port: int = 0) -> None:
        """Start the server; port 0 chooses a free one."""
        self.server = Server.start(self.folder, port=port)

    def kill_and_restart(self) -> None:
        """Kill the server without warning and restart it at the same port."""
        assert self.server is not None
        port = self.server.port
        self.server.kill()
        self.start(port)

    def stop(self) -> None:
        """Stop the server if it runs."""
        if self.server is not None and self.server.process.poll() is None:
            self.server.stop()

    def add_table(self, entries: list[AnyEntry]) -> tuple[str, list[str]]:
        """Write a table with this log to the database; return its id and the keys of its seats."""
        self.folder.mkdir(parents=True, exist_ok=True)
        writing = write_table(f"sqlite:///{self.folder / 'underdeck.db'}", entries)
        # Playwright runs an event loop of its own in this thread.
        with ThreadPoolExecutor(1) as executor:
            return executor.submit(asyncio.run, writing).result()


def fill_storage(
    page: Page, name: str = "Ada", seats: list[dict[str, Any]] | None = None, **settings: Any
) -> None:
    """Fill the local storage before the page loads: the player's settings and keys to seats."""
    for key, value in {"settings": {"name": name, **settings}, "seats": seats or []}.items():
        page.add_init_script(
            f"localStorage['underdeck.{key}'] ??= {json.dumps(json.dumps(value))};"
        )


def seat_in_storage(table: str, game: str, key: str) -> dict[str, Any]:
    """Return the first seat of a table as the page stores it."""
    return {"table": table, "game": game, "seat": 0, "key": key, "opened": 1}
