"""Bots, which choose a move from a view, and policies, which choose an action from ints."""

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeAlias, TypeVar

from underdeck.game import Move, View
from underdeck.refusal import IllegalMove, InvalidMove, Refusal
from underdeck.registry import find_manifest

__all__ = ["BOTS", "AnyBot", "Bot", "find_bot", "name_bot"]

ViewT = TypeVar("ViewT", bound=View)

Bot: TypeAlias = Callable[[ViewT, Random], Move]
"""A function `choose(view, random)` that returns one of the view's legal moves."""
AnyBot: TypeAlias = Bot[Any]
"""A bot found by its name, which may know the views of one game only."""

BOTS = {"random": "underdeck.agents.random", "careful": "underdeck.agents.careful"}
"""The module of each bot, which has a function `choose`."""


def find_bot(name: str, game: str | None = None) -> AnyBot:
    """Return a bot by name; with a game, only one that its manifest lists."""
    names = list(BOTS) if game is None else [*find_manifest(game).bots]
    if name not in names or name not in BOTS:
        raise Refusal("unknown_bot", name=name, names=names)
    bot: AnyBot = importlib.import_module(BOTS[name]).choose
    return bot


@contextmanager
def name_bot(name: str, seat: int, number: int | None = None) -> Iterator[None]:
    """Add the bot, its seat and the number of the game to errors of the bot and its move."""
    try:
        yield
    except Exception as error:
        is_move = isinstance(error, IllegalMove | InvalidMove)
        where = f"the bot {name} in seat {seat}" + ("" if number is None else f", game {number}")
        error.add_note(f"chosen by {where}" if is_move else f"raised by {where}")
        raise
