"""Rows of a store with very many finished games, made from a few that are really played."""

import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sqlalchemy import Connection, Table, insert

from underdeck.career.base import options_key
from underdeck.career.finished import FinishedGame, FinishedSeat, finished_game
from underdeck.career.history import result_row
from underdeck.career.ratings import Rating
from underdeck.career.shared_deals import board_of
from underdeck.deal import Seed
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.registry import find_game
from underdeck.store import schema
from underdeck.store.model import Result
from underdeck.store.rows import Values, plain_values

TEMPLATES = 300
"""The number of games that are played."""
BATCH = 5000
YEARS = 3
HOUSES: tuple[dict[str, int | bool], ...] = (
    {},
    {},
    {},
    {"drop_sum": True},
    {"earliest_turnaround": 2},
    {"scroll_from_column": True},
)
PLAYER = "0" * 24
"""The profile with the most games."""
SHARED_DEAL = "7KQ2P-9MXAG"

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Size:
    """The numbers of rows."""

    games: int = 1_000_000
    own: int = 100_000
    """Games of `PLAYER`."""
    per_profile: int = 50
    """Games of each other profile."""
    opponents: int = 200
    on_board: int = 20_000
    """Attempts at today's deal and at a shared one."""
    series: int = 500
    """Series of `PLAYER`."""


def played(name: str, rng: random.Random, **house: int | bool) -> AnyPlaythrough:
    """Play a random game to its end."""
    game = find_game(name)
    options = game.Options(**house)
    found = Playthrough.begin(game, options, Seed(str(rng.random())).deal(game.deck(options)))
    while found.result() is None:
        seat = rng.choice(game.waiting(found.state))
        legal = [move for move in found.view(seat).legal if move.word != "resign"]
        found.play(rng.choice(legal), seat)
    return found


