"""Tomb of Four Kings on a terminal: the rulebook's spread, drawn from the view and from nothing else."""

import textwrap
from collections.abc import Sequence
from typing import Any

from underdeck.cards import code_of, suit_of
from underdeck.cli.terminal import NO_BREAK, Terminal
from underdeck.game import Event, Move
from underdeck.record import Playthrough
from underdeck.say.table import card_name, move_name
from underdeck.say.tomb import KINDS, TombTeller
from underdeck.tomb.moves import PLAY, TombMove
from underdeck.tomb.state import HIT_POINTS, TORCHES
from underdeck.tomb.view import TombView

CELL = 4
"""Columns for one finished turn."""
CARD = 5
"""Columns for one open card."""
NARROW = 36
"""With fewer columns than this the picture gives way to sentences."""


class TombScreen:
    """Draws the table, tells the story, and lists the moves."""

    def __init__(self, terminal: Terminal, played: Playthrough) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.teller = TombTeller(terminal.words, played.record.deal.voice, terminal.face)

    def view(self) -> TombView:
        """The table as the player sees it."""
        view = self.played.view()
        assert isinstance(view, TombView)
        return view

    def draw(self) -> None:
        """The spread."""
        view = self.view()
        self.terminal.show_lines([""])
        if self.terminal.letters or self.terminal.width < NARROW:
            for line in self.plain_lines(view):
                self.terminal.show(line)
        else:
            self.terminal.show_lines(self.drawn_lines(view))

    def plain_lines(self, view: TombView) -> list[str]:
        """The spread as sentences, for a screen reader."""
        say, faces = self.words.say, self.faces
        none = say("cli.spread.none")
        down, back = split_turns(view)
        lines = [
            say("cli.plain.torches", cards=faces(view.torches) or none, n=view.burnt, most=TORCHES),
        ]
        if down:
            lines.append(say("cli.plain.delve", n=len(down), stacks=", ".join(map(str, down))))
        if view.deepest:
            lines.append(say("cli.plain.retreat", n=len(back), left=2 * view.deepest - 1 - len(view.stacks)))
        if view.column:
            lines.append(say("cli.plain.turn", turn=view.turn, cards=", ".join(self.named(card, view) for card in view.column)))
        lines += [
            say("cli.plain.piles", deck=view.deck, discards=view.discards),
            say("cli.plain.life", hp=view.hit_points, most=HIT_POINTS),
            say("cli.plain.hand", cards=faces(view.hand) or say("cli.spread.empty"), points=view.points, kings=view.kings),
        ]
        return lines

    def named(self, card: int, view: TombView) -> str:
        """A card of the column, and for the encounter its full name and what it is."""
        if card != view.encounter:
            return self.terminal.face(card)
        return f"{self.terminal.face(card)} ({card_name(self.words, card)}, {self.words.say('cli.kind.' + KINDS[suit_of(card)])})"

    def drawn_lines(self, view: TombView) -> list[str]:
        """The spread as a picture, never wider than the terminal."""
        say = self.words.say
        labels = [say(f"cli.spread.{name}") for name in ("torches", "delve", "retreat", "turn", "life", "hand")]
        margin = max(map(len, labels)) + 2
        torches, delve, retreat, turn, life, hand = (self.terminal.bold(label) + " " * (margin - len(label)) for label in labels)
        blank = " " * margin
        room = self.terminal.width - margin
        rows = [f"{self.faces(view.torches)} {'□ ' * (TORCHES - view.burnt)}".strip()]
        rows += [say("cli.spread.piles", deck=view.deck, discards=view.discards)]
        lines = flow([torches, blank], rows, room, blank)
        for upper, lower in dungeon_rows(view, room // CELL):
            lines.append(delve + upper)
            lines.append(retreat + lower if lower.strip() else retreat.rstrip())
            delve = retreat = blank
        for place, row in enumerate(self.open_cards(view, room // CARD)):
            lines.append((turn if place == 1 else blank) + row)
        lines.append(life + "♥" * view.hit_points + "♡" * (HIT_POINTS - view.hit_points) + f" {view.hit_points}/{HIT_POINTS}")
        held = textwrap.wrap(self.faces(view.hand), room) or [say("cli.spread.empty")]
        if view.points:
            held.append(say("cli.spread.worth", points=view.points, kings=view.kings))
        if len(held) == 2 and len(held[0]) + 3 + len(held[1]) <= room:
            held = [f"{held[0]}   {held[1]}"]
        lines += [(hand if place == 0 else blank) + row for place, row in enumerate(held)]
        return [line.rstrip() for line in lines]

    def open_cards(self, view: TombView, most: int) -> list[str]:
        """The running turn's cards side by side, in rows of at most so many."""
        rows: list[str] = []
        for start in range(0, len(view.column), most):
            cards = view.column[start : start + most]
            faces = [self.terminal.face(card).rjust(3) for card in cards]
            marks = ["┏━━━┓" if card == view.encounter else "┌───┐" for card in cards]
            feet = ["┗━━━┛" if card == view.encounter else "└───┘" for card in cards]
            sides = ["┃" if card == view.encounter else "│" for card in cards]
            middle = "".join(f"{side}{face}{side}" for side, face in zip(sides, faces, strict=True))
            rows += ["".join(marks), middle, "".join(feet)]
        return rows

    def faces(self, cards: Sequence[int]) -> str:
        """Cards in a row."""
        return " ".join(self.terminal.face(card) for card in cards)

    def tell(self, events: Sequence[Event]) -> None:
        """The story of the last move."""
        for line in self.teller.tell(events, self.played.events_before(events)):
            self.terminal.show(line)

    def move_text(self, move: Move) -> str:
        """A move as it is listed: what to type, and a skill's name."""
        text = move_name(self.words, move, self.terminal.face, NO_BREAK)
        if isinstance(move, TombMove) and move.kind == PLAY:
            text += f" ({self.words.table('tomb.skill')[code_of(move.card)]})"
        return text

    def retell(self, events: Sequence[Event]) -> None:
        """A solitaire's spectator hears what its player does."""
        self.tell(events)

    def is_calm(self) -> bool:
        """Between turns, and at the end."""
        return self.view().phase in ("between", "over")

    def show_result(self, *, ranked: bool = True) -> None:
        """How it ended, the score, and whether the player was helped."""
        result = self.played.result()
        assert result is not None
        self.terminal.show()
        self.terminal.show(self.terminal.bold(self.words.say(f"cli.ending.{result['ending']}", **result)))
        if ranked and result["assisted"]:
            self.terminal.show(self.words.say("cli.ending.assisted"))

    def status(self) -> str:
        """One line on how things stand, for a replay."""
        view = self.view()
        hand = self.faces(view.hand) or self.words.say("cli.spread.empty")
        return self.words.say("cli.replay.status", turn=view.turn, hp=view.hit_points, torches=view.burnt, hand=hand)

    def summary(self) -> dict[str, Any]:
        """The figures that a script asks for first."""
        view = self.view()
        return {"turns": view.turn, "hit_points": view.hit_points, "torches": view.burnt}


def split_turns(view: TombView) -> tuple[list[int], list[int]]:
    """The finished turns of the delve and of the retreat."""
    delved = view.deepest or len(view.stacks)
    return list(view.stacks[:delved]), list(view.stacks[delved:])


def dungeon_rows(view: TombView, most: int) -> list[tuple[str, str]]:
    """The delve from left to right and the retreat under it from right to left, in blocks that fit."""
    down, back = split_turns(view)
    upper = [f"▒{size}" for size in down]
    lower = [""] * len(down)
    for place, size in enumerate(back):
        lower[len(down) - 2 - place] = f"▒{size}"
    if view.column and not view.deepest:
        upper.append(f"▼{view.turn}")
    elif view.column and view.ending != "escaped":
        lower[2 * view.deepest - 1 - view.turn] = f"▲{view.turn}"
    lower += [""] * (len(upper) - len(lower))
    blocks = range(0, max(len(upper), 1), most)
    return [tuple("".join(cell.ljust(CELL) for cell in row[start : start + most]) for row in (upper, lower)) for start in blocks]  # type: ignore[misc]


def flow(labels: list[str], rows: list[str], room: int, blank: str) -> list[str]:
    """The torch row and the piles on one line where they fit, else beneath each other."""
    if len(rows[0]) + 4 + len(rows[1]) <= room:
        return [labels[0] + rows[0] + " " * (min(room, 60) - len(rows[0]) - len(rows[1])) + rows[1]]
    return [labels[0] + rows[0], blank + rows[1]]
