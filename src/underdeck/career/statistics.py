"""Statistics of a profile in one game, from its tallies and running totals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from underdeck.career.achievements import ANY_HOUSE
from underdeck.career.base import GameCareer, Step
from underdeck.career.past_game import LESSON
from underdeck.career.past_games import FIRST_MONTH, Filter, newest
from underdeck.career.ratings import Rating, read_ratings
from underdeck.career.series import SeriesScore, best_by_length, finished_series, series_steps
from underdeck.career.tallies import ALL_TIME, EVERYBODY, NAME, STANDING
from underdeck.career.totals import Top, Totals, read_totals
from underdeck.intervals import mean_of_sums, share_interval
from underdeck.registry import find_part
from underdeck.store import schema
from underdeck.store.model import Result

RECENT = 20
MAX_OPPONENTS = 50
WON = "won"
COMMON_KINDS = ("standing", "origin")

_tallies, _progress = schema.tallies.c, schema.progress.c

Counts = Mapping[str, int]
"""How often each value occurred."""


class Rate(NamedTuple):
    """A share of games with its 95 % interval."""

    n: int
    share: float
    low: float
    high: float


class Mean(NamedTuple):
    """A mean with its 95 % interval, and the median."""

    mean: float
    low: float
    high: float
    median: float


class Rival(NamedTuple):
    """An opponent and the games against them."""

    player: str
    name: str
    games: int
    won: int
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a profile in one game."""

    games: int
    assisted: int
    rates: Mapping[str, Rate]
    means: Mapping[str, Mean]
    distributions: Mapping[str, Sequence[tuple[str, int]]]
    recent: Sequence[Result]
    """The last games, oldest first."""
    houses: Sequence[tuple[str, int]]
    """Sets of house rules and the number of games, the most played first."""
    months: Sequence[str]
    rivals: Sequence[Rival]
    best: Top | None
    best_series: Sequence[SeriesScore]
    challenges: Sequence[Step]
    rating: Rating | None


def statistics(connection: Connection, wanted: Filter) -> Statistics:
    """Return the statistics of a profile; the best score and the ladder are of all time."""
    assert wanted.game is not None
    career: GameCareer | None = find_part(wanted.game, "career")
    kinds = ("outcome", WON) if career is None else tuple(career.kinds)
    counted = count_values(connection, wanted, (*COMMON_KINDS, *kinds))
    standings = counted.get(STANDING, {})
    games = sum(standings.values()) - standings.get(LESSON, 0)
    totals = read_house(connection, wanted)
    series = finished_series(connection, wanted.profile, wanted.game, wanted.house)
    houses, months = count_houses_and_months(connection, wanted)
    return Statistics(
        games=games,
        assisted=standings.get("assisted", 0),
        rates={
            kind: rate_of(counted[kind])
            for kind in (career.rates if career else (WON,))
            if kind in counted
        },
        means={
            kind: mean_of(counted[kind])
            for kind in (career.means if career else ())
            if kind in counted
        },
        distributions={
            kind: in_order(counted[kind], career.words.get(kind, ()) if career else ())
            for kind in (*kinds, *COMMON_KINDS)
            if kind in counted
        },
        recent=newest(connection, wanted, RECENT)[::-1],
        houses=houses,
        months=months,
        rivals=count_rivals(connection, wanted),
        best=totals.best,
        best_series=best_by_length(series),
        challenges=[
            *(career.ladder(totals) if career else ()),
            *(series_steps(series) if career and career.has_points else ()),
        ],
        rating=read_ratings(connection, wanted.game, [wanted.profile]).get(wanted.profile),
    )


def count_values(
    connection: Connection, wanted: Filter, kinds: Sequence[str]
) -> dict[str, dict[str, int]]:
    """Return how often each value of these kinds occurred."""
    query = (
        select(_tallies.kind, _tallies.value, func.sum(_tallies["count"]))
        .where(*wanted.tallies(), _tallies.kind.in_(kinds))
        .group_by(_tallies.kind, _tallies.value)
    )
    found: dict[str, dict[str, int]] = {}
    for kind, value, count in connection.execute(query):
        found.setdefault(kind, {})[value] = int(count)
    return found


def rate_of(counts: Counts) -> Rate:
    """Return the share of games with the value 1."""
    n, whole = counts.get("1", 0), sum(counts.values())
    return Rate(whole, **share_interval(n, whole))


