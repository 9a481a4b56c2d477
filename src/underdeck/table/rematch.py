"""Rematches: another table for the same players, alone or as the next game of a match."""

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


def match_score(table: Table) -> tuple[int, ...]:
    """Return the wins of each seat in a match, with this game if it is over; () without a match."""
    if not table.terms.match:
        return ()
    score = list(table.terms.score or (0,) * len(table.seats))
    winner = (table.game_played.result() or {}).get("winner") if table.is_over else None
    if isinstance(winner, int):
        score[winner] += 1
    return tuple(score)


def match_winner(table: Table) -> int | None:
    """Return the seat that has won the match."""
    wins = table.terms.match
    return next((seat for seat, won in enumerate(match_score(table)) if won >= wins), None)


def rematch_entries(table: Table, seed: str) -> list[AnyEntry]:
    """Return the first entries of a rematch: the same terms and people, but a new shuffle."""
    terms = table.terms
    opened = Opened(
        game=terms.game,
        house=terms.house,
        seats=tuple(table.bots),
        seed=seed,
        clock=terms.clock,
        window=terms.window,
        pace=table.pace,
        before=table.name,
        rules=find_game(terms.game).rules,
        company=terms.company or table.name,
        match=terms.match,
        score=() if match_winner(table) is not None else match_score(table),
    )
    return [
        opened,
        *(
            Sat(number, seat.name, "" if seat.share else read_words(""), seat.profile)
            for number, seat in enumerate(table.seats)
            if not table.bots[number]
        ),
    ]