def templates(rng: random.Random) -> dict[str, list[FinishedGame]]:
    """Return finished games of both kinds."""
    tombs = [played("tomb", rng) for _ in range(TEMPLATES)]
    dungeons = [played("dungeon", rng, turn_limit=300) for _ in range(TEMPLATES // 3)]
    return {
        "tomb": [_finished(each, [("", "")]) for each in tombs],
        "dungeon": [_finished(each, [("", ""), ("", "")]) for each in dungeons],
    }


def _finished(each: AnyPlaythrough, players: list[tuple[str, str]]) -> FinishedGame:
    return finished_game(each, table="", at=0.0, players=players, origin="fair")


def games_of(  # noqa: PLR0913, PLR0917  all of them vary
    profile: str,
    count: int,
    opponents: Sequence[str],
    found: dict[str, list[FinishedGame]],
    rng: random.Random,
    now: float,
) -> Iterator[Result]:
    """Yield games of a profile over some years, oldest first."""
    for number in range(count):
        at = now - (count - number) * YEARS * 365 * 86400 / count
        game = "tomb" if rng.random() < 0.6 else "dungeon"
        finished = rng.choice(found[game])
        seats = [replace(finished.seats[0], player=profile, name="Ana")]
        if game == "dungeon":
            rival = rng.choice(opponents) if rng.random() < 0.5 else "bot:careful"
            seats.append(replace(finished.seats[1], player=rival, name=f"Rival {rival[:4]}"))
        house = options_key(
            find_game(game).Options(**(rng.choice(HOUSES) if game == "tomb" else {}))
        )
        yield result_row(_placed(finished, seats, house, at, rng), 0, "ranked", {"": Rating()})


def _placed(
    finished: FinishedGame,
    seats: Sequence[FinishedSeat],
    house: str,
    at: float,
    rng: random.Random,
) -> FinishedGame:
    """Return a game at a table of its own."""
    return replace(
        finished,
        table=f"{rng.getrandbits(96):024x}",
        deal=f"{rng.getrandbits(128):032x}",
        house=house,
        at=at,
        seats=tuple(seats),
    )


def fill(connection: Connection, size: Size, now: float, today: str) -> None:
    """Add all rows except those that are derived from the games of `PLAYER`."""
    rng = random.Random("history")
    found = templates(rng)
    profiles = [
        f"{rng.getrandbits(96):024x}" for _ in range(max(size.games // size.per_profile, 1))
    ]
    rivals = profiles[: size.opponents]
    write(connection, schema.profiles, _profiles([PLAYER, *profiles], now))
    write(
        connection,
        schema.results,
        map(plain_values, games_of(PLAYER, size.own, rivals, found, rng, now)),
    )
    others = (
        row
        for profile in profiles
        for row in games_of(profile, size.per_profile, rivals, found, rng, now)
    )
    write(connection, schema.results, map(plain_values, islice(others, size.games - size.own)))
    _fill_boards(connection, size, found["tomb"], profiles, now, today, rng)
    _fill_series(connection, size, found["tomb"], now, rng)


def _profiles(names: Sequence[str], now: float) -> Iterator[Values]:
    for name in names:
        yield {"profile": name, "name": "Ana", "language": "en", "created": now}


def _attempt(finished: FinishedGame, board: str, number: int, profile: str, at: float) -> Values:
    facts = finished.seats[0].facts
    return {
        "board": board,
        "number": number,
        "profile": profile,
        "table": secrets.token_hex(12),
        "name": "Ana",
        "started": at - 300,
        "at": at,
        "standing": "ranked",
        "outcome": facts.outcome,
        "points": facts.points,
        "kings": facts.kings,
        "turns": facts.turns,
    }


def _fill_boards(  # noqa: PLR0913, PLR0917
    connection: Connection,
    size: Size,
    games: Sequence[FinishedGame],
    profiles: Sequence[str],
    now: float,
    today: str,
    rng: random.Random,
) -> None:
    """Add attempts of many players at today's deal and at a shared deal."""
    for board in (f"daily:{today}", board_of(SHARED_DEAL, "")):
        players = [PLAYER, *profiles[: size.on_board]]
        rows = [_attempt(rng.choice(games), board, 1, player, now) for player in players]
        write(connection, schema.attempts, rows)
        counts: dict[tuple[object, ...], int] = {}
        key = [column.name for column in schema.board_counts.primary_key]
        for row in rows:
            reached = tuple(row[name] for name in key)
            counts[reached] = counts.get(reached, 0) + 1
        write(
            connection,
            schema.board_counts,
            ({**dict(zip(key, each, strict=True)), "count": n} for each, n in counts.items()),
        )
    days = (f"daily:2020-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29))
    write(
        connection,
        schema.attempts,
        (_attempt(rng.choice(games), board, 1, PLAYER, now) for board in days),
    )


def _fill_series(
    connection: Connection,
    size: Size,
    games: Sequence[FinishedGame],
    now: float,
    rng: random.Random,
) -> None:
    """Add finished series of `PLAYER`."""
    ids = [f"series{number}" for number in range(size.series)]
    terms = {
        "kind": "series",
        "game": "tomb",
        "house": "{}",
        "games": 10,
        "same_deals": True,
        "seed": "00",
        "creator": PLAYER,
        "created": now,
        "stake": 0,
        "currency": "",
        "closed": now,
    }
    write(connection, schema.competitions, ({"competition": each, **terms} for each in ids))
    entry = {"profile": PLAYER, "name": "Ana", "entered": now}
    write(connection, schema.entrants, ({"competition": each, **entry} for each in ids))
    write(
        connection,
        schema.attempts,
        (
            _attempt(rng.choice(games), f"competition:{each}", number, PLAYER, now)
            for each in ids
            for number in range(1, 11)
        ),
    )


def write(connection: Connection, table: Table, rows: Iterable[Values]) -> None:
    """Insert rows as fast as the database can."""
    names = [column.name for column in table.c]
    if connection.dialect.name == "postgresql":
        quoted = ", ".join(f'"{name}"' for name in names)
        cursor = connection.connection.cursor()
        with cursor.copy(f"COPY {table.name} ({quoted}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row([row[name] for name in names])
        return
    source = iter(rows)
    while batch := list(islice(source, BATCH)):
        connection.execute(insert(table), batch)
