"""Tomb of Four Kings on a terminal: the rulebook's spread, drawn from the view and from nothing else."""

from collections.abc import Sequence
from typing import Any

from underdeck.cards import code_of
from underdeck.cli.terminal import NO_BREAK, Terminal
from underdeck.game import Event, Move
from underdeck.record import Playthrough
from underdeck.say.draw_tomb import faces, tomb_lines
from underdeck.say.table import move_name
from underdeck.say.tomb import TombTeller
from underdeck.tomb.moves import PLAY, TombMove
from underdeck.tomb.view import TombView


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
        self.terminal.show_lines(tomb_lines(self.terminal, view))

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
        hand = faces(self.terminal, view.hand) or self.words.say("cli.spread.empty")
        return self.words.say("cli.replay.status", turn=view.turn, hp=view.hit_points, torches=view.burnt, hand=hand)

    def summary(self) -> dict[str, Any]:
        """The figures that a script asks for first."""
        view = self.view()
        return {"turns": view.turn, "hit_points": view.hit_points, "torches": view.burnt}
