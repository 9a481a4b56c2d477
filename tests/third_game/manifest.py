"""The manifest of Tricks for tests that import it as a module of the tests.

Putting its folder on the path instead, as an installation does, would also make its entry point
visible to all later tests.
"""

from third_game import tricks
from third_game.tricks.rules import GAME

MANIFEST = tricks.MANIFEST._replace(
    game="third_game.tricks.rules:GAME",
    teller="third_game.tricks.story:TrickTeller",
    drawing="third_game.tricks.story:DRAWING",
    screen="third_game.tricks.screen:TrickScreen",
    words="third_game.tricks",
)

__all__ = ["GAME", "MANIFEST"]
