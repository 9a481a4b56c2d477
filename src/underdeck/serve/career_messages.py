"""Games, statistics and achievements of the history as messages."""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict
from functools import lru_cache

from underdeck.career.achievements import Achievement
from underdeck.career.past_game import read_opponents
from underdeck.career.ratings import Rating
from underdeck.career.statistics import Statistics
from underdeck.options import read_options
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.serve import messages
from underdeck.store.model import Result


def game_message(row: Result, with_records: Collection[str]) -> messages.GameListed:
    """Return a finished game; `with_records` are the tables whose record is stored."""
    return messages.GameListed(
        table=row.table,
        game=row.game,
        seat=row.seat,
        at=row.at,
        house=json.loads(row.options),
        house_key=row.house,
        origin=row.origin,  # type: ignore[arg-type]
        standing=row.standing,  # type: ignore[arg-type]
        outcome=row.outcome,
        won=row.won,
        survived=row.survived,
        points=row.points,
        kings=row.kings,
        turns=row.turns,
        facts=json.loads(row.facts),
        opponents=[
            messages.OpponentShown(each.seat, each.player, each.name)
            for each in read_opponents(row.opponents)
        ],
        remarks=[messages.RemarkShown(code, n) for code, n in json.loads(row.remarks)],
        achievements=json.loads(row.achievements),
        board=row.board,
        number=row.number,
        has_record=row.table in with_records,
    )


def statistics_message(game: str, found: Statistics) -> messages.StatisticsShown:
    """Return the statistics of a profile."""
    best = found.best
    return messages.StatisticsShown(
        game=game,
        games=found.games,
        assisted=found.assisted,
        rates={kind: messages.Rate(*rate) for kind, rate in found.rates.items()},
        means={kind: messages.Mean(*mean) for kind, mean in found.means.items()},
        distributions={
            kind: [messages.ValueCount(value, count) for value, count in values]
            for kind, values in found.distributions.items()
        },
        recent=[
            messages.RecentGame(
                row.table, row.at, row.outcome, row.won, row.survived, row.points, row.kings
            )
            for row in found.recent
        ],
        houses=[
            messages.HouseCount(key, house_of_key(game, key), count) for key, count in found.houses
        ],
        months=list(found.months),
        opponents=[
            messages.OpponentCount(
                each.player, each.name, each.games, each.won, each.rating and each.rating.shown
            )
            for each in found.rivals
        ],
        best=best and messages.Best(best.kings, best.points, best.turns, best.at, best.table),
        best_series=[
            messages.BestSeries(
                each.games,
                each.total.points,
                each.total.kings,
                each.total.turns,
                each.competition,
            )
            for each in found.best_series
        ],
        challenges=[
            messages.ChallengeShown(step.name, step.is_reached, step.n, step.goal)
            for step in found.challenges
        ],
        rating=rating_message(found.rating),
    )


def rating_message(rating: Rating | None) -> messages.Rating | None:
    """Return a rating."""
    if rating is None:
        return None
    return messages.Rating(rating.mean, rating.deviation, rating.shown, rating.games)


def achievement_message(
    each: Achievement, n: int, unlocked: Mapping[str, tuple[float, str]]
) -> messages.AchievementShown:
    """Return an achievement; a hidden one has no name until it is unlocked."""
    at, table = unlocked.get(each.name, (None, None))
    is_secret = each.is_hidden and at is None
    return messages.AchievementShown(
        name="" if is_secret else each.name,
        game=each.game,
        is_hidden=each.is_hidden,
        at=at,
        table=table,
        n=0 if is_secret else min(n, each.goal),
        goal=1 if is_secret else each.goal,
    )


@lru_cache(256)
def house_of_key(game: str, key: str) -> dict[str, int | bool]:
    """Return all options of a set of house rules in short; {} if this version doesn't know one."""
    chosen = dict(part.split("=", 1) for part in key.split(",") if part)
    try:
        return asdict(read_options(find_game(game).Options, chosen))
    except Refusal:
        return {}
