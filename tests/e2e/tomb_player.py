"""A person who plays Tomb of Four Kings in the browser by any control of a move."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from e2e.waiting import record_sent_moves, wait_until
from underdeck.cards import codes_of
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
        main = self.page.locator(f".tomb button[data-move='{move}']")
        main.wait_for()
        is_held = main.get_attribute("data-hold") is not None
        self._press(control, move, view)
        if is_held:
            self._confirm(sent)
        expect(table).to_have_attribute("data-update", str(before + 1))
        assert self.sent[sent:] == [move]

    def _press(self, control: str, move: str, view: Any) -> None:
        """Press the control of a move."""
        if control == "key":
            self.page.keyboard.press(str([str(each) for each in view.legal].index(move) + 1))
        elif control == "space":
            self.page.keyboard.press("Space")
        elif control == "button":
            self._region("do.panel").locator(f"button[data-move='{move}']").click()
        elif control == "deck":
            self.page.locator("[data-place=deck]").get_by_role("button").click()
        elif control.startswith("drag"):
            self._drag(control.removeprefix("drag "))
        else:
            place = "spread.column" if move.startswith("leave") else "spread.hand"
            self._region(place).locator(f"[data-card='{control}']").get_by_role("button").click()

    def _confirm(self, sent: int) -> None:
        """Press again what has to be held: without motion two presses are needed instead."""
        asking = self.page.locator("[data-hold=asking]")
        expect(asking).to_be_visible()
        assert len(self.sent) == sent
        self.page.locator("[data-hold-ready]").wait_for()
        asking.click()
        wait_until(self.page, lambda: len(self.sent) > sent, "the move is sent")

    def _drag(self, card: str) -> None:
        """Drag a card of the hand onto the encounter."""
        mouse = self.page.mouse
        mouse.move(*self._point_of(f".hand [data-card='{card}'] .card", 0.15))
        mouse.down()
        mouse.move(*self._point_of("[data-drop=encounter]", 0.5), steps=4)
        expect(self.page.locator("[data-drop=encounter][data-drop-over]")).to_be_visible()
        mouse.up()

    def _point_of(self, selector: str, across: float) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        assert box is not None
        return box["x"] + box["width"] * across, box["y"] + box["height"] / 2

    def _region(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=self._words.say(f"page_tomb.{name}"))


def controls_of(move: TombMove, view: Any) -> dict[str, str]:
    """Return the controls of a legal move by their kinds; that of a card is the card's code."""
    controls = {} if move.word in ONLY_ON_CARD else {"button": "button"}
    if view.legal.index(move) < MAX_KEYS:
        controls["key"] = "key"
    if code := CARDS.get(move.word) or str(move).partition(" ")[2]:
        controls["card"] = code
        if code in codes_of(view.hand):
            controls["drag"] = f"drag {code}"
    if move.word in ("draw", "onward", "delve"):
        controls |= {"deck": "deck", "space": "space"}
    return controls


ONLY_ON_CARD = ("drop", "leave")
"""The kinds of moves that have no button of their own."""
CARDS = {"dodge": "JH", "read": "Jk"}
"""The cards of moves that don't name theirs."""
