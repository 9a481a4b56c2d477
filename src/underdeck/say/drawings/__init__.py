"""A view of a game drawn as text: a drawing for each game, found through the game's manifest."""

from underdeck.game import View
from underdeck.registry import find_part
from underdeck.say.drawings.base import BotNames, Drawing, Page, TextPage

__all__ = ["BotNames", "Drawing", "Page", "TextPage", "drawing_for"]


def drawing_for(game: str) -> Drawing[View]:
    """Return the drawing of a game."""
    drawing: Drawing[View] = find_part(game, "drawing")
    return drawing
