"""Tell the chronicle of a finished game."""

from collections.abc import Sequence

from underdeck.chronicle.chronicle import Chronicle
from underdeck.chronicle.library import Library, library
from underdeck.chronicle.story import Length, Storyteller
from underdeck.chronicle.writer import write
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.registry import find_part


def tell(  # noqa: PLR0913  options of one tale, given by name
    played: AnyPlaythrough,
    language: str,
    *,
    length: Length = "full",
    seat: int | None = None,
    players: Sequence[str | None] = (),
    texts: Library | None = None,
) -> Chronicle:
    """Return the chronicle of a finished game.

    `seat` tells it from what one seat knew, otherwise all cards are open. `players` are the names
    that players chose, None for a player without a name. A game that isn't over, or that has no
    chronicles, is refused.
    """
    teller: Storyteller | None = find_part(played.game.name, "chronicle")
    if teller is None:
        raise Refusal("no_chronicle", game=played.game.name)
    if played.result() is None:
        raise Refusal("chronicle_not_over")
    seats = played.game.seats(played.record.options)
    if seat is not None and not 0 <= seat < seats:
        raise Refusal("chronicle_seat", seats=seats)
    story = teller.story(played, length, seat if seats > 1 else None, players)
    found = texts or library(language, played.game.name)
    return write(story, found, length, teller.phases)
