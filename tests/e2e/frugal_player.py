"""A player of Dungeon who makes each move by the fewest gestures that the page offers.

The careful bot chooses the moves, but cards for a fight are those that the page proposes.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from e2e.shown_table import ShownTable
from e2e.shown_views import read_view
from e2e.waiting import record_sent_moves, wait_until
from underdeck.agents.careful import choose
from underdeck.cards import code_of, rank_of
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.view import DungeonView

CARD_CORNER = (8, 12)
"""The part of a card in the hand that its neighbour never covers."""
DRAG_STEPS = 4
MAX_STEPS = 4
"""The maximum number of gestures for one decision."""
PILES = {"bid": "discards", "discard": "discards", "rob": "discards", "ace": "deck"}
"""The pile that a card is dragged to, by the verb of the move."""


@dataclass(frozen=True, slots=True)
class Made:
    """A decision of the player, and the gestures that it took."""

    move: str
    gestures: int


class FrugalPlayer:
    """Plays one game at the table that its page shows."""

    def __init__(self, page: Page, seed: object) -> None:
        self.page, self.table = page, ShownTable(page)
        self.sent = record_sent_moves(page)
        self.made: list[Made] = []
        self._asked: dict[str, Any] = {}
        """The view in which the player is asked."""
        self._random = Random(f"frugal {seed}")

    def play(self) -> None:
        """Play until the game is over."""
        while True:
            wait_until(
                self.page, self._is_asked_or_over, "the player is asked, or the game is over"
            )
            if self.table.is_over:
                return
            self._decide(self._asked)

    # Waiting

    def _is_asked_or_over(self) -> bool:
        view, number = self.table.view, self.table.number
        if view is None or self.table.is_over:
            return self.table.is_over
        if not self._has_choice(view) or not self.table.is_offered(number):
            return False
        self._asked = view
        return self.table.number == number  # nothing has arrived meanwhile

    def _has_choice(self, view: dict[str, Any]) -> bool:
        """Return whether the player must answer; the page makes a move that is the only one."""
        if self.table.state.get("answered") or view["seat"] not in view["waiting"]:
            return False
        first, *more = view["legal"]
        return bool(more) or "lethal" in first or "lets_win" in first

    # Making moves

    def _decide(self, shown: dict[str, Any]) -> None:
        view = read_view(shown, self.table.state["house"])
        move = choose(view, self._random)
        before, sent, number = self.table.gestures, len(self.sent), self.table.number
        self._start(move, view)
        for _ in range(MAX_STEPS):
            if self._is_sent(sent):
                break
            self._narrow(move)
        assert self._is_sent(sent), (
            f"{move} isn't sent after {self.table.gestures - before} gestures"
        )
        self.made.append(Made(self.sent[sent], self.table.gestures - before))
        wait_until(
            self.page,
            lambda: self.table.number > number or self.table.state.get("answered"),
            f"the table shows {move}",
        )

    def _is_sent(self, before: int) -> bool:
        """Return whether the page has sent a move; it does so before it draws the next frame."""
        self.page.evaluate("new Promise(requestAnimationFrame)")
        return len(self.sent) > before

    def _start(self, move: DungeonMove, view: DungeonView) -> None:
        """Make the first gesture of a move, which is the only one of most."""
        if move.word == "fight":
            self._panel.locator("[data-verb=fight]").click()
        elif (button := self._button(move)).count():
            button.click()
        elif move.word == "take":
            takes = [each for each in view.legal if each.word == "take"]
            self._panel.locator(".take").nth(takes.index(move)).click()
        else:
            self._drag(self._card(move, view), self._goal(move, view))

    def _narrow(self, move: DungeonMove) -> None:
        """Choose a part of a move that a card alone doesn't settle."""
        exact = self.page.locator(f".dungeon button[data-move='{move}']").filter(visible=True)
        by_verb = self._panel.locator(f"button[data-verb={move.word}]")
        exact.or_(by_verb).first.wait_for()
        (exact if exact.count() else by_verb).first.click()

    def _goal(self, move: DungeonMove, view: DungeonView) -> Locator:
        """Return the place that a card is dragged to."""
        if move.target is not None:
            return self._drop(f"rival:{move.target}")
        if move.word == "dig":
            digs = [each for each in view.legal if each.word == "dig" and each.rank == move.rank]
            place = self._drop(f"dig:{move}")
            return place if len(digs) > 1 and place.count() else self._drop("tunnel")
        return self._drop(PILES[move.word])

    def _drop(self, name: str) -> Locator:
        return self.page.locator(f"[data-drop='{name}']").first

    def _card(self, move: DungeonMove, view: DungeonView) -> Locator:
        assert view.seat is not None
        hand = view.players[view.seat].hand or ()
        code = next(code_of(card) for card in hand if rank_of(card) == move.rank)
        return self.page.locator(f"[data-place=hand] [data-card='{code}'] button").first

    def _drag(self, card: Locator, goal: Locator) -> None:
        start, end = card.bounding_box(), goal.bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + CARD_CORNER[0], start["y"] + CARD_CORNER[1])
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=DRAG_STEPS)
        mouse.up()

    @property
    def _panel(self) -> Locator:
        return self.page.locator(".dungeon .ask")

    def _button(self, move: DungeonMove) -> Locator:
        """Return the button of a move; the folded list of all moves doesn't count."""
        return self._panel.locator(f"button[data-move='{move}']").filter(visible=True)
