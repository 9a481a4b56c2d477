"""Advice for a player of Dungeon: the odds, and the chance to win after each legal move.

It is computed from the view and the memory of a seat alone, so that no hidden card influences it.
"""

from underdeck.fast.libraries import can_compile
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.view import DungeonView
from underdeck.minds.base import Advice, Estimate, MoveAdvice
from underdeck.minds.dungeon.analyst import value_moves
from underdeck.minds.dungeon.chances import Chances
from underdeck.minds.dungeon.comparison import Comparison
from underdeck.minds.dungeon.odds import DungeonOdds, odds_of
from underdeck.minds.dungeon.reasons import Situation, reason_for
from underdeck.refusal import IllegalMove, Refusal

GOALS = ("win",)
ITERATIONS = 3000
"""The default number of lines of play searched."""
QUICK_ITERATIONS = 16
"""The number without Numba."""
SEED = "advice"


def advise(
    view: DungeonView,
    memory: DungeonMemory,
    *,
    goal: str = GOALS[0],
    games: int | None = None,
    compiled: bool | None = None,
) -> Advice:
    """Return the chance to win after each legal move, the best first, with a reason for it."""
    if goal not in GOALS:
        raise Refusal("unknown_goal", name=goal, goals=list(GOALS))
    if view.ending or not view.legal:
        raise IllegalMove("game_over")
    if view.seat not in view.waiting:
        raise Refusal("advice_later")
    compiled = can_compile() if compiled is None else compiled
    iterations = (games or ITERATIONS) if compiled else QUICK_ITERATIONS
    comparison = compare_moves(view, memory, iterations=iterations, compiled=compiled)
    return Advice(
        goal=goal,
        games=0,
        searched=iterations if compiled else 0,
        is_rough=not compiled,
        moves=tuple(
            MoveAdvice(
                move,
                value,
                comparison.loss(move),
                comparison.estimate(move) if compiled else Estimate(value),
                fight=comparison.fights.get(move, ()),
            )
            for move, value in comparison.values.items()
        ),
        reason=reason_for(situation_of(Chances(view, memory), comparison, comparison.other)),
    )


def compare_moves(
    view: DungeonView,
    memory: DungeonMemory,
    *,
    iterations: int | None = None,
    seed: str = SEED,
    compiled: bool,
) -> Comparison:
    """Return the legal moves compared by a search: without other wishes, that of a hint."""
    lines = iterations or (ITERATIONS if compiled else QUICK_ITERATIONS)
    found = value_moves(view, memory, iterations=lines, seed=seed, compiled=compiled)
    return Comparison.of_search(found)


def situation_of(chances: Chances, comparison: Comparison, other: DungeonMove | None) -> Situation:
    """Return the facts about the best move, compared with another one."""
    best = comparison.best
    return Situation(
        chances=chances,
        best=best,
        other=other,
        win=comparison.values[best],
        win_otherwise=comparison.values[other or best],
        is_close=other is not None and not comparison.loss(other),
        cards=comparison.fights.get(best, ()),
        other_cards=() if other is None else comparison.fights.get(other, ()),
    )


class DungeonAdviser:
    """The advice part of Dungeon."""

    goals = GOALS

    def odds(self, view: DungeonView, memory: DungeonMemory) -> DungeonOdds:
        """Return the odds from what a player knows."""
        return odds_of(Chances(view, memory))

    def advise(
        self,
        view: DungeonView,
        memory: DungeonMemory,
        *,
        goal: str = GOALS[0],
        games: int | None = None,
        compiled: bool | None = None,
    ) -> Advice:
        """Return the chance to win after each legal move from what a player knows."""
        return advise(view, memory, goal=goal, games=games, compiled=compiled)


ADVISER = DungeonAdviser()
