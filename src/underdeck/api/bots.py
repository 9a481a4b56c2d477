"""Bots for programs: by name, or functions of the user."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from underdeck.agents import BOT_ARGUMENTS, find_bot, required_arguments
from underdeck.formats import MAX_SEAT_NAME_LENGTH
from underdeck.game import AnyGame, Memory, Move, View
from underdeck.refusal import InvalidMove, Refusal
from underdeck.registry import find_game, find_manifest

Choose: TypeAlias = Callable[..., Move | str]
"""A bot of the user, which returns a legal move or its text.

It is `choose(view)`, `choose(view, random)` or `choose(view, random, memory)`.
"""
BotLike: TypeAlias = str | Choose
"""The name of a built-in bot, or a bot of the user."""


@dataclass(frozen=True)
class Bot:
    """A bot with its name in records; calling it returns a `Move` in any case."""

    game: str
    name: str
    choose: Choose
    arguments: int = BOT_ARGUMENTS
    """How many of view, random and memory the bot takes."""

    @property
    def wants_memory(self) -> bool:
        """Whether the bot takes a memory."""
        return self.arguments > BOT_ARGUMENTS

    def __call__(self, view: View, random: Random, memory: Memory | None = None) -> Move:
        """Return the move that the bot chooses from a view, and from its memory if it takes one."""
        chosen: object = self.choose(*(view, random, memory)[: self.arguments])
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
        choose = find_bot(bot, game)
        return Bot(game, bot, choose, required_arguments(choose))
    if not callable(bot):
        raise TypeError(f"a bot is a name or a function of a view, not {bot!r}")
    return Bot(game, name_of(bot), bot, max(required_arguments(bot), 1))


def name_of(function: Callable[..., object]) -> str:
    """Return the name of a function, or of the class of an object, as records list it."""
    return str(getattr(function, "__name__", type(function).__name__))[:MAX_SEAT_NAME_LENGTH]


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
        example = [None] * (seats > 1) + [find_manifest(game).usual_bot] * max(seats - 1, 1)
        raise Refusal("bots_per_seat", n=len(bots), seats=seats, example=repr(example))
    return {seat: bot_of(bot, game) for seat, bot in enumerate(bots) if bot is not None}
