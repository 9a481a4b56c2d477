"""Strengths of people and bots by openskill (Plackett-Luce), from games of several players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, select

from underdeck.store import schema
from underdeck.store.rows import Values, insert_rows, upsert

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

DEFAULT_MEAN = 25.0
DEFAULT_DEVIATION = 25.0 / 3
SHOWN_DEVIATIONS = 3
"""A rating is shown as the mean minus this number of deviations: the strength that is certain."""
MIN_RATED = 2

_ratings = schema.ratings.c


class Rating(NamedTuple):
    """A strength and its uncertainty."""

    mean: float = DEFAULT_MEAN
    deviation: float = DEFAULT_DEVIATION
    games: int = 0

    @property
    def shown(self) -> float:
        """Return a cautious estimate, which is 0 for a new player."""
        return self.mean - SHOWN_DEVIATIONS * self.deviation


class Seated(NamedTuple):
    """A player of a rated game, and the place that they reached."""

    player: str
    place: int


@cache
def _model() -> "PlackettLuce":
    """Return the model; importing it takes a moment."""
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce(mu=DEFAULT_MEAN, sigma=DEFAULT_DEVIATION)


def rated_seats(seats: Sequence[Seated]) -> list[Seated]:
    """Return the seats of a game that are rated: none if fewer than two players are known.

    A person at two seats could win by losing, so such a game isn't rated. A bot may have several
    seats.
    """
    known = [each for each in seats if each.player]
    counts = Counter(each.player for each in known)
    is_twice = any(count > 1 and not player.startswith("bot:") for player, count in counts.items())
    return [] if is_twice or len(counts) < MIN_RATED else known


def rate(before: Mapping[str, Rating], seats: Sequence[Seated]) -> dict[str, Rating]:
    """Return the ratings after a game; a bot at several seats changes by the mean of them."""
    model = _model()
    ratings = [before.get(each.player, Rating()) for each in seats]
    teams = [[model.rating(mu=each.mean, sigma=each.deviation)] for each in ratings]
    after = model.rate(teams, ranks=[float(each.place) for each in seats])
    found: dict[str, Rating] = {}
    for player in {each.player: None for each in seats}:
        own = [team[0] for team, each in zip(after, seats, strict=True) if each.player == player]
        found[player] = Rating(
            sum(each.mu for each in own) / len(own),
            sum(each.sigma for each in own) / len(own),
            before.get(player, Rating()).games + 1,
        )
    return found


def read_ratings(connection: Connection, game: str, players: Sequence[str]) -> dict[str, Rating]:
    """Return the ratings of players in a game; new players are left out."""
    query = select(_ratings.player, _ratings.mean, _ratings.deviation, _ratings.games).where(
        _ratings.game == game, _ratings.player.in_(sorted(set(players)))
    )
    return {
        player: Rating(mean, deviation, games)
        for player, mean, deviation, games in connection.execute(query)
    }


def write_ratings(connection: Connection, game: str, ratings: Mapping[str, Rating]) -> None:
    """Store ratings."""
    rows: list[Values] = [
        {"player": player, "game": game, **rating._asdict()}
        for player, rating in sorted(ratings.items())
    ]
    insert_rows(connection, upsert(schema.ratings, connection.dialect.name), rows)
