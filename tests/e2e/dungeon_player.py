"""A person who plays Dungeon in the browser: each move by the control that the page has for it."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from e2e.holding import hold
from e2e.waiting import record_sent_moves, wait_until
from underdeck.cards import code_of, rank_of
from underdeck.games.dungeon.moves import RANKS, DungeonMove, read_move
from underdeck.games.dungeon.pending import PENDING, WINDOWS
from underdeck.say.words import Words, capital

WINDOW_NAMES = frozenset(PENDING[kind] for kind in WINDOWS)
ON_CARD = frozenset({"bid", "dig", "cave", "attack", "rob", "fish", "discard"})
"""The kinds of moves that begin with a card of the hand."""
CARD_CORNER: Any = {"x": 8, "y": 12}
"""The part of a card in the hand that its neighbour never covers."""


def hand_of(page: Page, language: str) -> Locator:
    """Return the list of the player's own cards."""
    title: str = Words(language).table("page_dungeon.hand")["title"]
    name = re.compile("^" + re.escape(title.partition("{")[0]))
    return page.get_by_role("list", name=name)


def is_same_aim(move: DungeonMove, other: DungeonMove) -> bool:
    """Return whether two moves do the same to the same player."""
    return (move.word, move.target) == (other.word, other.target)


class DungeonPlayer:
    """Makes moves of seat 0 with a mouse, a finger or the keyboard."""

    def __init__(self, page: Page, names: tuple[str, ...], language: str, device: str) -> None:
        self.page = page
        self.names = names
        self.device = device
        self._words = Words(language)
        self.sent = record_sent_moves(page)
        """The moves that the page sent."""

    def say(self, key: str, **parts: object) -> str:
        return self._words.say(f"page_dungeon.{key}", **parts)

    def make(self, moves: tuple[str, ...], view: Any) -> None:
        """Make these moves and wait until the table shows what came of them."""
        table = self.page.locator(".dungeon")
        before, sent = int(table.get_attribute("data-update") or ""), len(self.sent)
        if moves == ("resign",):
            self._resign()
        elif moves[0].startswith("fight"):
            self._fight([read_move(move) for move in moves if move != "strike"], view)
        else:
            (move,) = moves
            self._make_one(read_move(move), view)
        wait_until(
            self.page,
            lambda: int(table.get_attribute("data-update") or "") >= before + len(moves),
            "the table shows the moves",
        )
        made = self.sent[sent:]
        assert made[: len(moves)] == list(moves)
        assert made[len(moves) :] in ([], ["strike"])  # cards that are enough strike by themselves

    def _activate(self, control: Locator, **options: Any) -> None:
        """Use a control as people do on this device."""
        if self.device == "keys":
            control.focus()
            control.press("Enter")
        elif self.device == "finger":
            control.tap(**options)
        else:
            control.click(**options)

    def _resign(self) -> None:
        name = self._words.say("page.table.resign")
        hold(self.page.get_by_role("button", name=name, exact=True))

    def _make_one(self, move: DungeonMove, view: Any) -> None:
        if move.word == "take":
            card = self._words.say(f"page_dungeon.the.{move.rank}")
            take = capital(self._words.say("dungeon.act.take", card=card))
            self._activate(self._panel.get_by_role("button", name=take))
        elif move.word in ON_CARD and view.pending not in WINDOW_NAMES:
            self._play_card(move, view)
        elif move.word == "accuse":
            self._choose_in_panel(move)
        else:
            self._activate(self._button(move))

    def _play_card(self, move: DungeonMove, view: Any) -> None:
        """Choose a card of the hand, then where it goes."""
        card = self._hand_card(view, move.rank)
        with_card = [each for each in view.legal if each.rank == move.rank]
        self._activate(card, position=CARD_CORNER)
        if move.word == "discard" and len(with_card) == 1:
            return  # goes at once
        expect(card).to_have_attribute("aria-pressed", "true")
        if move.target is not None:
            aim = self.say(f"aim.{move.word}", target=self.names[move.target])
            self._activate(self.page.get_by_role("button", name=aim, exact=True))
            if sum(is_same_aim(move, each) for each in with_card) > 1:
                self._choose_in_panel(move)
        elif move.word == "dig" and self._slots(move).count() == 1:
            self._activate(self._slots(move))
        elif len(with_card) == 1:
            self._activate(card, position=CARD_CORNER)
        else:
            self._choose_in_panel(move)

    def _choose_in_panel(self, move: DungeonMove) -> None:
        """Narrow the choice in the panel until it offers the move itself."""
        parts = [self.say(f"verb.{move.word}")]
        if move.target is not None:
            parts.append(self.names[move.target])
        if move.value:
            rank = self._words.say(f"dungeon.a_rank.{move.value}")
            parts.append(self._words.file("page_dungeon")["as_what"].format(rank=rank))
        steps = re.compile("|".join(f"^{re.escape(part)} \\.\\.\\.$" for part in parts))
        button, narrowing = self._button(move), self._panel.get_by_role("button", name=steps)
        for _ in parts:
            button.or_(narrowing).first.wait_for()
            if button.is_visible():
                break
            self._activate(narrowing)
        self._activate(button)

    def _fight(self, moves: list[DungeonMove], view: Any) -> None:
        """Choose the fighting cards instead of those chosen already, and lay them together."""
        chosen = hand_of(self.page, self._words.language).locator("[aria-pressed=true]")
        while chosen.count():
            self._activate(chosen.first, position=CARD_CORNER)
        used: set[str] = set()
        for move in moves:
            card = self._hand_card(view, move.rank, used)
            self._activate(card, position=CARD_CORNER)
            expect(card).to_have_attribute("aria-pressed", "true")
            if move.rank != move.value:
                label = self.say("fight.joker")
                self._panel.get_by_label(label).select_option(RANKS[move.value])
        lay = re.compile("^" + re.escape(self.say("fight.lay", cards="")))
        self._activate(self._panel.get_by_role("button", name=lay))

    @property
    def _panel(self) -> Locator:
        return self.page.get_by_role("region", name=self.say("panel.title"))

    def _button(self, move: DungeonMove) -> Locator:
        """Return the button of a move; the folded list of all moves doesn't count."""
        return self._panel.locator(f"button[data-move='{move}']").filter(visible=True)

    def _slots(self, move: DungeonMove) -> Locator:
        """Return the places of the player's own dungeon where the chosen card can go."""
        dungeon = self.page.get_by_role("list", name=self.say("seat.own_dungeon"))
        return dungeon.get_by_role("button", name=self.say("map.dig_here", value=move.value))

    def _hand_card(self, view: Any, rank: int, used: set[str] | None = None) -> Locator:
        """Return the button of a card of that rank that isn't used yet, and note that it is."""
        used = set() if used is None else used
        codes = [code_of(card) for card in view.players[0].hand if rank_of(card) == rank]
        code = next(code for code in codes if code not in used)
        used.add(code)
        hand = hand_of(self.page, self._words.language)
        return hand.locator(f"[data-card='{code}']").first.get_by_role("button")
