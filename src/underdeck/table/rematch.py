"""Rematches: another table for the same players."""

from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.table.entries import AnyEntry, Opened, Sat, Wished
from underdeck.table.table import Table, read_words


def wish(table: Table, seat: int) -> Wished:
    """Ask for a rematch."""
    if not table.is_over or seat in table.wishes:
        raise Refusal("no_rematch")
    return Wished(seat)


def wants_rematch(table: Table) -> bool:
    """Return whether all people want a rematch that hasn't been opened yet."""
    return (
        table.is_over
        and not table.followed
        and bool(table.people)
        and table.wishes >= set(table.people)
    )


def rematch_entries(table: Table, seed: str) -> list[AnyEntry]:
    """Return the first entries of a rematch: the same terms and people, but a new shuffle."""
    terms = table.terms
    opened = Opened(
        game=terms.game,
        house=terms.house,
        seats=terms.seats,
        seed=seed,
        clock=terms.clock,
        window=terms.window,
        pace=terms.pace,
        before=table.name,
        rules=find_game(terms.game).rules,
        company=terms.company or table.name,
    )
    return [
        opened,
        *(
            Sat(number, seat.name, "" if seat.share else read_words(""), seat.profile)
            for number, seat in enumerate(table.seats)
            if not terms.seats[number]
        ),
    ]
