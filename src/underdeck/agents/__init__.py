"""Bots, which choose a move from a view, and policies, which choose an action from ints."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeAlias, TypeVar

from underdeck.game import Memory, Move, View
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import IllegalMove, InvalidMove, Refusal
from underdeck.registry import find_game, find_manifest, game_names, import_path

__all__ = [
    "BOTS",
    "AnyBot",
    "Ask",
    "Bot",
    "MemoryBot",
    "asker",
    "find_bot",
    "is_for_several",
    "name_bot",
    "opponent_names",
    "required_arguments",
    "simulated_names",
    "wants_memory",
]

ViewT = TypeVar("ViewT", bound=View)
MemoryT = TypeVar("MemoryT", bound=Memory)

Bot: TypeAlias = Callable[[ViewT, Random], Move]
"""A function `choose(view, random)` that returns one of the view's legal moves."""
MemoryBot: TypeAlias = Callable[[ViewT, Random, MemoryT], Move]
"""A function `choose(view, random, memory)`, which also gets what its seat has learned so far."""
AnyBot: TypeAlias = Callable[..., Move]
"""A bot found by its name, which may know the views of one game only."""
Ask: TypeAlias = Callable[[AnyPlaythrough, int, Random], Move]
"""A function that returns a bot's choice for a seat of a game."""

BOTS = {
    "random": "underdeck.agents.random:choose",
    "careful-1": "underdeck.agents.careful_1:choose",
    "careful": "underdeck.agents.careful:choose",
}
"""The import path of each bot that any game may list in its manifest."""
BOT_ARGUMENTS = 2
"""The arguments of a bot without a memory."""


def find_path(name: str, game: str | None = None) -> str:
    """Return the import path of a bot; with a game, only of one that its manifest lists."""
    if game is None:
        names, paths = list(BOTS), BOTS
    else:
        manifest = find_manifest(game)
        names, paths = list(manifest.all_bots), {**BOTS, **manifest.own_bots}
    if name not in names or name not in paths:
        raise Refusal("unknown_bot", name=name, names=names)
    return paths[name]


def find_bot(name: str, game: str | None = None) -> AnyBot:
    """Return a bot by name; with a game, only one that its manifest lists."""
    bot: AnyBot = import_path(find_path(name, game))
    return bot


def simulated_names() -> list[str]:
    """Return the bots of all games for several players, yardsticks and cheaters included."""
    several = (name for name in game_names() if is_for_several(name))
    bots = (bot for game in several for bot in find_manifest(game).simulated_bots)
    return list(dict.fromkeys(bots))


def opponent_names() -> list[str]:
    """Return the bots of all games for several players: those that can play against a person."""
    several = (name for name in game_names() if is_for_several(name))
    return list(dict.fromkeys(bot for game in several for bot in find_manifest(game).bots))


def is_for_several(name: str) -> bool:
    """Return whether a game has more than one seat by default."""
    game = find_game(name)
    return game.seats(game.Options()) > 1


# Memory


def wants_memory(bot: AnyBot) -> bool:
    """Return whether a bot gets a memory: by its attribute `wants_memory`, or a third argument."""
    declared: bool | None = getattr(bot, "wants_memory", None)
    return required_arguments(bot) > BOT_ARGUMENTS if declared is None else declared


def asker(bot: AnyBot) -> Ask:
    """Return a function that asks a bot, with a memory if the bot wants one."""
    if wants_memory(bot):
        return lambda played, seat, random: bot(played.view(seat), random, played.memory(seat))
    return lambda played, seat, random: bot(played.view(seat), random)


def required_arguments(function: Callable[..., Any]) -> int:
    """Return how many positional arguments a function needs; 1 if it can't be inspected."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    return sum(
        parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        for parameter in parameters
    )


# Errors


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
