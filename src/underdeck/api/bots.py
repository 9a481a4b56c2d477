"""Bots for programs: by name, or functions of the user."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from underdeck.agents import find_bot
from underdeck.formats import MAX_SEAT_NAME_LENGTH
from underdeck.game import AnyGame, Move, View
from underdeck.refusal import InvalidMove, Refusal
from underdeck.registry import find_game, find_manifest

Choose: TypeAlias = Callable[..., Move | str]
"""A bot of the user: `choose(view)` or `choose(view, random)` returns a legal move or its text."""
BotLike: TypeAlias = str | Choose
"""The name of a built-in bot, or a bot of the user."""


@dataclass(frozen=True)
class Bot:
    """A bot with its name in records; calling it returns a `Move` in any case."""

    game: str
    name: str
    choose: Choose
    takes_random: bool = True

    def __call__(self, view: View, random: Random) -> Move:
        """Return the move that the bot chooses from a view."""
        chosen: object = self.choose(view, random) if self.takes_random else self.choose(view)
        if isinstance(chosen, str):
            return read_chosen(find_game(self.game), chosen, view)
        if not isinstance(chosen, Move):
            seat = getattr(view, "seat", 0)
            raise TypeError(
                f"the bot {self.name} in seat {seat} must return a move, not {chosen!r}"
            )
        return chosen


def read_chosen(game: AnyGame, text: str, view: View) -> Move:
    """Return the move that a text names; a text that names none is refused with the legal moves."""
    try:
        move: Move = game.read_move(text)
    except InvalidMove as refusal:
        if refusal.code != "unknown_move":
            raise
        raise InvalidMove("unknown_move", text=text, legal=view.legal) from None
    return move


def bot_of(bot: BotLike, game: str) -> Bot:
    """Return a bot by its name, or the bot of a user's function."""
    if isinstance(bot, Bot):
        return bot
    if isinstance(bot, str):
        return Bot(game, bot, find_bot(bot, game))
    if not callable(bot):
        raise TypeError(f"a bot is a name or a function of a view, not {bot!r}")
    return Bot(game, name_of(bot), bot, required_arguments(bot) > 1)


def name_of(function: Callable[..., object]) -> str:
    """Return the name of a function, or of the class of an object, as records list it."""
    return str(getattr(function, "__name__", type(function).__name__))[:MAX_SEAT_NAME_LENGTH]


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


def check_listed(bots: object) -> None:
    """Refuse bots that are neither one bot nor a list of them."""
    if not isinstance(bots, Sequence):
        raise TypeError(f"bots must be a name, a function or a list of them, not {bots!r}")


def bots_at(
    game: str, seats: int, bots: BotLike | Sequence[BotLike | None] | None
) -> dict[int, Bot]:
    """Return the bot of each seat that has one.

    One bot alone takes every seat but the first, or the only seat. A sequence has an entry for
    each seat, None for one that the caller plays.
    """
    if bots is None:
        return {}
    if isinstance(bots, str) or callable(bots):
        bots = [bots] if seats == 1 else [None, *[bots] * (seats - 1)]
    check_listed(bots)
    if len(bots) != seats:
        example = [None] * (seats > 1) + [find_manifest(game).bots[-1]] * max(seats - 1, 1)
        raise Refusal("bots_per_seat", n=len(bots), seats=seats, example=repr(example))
    return {seat: bot_of(bot, game) for seat, bot in enumerate(bots) if bot is not None}
