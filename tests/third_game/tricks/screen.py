"""Tricks on a terminal: the questions and the end of the game."""

from underdeck.cli.screens.base import Screen
from underdeck.game import Result

from .rules import TrickView


class TrickScreen(Screen[TrickView]):
    """Asks for a card, and names the winner."""

    def decision(self, seat: int) -> str:
        """Ask for a card."""
        return self.words.say("tricks.decision.play")

    def ending(self, result: Result) -> str:
        """Name the winner."""
        winner = result["winner"]
        if winner is None:
            return self.words.say("tricks.ending.drawn")
        return self.words.say("tricks.ending.won", player=self.name(winner))
