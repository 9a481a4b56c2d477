"""Finished games for tests of histories."""

import random
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, select

from underdeck.career.base import Origin, Standing
from underdeck.career.finished import FinishedGame, finished_game
from underdeck.career.past_game import Opponent, PastGame
from underdeck.deal import Seed
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.registry import find_game
from underdeck.store import schema

NOW = 1_800_000_000.0
DAY_S = 86_400.0
DERIVED = (
    schema.results,
    schema.tallies,
    schema.meetings,
    schema.progress,
    schema.achievements,
    schema.ratings,
)
"""The tables that a finished game changes."""


def play_randomly(
    name: str, seed: str | int, seats: Sequence[str] = (), **house: Any
) -> AnyPlaythrough:
    """Play a random game to its end."""
    rng = random.Random(seed)
    game = find_game(name)
    options = game.Options(**house)
    deal = Seed(f"history {seed}").deal(game.deck(options))
    played = Playthrough.begin(game, options, deal, seats)
    while played.result() is None:
        seat = rng.choice(game.waiting(played.state))
        moves = [move for move in played.view(seat).legal if move.word != "resign"]
        played.play(rng.choice(moves), seat)
    return played


def finish(
    played: AnyPlaythrough,
    *players: str,
    table: str = "t",
    at: float = NOW,
    origin: Origin = "fair",
    **fields: Any,
) -> FinishedGame:
    """Return a game for the history, whose people are called like their profiles."""
    return finished_game(
        played,
        table=table,
        at=at,
        players=[(player, player.removeprefix("bot:").title()) for player in players],
        origin=origin,
        **fields,
    )


def a_game(**fields: Any) -> PastGame:
    """Return a game of the past in which somebody escaped with some points."""
    values: dict[str, Any] = {
        "table": "t",
        "seat": 0,
        "profile": "ana",
        "game": "tomb",
        "at": NOW,
        "house": "",
        "origin": "fair",
        "standing": "ranked",
        "outcome": "escaped",
        "won": False,
        "survived": True,
        "points": 20,
        "kings": 1,
        "turns": 9,
        "counts": {"depth": 5, "hit_points": 5, "torches_left": 2},
        "opponents": (),
        "board": "",
        "number": 1,
    }
    return PastGame(**(values | fields))


def a_death(**fields: Any) -> PastGame:
    """Return a game of the past in which somebody was slain."""
    values: dict[str, Any] = {
        "outcome": "slain",
        "survived": False,
        "points": 0,
        "kings": 0,
        "counts": {"cause": "monster", "slayer": "9S", "carried": 3},
    }
    return a_game(**(values | fields))


def a_duel(won: bool, rival: str = "bot:careful", **fields: Any) -> PastGame:
    """Return a game of Dungeon against one opponent."""
    values: dict[str, Any] = {
        "game": "dungeon",
        "outcome": "escaped" if won else "left_behind",
        "won": won,
        "points": 0,
        "kings": 0,
        "counts": {"players": 2, "variant": "standard"},
        "opponents": (Opponent(1, rival, "Rival", 2 if won else 1),),
    }
    return a_game(**(values | fields))


def dump(connection: Connection, tables: Sequence[Table] = DERIVED) -> dict[str, list[Any]]:
    """Return all rows of some tables."""
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.c))]
        for table in tables
    }


STANDINGS: tuple[Standing, ...] = ("ranked", "assisted", "repeat", "free")
