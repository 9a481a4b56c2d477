"""Advice for a player of Tomb: the odds of the next card and the prospects of each legal move.

It is computed from the view and the unseen cards alone, so that no hidden card can influence it.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from underdeck.fast.libraries import can_compile
from underdeck.games.tomb.memory import TombMemory
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.view import TombView
from underdeck.intervals import Z, share_interval
from underdeck.minds.base import Advice, Estimate, MoveAdvice
from underdeck.minds.tomb.analyst import Outlook
from underdeck.minds.tomb.comparison import Comparison
from underdeck.minds.tomb.network import GOALS
from underdeck.minds.tomb.odds import Odds, odds
from underdeck.minds.tomb.position import position_of
from underdeck.minds.tomb.ranking import SCALES, Ranking
from underdeck.minds.tomb.reasons import reason_for
from underdeck.minds.tomb.search import MAX_POINTS, POINTS, WIN
from underdeck.refusal import IllegalMove, Refusal

GAMES = 2000
"""The default number of games played out after each move."""


Estimates: TypeAlias = tuple[Estimate, Estimate | None, Estimate]
"""The chances to win and to escape, and the points."""


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

    Once winning is out of reach the goal is points. The chance to win is that of play for the win;
    the chance to escape and the points are those of play for points. Without Numba there are no
    play-outs: chances and points are the networks' values, without intervals.
    """
    if not view.legal:
        raise IllegalMove("game_over")
    compiled = can_compile() if compiled is None else compiled
    position = position_of(view, tuple(unseen))
    ranking = Ranking(position, goal_of(goal), compiled)
    outlooks = ranking.play_out(ranking.values, games)
    if ranking.goal == WIN and is_out_of_reach(ranking, outlooks):
        ranking = ranking.for_goal(POINTS)
    comparison = Comparison(ranking, outlooks)
    return Advice(
        goal=GOALS[ranking.goal],
        games=games if outlooks else 0,
        moves=prospects(comparison),
        reason=reason_for(comparison.situation()),
    )


def is_out_of_reach(ranking: Ranking, outlooks: Mapping[TombMove, Outlook]) -> bool:
    """Return whether winning is impossible, or no game was won after any move."""
    if not any(ranking.values.values()):
        return True
    return bool(outlooks) and not any(outlook.win for outlook in outlooks.values())


def prospects(comparison: Comparison) -> tuple[MoveAdvice, ...]:
    """Return the prospects of each move in their order; those about equal to the best lose 0."""
    scale, best = SCALES[comparison.ranking.goal], comparison.value(comparison.best)
    estimates = estimates_of(comparison)
    return tuple(
        MoveAdvice(
            move,
            scale * comparison.value(move),
            scale * (best - comparison.value(move)) if move in comparison.worse else 0.0,
            *estimates[move],
        )
        for move in comparison.order
    )


def estimates_of(comparison: Comparison) -> dict[TombMove, Estimates]:
    """Return the chances to win and to escape, and the points, of each move."""
    played = {move: outlook_estimates(each) for move, each in comparison.outlooks.items()}
    known = value_estimates(comparison.ranking)
    if comparison.is_played_out:
        return {
            move: (known[move][0] if known[move][0].mean == 0 else win, escape, points)
            for move, (win, escape, points) in played.items()
        }
    return {
        move: (win, played[move][1] if played else None, points)
        for move, (win, points) in known.items()
    }


def outlook_estimates(outlook: Outlook) -> Estimates:
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


def value_estimates(ranking: Ranking) -> dict[TombMove, tuple[Estimate, Estimate]]:
    """Return the chances to win and the points by values alone; exact ones have no width.

    A chance of 0 is exact, too: a hoard is lost, or the game would be over.
    """
    wins, points = (ranking.for_goal(goal).scaled for goal in (WIN, POINTS))

    def estimate(value: float, *, is_exact: bool) -> Estimate:
        return Estimate(value, value, value) if is_exact else Estimate(value)

    return {
        move: (
            estimate(win, is_exact=ranking.is_exact or win == 0),
            estimate(points[move], is_exact=ranking.is_exact),
        )
        for move, win in wins.items()
    }


class TombAdviser:
    """The advice part of Tomb."""

    goals = GOALS

    def odds(self, view: TombView, memory: TombMemory) -> Odds:
        """Return the odds of the next card from what a player knows."""
        return odds(position_of(view, memory.unseen))

    def advise(
        self,
        view: TombView,
        memory: TombMemory,
        *,
        goal: str = GOALS[WIN],
        games: int | None = None,
        compiled: bool | None = None,
    ) -> Advice:
        """Return the prospects of each legal move from what a player knows."""
        count = GAMES if games is None else games
        return advise(view, memory.unseen, goal=goal, games=count, compiled=compiled)


ADVISER = TombAdviser()
