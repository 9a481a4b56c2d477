"""Wait for conditions that no assertion of Playwright expresses."""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket

TIMEOUT_S = 60
TIMEOUT_MS = TIMEOUT_S * 1000
"""How long a test waits before it fails; it costs nothing while tests pass."""
NEXT_FRAME = "new Promise(requestAnimationFrame)"


def wait_until(page: Page, condition: Callable[[], object], description: str) -> None:
    """Wait until a condition holds; look at it once per frame of the page.

    The browser's events are handled meanwhile.
    """
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {TIMEOUT_S} seconds: {description}")
        page.evaluate(NEXT_FRAME)


def record_messages(page: Page) -> list[dict[str, Any]]:
    """Return a list to which all messages are added that the page receives over WebSockets."""
    messages: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: messages.append(json.loads(frame)))

    page.on("websocket", listen)
    return messages


def record_sent_moves(page: Page) -> list[str]:
    """Return a list to which all moves are added that the page sends, with `resign` as one."""
    moves: list[str] = []

    def note(message: dict[str, Any]) -> None:
        if message["type"] in ("move", "resign"):
            moves.append(message.get("move", message["type"]))

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: note(json.loads(frame)))

    page.on("websocket", listen)
    return moves
