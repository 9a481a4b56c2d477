"""Achievements: thresholds of running totals, so that they can be recomputed from the games."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

import msgspec

from underdeck.career.base import GameCareer
from underdeck.career.boards import DAILY, Board
from underdeck.career.past_game import LESSON, PastGame
from underdeck.career.totals import Feats, Run, Totals, advance
from underdeck.registry import find_part, game_names

Measure = Callable[[Totals], int]
ALL_GAMES = ""
"""Marks totals and achievements over all games."""
ANY_HOUSE = "*"
"""Marks totals over all sets of house rules."""
Scope = tuple[str, str]
"""A game and a set of house rules, or `ALL_GAMES` and `ANY_HOUSE`."""
_NOTHING = Totals()


def total(name: str) -> Measure:
    """Return a measure that reads a sum."""
    return lambda totals: totals.total(name)


def highest(name: str) -> Measure:
    """Return a measure that reads the highest number so far."""
    return lambda totals: totals.highest(name)


def longest(name: str) -> Measure:
    """Return a measure that reads the longest run so far."""
    return lambda totals: totals.run(name).longest


def each_of(*names: str) -> Measure:
    """Return a measure that counts how many of these sums are above 0."""
    return lambda totals: sum(totals.total(name) > 0 for name in names)


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement, unlocked once its measure reaches the goal; measures never decrease."""

    name: str
    game: str
    measure: Measure
    goal: int
    is_hidden: bool = False
    """Whether its name is shown only when it is unlocked."""


ACROSS = (
    Achievement("daily_first", ALL_GAMES, total("daily"), 1),
    Achievement("daily_week", ALL_GAMES, longest("days"), 7),
    Achievement("daily_month", ALL_GAMES, longest("days"), 30),
    Achievement("daily_alive", ALL_GAMES, total("daily_survived"), 10),
    Achievement("series_first", ALL_GAMES, total("series_third"), 1),
    Achievement("series_ten", ALL_GAMES, total("series_tenth"), 1),
    Achievement("contest_first", ALL_GAMES, total("contest"), 1),
    Achievement("wager_first", ALL_GAMES, total("wager"), 1),
    Achievement("wager_won", ALL_GAMES, total("wager_won"), 1, is_hidden=True),
    Achievement("both_games", ALL_GAMES, each_of("won_tomb", "won_dungeon"), 2),
    Achievement("thousand_games", ALL_GAMES, total("games"), 1000, is_hidden=True),
)
"""Achievements that aren't about one game."""


def achievements() -> Iterator[Achievement]:
    """Yield all achievements, those of each game first."""
    for game in game_names():
        career: GameCareer | None = find_part(game, "career")
        if career is not None:
            yield from career.achievements
    yield from ACROSS


def scopes_of(game: PastGame) -> tuple[Scope, Scope, Scope]:
    """Return the totals that a game changes: under its house rules, of its game, and of all."""
    return (game.game, game.house), (game.game, ANY_HOUSE), (ALL_GAMES, ANY_HOUSE)


def fold(
    totals: Mapping[Scope, Totals], game: PastGame
) -> tuple[dict[Scope, Totals], list[Achievement]]:
    """Return the totals that a game changes, and the achievements that it unlocks."""
    if not game.is_counted or game.origin == LESSON:
        return {}, []
    career: GameCareer | None = find_part(game.game, "career")
    has_points = career is not None and career.has_points
    feats = common_feats(game) if career is None else career.feats(game)
    house, all_houses, everything = scopes_of(game)
    changed = {
        scope: advance(totals.get(scope, _NOTHING), game, feats, has_points=has_points)
        for scope in (house, all_houses)
    }
    changed[everything] = _advance_all(totals.get(everything, _NOTHING), game)
    own = () if career is None else career.achievements
    unlocked = [
        each
        for scope, some in ((all_houses, own), (everything, ACROSS))
        for each in some
        if each.goal <= each.measure(changed[scope])
        and each.goal > each.measure(totals.get(scope, _NOTHING))
    ]
    return changed, unlocked


def common_feats(game: PastGame) -> Feats:
    """Return what is counted for a game that has no part of its own."""
    return Feats({"games": 1, "won": int(game.won)}, {}, {"won": game.won})


def _advance_all(before: Totals, game: PastGame) -> Totals:
    """Return the totals over all games."""
    origin = game.origin
    sums = {
        "games": 1,
        f"won_{game.game}": int(game.won),
        "daily": int(origin == "daily"),
        "daily_survived": int(origin == "daily" and game.survived),
        "series_third": int(origin == "series" and game.number == 3),
        "series_tenth": int(origin == "series" and game.number == 10),
        "contest": int(origin == "contest"),
        "wager": int(origin == "wager"),
        "wager_won": int(origin == "wager" and game.won),
    }
    after = advance(before, game, Feats(sums), has_points=False)
    board = Board.read(game.board)
    if origin == "daily" and board.kind == DAILY and board.name > before.day:
        run = _advance_days(before.run("days"), before.day, board.name)
        runs = {**after.runs, "days": run}
        return msgspec.structs.replace(after, runs=runs, day=board.name)
    return after


def _advance_days(run: Run, last: str, day: str) -> Run:
    """Return the run of days after a later day; a skipped day begins a new run."""
    is_next = (
        last != ""
        and (date.fromisoformat(day).toordinal() - date.fromisoformat(last).toordinal()) == 1
    )
    current = run.current + 1 if is_next else 1
    return Run(current, max(run.longest, current))
