"""A house to visit: a server that can be killed and started again at the same address, and tables that are laid before it opens."""

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
class House:
    """A server and where it keeps its things."""

    folder: Path
    server: Server | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        assert self.server is not None
        return f"http://{self.server.address}"

    def open(self, port: int = 0) -> None:
        """Start it."""
        self.server = Server.start(self.folder, port=port)

    def fall_and_rise(self) -> None:
        """Kill it without a warning, and start it again at the same place."""
        assert self.server is not None
        port = self.server.port
        self.server.kill()
        self.open(port)

    def close(self) -> None:
        """Stop it."""
        if self.server is not None and self.server.process.poll() is None:
            self.server.stop()

    def lay(self, entries: list[AnyEntry]) -> tuple[str, list[str]]:
        """A table at which this has happened, before the house opens; the keys of those who sit there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        writing = write_table(f"sqlite:///{self.folder / 'underdeck.db'}", entries)
        with ThreadPoolExecutor(
            1
        ) as elsewhere:  # Playwright has an event loop of its own in this thread
            return elsewhere.submit(asyncio.run, writing).result()


def settle(
    page: Page, name: str = "Ada", seats: list[dict[str, Any]] | None = None, **settings: Any
) -> None:
    """What a device knows before the page is opened: its player's name and choices, and keys to seats."""
    for key, value in {"settings": {"name": name, **settings}, "seats": seats or []}.items():
        page.add_init_script(
            f"localStorage['underdeck.{key}'] ??= {json.dumps(json.dumps(value))};"
        )
