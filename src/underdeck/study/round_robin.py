"""A round robin: every group of bots plays the same deals in every seating; ratings and stars.

A task is a fixed number of games of one group, and ratings are computed from all games in a fixed
order, so that the result is the same for any number of workers and after an interruption.
"""

import json
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from underdeck.intervals import DIGITS, share_interval
from underdeck.options import GameOptions
from underdeck.refusal import Refusal
from underdeck.study.bound import refuse_other_plan
from underdeck.study.executors import map_ordered
from underdeck.study.match import Match
from underdeck.study.measures.base import UNKNOWN

if TYPE_CHECKING:
    from underdeck.career.ratings import Rating

GAMES_PER_TASK = 12
"""A multiple of every number of seats up to 4, so that a task has whole rounds of seatings."""
MAX_STARS = 5
MIN_STAR_STEP = 3.5
"""The rating points that cost a star at least: a bot so much weaker wins about 36 % of duels."""


@dataclass(frozen=True)
class RoundRobinPlan:
    """Which bots play which games."""

    game: str
    options: GameOptions
    seed: str
    bots: tuple[str, ...]
    games: int
    """The games of each group of bots; rounded up to whole tasks."""

    @property
    def seats(self) -> int:
        """The number of bots in a group."""
        return self.match(()).seats

    def match(self, bots: tuple[str, ...]) -> Match:
        """Return the match of a group."""
        return Match(self.game, self.options, self.seed, bots=bots, rotate=True)

    def groups(self) -> list[tuple[str, ...]]:
        """Return all groups of different bots."""
        return list(combinations(self.bots, self.seats))

    @property
    def tasks_per_group(self) -> int:
        """The number of tasks of each group."""
        return -(-self.games // GAMES_PER_TASK)

    @property
    def total_games(self) -> int:
        """The number of all games."""
        return len(self.groups()) * self.tasks_per_group * GAMES_PER_TASK

    def as_json(self) -> dict[str, Any]:
        """Return the plan as JSON."""
        return {
            "game": self.game,
            "house": asdict(self.options),
            "seed": self.seed,
            "bots": list(self.bots),
            "games": self.tasks_per_group * GAMES_PER_TASK,
        }


def check_bots(bots: tuple[str, ...], seats: int) -> None:
    """Refuse bots that are named twice, and fewer bots than seats."""
    for bot in bots:
        if bots.count(bot) > 1:
            raise Refusal("bot_twice", name=bot)
    if len(bots) < seats:
        raise Refusal("too_few_bots", n=len(bots), least=seats)


def play_task(match: Match, first: int) -> list[int]:
    """Return the winner of each game of a task: its place in the group, or -1 for none."""
    rows = match.rows(first, GAMES_PER_TASK)
    return [int(winner) for winner in match.measures.column(rows, "winner")]


@dataclass
class RoundRobin:
    """A run of a plan: the winners of the tasks done so far, in the order of the tasks."""

    plan: RoundRobinPlan
    jobs: int = 1
    winners: list[list[int]] = field(default_factory=list)

    @property
    def done(self) -> int:
        """The number of games done."""
        return len(self.winners) * GAMES_PER_TASK

    def tasks(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield the group and the first game of each task; groups take turns."""
        for number in range(self.plan.tasks_per_group):
            for group in self.plan.groups():
                yield group, number * GAMES_PER_TASK

    def run(self) -> Generator[int]:
        """Play the rest of the games; yield the number of games done after each task."""
        left = list(self.tasks())[len(self.winners) :]
        calls = ((self.plan.match(group), first) for group, first in left)
        for winners in map_ordered(play_task, calls, self.jobs):
            self.winners.append(winners)
            yield self.done

    def games(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield the group and the winner's place of each game done, the groups taking turns."""
        rounds = len(self.plan.groups())
        tasks = [group for group, _ in self.tasks()][: len(self.winners)]
        for start in range(0, len(tasks), rounds):
            part = list(zip(tasks, self.winners, strict=True))[start : start + rounds]
            for number in range(GAMES_PER_TASK):
                yield from ((group, winners[number]) for group, winners in part)

    # Results

    def wins(self) -> dict[tuple[str, str], int]:
        """Return how many games one bot won in which another one played."""
        won = {(one, two): 0 for one in self.plan.bots for two in self.plan.bots if one != two}
        for group, winner in self.games():
            if winner != UNKNOWN:
                for other in group:
                    if other != group[winner]:
                        won[group[winner], other] += 1
        return won

    def ratings(self) -> dict[str, "Rating"]:
        """Return the rating of each bot after all games in their order."""
        try:
            from underdeck.career.ratings import Rating, Seated, rate  # noqa: PLC0415  needs serve
        except ModuleNotFoundError as missing:
            raise Refusal("needs_serve", library=missing.name) from None
        ratings = {bot: Rating() for bot in self.plan.bots}
        for group, winner in self.games():
            # After a stalemate all share a place.
            places = [int(winner not in (place, UNKNOWN)) for place in range(len(group))]
            seats = [Seated(bot, place) for bot, place in zip(group, places, strict=True)]
            ratings |= rate(ratings, seats)
        return ratings

    def results(self) -> dict[str, Any]:
        """Return the bots that have played, the strongest first, and the games of each pair."""
        ratings, won = self.ratings(), self.wins()
        means = [rating.mean for rating in ratings.values()]
        played, wins = dict.fromkeys(self.plan.bots, 0), dict.fromkeys(self.plan.bots, 0)
        for group, winner in self.games():
            for place, bot in enumerate(group):
                played[bot] += 1
                wins[bot] += place == winner
        order = sorted(filter(played.get, ratings), key=lambda bot: -ratings[bot].mean)
        table = [
            {
                "bot": bot,
                "rating": round(ratings[bot].mean, 2),
                "deviation": round(ratings[bot].deviation, 2),
                "stars": stars(ratings[bot].mean, max(means), min(means)),
                "games": played[bot],
                **share_interval(wins[bot], played[bot]),
            }
            for bot in order
        ]
        pairs = [
            {
                "bot": one,
                "against": two,
                "games": won[one, two] + won[two, one],
                **share_interval(won[one, two], won[one, two] + won[two, one]),
            }
            for one, two in combinations(order, 2)
            if won[one, two] + won[two, one]
        ]
        return {"table": table, "pairs": pairs}

    def as_json(self) -> dict[str, Any]:
        """Return the plan and the results as JSON."""
        return {**self.plan.as_json(), "done": self.done, **self.results()}

    # Saving

    def saved(self) -> str:
        """Return everything that is needed to continue, as JSON."""
        return json.dumps({"plan": self.plan.as_json(), "winners": self.winners}) + "\n"

    def load(self, text: str, path: str) -> None:
        """Continue from a saved run of the same plan."""
        try:
            data = json.loads(text)
            plan, winners = data["plan"], [[int(each) for each in task] for task in data["winners"]]
            assert all(len(task) == GAMES_PER_TASK for task in winners)
        except (ValueError, KeyError, TypeError, AttributeError, AssertionError):
            raise Refusal("ratings_damaged", path=path) from None
        refuse_other_plan(plan, self.plan.as_json(), path)
        self.winners = winners


def stars(rating: float, best: float, worst: float) -> int:
    """Return 5 stars for the best bot, and 1 for the worst if they are far apart."""
    step = max(MIN_STAR_STEP, (best - worst) / (MAX_STARS - 1))
    return MAX_STARS - round(round(best - rating, DIGITS) / step)
