"""Characters: bots with a name, a portrait, stars for their strength, and quips about the game.

The data of a game is its `Cast`, the part `characters` of its manifest. Names, manners and quips
are in the catalogues `characters_<game>` and `quips_<game>`, portraits in the page.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from underdeck.registry import find_part

Speaker = Literal["seat", "target", "others"]
"""The speaker of a quip: the seat in a part of the event, or any seat that its `seat` is not."""

MAX_STARS = 5


class Character(NamedTuple):
    """A bot with a character of its own."""

    bot: str
    """Its name as a bot, which is also its key in the catalogues and among the portraits."""
    stars: int
    """Its strength, from 1 to `MAX_STARS`."""


class Occasion(NamedTuple):
    """A public event that a character may comment on."""

    quip: str
    """The key of the quips in the catalogue, below the character."""
    speaker: Speaker
    percent: int
    """How often the character says something."""
    max_value: int | None = None
    """Only events whose part `value` is at most this."""


class Cast(NamedTuple):
    """The characters of a game and what they talk about."""

    characters: tuple[Character, ...]
    occasions: Mapping[str, tuple[Occasion, ...]]
    """What each event is an occasion for, by the name of the event, the best one first."""
    exits: frozenset[str] = frozenset()
    """Events after which their seat has left the game and says nothing about others."""


NOBODY = Cast((), {})


def cast_of(game: str) -> Cast:
    """Return the characters of a game, none for a game without them."""
    found: Cast | None = find_part(game, "characters")
    return found or NOBODY


def find_character(game: str, bot: str) -> Character | None:
    """Return the character that a bot is, if it is one."""
    return next((each for each in cast_of(game).characters if each.bot == bot), None)
