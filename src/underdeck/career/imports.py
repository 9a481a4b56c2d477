"""Finished games of other machines: their records are replayed, then added to a history."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, func, select

from underdeck.career.base import Origin, Standing
from underdeck.career.finished import BOT_PREFIX, FinishedGame, finished_game
from underdeck.career.history import add_game, result_row
from underdeck.career.past_game import LESSON
from underdeck.career.past_games import Filter, count_games
from underdeck.career.rebuild import rebuild
from underdeck.deal import Listed
from underdeck.formats import as_json, check
from underdeck.lessons import Lesson
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.registry import find_part
from underdeck.store import schema
from underdeck.store.batch import name_batches
from underdeck.store.locks import lock_histories
from underdeck.store.rows import insert_or_update, insert_rows, plain_values

HISTORY_VERSION = 1
"""The version of exported histories."""
MAX_ONE_BY_ONE = 20
"""More games than this are added by recomputing the totals of the profile once."""
TABLE_NAME_BYTES = 12

_results, _merged = schema.results.c, schema.merged_profiles.c


@dataclass(frozen=True, slots=True)
class GameToAdd:
    """A finished game that was replayed, from the seat of the profile."""

    finished: FinishedGame
    seat: int
    elsewhere: str
    """The table at which it was played, "" if it had none."""
    body: bytes
    """The record as JSON."""


def check_version(version: int) -> None:
    """Refuse an export of another program or of a newer version."""
    if version < 1:
        raise Refusal("games_foreign")
    if version > HISTORY_VERSION:
        raise Refusal("games_newer", version=version, known=HISTORY_VERSION)


def read_game(  # noqa: PLR0913  the parts of an exported game
    record: dict[str, Any],
    *,
    profile: str,
    seat: int,
    at: float,
    names: Sequence[str],
    elsewhere: str,
    origin: Origin,
) -> GameToAdd:
    """Replay a record and return the finished game; refuse one that is wrong or not over."""
    played = check(record)
    if played.result() is None:
        raise Refusal("record_unfinished")
    seats = played.game.seats(played.record.options)
    bots = played.record.seats or [""] * seats
    if seat >= seats or bots[seat]:
        raise Refusal("record_part", name="seat")
    shown = [*names, *[""] * seats][:seats]
    players = [
        (profile, name) if place == seat else (f"{BOT_PREFIX}{bot}" if bot else "", name or bot)
        for place, (bot, name) in enumerate(zip(bots, shown, strict=True))
    ]
    body = json.dumps(as_json(played), sort_keys=True, separators=(",", ":")).encode()
    finished = finished_game(
        played,
        table=record_name(profile, seat, body),
        at=at,
        players=players,
        origin=_origin(played, origin),
        standing="free",
    )
    return GameToAdd(finished, seat, elsewhere, body)


def record_name(profile: str, seat: int, body: bytes) -> str:
    """Return the name of a game without a table: the same record has the same name."""
    text = f"underdeck/game/1\n{profile}\n{seat}\n".encode() + body
    return hashlib.sha256(text).digest()[:TABLE_NAME_BYTES].hex()


def add_games(connection: Connection, profile: str, games: Sequence[GameToAdd]) -> list[str]:
    """Add games to a history unless they are known; return the names of the added ones."""
    lock_histories(connection)
    added = _unknown(connection, profile, games)
    rows = []
    seen: set[str] = set()
    for each in sorted(added.values(), key=lambda each: each.finished.at):
        standing = _standing(connection, each.finished, profile, seen)
        rows.append(result_row(each.finished, each.seat, standing, {}))
        seen.add(each.finished.deal)
    insert_rows(
        connection,
        insert_or_update(schema.records, connection.dialect.name),
        [{"table": name, "body": each.body} for name, each in added.items()],
    )
    if rows and _needs_rebuild(connection, profile, len(rows), rows[0].at):
        insert_rows(
            connection,
            insert_or_update(schema.results, connection.dialect.name),
            [plain_values(row) for row in rows],
        )
        rebuild(connection, profile)
    else:
        for row in rows:
            add_game(connection, row)
    return list(added)


def _unknown(
    connection: Connection, profile: str, games: Sequence[GameToAdd]
) -> dict[str, GameToAdd]:
    """Return the games that no history of this database has, by name.

    A game that was added before a merge has a name of the former profile.
    """
    owners = [
        profile,
        *connection.scalars(select(_merged.profile).where(_merged.successor == profile)),
    ]
    names = {
        each.finished.table: {each.elsewhere}
        | {record_name(owner, each.seat, each.body) for owner in owners}
        for each in games
    }
    known: set[tuple[str, int]] = set()
    for some in name_batches(sorted(set().union(*names.values()) - {""})):
        query = select(_results.table, _results.seat).where(_results.table.in_(some))
        known.update((table, seat) for table, seat in connection.execute(query))
    return {
        each.finished.table: each
        for each in games
        if not any((name, each.seat) in known for name in names[each.finished.table])
    }


def _standing(
    connection: Connection, finished: FinishedGame, profile: str, seen: set[str]
) -> Standing:
    """Return `free` for the first game of a deal, `repeat` for the others."""
    if finished.standing != "free":
        return finished.standing
    query = select(_results.table).where(
        _results.profile == profile, _results.deal == finished.deal
    )
    is_known = finished.deal in seen or connection.execute(query.limit(1)).first() is not None
    return "repeat" if is_known else "free"


def games_to_recount(connection: Connection, profile: str, added: int, first: float) -> int:
    """Return how many games of a history have to be counted again if others are added."""
    if not _needs_rebuild(connection, profile, added, first):
        return 0
    return count_games(connection, Filter(profile))


def _needs_rebuild(connection: Connection, profile: str, added: int, first: float) -> bool:
    """Return whether there are many games to add, or older ones than the last of the history."""
    query = select(func.max(_results.at)).where(_results.profile == profile)
    last = connection.execute(query).scalar_one()
    return added > MAX_ONE_BY_ONE or (last is not None and last >= first)


def _origin(played: AnyPlaythrough, origin: Origin) -> Origin:
    """Return the origin of a game: listed cards are known cards."""
    deal = played.record.deal
    if deal.cards == _lesson_cards(played.game.name):
        return LESSON
    return "again" if isinstance(deal.source, Listed) else origin


@cache
def _lesson_cards(game: str) -> tuple[int, ...]:
    """Return the cards of a game's scripted lesson, () if it has none."""
    lesson: Lesson | None = find_part(game, "lesson")
    return () if lesson is None else tuple(lesson.play().record.deal.cards)
