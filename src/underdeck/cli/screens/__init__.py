"""The screen of each game: how its table is drawn and its story told on a terminal."""

import importlib
from collections.abc import Sequence
from typing import Any, Protocol

from underdeck.cli.terminal import Terminal
from underdeck.game import Event, Move
from underdeck.playthrough import Playthrough

SCREENS = {
    "tomb": "underdeck.cli.screens.tomb:TombScreen",
    "dungeon": "underdeck.cli.screens.dungeon:DungeonScreen",
}


class Screen(Protocol):
    """What a replay needs of any game."""

    def retell(self, events: Sequence[Event]) -> None:
        """The story of the last move, as a spectator hears it."""

    def move_text(self, move: Move) -> str:
        """A move as it is listed."""

    def is_calm(self) -> bool:
        """Is this a moment to say how things stand?"""

    def status(self) -> str:
        """One line on how things stand."""

    def summary(self) -> dict[str, Any]:
        """The figures that a script asks for first, `turns` among them."""

    def show_result(self) -> None:
        """How it ended."""


def screen_for(terminal: Terminal, played: Playthrough) -> Screen:
    """The screen of a game being played."""
    module, _, name = SCREENS[played.game.name].partition(":")
    screen: Screen = getattr(importlib.import_module(module), name)(terminal, played)
    return screen
