"""Screen readers hear every sentence, however fast the messages arrive."""

import json
from functools import partial
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from e2e.conftest import NewPage
from e2e.dungeon_player import hand_of
from e2e.restartable_server import RestartableServer
from e2e.scripted_dungeon import BOT, SEED
from e2e.storage import fill_storage, seat_in_storage
from e2e.waiting import wait_until
from underdeck.say.words import Words
from underdeck.table.entries import Began, Opened, Sat

MIN_MESSAGES = 6
"""The number of messages with sentences that arrive at once."""
HAS_BID = Words("en").say("page_dungeon.seat.has_bid")
OBSERVE = """() => {
  window.announced = [];
  const note = ({ addedNodes }) => announced.push(...[...addedNodes].map((node) => node.innerText));
  const observer = new MutationObserver((changes) => changes.forEach(note));
  observer.observe(document.querySelector("[role=log]"), { childList: true });
}"""


class HeldMessages:
    """Messages of the server that are delivered to the page together."""

    def __init__(self) -> None:
        self.held: list[str] = []
        self.is_holding = False
        self.waiting: list[int] = []
        """The seats that the game waits for, by the last message that was delivered."""
        self._page: WebSocketRoute | None = None
        self._server: WebSocketRoute | None = None

    def route(self, page: WebSocketRoute) -> None:
        """Stand between the page and the server."""
        self._page, self._server = page, page.connect_to_server()
        self._server.on_message(self._receive)

    def _receive(self, message: str | bytes) -> None:
        assert self._page is not None
        if self.is_holding:
            self.held.append(str(message))
        else:
            self.waiting = (json.loads(message).get("view") or {}).get("waiting", self.waiting)
            self._page.send(message)

    def is_asked(self, version: int = 0) -> bool:
        """Return whether the game waits for the player, in a later version than this."""
        last = self.tables()[-1:]
        return any(0 in each["view"]["waiting"] and each["version"] > version for each in last)

    def answer(self) -> int:
        """Make the player's first legal move, as another tab would; return the version before."""
        assert self._server is not None
        table = self.tables()[-1]
        first, version = table["view"]["legal"][0], int(table["version"])
        move = first if isinstance(first, str) else first["text"]
        message = {"type": "move", "move": move, "id": f"tab {version}", "version": version}
        self._server.send(json.dumps(message))
        return version

    def tables(self) -> list[dict[str, Any]]:
        """Return the held messages that change the table."""
        messages = [json.loads(message) for message in self.held]
        return [message for message in messages if message["type"] == "table" and message["view"]]

    def deliver(self) -> None:
        """Send everything that was held."""
        assert self._page is not None
        self.is_holding = False
        for message in self.held:
            self._page.send(message)


def test_messages_that_arrive_together_are_announced_in_full(
    new_page: NewPage, server: RestartableServer
) -> None:
    opened = Opened("dungeon", {"players": 4}, ("", BOT, BOT, BOT), SEED, pace=0, rules=2)
    table, keys = server.add_table([opened, Sat(0, "Ana", "words"), Began()])
    page, messages = new_page(), HeldMessages()
    page.route_web_socket("**/ws", messages.route)
    fill_storage(page, "Ana", [seat_in_storage(table, "dungeon", keys[0])], sound=False)
    page.goto(f"/#/table/{table}")
    cards = hand_of(page, "en").locator("[data-card]:not([data-card^=A])")
    card = cards.first.get_by_role("button")
    wait_until(page, lambda: messages.waiting == [0], "the bots have bid")
    expect(page.get_by_role("img", name=HAS_BID)).to_have_count(3)  # an update resets a choice
    card.click()
    page.evaluate(OBSERVE)
    messages.is_holding = True
    card.click()

    def stories() -> list[list[str]]:
        return [message["story"] for message in messages.tables() if message["story"]]

    wait_until(page, messages.is_asked, "the player is asked again")
    while len(stories()) < MIN_MESSAGES:
        is_asked_again = partial(messages.is_asked, messages.answer())
        wait_until(page, is_asked_again, "the bots have moved")
    last = messages.tables()[-1]["version"]
    expected = [text for story in stories() for text in story]
    messages.deliver()
    expect(page.locator(".dungeon")).to_have_attribute("data-update", str(last))
    assert page.evaluate("announced") == expected
