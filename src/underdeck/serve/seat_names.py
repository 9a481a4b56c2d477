"""The names of seats as players see them: people's own, characters', and names for other bots."""

import hashlib
from functools import lru_cache

from underdeck.say.bot_names import character_names
from underdeck.say.words import LANGUAGES, Words, catalogue
from underdeck.table.summaries import bots_of
from underdeck.table.table import Table


def names_at(table: Table) -> tuple[str, ...]:
    """Return the name of each seat, "" for a free one."""
    return seat_names(
        table.terms.game,
        table.terms.company or table.name,
        tuple(bot or seat.name for bot, seat in zip(table.bots, table.seats, strict=True)),
        bots_of(table),
    )


@lru_cache(4096)
def seat_names(game: str, company: str, names: tuple[str, ...], bots: int) -> tuple[str, ...]:
    """Replace bots by their names, which stay the same in a series and differ from all others.

    `names` has people's names and the names of bots as bots.
    """
    people = [name for seat, name in enumerate(names) if not is_bot(bots, seat)]
    kinds = [name if is_bot(bots, seat) else "" for seat, name in enumerate(names)]
    own = character_names(Words(LANGUAGES[0]), game, kinds, people)
    taken = {name.casefold() for name in (*people, *own.values())}
    free = (name for name in bot_names(company) if name.casefold() not in taken)
    return tuple(
        own.get(seat) or (next(free) if is_bot(bots, seat) else name)
        for seat, name in enumerate(names)
    )


def is_bot(bots: int, seat: int) -> bool:
    """Return whether a seat was opened for a bot, given the bit mask of such seats."""
    return bots >> seat & 1 == 1


def bot_names(company: str) -> list[str]:
    """Return the names for bots, in an order that depends on the series of tables alone."""
    names: list[str] = catalogue(LANGUAGES[0], "page")["bot_names"]["names"]
    return sorted(names, key=lambda name: hashlib.sha256(f"{company} {name}".encode()).digest())
