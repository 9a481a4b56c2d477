"""A person who plays Tomb of Four Kings in the browser, with buttons, number keys or cards."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from e2e.waiting import record_sent_moves
from underdeck.games.tomb.moves import TombMove
from underdeck.say.words import Words

MAX_KEYS = 9
"""The number of moves that have a key."""


class TombPlayer:
    """Makes moves by any of their controls."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self._words = Words(language)
        self.sent = record_sent_moves(page)
        """The moves that the page sent."""

    def make(self, control: str, move: str, view: Any) -> None:
        """Make a move and wait until the table shows what came of it."""
        table = self.page.locator(".tomb")
        before, sent = int(table.get_attribute("data-update") or ""), len(self.sent)
        if control == "key":
            self._region("do.panel").locator(f"button[data-move='{move}']").wait_for()
            self.page.keyboard.press(str([str(each) for each in view.legal].index(move) + 1))
        elif control == "button":
            self._region("do.panel").locator(f"button[data-move='{move}']").click()
        else:
            place = "spread.column" if move.startswith("leave") else "spread.hand"
            self._region(place).locator(f"[data-card='{control}']").get_by_role("button").click()
        expect(table).to_have_attribute("data-update", str(before + 1))
        assert self.sent[sent:] == [move]

    def _region(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=self._words.say(f"page_tomb.{name}"))


def controls_of(move: TombMove, view: Any) -> dict[str, str]:
    """Return the controls of a legal move by their kinds; that of a card is the card's code."""
    controls = {"button": "button"}
    if view.legal.index(move) < MAX_KEYS:
        controls["key"] = "key"
    if code := CARDS.get(move.word) or str(move).partition(" ")[2]:
        controls["card"] = code
    return controls


CARDS = {"dodge": "JH", "read": "Jk"}
"""The cards of moves that don't name theirs."""
