"""Remarks on a finished game for the end screen: how it compares with the player's others."""

from underdeck.career.base import GameCareer, Remark
from underdeck.career.boards import Score
from underdeck.career.past_game import LESSON, PastGame
from underdeck.career.totals import Totals
from underdeck.registry import find_part

MAX_REMARKS = 3
LONG_GAP = 3
"""The number of games without a success after which one is worth a remark."""
RANKS = {2: "second_best", 3: "third_best", 4: "fourth_best", 5: "fifth_best"}
"""The ranks among one's own scores that are worth a remark."""
CLOSE_POINTS = 3
"""Maximum distance in points to the best score that is worth a remark."""
MILESTONES = frozenset({10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000})


def remarks_on(game: PastGame, before: Totals) -> list[Remark]:
    """Return the remarks on a game, the most important first, given the totals before it."""
    if not game.is_counted or game.origin == LESSON:
        return []
    career: GameCareer | None = find_part(game.game, "career")
    found: list[Remark] = []
    if game.won:
        found += _successes(before, "won", "win", "wins_in_a_row")
    if career is not None and career.has_points and game.survived:
        found += _on_score(game, before)
        if not game.won:
            found += _successes(before, "escaped", "escape", "escapes_in_a_row")
    if career is not None:
        found += career.remarks(game, before)
    if before.games + 1 in MILESTONES:
        found.append(Remark("milestone", before.games + 1))
    return found[:MAX_REMARKS]


def _successes(before: Totals, key: str, name: str, in_a_row: str) -> list[Remark]:
    """Return a remark on a success: the first, the first in many games, or one of several."""
    run = before.run(key)
    if not before.total(key):
        return [Remark(f"first_{name}", before.games + 1)]
    if run.gap >= LONG_GAP:
        return [Remark(f"first_{name}_in", run.gap + 1)]
    return [Remark(in_a_row, run.current + 1)] if run.current else []


def _on_score(game: PastGame, before: Totals) -> list[Remark]:
    """Return a remark on the rank of a score among the player's own."""
    best = before.best
    if best is None:
        return []
    score = Score(game.points, game.kings, game.turns)
    rank = before.rank(score)
    if rank == 1:
        return [Remark("best", game.points)]
    if score == best.score:
        return [Remark("equals_best", game.points)]
    found = []
    if rank in RANKS and rank <= len(before.top):
        found.append(Remark(RANKS[rank], rank))
    if 0 < best.points - game.points <= CLOSE_POINTS:
        found.append(Remark("short_of_best", best.points - game.points))
    return found
