"""The library for programs and notebooks: start, load and simulate games.

`import underdeck` offers the most important names of this package.
"""

from underdeck.api.bots import BotLike
from underdeck.api.session import GameSession
from underdeck.api.simulations import PolicyLike, Rival, simulate
from underdeck.api.start import load, new

__all__ = ["BotLike", "GameSession", "PolicyLike", "Rival", "load", "new", "simulate"]
