"""The screen of each game, found through its manifest: how the game looks on a terminal."""

from underdeck.cli.screens.base import AnyScreen, Screen
from underdeck.cli.terminal import Terminal
from underdeck.playthrough import AnyPlaythrough
from underdeck.registry import find_part

__all__ = ["AnyScreen", "Screen", "screen_for"]


def screen_for(terminal: Terminal, played: AnyPlaythrough) -> AnyScreen:
    """Return the screen for a game being played."""
    screen: AnyScreen = find_part(played.game.name, "screen")(terminal, played)
    return screen
