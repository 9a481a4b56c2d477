"""Advice for a player of Tomb: the odds of the next card and the prospects of each legal move.

It is computed from the view and the unseen cards alone, so that no hidden card can influence it.
"""

from collections.abc import Iterable, Mapping
from importlib.util import find_spec

from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.state import State
from underdeck.games.tomb.view import TombView
from underdeck.intervals import Z, share_interval
from underdeck.minds.base import Advice, Estimate, MoveAdvice
from underdeck.minds.tomb.analyst import Analyst, Outlook
from underdeck.minds.tomb.network import GOALS
from underdeck.minds.tomb.odds import Odds, odds
from underdeck.minds.tomb.position import position_of
from underdeck.minds.tomb.reasons import Situation, reason_for
from underdeck.minds.tomb.search import MAX_POINTS, POINTS, WIN
from underdeck.refusal import Refusal

GAMES = 1000
"""The default number of games played out after each move."""
SEED = "advice"
"""The seed of all play-outs: the same position always gets the same advice."""
SCALES = (1, MAX_POINTS)
"""The units of values by goal: a chance, or points."""


def can_compile() -> bool:
    """Return whether Numba is installed."""
    return find_spec("numba") is not None


def goal_of(name: str) -> int:
    """Return the number of a goal."""
    if name not in GOALS:
        raise Refusal("unknown_goal", name=name, goals=list(GOALS))
    return GOALS.index(name)


def advise(
    view: TombView,
    unseen: Iterable[int],
    *,
    goal: str = GOALS[WIN],
    games: int = GAMES,
    compiled: bool | None = None,
) -> Advice:
    """Return the prospects of each legal move, the best first, with a reason for the best one.

    Once winning is impossible the goal is points. Without Numba there are no play-outs: chances and
    points are the networks' values, without intervals.
    """
    if not view.legal:
        raise Refusal("no_advice")
    compiled = can_compile() if compiled is None else compiled
    position = position_of(view, tuple(unseen))
    number = goal_of(goal)
    values = rank_moves(position, number, compiled=compiled)
    if number == WIN and not any(values.values()):
        number = POINTS
        values = rank_moves(position, number, compiled=compiled)
    analyst = Analyst(number, compiled=compiled)
    outlooks = {
        move: analyst.play_out(position, move, games, SEED) for move in values if compiled and games
    }
    error = error_of(position, number, values, compiled=compiled)
    situation = Situation(position, odds(position), values, error, outlooks)
    return Advice(
        goal=GOALS[number],
        games=games if outlooks else 0,
        moves=prospects(situation, number),
        reason=reason_for(situation),
    )


def rank_moves(position: State, goal: int, *, compiled: bool) -> dict[TombMove, float]:
    """Return the value of each legal move, the best first; compiled play looks a card ahead."""
    values = Analyst(goal, plies=int(compiled), compiled=compiled).values(position)
    return dict(sorted(values.items(), key=lambda item: -item[1]))


def error_of(
    position: State, goal: int, values: Mapping[TombMove, float], *, compiled: bool
) -> float:
    """Return how much looking a card ahead changed the difference of the two best moves."""
    if not compiled or len(values) == 1:
        return 0.0
    best, other = list(values)[:2]
    quick = Analyst(goal, plies=0, compiled=compiled).values(position)
    return abs(values[best] - values[other] - (quick[best] - quick[other]))


def prospects(situation: Situation, goal: int) -> tuple[MoveAdvice, ...]:
    """Return the prospects of each move, the best first."""
    values, scale = situation.values, SCALES[goal]
    best = max(values.values())
    estimates = (
        {move: outlook_estimates(outlook) for move, outlook in situation.outlooks.items()}
        if situation.outlooks
        else value_estimates(situation.position, goal, values)
    )
    return tuple(
        MoveAdvice(move, value * scale, (best - value) * scale, *estimates[move])
        for move, value in values.items()
    )


def outlook_estimates(outlook: Outlook) -> tuple[Estimate, Estimate | None, Estimate]:
    """Return the chances to win and to escape, and the points, from play-outs."""
    half = Z * outlook.points_error
    points = Estimate(
        float(outlook.points),
        float(max(outlook.points - half, 0.0)),
        float(min(outlook.points + half, MAX_POINTS)),
    )
    return share_estimate(outlook.win, outlook), share_estimate(outlook.escape, outlook), points


def share_estimate(share: float, outlook: Outlook) -> Estimate:
    """Return a share of play-outs with its Wilson interval."""
    interval = share_interval(round(share * outlook.games), outlook.games)
    return Estimate(interval["share"], interval["low"], interval["high"])


def value_estimates(
    position: State, goal: int, values: Mapping[TombMove, float]
) -> dict[TombMove, tuple[Estimate, Estimate | None, Estimate]]:
    """Return the chances to win and the points by the networks alone."""
    other = rank_moves(position, POINTS if goal == WIN else WIN, compiled=False)
    wins, points = (values, other) if goal == WIN else (other, values)
    return {
        move: (Estimate(wins[move]), None, Estimate(points[move] * MAX_POINTS)) for move in values
    }


class TombAdviser:
    """The advice part of Tomb."""

    goals = GOALS

    def odds(self, view: TombView, unseen: Iterable[int]) -> Odds:
        """Return the odds of the next card from what a player knows."""
        return odds(position_of(view, tuple(unseen)))

    def advise(
        self,
        view: TombView,
        unseen: Iterable[int],
        *,
        goal: str = GOALS[WIN],
        games: int = GAMES,
        compiled: bool | None = None,
    ) -> Advice:
        """Return the prospects of each legal move from what a player knows."""
        return advise(view, unseen, goal=goal, games=games, compiled=compiled)


ADVISER = TombAdviser()
