"""Players of our own: each gets a view and a source of randomness, and nothing else, and chooses a move."""

import importlib
from collections.abc import Callable
from random import Random
from typing import Any

from underdeck.game import Move
from underdeck.refusal import Refusal

Bot = Callable[[Any, Random], Move]
"""`choose(view, random)`: one of the view's legal moves."""

BOTS = {"random": "underdeck.agents.random", "careful": "underdeck.agents.careful"}
"""Every bot by name, and the module whose `choose` it is."""


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise Refusal("unknown_bot", name=name, names=list(BOTS))
    bot: Bot = importlib.import_module(BOTS[name]).choose
    return bot
