"""The library for programs and notebooks: start, load and simulate games.

`import underdeck` offers what this package contains.
"""

from underdeck.api.bots import BotLike
from underdeck.api.session import GameSession
from underdeck.api.start import load, new

__all__ = ["BotLike", "GameSession", "load", "new"]
