"""Finished series of a profile: their totals, and the best of each length."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from underdeck.career.base import Step, options_key
from underdeck.career.boards import COMPETITION, Board, Score
from underdeck.career.competition import SERIES_LENGTHS
from underdeck.options import read_options
from underdeck.registry import find_game
from underdeck.store import schema

_attempts, _competitions = schema.attempts.c, schema.competitions.c


class SeriesScore(NamedTuple):
    """A finished series and its total."""

    competition: str
    games: int
    house: str
    """The house rules in short."""
    total: Score


def finished_series(
    connection: Connection, profile: str, game: str, house: str | None = None
) -> list[SeriesScore]:
    """Return the series of which a profile has finished all games, best first."""
    board = str(Board(COMPETITION, ""))
    query = (
        select(
            _competitions.competition,
            _competitions.games,
            _competitions.house,
            func.sum(_attempts.points),
            func.sum(_attempts.kings),
            func.sum(_attempts.turns),
        )
        .join_from(
            schema.attempts,
            schema.competitions,
            _attempts.board == board + _competitions.competition,
        )
        .where(
            _attempts.profile == profile,
            _attempts.at.is_not(None),
            _competitions.kind == "series",
            _competitions.creator == profile,
            _competitions.game == game,
        )
        .group_by(_competitions.competition, _competitions.games, _competitions.house)
        .having(func.count() == _competitions.games)
    )
    found = [
        SeriesScore(name, games, _house_key(game, options), Score(points, kings, turns))
        for name, games, options, points, kings, turns in connection.execute(query)
    ]
    found.sort(key=lambda each: (each.total.order, each.competition))
    return [each for each in found if house is None or each.house == house]


def best_by_length(series: Sequence[SeriesScore]) -> list[SeriesScore]:
    """Return the best series of each length, given all of them best first."""
    best: dict[int, SeriesScore] = {}
    for each in series:
        best.setdefault(each.games, each)
    return [best[games] for games in sorted(best)]


def series_steps(series: Sequence[SeriesScore]) -> list[Step]:
    """Return §11.1 the challenges of finishing a series of each length."""
    counts = {games: sum(each.games == games for each in series) for games in SERIES_LENGTHS}
    return [Step(f"series_{games}", count > 0, count) for games, count in counts.items()]


@lru_cache(256)
def _house_key(game: str, options: str) -> str:
    """Return the house rules of a competition in short."""
    return options_key(read_options(find_game(game).Options, json.loads(options)))
