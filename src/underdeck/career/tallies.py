"""Tallies: how often each value occurred in a profile's games, kept up to date game by game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Insert
from sqlalchemy.dialects import postgresql, sqlite

from underdeck.career.past_game import LESSON, PastGame
from underdeck.store import schema
from underdeck.store.rows import insert_or_update, insert_rows

STANDING, ORIGIN = "standing", "origin"
"""Kinds of tallies that every game has."""
NAME = "name"
"""The kind of tallies that count the names of an opponent."""
EVERYBODY = ""
"""The opponent of tallies over all games."""
ALL_TIME = ""
"""The month of tallies over all months, which most queries read."""
MAX_VALUE_LENGTH = 80


class TallyKey(NamedTuple):
    """The columns of a tally except its count."""

    profile: str
    game: str
    kind: str
    opponent: str
    month: str
    house: str
    value: str


def tallies_of(game: PastGame) -> Counter[TallyKey]:
    """Return what a game adds to its month: of all games, and of those against each opponent.

    A scripted lesson counts as a game that was played, and for nothing else.
    """
    values: dict[str, int | str] = {STANDING: game.standing, ORIGIN: game.origin}
    if game.origin == LESSON:
        values = {STANDING: LESSON, ORIGIN: LESSON}
    else:
        values |= game.counts
    names = {each.player: each.name for each in game.opponents}
    opponents = opponents_in(game)
    found = Counter[TallyKey]()
    month = game.month
    for opponent in (EVERYBODY, *opponents):
        own = {NAME: names[opponent]} if opponent else {}
        for kind, value in (values | own).items():
            text = str(value)[:MAX_VALUE_LENGTH]
            key = TallyKey(game.profile, game.game, kind, opponent, month, game.house, text)
            found[key] += 1
    return found


def add_tallies(connection: Connection, added: Mapping[TallyKey, int]) -> None:
    """Add counts of months to the stored tallies of these months and of all time."""
    counts = Counter(added)
    for key, count in added.items():
        counts[key._replace(month=ALL_TIME)] += count
    rows = [{**key._asdict(), "count": counts[key]} for key in sorted(counts)]
    insert_rows(connection, _ADDITIONS[connection.dialect.name], list(rows))


def add_meetings(connection: Connection, games: Sequence[PastGame]) -> None:
    """Store against whom each game was played."""
    rows = [
        {
            "profile": game.profile,
            "opponent": opponent,
            "at": game.at,
            "table": game.table,
            "seat": game.seat,
            "game": game.game,
            "house": game.house,
        }
        for game in games
        for opponent in sorted(opponents_in(game))
    ]
    insert = insert_or_update(schema.meetings, connection.dialect.name)
    insert_rows(connection, insert, list(rows))


def opponents_in(game: PastGame) -> set[str]:
    """Return the players that a game was played against, as far as they are known."""
    return {each.player for each in game.opponents} - {EVERYBODY, game.profile}


def _addition(dialect: str) -> Insert:
    """Return an insertion that adds to the count of an existing row."""
    table = schema.tallies
    insert = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    return insert.on_conflict_do_update(
        index_elements=[column.name for column in table.primary_key],
        set_={"count": table.c["count"] + insert.excluded["count"]},
    )


_ADDITIONS = {dialect: _addition(dialect) for dialect in ("sqlite", "postgresql")}
