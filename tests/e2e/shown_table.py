"""A live table as a page received it, and the gestures that were made on that page."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocket

COUNT_GESTURES = """
window.gestures = 0;
addEventListener("pointerdown", (event) => { gestures += event.isTrusted; }, true);
addEventListener("keydown", (event) => { gestures += event.isTrusted && !event.repeat; }, true);
"""
"""A click and a drag are one gesture each, a double click and two keys are two."""

IS_OFFERED = """
(number) => document.querySelector(".dungeon")?.dataset.update === number
  && document.querySelector(".dungeon .ask.mine") !== null
"""


class ShownTable:
    """The newest state of a page's table, put together from the messages that it received."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.state: dict[str, Any] = {}
        self.number = -1
        """The version that the page draws: the last one in which anything changed."""
        self.stages = 0
        """The number of times that the view changed."""
        page.add_init_script(COUNT_GESTURES)
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._receive(json.loads(frame)))

    def _receive(self, message: dict[str, Any]) -> None:
        if message["type"] == "done" and message["version"] == self.state.get("version"):
            self.state["answered"] = True
        if message["type"] != "table":
            return
        if message["events"] or message["view"] != self.state.get("view"):
            self.number = message["version"]
            self.stages += 1
        self.state |= message

    @property
    def view(self) -> dict[str, Any] | None:
        """The view of the player; None before the game."""
        view: dict[str, Any] | None = self.state.get("view")
        return view

    @property
    def is_over(self) -> bool:
        return self.view is not None and self.view["ending"] is not None

    def is_offered(self, number: int) -> bool:
        """Return whether the page shows this version and offers moves to the player."""
        return bool(self.page.evaluate(IS_OFFERED, str(number)))

    @property
    def gestures(self) -> int:
        """The number of gestures so far."""
        count: int = self.page.evaluate("gestures")
        return count
