"""Tomb of Four Kings on a terminal: the rulebook's spread, drawn from the view and from nothing else."""

import textwrap
from collections.abc import Sequence
from typing import Any

from underdeck.cards import ACE, JACK, JOKER, KING, QUEEN, TEN, code_of, rank_of, suit_of
from underdeck.cli.moves import listed, typed_name
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.record import Playthrough
from underdeck.say.tomb import KINDS, TombTeller
from underdeck.tomb.counter import known_bottom, unseen
from underdeck.tomb.moves import PLAY, TombMove
from underdeck.tomb.state import HIT_POINTS, TORCHES
from underdeck.tomb.view import TombView

CELL = 4
"""Columns for one finished turn."""
WATCHED = frozenset({"torches", "retreat", "life", "hand"})
"""What is told again after a move, to a screen reader, if it has changed."""
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
            for line in self.sentences(view).values():
                self.terminal.show(line)
        else:
            self.terminal.show_lines(self.drawn_lines(view))

    def sentences(self, view: TombView) -> dict[str, str]:
        """The spread as sentences by subject, for a screen reader and for terminals without symbols."""
        say, cards = self.words.say, self.terminal.cards
        none, empty = say("cli.spread.none"), say("cli.spread.empty")
        down, back = split_turns(view)
        told = {"torches": say("cli.plain.torches", cards=cards(view.torches) or none, n=view.burnt, most=TORCHES)}
        if down:
            told["delve"] = say("cli.plain.delve", n=len(down), stacks=", ".join(map(str, down)))
        if view.deepest:
            told["retreat"] = say("cli.plain.retreat", n=len(back), left=2 * view.deepest - 1 - len(view.stacks))
        if view.column:
            told["turn"] = say("cli.plain.turn", turn=view.turn, cards=", ".join(self.named(card, view) for card in view.column))
        told["piles"] = say("cli.plain.piles", deck=view.deck, discards=view.discards)
        told["life"] = say("cli.plain.life", hp=view.hit_points, most=HIT_POINTS)
        told["hand"] = say("cli.plain.hand", cards=cards(view.hand) or empty, points=view.points, kings=view.kings)
        return told

    def show_changes(self, before: TombView) -> None:
        """The sentences that were otherwise before the last move; what the story tells of anyway is left out."""
        was = self.sentences(before)
        for subject, line in self.sentences(self.view()).items():
            if subject in WATCHED and was.get(subject) != line:
                self.terminal.show(line)

    def named(self, card: int, view: TombView) -> str:
        """A card of the column, and for the encounter what it is."""
        if card != view.encounter:
            return self.terminal.face(card)
        return f"{self.terminal.face(card)} ({self.words.say('cli.kind.' + KINDS[suit_of(card)])})"

    def drawn_lines(self, view: TombView) -> list[str]:
        """The spread as a picture, never wider than the terminal."""
        say = self.words.say
        labels = [say(f"cli.spread.{name}") for name in ("torches", "turns", "delve", "retreat", "now", "life", "hand")]
        margin = max(map(len, labels)) + 2
        torches, turns, delve, retreat, now, life, hand = (self.terminal.bold(label) + " " * (margin - len(label)) for label in labels)
        blank = " " * margin
        room = self.terminal.width - margin
        rows = [f"{self.terminal.cards(view.torches)} {'□ ' * (TORCHES - view.burnt)}".strip()]
        rows += [say("cli.spread.piles", deck=view.deck, discards=view.discards)]
        lines = flow([torches, blank], rows, room, blank)
        for numbers, upper, lower, numbers_back in corridor(view, room // CELL):
            lines += [turns + numbers, delve + upper]
            if view.deepest:
                lines += [retreat + lower, turns + numbers_back]
            turns = delve = retreat = blank
        for place, row in enumerate(self.open_cards(view, room // CARD)):
            lines.append((now if place == 1 else blank) + row)
        lines.append(life + "♥" * view.hit_points + "♡" * (HIT_POINTS - view.hit_points) + f" {view.hit_points}/{HIT_POINTS}")
        held = textwrap.wrap(self.terminal.cards(view.hand), room) or [say("cli.spread.empty")]
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

    def tell(self, events: Sequence[Event]) -> None:
        """The story of the last move."""
        for line in self.teller.tell(events, len(self.played.record.moves)):
            self.terminal.show(self.terminal.sentence(line))

    def moves(self) -> list[str]:
        """The legal moves as they are listed."""
        return listed(self.terminal, self.view().legal, self.skill)

    def move_text(self, move: Move) -> str:
        """A move as it is typed, and a skill's name."""
        return typed_name(self.terminal, move) + self.skill(move)

    def skill(self, move: Move) -> str:
        """The name of the skill that a move plays."""
        if not isinstance(move, TombMove) or move.kind != PLAY:
            return ""
        return f" ({self.words.table('tomb.skill')[code_of(move.card)]})"

    def show_unseen(self) -> None:
        """R-20 The cards that are still in the deck, by suit and kind, never in their order."""
        left = unseen(self.played.state)
        self.terminal.show(self.words.say("cli.count.left", n=len(left)))
        for kind, cards in counted(left):
            shown = self.terminal.cards(cards) if cards else self.words.say("cli.spread.none")
            self.terminal.show(self.words.say(f"cli.count.{kind}", cards=shown), indent="  ", hang="  ")
        if (ace := known_bottom(self.played.state)) is not None:
            self.terminal.show(self.words.say("cli.count.bottom", card=self.terminal.face(ace)))

    def retell(self, events: Sequence[Event]) -> None:
        """A solitaire's spectator hears what its player does."""
        self.tell(events)

    def is_calm(self) -> bool:
        """Between turns, and at the end."""
        return self.view().phase in ("between", "over")

    def show_result(self, *, counts: bool = True) -> None:
        """How it ended, the score, and whether the player was helped; a lesson doesn't count."""
        result = self.played.result()
        assert result is not None
        self.terminal.show()
        self.terminal.show(self.terminal.bold(self.words.say(f"cli.ending.{result['ending']}", **result)))
        if counts and result["assisted"]:
            self.terminal.show(self.words.say("cli.ending.assisted"))

    def status(self) -> str:
        """One line on how things stand, for a replay."""
        view = self.view()
        hand = self.terminal.cards(view.hand) or self.words.say("cli.spread.empty")
        return self.words.say("cli.replay.status", turn=view.turn, hp=view.hit_points, torches=view.burnt, hand=hand)

    def summary(self) -> dict[str, Any]:
        """The figures that a script asks for first."""
        view = self.view()
        return {"turns": view.turn, "hit_points": view.hit_points, "torches": view.burnt}


def split_turns(view: TombView) -> tuple[list[int], list[int]]:
    """The finished turns of the delve and of the retreat."""
    delved = view.deepest or len(view.stacks)
    return list(view.stacks[:delved]), list(view.stacks[delved:])


def counted(cards: Sequence[int]) -> list[tuple[str, list[int]]]:
    """Cards by what they are in this game."""
    numbers = [card for card in cards if rank_of(card) <= TEN and rank_of(card) != ACE]
    kinds = [(kind, [card for card in numbers if suit_of(card) == suit]) for suit, kind in KINDS.items()]
    for kind, rank in (("ace", ACE), ("king", KING), ("queen", QUEEN), ("jack", JACK), ("joker", rank_of(JOKER))):
        kinds.append((kind, [card for card in cards if rank_of(card) == rank]))
    return kinds


def corridor(view: TombView, most: int) -> list[tuple[str, str, str, str]]:
    """The delve from left to right under its turn numbers, and the retreat under it from right to left over its own, in blocks that fit.

    A finished turn is a stack (`▒×2`: two cards), the running one an arrow.
    """
    down, back = split_turns(view)
    upper = [f"▒×{size}" for size in down]
    if view.column and not view.deepest:
        upper.append("▼")
    lower = [""] * len(upper)
    for place, size in enumerate(back):
        lower[len(down) - 2 - place] = f"▒×{size}"
    if view.column and view.deepest and view.ending != "escaped":
        lower[2 * view.deepest - 1 - view.turn] = "▲"
    numbers = [str(turn) for turn in range(1, len(upper) + 1)]
    numbers_back = [str(2 * view.deepest - turn) for turn in range(1, len(upper))] + [""]
    rows = (numbers, upper, lower, numbers_back)
    return [
        tuple("".join(cell.center(CELL - 1).ljust(CELL) for cell in row[start : start + most]).rstrip() for row in rows)  # type: ignore[misc]
        for start in range(0, len(upper), most)
    ]


def flow(labels: list[str], rows: list[str], room: int, blank: str) -> list[str]:
    """The torch row and the piles on one line where they fit, else beneath each other."""
    if len(rows[0]) + 4 + len(rows[1]) <= room:
        return [labels[0] + rows[0] + " " * (min(room, 60) - len(rows[0]) - len(rows[1])) + rows[1]]
    return [labels[0] + rows[0], blank + rows[1]]
