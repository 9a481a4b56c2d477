"""Competitions, their entrants and finished games for tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from sqlalchemy import Connection

from underdeck.career import attempts, competitions, ledger
from underdeck.career.attempts import Attempt
from underdeck.career.base import Facts
from underdeck.career.competition import Competition, Entrant, Kind
from underdeck.career.finished import FinishedGame, FinishedSeat
from underdeck.career.recording import record_game
from underdeck.store.model import Key
from underdeck.store.store import Store

NOW = 1_800_000_000.0
SEED = "5e" * 32
WALKTHROUGH_POINTS = 68


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open a store for the block."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


def a_competition(kind: Kind = "wager", **fields: object) -> Competition:
    terms: dict[str, object] = {"games": 1 if kind == "wager" else 3, "same_deals": True}
    if kind == "wager":
        terms |= {"stake": 100, "currency": "coins"}
    plain = Competition("c1", kind, "tomb", "{}", 3, True, SEED, "ada", NOW)
    return replace(plain, **(terms | fields))  # type: ignore[arg-type]


def an_entrant(profile: str, competition: str = "c1") -> Entrant:
    """Return an entrant whose name is the profile with a capital letter."""
    return Entrant(competition, profile, profile.capitalize(), NOW)


def same(one: str, other: str) -> bool:
    """Compare names."""
    return one == other


def begin(connection: Connection, competition: Competition, *profiles: str) -> None:
    """Create a competition by its creator and enter the others."""
    creator = an_entrant(competition.creator, competition.competition)
    competitions.create(connection, competition, creator, Key(b"hash", "competition", "c1"))
    for profile in profiles:
        competitions.enter(connection, an_entrant(profile, competition.competition), same)


def play(connection: Connection, profile: str, number: int = 1, competition: str = "c1") -> None:
    """Begin a game, as opening its table does."""
    competitions.check_game(connection, competition, profile, number)
    board, table = competitions.board_of(competition), f"{competition} {profile} {number}"
    attempts.begin(connection, Attempt(board, number, profile, table, profile.capitalize(), NOW))


def a_game(
    profile: str, points: int, number: int = 1, kings: int = 0, competition: str = "c1"
) -> FinishedGame:
    """Return a finished game of an entrant."""
    outcome = "escaped" if points or kings else "slain"
    facts = Facts(outcome, kings == 4, outcome == "escaped", points, kings, 12)
    table = f"{competition} {profile} {number}"
    return FinishedGame(
        table=table,
        game="tomb",
        at=NOW + number,
        house="",
        options="{}",
        result="{}",
        origin="wager",
        standing="ranked",
        deal=f"deal of {table}",
        seats=(FinishedSeat(profile, profile.capitalize(), facts),),
        board=competitions.board_of(competition),
        number=number,
    )


def finish(
    connection: Connection,
    profile: str,
    points: int,
    number: int = 1,
    kings: int = 0,
    competition: str = "c1",
) -> None:
    """Begin and finish a game."""
    play(connection, profile, number, competition)
    record_game(connection, a_game(profile, points, number, kings, competition))


def debts(connection: Connection, competition: str = "c1") -> list[tuple[str, str, int, int]]:
    """Return debtor, creditor, amount and cancelled amount of each debt."""
    return [
        (each.debtor, each.creditor, each.amount, each.cancelled_amount)
        for each in ledger.of_competitions(connection, [competition])
    ]
