"""The screen of each game, found through its manifest: how the game looks on a terminal."""

from underdeck.cli.screens.base import Screen
from underdeck.cli.terminal import Terminal
from underdeck.playthrough import Playthrough
from underdeck.registry import find_part

__all__ = ["Screen", "screen_for"]


def screen_for(terminal: Terminal, played: Playthrough) -> Screen:
    """Return the screen for a game being played."""
    screen: Screen = find_part(played.game.name, "screen")(terminal, played)
    return screen