def mean_of(counts: Counts) -> Mean:
    """Return the mean and the median of numbers, none of which is negative."""
    numbers = sorted((int(value), count) for value, count in counts.items())
    games = sum(count for _, count in numbers)
    total = sum(value * count for value, count in numbers)
    squares = sum(value * value * count for value, count in numbers)
    interval = mean_of_sums(games, total, squares)
    interval["low"] = max(interval["low"], 0.0)
    return Mean(**interval, median=_median(numbers, games))


def _median(numbers: Sequence[tuple[int, int]], games: int) -> float:
    """Return the median of numbers with their counts, in order."""
    middle = [(games - 1) // 2, games // 2]
    found: list[int] = []
    passed = 0
    for value, count in numbers:
        passed += count
        while len(found) < len(middle) and middle[len(found)] < passed:
            found.append(value)
    return sum(found) / len(found)


def in_order(counts: Counts, words: Sequence[str]) -> list[tuple[str, int]]:
    """Return values with their counts: numbers by size, words in their own order, others last."""
    places = {word: place for place, word in enumerate(words)}

    def order(value: str) -> tuple[int, int, str]:
        if value in places:
            return 0, places[value], value
        is_number = value.removeprefix("-").isdecimal() and not words
        return (1, int(value), value) if is_number else (2, 0, value)

    return [(value, counts[value]) for value in sorted(counts, key=order)]


def count_houses_and_months(
    connection: Connection, wanted: Filter
) -> tuple[list[tuple[str, int]], list[str]]:
    """Return the house rules and the months of all games of this game, for filters."""
    query = (
        select(_tallies.house, _tallies.month, func.sum(_tallies["count"]))
        .where(
            *replace(wanted, house=None, since=FIRST_MONTH, until=None).tallies(),
            _tallies.kind == STANDING,
            _tallies.value != LESSON,
        )
        .group_by(_tallies.house, _tallies.month)
    )
    houses: dict[str, int] = {}
    months = set()
    for house, month, count in connection.execute(query):
        houses[house] = houses.get(house, 0) + int(count)
        months.add(month)
    return sorted(houses.items(), key=lambda item: (-item[1], item[0])), sorted(months)


def count_rivals(connection: Connection, wanted: Filter) -> list[Rival]:
    """Return the opponents, those met most often first."""
    assert wanted.game is not None
    query = (
        select(_tallies.opponent, _tallies.value, func.sum(_tallies["count"]))
        .where(*wanted.tallies_of_all(), _tallies.kind == WON, _tallies.opponent > EVERYBODY)
        .group_by(_tallies.opponent, _tallies.value)
    )
    games: dict[str, dict[str, int]] = {}
    for player, value, count in connection.execute(query):
        games.setdefault(player, {})[value] = int(count)
    met = sorted(games, key=lambda player: (-sum(games[player].values()), player))[:MAX_OPPONENTS]
    names = _names(connection, wanted, met)
    ratings = read_ratings(connection, wanted.game, met)
    return [
        Rival(
            player,
            names.get(player, ""),
            sum(games[player].values()),
            games[player].get("1", 0),
            ratings.get(player),
        )
        for player in met
    ]


def _names(connection: Connection, wanted: Filter, players: Sequence[str]) -> dict[str, str]:
    """Return the most frequent name of each opponent."""
    query = (
        select(_tallies.opponent, _tallies.value)
        .where(
            _tallies.profile == wanted.profile,
            _tallies.game == wanted.game,
            _tallies.kind == NAME,
            _tallies.opponent.in_(players),
            _tallies.month == ALL_TIME,
        )
        .order_by(_tallies["count"], _tallies.value)
    )
    return {player: name for player, name in connection.execute(query)}  # noqa: C416  rows are no pairs to mypy


def read_house(connection: Connection, wanted: Filter) -> Totals:
    """Return the totals under a set of house rules, or over all of them."""
    query = select(_progress.body).where(
        _progress.profile == wanted.profile,
        _progress.game == wanted.game,
        _progress.house == (ANY_HOUSE if wanted.house is None else wanted.house),
    )
    body = connection.execute(query).scalar_one_or_none()
    return (read_totals(body) if body else None) or Totals()
