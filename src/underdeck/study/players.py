"""The bots of simulations, among them cheaters, which see the whole state of a game.

Nothing outside of simulations asks a cheater: neither the server nor the terminal nor the library
finds one by its name.
"""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from underdeck.agents import AnyBot, Ask, asker, find_bot
from underdeck.game import Move
from underdeck.refusal import Refusal
from underdeck.registry import find_manifest, import_path

Cheater: TypeAlias = Callable[[Any, int, Random], Move]
"""A function `choose(state, seat, random)`."""


def find_player(name: str, game: str) -> Ask:
    """Return a function that asks a bot or a cheater for a move."""
    check_player(name, game)
    path = find_manifest(game).cheaters.get(name)
    if path is None:
        return asker(find_bot(name, game))
    cheater: Cheater = import_path(path)
    return lambda played, seat, random: cheater(played.state, seat, random)


def check_player(name: str, game: str) -> None:
    """Refuse the name of a bot that no simulation of a game can use."""
    names = find_manifest(game).simulated_bots
    if name not in names:
        raise Refusal("unknown_bot", name=name, names=list(names))
    if name not in find_manifest(game).cheaters:
        find_bot(name, game)


def ask_of(bot: AnyBot | None, name: str, game: str) -> Ask:
    """Return a function that asks a user's bot, or the bot of a name."""
    return find_player(name, game) if bot is None else asker(bot)
