"""The strong players of Tomb as bots: they choose from the view and the cards they remember."""

from random import Random

from underdeck.games.tomb.memory import TombMemory
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.view import TombView
from underdeck.minds.tomb.player import QUICK, QUICK_POINTS, STRONG, STRONG_POINTS


def strong(view: TombView, _random: Random, memory: TombMemory) -> TombMove:
    """Play to win, looking a card ahead."""
    return STRONG.choose(view, memory.unseen)


def strong_points(view: TombView, _random: Random, memory: TombMemory) -> TombMove:
    """Play for points, looking a card ahead."""
    return STRONG_POINTS.choose(view, memory.unseen)


def strong_quick(view: TombView, _random: Random, memory: TombMemory) -> TombMove:
    """Play to win by the values of positions alone."""
    return QUICK.choose(view, memory.unseen)


def strong_quick_points(view: TombView, _random: Random, memory: TombMemory) -> TombMove:
    """Play for points by the values of positions alone."""
    return QUICK_POINTS.choose(view, memory.unseen)
