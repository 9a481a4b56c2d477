"""Tomb of Four Kings on a terminal: the rulebook's spread, drawn from the view and from nothing else."""

from collections.abc import Sequence
from typing import Any

from underdeck.cards import ACE, JACK, JOKER, KING, QUEEN, TEN, code_of, rank_of, suit_of
from underdeck.cli.moves import listed, typed_name
from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.record import Playthrough
from underdeck.say.draw_tomb import tomb_lines, tomb_sentences
from underdeck.say.drawing import card_row
from underdeck.say.tomb import KINDS, TombTeller
from underdeck.tomb.counter import known_bottom, unseen
from underdeck.tomb.moves import PLAY, TombMove
from underdeck.tomb.view import TombView

WATCHED = frozenset({"torches", "retreat", "life", "hand"})
"""What is told again after a move, to a screen reader, if it has changed."""


class TombScreen:
    """Draws the table, tells the story, and lists the moves."""

    def __init__(self, terminal: Terminal, played: Playthrough) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.played = played
        self.teller = TombTeller(terminal.words, played.record.deal.voice, terminal.face, spoken=terminal.plain)

    def view(self) -> TombView:
        """The table as the player sees it."""
        view = self.played.view()
        assert isinstance(view, TombView)
        return view

    def draw(self) -> None:
        """The spread."""
        self.terminal.show_lines(["", *tomb_lines(self.terminal, self.view())])

    def show_changes(self, before: TombView) -> None:
        """The sentences that were otherwise before the last move; what the story tells of anyway is left out."""
        was = tomb_sentences(self.terminal, before)
        for subject, line in tomb_sentences(self.terminal, self.view()).items():
            if subject in WATCHED and was.get(subject) != line:
                self.terminal.show(line)

    def tell(self, events: Sequence[Event]) -> None:
        """The story of the last move."""
        for line in self.teller.tell(events, self.played.events_before(events)):
            self.terminal.show(line)

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
            shown = card_row(self.terminal, cards) if cards else self.words.say("cli.spread.none")
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
        hand = card_row(self.terminal, view.hand) or self.words.say("cli.spread.empty")
        return self.words.say("cli.replay.status", turn=view.turn, hp=view.hit_points, torches=view.burnt, hand=hand)

    def summary(self) -> dict[str, Any]:
        """The figures that a script asks for first."""
        view = self.view()
        return {"turns": view.turn, "hit_points": view.hit_points, "torches": view.burnt}


def counted(cards: Sequence[int]) -> list[tuple[str, list[int]]]:
    """Cards by what they are in this game."""
    numbers = [card for card in cards if rank_of(card) <= TEN and rank_of(card) != ACE]
    kinds = [(kind, [card for card in numbers if suit_of(card) == suit]) for suit, kind in KINDS.items()]
    for kind, rank in (("ace", ACE), ("king", KING), ("queen", QUEEN), ("jack", JACK), ("joker", rank_of(JOKER))):
        kinds.append((kind, [card for card in cards if rank_of(card) == rank]))
    return kinds
